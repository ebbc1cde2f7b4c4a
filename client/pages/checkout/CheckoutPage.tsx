/** The checkout page: delivery address, lines, prices and the Place Order button. */
import { useEffect, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import { whyNotOnDelivery } from '../../../server/shared/delivery/payOnDelivery'
import { AddressDialog } from '../../components/address/AddressDialog'
import { AddressText } from '../../components/address/AddressText'
import { Button, ButtonLink } from '../../components/Button'
import { CartWarning } from '../../components/cart/CartWarning'
import { ON_THE_WAY_TO_CHECKOUT, useAddingAddress, useCheckoutAddress } from '../../components/address/checkoutAddress'
import { EmptyState } from '../../components/EmptyState'
import { NotSaved } from '../../components/cart/NotSaved'
import { ShopperPage } from '../../components/page/ShopperPage'
import { Summary, SummaryColumns, SummarySkeleton } from '../../components/cart/Summary'
import { whenLoggedIn, preloadQuery } from '../../data/apollo/apollo'
import { usePlaceOrder, usePlaceOrderOnDelivery } from '../../data/orders/checkout'
import { notify } from '../../data/notifications'
import { useShopSettings } from '../../data/catalogue/shop'
import { controls } from '../../data/cart/unsaved'
import { paths } from '../../paths'
import card from '../../components/form/RadioCard.module.css'
import styles from './CheckoutPage.module.css'
import { CheckoutPageQueryDocument, type CheckoutPageQuery } from './CheckoutPage.generated'
import { OrderLines } from './OrderLines'
import { PaymentChoice, type PaymentWay } from './PaymentChoice'

export const loader = () =>
  whenLoggedIn(() => preloadQuery(CheckoutPageQueryDocument, { fetchPolicy: 'cache-and-network' }))

const TO_PROFILE_AFTER_MS = 1500

type Me = NonNullable<CheckoutPageQuery['me']>
type Terms = CheckoutPageQuery['shop']['payOnDelivery']

export const Component = () => (
  <ShopperPage
    query={useLoaderData<typeof loader>()}
    skeleton={<SummarySkeleton titleWidth={200} heights={[480, 340]} />}
  >
    {(me: Me, { shop }: CheckoutPageQuery) => <Loaded me={me} onDelivery={shop.payOnDelivery} />}
  </ShopperPage>
)

function Loaded({ me, onDelivery }: { me: Me; onDelivery: Terms }) {
  // Paying empties the cart before this page is left. The page keeps showing the ordered lines until the summary opens.
  const [paying, setPaying] = useState<Me | null>(null)
  const shown = paying ?? me
  if (shown.cart.items.length === 0) {
    return (
      <EmptyState drawing="cart" sentence="Oops! Could not find any orders">
        <ButtonLink to={paths.products()}>See the collections</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <Checkout
      me={shown}
      onDelivery={onDelivery}
      paying={paying !== null}
      onPaying={(on) => setPaying(on ? me : null)}
    />
  )
}

interface CheckoutProps {
  me: Me
  onDelivery: Terms
  paying: boolean
  onPaying: (paying: boolean) => void
}

function Checkout({ me, onDelivery, paying, onPaying }: CheckoutProps) {
  const { addresses, cart } = me
  const navigate = useNavigate()
  const { addressId } = useCheckoutAddress()
  const [chosenId, setChosenId] = useState(addressId)
  const address = addresses.find(({ id }) => id === chosenId) ?? addresses[0]
  const { adding, add, close } = useAddingAddress()
  useAddressRequest(addresses.length === 0, add)

  const [way, setWay] = useState<PaymentWay>('now')
  const reason = whyNotOnDelivery(onDelivery, address ?? NOWHERE, cart.priceDetails.totalAmount)
  const place = { now: usePlaceOrder(), onDelivery: usePlaceOrderOnDelivery() }

  const order = async () => {
    if (addresses.length === 0) return askForAddress(add)
    if (!address) return notify.error('Please select Address')
    onPaying(true)
    const result = await place[reason ? 'now' : way](address.id, cart)
    if (result.type === 'unsettled') await navigate(paths.order(result.orderNumber), { replace: true })
    if (result.type === 'placed')
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
              <label key={each.id} className={card.card}>
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
            <NotSaved control={controls.address('new')} />
            {adding && <AddressDialog address="new" onClose={close} onAdded={setChosenId} />}
          </fieldset>
          {onDelivery && <PaymentChoice way={way} onChoose={setWay} reason={address ? reason : null} />}
          <section aria-labelledby="lines">
            <h2 id="lines">Your order</h2>
            <OrderLines items={cart.items} address={address} />
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
      <Legal />
    </>
  )
}

const NOWHERE = { country: '', zipCode: '' }

/** Replaces the shop's footer, because the checkout has no other links that distract from paying. */
function Legal() {
  const { name } = useShopSettings()
  return (
    <p className={styles.legal}>
      <span>© {name}</span>
      <Link to={paths.help('returns')}>Return &amp; Refund</Link>
      <Link to={paths.help('privacy')}>Privacy Policy</Link>
      <Link to={paths.help('contact')}>Contact Us</Link>
    </p>
  )
}

/** Events that show that the shopper is using the page. */
const SIGNS_OF_WORK = ['pointerdown', 'keydown', 'click'] as const

/**
 * Prompts for an address if the shopper has none. It then redirects to the profile page, unless the shopper starts to
 * use this page.
 */
function useAddressRequest(missing: boolean, add: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!missing) return
    askForAddress(add)
    const leave = () => void navigate(paths.profile(), { state: ON_THE_WAY_TO_CHECKOUT })
    const timer = setTimeout(leave, TO_PROFILE_AFTER_MS)
    const stay = () => clearTimeout(timer)
    // Listens in the capturing phase, because a dialog stops some events.
    for (const sign of SIGNS_OF_WORK) window.addEventListener(sign, stay, { capture: true, once: true })
    return () => {
      stay()
      for (const sign of SIGNS_OF_WORK) window.removeEventListener(sign, stay, { capture: true })
    }
  }, [missing, add, navigate])
}

const askForAddress = (add: () => void) => notify.error('Please add Address', { label: 'Add address', run: add })
