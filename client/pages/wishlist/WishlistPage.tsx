/** What the shopper has saved for later. */
import { useReadQuery } from '@apollo/client/react'
import { Suspense } from 'react'
import { useLoaderData } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { PageSkeleton } from '../../components/PageSkeleton'
import { ProductCard } from '../../components/ProductCard'
import { CardGrid } from '../../components/ProductGrid'
import { whenLoggedIn, preloadQuery } from '../../data/apollo'
import { paths } from '../../paths'
import styles from './WishlistPage.module.css'
import { WishlistPageQueryDocument } from './WishlistPage.generated'

export const loader = () =>
  whenLoggedIn(() => preloadQuery(WishlistPageQueryDocument, { fetchPolicy: 'cache-and-network' }))

export function Component() {
  const query = useLoaderData<typeof loader>()
  return <Suspense fallback={<PageSkeleton />}>{query && <Wishlist query={query} />}</Suspense>
}

function Wishlist({ query }: { query: NonNullable<ReturnType<typeof loader>> }) {
  const { me } = useReadQuery(query).data
  if (!me) return null
  if (me.wishlist.length === 0) {
    return (
      <div className="wrap page">
        <EmptyState sentence="Your wishlist is empty!">
          <ButtonLink to={paths.products()}>Shop All</ButtonLink>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="wrap page">
      <h1 className={styles.title}>Wishlist</h1>
      <CardGrid>
        {me.wishlist.map((item, i) => (
          <li key={item.product.id}>
            <ProductCard
              product={item.product}
              eager={i < 4}
              alwaysAdds
              heading="h2"
              note={
                item.priceDrop > 0 && (
                  <p className={styles.drop}>{formatRupees(item.priceDrop)} less than when you saved it</p>
                )
              }
            />
          </li>
        ))}
      </CardGrid>
    </div>
  )
}
