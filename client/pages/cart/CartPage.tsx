/** The cart page: lines and summary. */
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom'
import { whyNotServed } from '../../../server/shared/delivery/served'
import { AddressDialog } from '../../components/address/AddressDialog'
import { ButtonLink } from '../../components/Button'
import { preselected, useAddingAddress, useCheckoutAddress } from '../../components/address/checkoutAddress'
import { EmptyState } from '../../components/EmptyState'
import { Bestsellers } from '../../components/product/Bestsellers'
import { ShopperPage } from '../../components/page/ShopperPage'
import { SummaryColumns, SummarySkeleton } from '../../components/cart/Summary'
import { whenLoggedIn } from '../../data/apollo/apollo'
import { useShopSettings } from '../../data/catalogue/shop'
import { notify } from '../../data/notifications'
import { paths } from '../../paths'
import { CartLine } from './CartLine'
import styles from './CartPage.module.css'
import { CartPageQueryDocument, type CartPageQuery } from './CartPage.generated'
import { CartSummary } from './CartSummary'

export const loader = (args: LoaderFunctionArgs) =>
  whenLoggedIn(args, (preload) => preload(CartPageQueryDocument, { fetchPolicy: 'cache-and-network' }))

type Me = NonNullable<CartPageQuery['me']>

export const Component = () => (
  <ShopperPage
    query={useLoaderData<typeof loader>()}
    skeleton={<SummarySkeleton titleWidth={140} heights={[360, 420]} />}
  >
    {(me: Me) => <Cart me={me} />}
  </ShopperPage>
)

function Cart({ me: { cart, addresses } }: { me: Me }) {
  const { goToCheckout } = useCheckoutAddress()
  const { adding, add, close } = useAddingAddress()
  const { deliveryCountries } = useShopSettings()
  if (cart.items.length === 0) {
    return (
      <>
        <EmptyState drawing="cart" sentence="Oops! Your cart looks empty!">
          <ButtonLink to={paths.products()}>Shop All</ButtonLink>
        </EmptyState>
        <Bestsellers shape="row" />
      </>
    )
  }
  const address = preselected(addresses)
  const notServed = address ? whyNotServed(deliveryCountries, address) : null
  const checkout = () => {
    if (addresses.length > 0) return goToCheckout()
    notify.error('Please check order address', { label: 'Add address', run: add })
  }
  return (
    <>
      <h1 className={styles.title}>Cart</h1>
      <SummaryColumns>
        <div>
          <div className={styles.head} aria-hidden>
            <span>Product</span>
            <span>Quantity</span>
            <span>SubTotal</span>
          </div>
          <ul aria-label="Products in the cart">
            {cart.items.map((item) => (
              <li key={item.product.id}>
                <CartLine
                  item={item}
                  warnings={cart.warnings.filter((warning) => warning.productId === item.product.id)}
                />
              </li>
            ))}
          </ul>
        </div>
        <CartSummary cart={cart} warning={notServed?.message ?? null} onCheckout={checkout} />
        {adding && <AddressDialog address="new" onClose={close} onAdded={goToCheckout} />}
      </SummaryColumns>
    </>
  )
}
