/** The cart: its lines and its summary. */
import { useReadQuery } from '@apollo/client/react'
import { Suspense } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { SummaryColumns } from '../../components/Summary'
import { whenLoggedIn, preloadQuery } from '../../data/apollo'
import { notify } from '../../data/notifications'
import { paths } from '../../paths'
import { CartLine } from './CartLine'
import styles from './CartPage.module.css'
import { CartPageQueryDocument } from './CartPage.generated'
import { CartSummary } from './CartSummary'

export const loader = () =>
  whenLoggedIn(() => preloadQuery(CartPageQueryDocument, { fetchPolicy: 'cache-and-network' }))

export function Component() {
  const query = useLoaderData<typeof loader>()
  return (
    <div className="wrap page">
      <Suspense fallback={<Skeleton />}>{query && <Cart query={query} />}</Suspense>
    </div>
  )
}

function Cart({ query }: { query: NonNullable<ReturnType<typeof loader>> }) {
  const { me } = useReadQuery(query).data
  const navigate = useNavigate()
  if (!me) return null
  const { cart, addresses } = me
  if (cart.items.length === 0) {
    return (
      <EmptyState sentence="Oops! Your cart looks empty!">
        <ButtonLink to={paths.products()}>Shop All</ButtonLink>
      </EmptyState>
    )
  }
  const checkout = () => {
    if (addresses.length === 0) notify.error('Please check order address')
    else void navigate(paths.checkout())
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
        <CartSummary cart={cart} onCheckout={checkout} />
      </SummaryColumns>
    </>
  )
}

const Skeleton = () => (
  <div aria-busy="true" aria-label="Loading">
    <div className={`skeleton ${styles.title}`} style={{ width: 140, height: 46 }} />
    <SummaryColumns>
      <div className="skeleton" style={{ height: 360 }} />
      <div className="skeleton" style={{ height: 420 }} />
    </SummaryColumns>
  </div>
)
