/** The shopper's wishlist. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { Bestsellers } from '../../components/product/Bestsellers'
import { VariantCard } from '../../components/product/ProductCard'
import { CardGrid } from '../../components/product/ProductGrid'
import { ShopperPage } from '../../components/page/ShopperPage'
import { whenLoggedIn } from '../../data/apollo/apollo'
import { NoticesQueryDocument } from '../../data/account/notices.generated'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import { Value } from '../../components/Value'
import { useQuery } from '../../data/reading'
import { PriceNotice } from './PriceNotice'
import styles from './WishlistPage.module.css'
import { WishlistPageQueryDocument, type WishlistPageQuery } from './WishlistPage.generated'

export const loader = (args: LoaderFunctionArgs) =>
  whenLoggedIn(args, (preload) => preload(WishlistPageQueryDocument, { fetchPolicy: 'cache-and-network' }))

type Me = NonNullable<WishlistPageQuery['me']>

export const Component = () => (
  <ShopperPage query={useLoaderData<typeof loader>()}>{(me: Me) => <Wishlist me={me} />}</ShopperPage>
)

function Wishlist({ me }: { me: Me }) {
  const { wishlist } = me
  const { codesByMail, guestAccount } = useShopSettings()
  // No loader: whether the shop can send emails is known only on the page.
  const { data } = useQuery(NoticesQueryDocument, { skip: !codesByMail })
  const owner = data?.me?.email === guestAccount?.email ? null : data?.me
  if (wishlist.length === 0) {
    return (
      <>
        <EmptyState drawing="wishlist" sentence="Your wishlist is empty!">
          <ButtonLink to={paths.products()}>Shop All</ButtonLink>
        </EmptyState>
        <Bestsellers shape="row" />
      </>
    )
  }
  return (
    <>
      <h1 className={styles.title}>Wishlist</h1>
      <CardGrid>
        {wishlist.map((item, i) => (
          <li key={item.product.id}>
            <VariantCard
              product={item.product}
              eager={i < 4}
              heading="h2"
              note={
                <>
                  {item.priceDrop > 0 && (
                    <p className={styles.drop}>
                      <Value>{formatRupees(item.priceDrop)}</Value> cheaper since you saved it
                    </p>
                  )}
                  {owner && <PriceNotice me={owner} productId={item.product.id} />}
                </>
              }
            />
          </li>
        ))}
      </CardGrid>
    </>
  )
}
