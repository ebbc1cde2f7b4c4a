/** The checkout: delivery address, lines, price, and Place Order. */
import { useCallback, useEffect, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { AddressDialog } from '../../components/AddressDialog'
import { AddressText } from '../../components/AddressText'
import { Button, ButtonLink } from '../../components/Button'
import { CartWarning } from '../../components/CartWarning'
import { ON_THE_WAY_TO_CHECKOUT, useCheckoutAddress } from '../../components/checkoutAddress'
import { EmptyState } from '../../components/EmptyState'
import { ShopperPage } from '../../components/ShopperPage'
import { Summary, SummaryColumns, SummarySkeleton } from '../../components/Summary'
import { whenLoggedIn, preloadQuery } from '../../data/apollo'
import { usePlaceOrder } from '../../data/checkout'
import { notify } from '../../data/notifications'
import { paths } from '../../paths'
import styles from './CheckoutPage.module.css'
import { CheckoutPageQueryDocument, type CheckoutPageQuery } from './CheckoutPage.generated'
import { OrderLines } from './OrderLines'

export const loader = () =>
  whenLoggedIn(() => preloadQuery(CheckoutPageQueryDocument, { fetchPolicy: 'cache-and-network' }))

const TO_PROFILE_AFTER_MS = 1500

type Me = NonNullable<CheckoutPageQuery['me']>

export const Component = () => (
  <ShopperPage
    query={useLoaderData<typeof loader>()}
    skeleton={<SummarySkeleton titleWidth={200} heights={[480, 340]} />}
  >
    {(me: Me) => <Loaded me={me} />}
  </ShopperPage>
)

function Loaded({ me }: { me: Me }) {
  // Paying empties the cart while this page still stands: what was ordered stays visible until the summary comes.
  const [paying, setPaying] = useState<Me | null>(null)
  const shown = paying ?? me
  if (shown.cart.items.length === 0) {
    return (
      <EmptyState drawing="cart" sentence="Oops! Could not find any orders">
        <ButtonLink to={paths.products()}>See the collections</ButtonLink>
      </EmptyState>
    )
  }
  return <Checkout me={shown} paying={paying !== null} onPaying={(on) => setPaying(on ? me : null)} />
}

interface CheckoutProps {
  me: Me
  paying: boolean
  onPaying: (paying: boolean) => void
}

function Checkout({ me, paying, onPaying }: CheckoutProps) {
  const { addresses, cart } = me
  const navigate = useNavigate()
  const { addressId } = useCheckoutAddress()
  const [chosenId, setChosenId] = useState(addressId)
  const address = addresses.find(({ id }) => id === chosenId) ?? addresses[0]
  const [adding, setAdding] = useState(false)
  const add = useCallback(() => setAdding(true), [])
  useAddressRequest(addresses.length === 0, add)

  const placeOrder = usePlaceOrder()

  const order = async () => {
    if (addresses.length === 0) return askForAddress(add)
    if (!address) return notify.error('Please select Address')
    onPaying(true)
    const result = await placeOrder(address.id, cart.version)
    if (result.type === 'unsettled') await navigate(paths.order(result.orderNumber), { replace: true })
    if (result.type === 'paid')
      await navigate(paths.orderSummary(), { replace: true, state: { orderNumber: result.orderNumber } })
    onPaying(false)
  }

  return (
    <>
      <h1 className={styles.title}>Checkout</h1>
      <SummaryColumns>
        <div className={styles.main}>
          <fieldset className={styles.addresses}>
            <legend>Deliver to</legend>
            {addresses.map((each) => (
              <label key={each.id} className={styles.address}>
                <input
                  type="radio"
                  name="address"
                  aria-label={`${each.name}, ${each.street}, ${each.city}`}
                  checked={each.id === address?.id}
                  onChange={() => setChosenId(each.id)}
                />
                <AddressText address={each} />
              </label>
            ))}
            <div className={styles.addressActions}>
              <Button look="quiet" onClick={add}>
                Add New Address
              </Button>
              <Link to={paths.profile()} state={ON_THE_WAY_TO_CHECKOUT} className="text-link">
                Change addresses
              </Link>
            </div>
            {adding && <AddressDialog address="new" onClose={() => setAdding(false)} onAdded={setChosenId} />}
          </fieldset>
          <section aria-labelledby="lines">
            <h2 id="lines">Your order</h2>
            <OrderLines items={cart.items} />
            {cart.warnings.map((warning) => (
              <CartWarning key={warning.productId + warning.code} message={warning.message} />
            ))}
          </section>
        </div>
        <Summary
          details={cart.priceDetails}
          button={
            <Button wide busy={paying} onClick={() => void order()}>
              Place Order
            </Button>
          }
        />
      </SummaryColumns>
    </>
  )
}

/** What tells that somebody is at work on the page. */
const SIGNS_OF_WORK = ['pointerdown', 'keydown', 'click'] as const

/** Asks for an address at once where there is none, and leads to the page that takes one, unless the shopper gets to work here. */
function useAddressRequest(missing: boolean, add: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!missing) return
    askForAddress(add)
    const leave = () => void navigate(paths.profile(), { state: ON_THE_WAY_TO_CHECKOUT })
    const timer = setTimeout(leave, TO_PROFILE_AFTER_MS)
    const stay = () => clearTimeout(timer)
    // In the capturing phase: a dialog keeps some events for itself.
    for (const sign of SIGNS_OF_WORK) window.addEventListener(sign, stay, { capture: true, once: true })
    return () => {
      stay()
      for (const sign of SIGNS_OF_WORK) window.removeEventListener(sign, stay, { capture: true })
    }
  }, [missing, add, navigate])
}

const askForAddress = (add: () => void) => notify.error('Please add Address', { label: 'Add address', run: add })
