/** Creates the shoppers, carts, stock and orders that a test needs, through the domain, as the shop itself does. */
import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createAccount } from '../../domain/login/accounts'
import { addAddress } from '../../domain/accounts/addresses'
import { hashPassword } from '../../crypto/passwordHash'
import { addToCart, setCartChoices } from '../../domain/cart/cart'
import type { SignedIn } from '../../domain/lockCart'
import { Actor } from '../../domain/staff/actor'
import { runCommand as runStaffCommand } from '../../commands/staff'
import { confirmPayment, startCheckout, type Checkout } from '../../domain/orders/placement/checkout'
import { withHistory, type Order } from '../../domain/orders/order'
import { moveOrder } from '../../domain/orders/state/orderState'
import { withOrder } from '../../domain/orders/state/withOrder'
import type { SignedPayment } from '../../shared/contract/payments'
import type { Scenario } from '../../shared/sandboxScenarios'
import type { Permission } from '../../shared/permissions'
import { INITIAL_CHOICES } from '../../shared/validation'
import { ADDRESS, BOWL, newcomer, PASSWORD } from './fixtures'

export interface Shopper {
  id: string
  /** The version in the token. */
  tokenVersion: number
  email: string
  token: string
  addressId: string
}

/** The hash of all test passwords, computed once because hashing is deliberately slow. */
let passwordHash: Promise<string> | undefined

/** An account with an address and an unconfirmed email. `cart` has the quantities by product. */
export async function newShopper(app: FastifyInstance, cart: Record<string, number> = {}): Promise<Shopper> {
  const { shop, signToken } = app
  const { password: _password, ...person } = newcomer()
  const user = await createAccount(shop, { ...person, passwordHash: await (passwordHash ??= hashPassword(PASSWORD)) })
  const { address } = await addAddress(shop, user, ADDRESS)
  await fillCart(app, user, cart)
  return {
    id: user.id,
    tokenVersion: user.tokenVersion,
    email: person.email,
    token: signToken(user),
    addressId: address!.id,
  }
}

/** A shopper with a confirmed email. The limits for unproven accounts do not apply. */
export async function newProvenShopper(app: FastifyInstance, cart?: Record<string, number>): Promise<Shopper> {
  const shopper = await newShopper(app, cart)
  await app.shop.db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
  return shopper
}

/** A shopper who has paid for a product, but has not confirmed the email. The cart is empty. */
export async function newPayingShopper(app: FastifyInstance): Promise<Shopper> {
  const shopper = await newShopper(app, { [BOWL]: 1 })
  await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  return shopper
}

/** A staff account. */
export async function newStaff(app: FastifyInstance): Promise<Shopper> {
  const person = await newShopper(app)
  await runStaffCommand(app.shop.db, ['add', person.email])
  return person
}

/** A staff member with this role, such as Packer. */
export async function newStaffAs(app: FastifyInstance, role: string): Promise<Shopper> {
  const person = await newShopper(app)
  await runStaffCommand(app.shop.db, ['add', person.email, '--role', role])
  return person
}

/** The staff member as an actor with the permission. */
export async function actorAs(
  { shop }: FastifyInstance,
  { id }: { id: string },
  permission: Permission,
): Promise<Actor> {
  const { tokenVersion } = await shop.db.user.findUniqueOrThrow({ where: { id } })
  return Actor.authorize(shop, { id, isKey: false, tokenVersion, factorAt: null, expiresAt: null }, permission)
}

/** The order's own parcel, for shipOrder. */
export const parcelOf = ({ serial }: { serial: number }) => ({
  carrier: 'India Post',
  trackingNumber: `EK${String(serial).padStart(9, '0')}IN`,
})

/** `wanted` maps product ids to quantities. */
export async function fillCart(
  { shop }: FastifyInstance,
  viewer: SignedIn,
  wanted: Record<string, number>,
): Promise<void> {
  for (const [productId, quantity] of Object.entries(wanted)) await addToCart(shop, viewer, { productId, quantity })
}

/** Sets each choice for the whole cart to another value than the initial one. */
export async function chooseAll({ shop }: FastifyInstance, viewer: SignedIn): Promise<void> {
  // Turns on what is off, and enters a text where there is none.
  const chosen = Object.entries(INITIAL_CHOICES).map(([name, initial]) => [name, initial === false ? true : 'Any text'])
  await setCartChoices(shop, viewer, { ...Object.fromEntries(chosen), couponCode: 'SUMMER' })
}

export async function setStock({ shop }: FastifyInstance, stocks: Record<string, number>): Promise<void> {
  for (const [id, stock] of Object.entries(stocks)) await shop.db.product.update({ where: { id }, data: { stock } })
}

export async function stockOf({ shop }: FastifyInstance, id: string): Promise<number> {
  return (await shop.db.product.findUniqueOrThrow({ where: { id } })).stock
}

/** Orders the whole cart, from the shopper's own network address. Uses a new idempotency key unless one is given. */
export const checkOut = (
  { shop }: FastifyInstance,
  { id, tokenVersion, addressId, email }: Pick<Shopper, 'id' | 'tokenVersion' | 'addressId' | 'email'>,
  idempotencyKey: string = randomUUID(),
): Promise<Checkout> =>
  startCheckout(shop, { id, tokenVersion }, { addressId, idempotencyKey, networkAddress: addressOf(email) })

/** A network address that is unique for each shopper. */
export function addressOf(email: string): string {
  const groups = createHash('sha256').update(email).digest('hex').match(/.{4}/g)!
  return `2001:${groups.slice(0, 7).join(':')}`
}

/** Pays like the sandbox's checkout script. */
export const payAtSandbox = (app: FastifyInstance, { payment }: Checkout, scenario?: Scenario) =>
  app.inject({
    method: 'POST',
    url: '/api/payments/sandbox/pay',
    payload: { orderId: payment!.providerOrderId, scenario },
  })

/** Pays, and returns the values with which the shopper's page confirms the payment. */
export async function payFor(app: FastifyInstance, checkout: Checkout, scenario?: Scenario) {
  const signed = (await payAtSandbox(app, checkout, scenario)).json<SignedPayment>()
  return {
    orderId: checkout.order.id,
    paymentId: signed.razorpay_payment_id,
    providerOrderId: signed.razorpay_order_id,
    signature: signed.razorpay_signature,
  }
}

export const readOrder = ({ shop }: FastifyInstance, id: string): Promise<Order> =>
  shop.db.order.findUniqueOrThrow({ where: { id }, include: withHistory })

/** Orders and pays for the products, and delivers the order. Raises the stock if necessary. */
export async function newDelivered(
  app: FastifyInstance,
  shopper: Shopper,
  wanted: Record<string, number>,
): Promise<Order> {
  await setStock(app, Object.fromEntries(Object.keys(wanted).map((id) => [id, 40])))
  await fillCart(app, shopper, wanted)
  const { id } = await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  return app.shop.db.$transaction(async (tx) => {
    await withOrder(tx, id, (order) => moveOrder(app.shop, tx, order, 'SHIPPED', { source: 'SHOP', note: 'Sent' }))
    return withOrder(tx, id, (order) =>
      moveOrder(app.shop, tx, order, 'DELIVERED', { source: 'SHOP', note: 'Delivered' }),
    )
  })
}
