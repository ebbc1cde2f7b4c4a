/** The checkout page: delivery address, lines, prices and the Place Order button. */
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router-dom'
import { estimateFor } from '../../../server/shared/delivery/remoteDelivery'
import { whyNotServed } from '../../../server/shared/delivery/served'
import { whyNotOnDelivery } from '../../../server/shared/delivery/payOnDelivery'
import { AddressDialog } from '../../components/address/AddressDialog'
import { AddressText } from '../../components/address/AddressText'
import { UncheckedAddress } from '../../components/address/UncheckedAddress'
import { Button, ButtonLink } from '../../components/Button'
import { CartWarning } from '../../components/cart/CartWarning'
import {
  ON_THE_WAY_TO_CHECKOUT,
  preselected,
  useAddingAddress,
  useCheckoutAddress,
} from '../../components/address/checkoutAddress'
import { arrivalText } from '../../components/arrival'
import { formatTime } from '../../components/days'
import { focusOn } from '../../components/keepFocus'
import { EmptyState } from '../../components/EmptyState'
import { NotSaved } from '../../components/cart/NotSaved'
import { GiftNotes } from '../../components/order/OrderDelivery'
import { ShopperPage } from '../../components/page/ShopperPage'
import { Summary, SummaryColumns, SummarySkeleton } from '../../components/cart/Summary'
import { whenLoggedIn } from '../../data/apollo/apollo'
import { usePlaceOrder, usePlaceOrderOnDelivery } from '../../data/orders/checkout'
import { useSetCartQuantity } from '../../data/cart/cart'
import { useShopSettings } from '../../data/catalogue/shop'
import { notify } from '../../data/notifications'
import { controls } from '../../data/unsaved'
import type { Shortage } from '../../data/sendMutation'
import { paths } from '../../paths'
import card from '../../components/form/RadioCard.module.css'
import { Value } from '../../components/Value'
import styles from './CheckoutPage.module.css'
import { CheckoutPageQueryDocument, type CheckoutPageQuery } from './CheckoutPage.generated'
import { OrderLines } from './OrderLines'
import { PaymentChoice, type PaymentWay } from './PaymentChoice'
import { Steps } from './Steps'

/** Few shoppers need it, and it has code of the profile page. */
const ConfirmEmail = lazy(async () => ({
  default: (await import('../../components/session/ConfirmEmail')).ConfirmEmail,
}))

export const loader = (args: LoaderFunctionArgs) =>
  whenLoggedIn(args, (preload) => preload(CheckoutPageQueryDocument, { fetchPolicy: 'cache-and-network' }))

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
  // The payment empties the cart while this page is still open. The page keeps showing the ordered lines until the
  // summary opens.
  const [paying, setPaying] = useState<Me | null>(null)
  const shown = paying ?? me
  // A new checkout replaces the unpaid order.
  const [replaced, setReplaced] = useState(false)
  const waiting = !replaced && <WaitingOrder order={me.orders.nodes[0]} />
  if (shown.cart.items.length === 0) {
    return (
      <>
        {waiting}
        <EmptyState drawing="cart" sentence="Oops! Could not find any orders">
          <ButtonLink to={paths.products()}>See the collections</ButtonLink>
        </EmptyState>
      </>
    )
  }
  return (
    <Checkout
      me={shown}
      waiting={waiting}
      onDelivery={onDelivery}
      paying={paying !== null}
      onPaying={(on) => {
        setReplaced(true)
        setPaying(on ? me : null)
      }}
    />
  )
}

interface CheckoutProps {
  me: Me
  waiting: ReactNode
  onDelivery: Terms
  paying: boolean
  onPaying: (paying: boolean) => void
}

function Checkout({ me, waiting, onDelivery, paying, onPaying }: CheckoutProps) {
  const { addresses, cart } = me
  const navigate = useNavigate()
  const { codesByMail, guestAccount, deliveryCountries } = useShopSettings()
  const { addressId } = useCheckoutAddress()
  const [chosenId, setChosenId] = useState(addressId)
  const address = addresses.find(({ id }) => id === chosenId) ?? preselected(addresses)
  const { adding, add, close } = useAddingAddress()
  const [editing, setEditing] = useState(false)
  const requestAddress = useAddressRequest(addresses.length === 0, add, adding)

  const notServed = address ? whyNotServed(deliveryCountries, address) : null

  const [way, setWay] = useState<PaymentWay>('now')
  const reason = whyNotOnDelivery(onDelivery, address ?? NOWHERE, cart.priceDetails.totalAmount)
  const days = cart.items.map(({ estimatedDelivery: day }) => (address ? estimateFor(day, address) : day))
  // Why the shop refused the order until the email is confirmed.
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [short, setShort] = useState<Short | null>(null)
  // Why the shop accepts this order only if it is paid online.
  const [online, setOnline] = useState<Online | null>(null)
  const payNow = useRef<HTMLInputElement>(null)
  const place = { now: usePlaceOrder(), onDelivery: usePlaceOrderOnDelivery() }
  const [refusal, setRefusal] = useState<AddressRefusal | null>(null)
  const problem = problemOf(addresses.length, address, notServed)
  const isRefused = refusal !== null && refusal.addressId === address?.id
  const refused = isRefused ? (problem ?? refusal.message) : null

  const order = async () => {
    if (!address || problem !== null) {
      setRefusal({ addressId: address?.id, message: null, attempt: (refusal?.attempt ?? 0) + 1 })
      return addresses.length === 0 ? requestAddress() : notify.error(problem ?? SELECT_ADDRESS)
    }
    setRefusal(null)
    setUnconfirmed(null)
    setShort(null)
    setOnline(null)
    onPaying(true)
    const result = await place[reason ? 'now' : way](address.id, cart)
    if (result.type === 'unsettled') await navigate(paths.order(result.orderNumber), { replace: true })
    if (result.type === 'placed')
      await navigate(paths.orderSummary(), { replace: true, state: { orderNumber: result.orderNumber } })
    if (result.type === 'unconfirmed') setUnconfirmed(result.message)
    if (result.type === 'unconfirmed' && result.shortage) setShort({ ...result.shortage, message: null })
    if (result.type === 'short') setShort({ ...result.shortage, message: result.message })
    if (result.type === 'address') setRefusal({ addressId: address.id, message: result.message, attempt: 1 })
    if (result.type === 'notOnDelivery') {
      setOnline(result)
      if (result.shortage) setShort({ ...result.shortage, message: result.message })
    }
    onPaying(false)
  }

  const choose = (chosen: PaymentWay) => {
    setWay(chosen)
    // The limits of cash on delivery do not apply to online payments, and the other way round.
    setShort(null)
    setOnline(null)
  }
  const payOnline = online && (
    <Button
      look="bare"
      onClick={() => {
        choose('now')
        payNow.current?.focus()
      }}
    >
      Pay online
    </Button>
  )

  return (
    <>
      <h1 className={styles.title}>Checkout</h1>
      <Steps hasAddress={address !== undefined && !address.isUnchecked && !notServed} />
      {waiting}
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
                <AddressText address={each} tags={each.label ? [each.label] : []} />
              </label>
            ))}
            {refused !== null && <OrderError key={refusal?.attempt} message={refused} />}
            {refused === null && notServed && (
              <p role="alert" className={styles.unconfirmed}>
                {notServed.message}
              </p>
            )}
            {address?.isUnchecked && <UncheckedAddress id={address.id} yes="Yes, deliver here" />}
            <div className={styles.addressActions}>
              {address && (
                <Button
                  look="quiet"
                  onClick={() => {
                    setRefusal(null)
                    setEditing(true)
                  }}
                >
                  Edit address
                </Button>
              )}
              <Button look={address ? 'bare' : 'quiet'} onClick={add}>
                Add New Address
              </Button>
            </div>
            <NotSaved control={controls.address('new')} />
            {address && <NotSaved control={controls.address(address.id)} />}
            {adding && <AddressDialog address="new" onClose={close} onAdded={setChosenId} />}
            {editing && address && <AddressDialog address={address} onClose={() => setEditing(false)} />}
          </fieldset>
          {onDelivery && (
            <PaymentChoice
              way={way}
              onChoose={choose}
              reason={address ? reason : null}
              asksToConfirm={codesByMail === 'EMAIL' && !me.emailVerifiedAt && me.email !== guestAccount?.email}
              nowRef={payNow}
            >
              {online && !online.shortage && (
                <>
                  <OrderError message={online.message} />
                  <div className={styles.remedies}>{payOnline}</div>
                </>
              )}
            </PaymentChoice>
          )}
          <section aria-labelledby="lines">
            <h2 id="lines">Your order</h2>
            <OrderLines
              items={cart.items}
              address={address}
              isServed={!notServed}
              notes={(id) => (
                <LineNotes cart={cart} productId={id} short={short?.productId === id ? short : null}>
                  {payOnline}
                </LineNotes>
              )}
            />
            <GiftNotes gift={{ ...cart, isGiftWrapped: cart.giftWrap }} />
          </section>
          {unconfirmed !== null && (
            <Suspense>
              <ConfirmEmail email={me.email} onConfirmed={() => void order()}>
                <OrderError message={unconfirmed} />
              </ConfirmEmail>
            </Suspense>
          )}
        </div>
        <Summary
          details={cart.priceDetails}
          showsMethods={!onDelivery}
          {...(!notServed && { arrival: `Arrives ${arrivalText(days)}` })}
          problem={refused}
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

/** A press of Place Order that the address stopped. */
interface AddressRefusal {
  addressId: string | undefined
  /** What the shop answered. Null if the page knew it before. */
  message: string | null
  /** Each press moves the focus to the message. */
  attempt: number
}

const SELECT_ADDRESS = 'Please select Address'

/** Why no order to this address can be placed. */
function problemOf(
  saved: number,
  address: Pick<Me['addresses'][number], 'isUnchecked'> | undefined,
  notServed: { message: string } | null,
): string | null {
  if (saved === 0) return 'Please add Address'
  if (!address) return SELECT_ADDRESS
  return notServed?.message ?? (address.isUnchecked ? 'Please check order address' : null)
}

/** A line that the shop refused. Its message is null if the page shows it with the code's form. */
interface Short extends Shortage {
  message: string | null
}

interface Online {
  message: string
  /** If set, the page shows the message beside the line. */
  shortage: Shortage | null
}

/** Why the shop refused the order. */
const OrderError = ({ message }: { message: string }) => (
  <p role="alert" ref={focusOn} tabIndex={-1} className={styles.unconfirmed}>
    {message}
  </p>
)

interface LineNotesProps {
  cart: Me['cart']
  productId: string
  short: Short | null
  /** A further way to order the refused quantity. */
  children: ReactNode
}

/** The warnings about a line, why the shop refused it, and a button that lowers its quantity to the possible one. */
function LineNotes({ cart, productId, short, children }: LineNotesProps) {
  const [setQuantity] = useSetCartQuantity()
  const item = cart.items.find(({ product }) => product.id === productId)
  const available = item?.product.quantityAvailable ?? 0
  const refused = short && item && item.quantity > short.possible ? short : null
  return (
    <>
      {cart.warnings
        .filter((warning) => warning.productId === productId)
        .map(({ code, message }) => (
          <CartWarning key={code} message={message} />
        ))}
      {refused?.message && <OrderError message={refused.message} />}
      {refused && (
        <div className={styles.remedies}>
          {refused.possible > 0 && (
            <Button look="bare" onClick={() => void setQuantity(productId, refused.possible)}>
              Set quantity to {refused.possible}
            </Button>
          )}
          {children}
        </div>
      )}
      {!refused && item && item.quantity > available && available > 0 && (
        <div className={styles.remedies}>
          <Button look="bare" onClick={() => void setQuantity(productId, available)}>
            Set to {available}
          </Button>
        </div>
      )}
      <NotSaved control={controls.cart(productId)} />
    </>
  )
}

/** An order that awaits payment, for example because the page was reloaded during the checkout. */
function WaitingOrder({ order }: { order: Me['orders']['nodes'][number] | undefined }) {
  if (!order?.expiresAt || order.status !== 'AWAITING_PAYMENT' || !order.actions.includes('PAY')) return null
  return (
    <p className={styles.waiting} role="status">
      Order {order.number} is not paid yet. We hold its items until <Value>{formatTime(order.expiresAt)}</Value>.{' '}
      <Link to={paths.order(order.number)} className="text-link">
        Pay for {order.number}
      </Link>
    </p>
  )
}

const NOWHERE = { country: '', zipCode: '' }

/** Events that show that the shopper is using the page. */
const SIGNS_OF_WORK = ['pointerdown', 'keydown', 'click'] as const

/**
 * Prompts for an address if the shopper has none, and then redirects to the profile page. When the page opens, it does so unless the shopper
 * starts to use it. After Place Order, it does so unless the shopper opens the address dialog. Returns the function for Place Order.
 */
function useAddressRequest(missing: boolean, add: () => void, adding: boolean): () => void {
  const navigate = useNavigate()
  const leave = useCallback(() => void navigate(paths.profile(), { state: ON_THE_WAY_TO_CHECKOUT }), [navigate])
  useEffect(() => {
    if (!missing) return
    askForAddress(add)
    const timer = setTimeout(leave, TO_PROFILE_AFTER_MS)
    const stay = () => clearTimeout(timer)
    // Listens in the capture phase, because a dialog stops the propagation of some events.
    for (const sign of SIGNS_OF_WORK) window.addEventListener(sign, stay, { capture: true, once: true })
    return () => {
      stay()
      for (const sign of SIGNS_OF_WORK) window.removeEventListener(sign, stay, { capture: true })
    }
  }, [missing, add, leave])

  const [asked, setAsked] = useState(false)
  if (asked && (adding || !missing)) setAsked(false)
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(leave, TO_PROFILE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [asked, leave])
  return () => {
    askForAddress(add)
    setAsked(true)
  }
}

const askForAddress = (add: () => void) => notify.error('Please add Address', { label: 'Add address', run: add })
