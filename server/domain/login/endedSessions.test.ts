/** Calls that wait for a lock while their session ends, such as those of a stranger while the account's owner logs in with a code. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { startTestApp, without } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { checkOut, fillCart, newShopper, newStaff, type Shopper } from '../../testing/data/factories'
import { ADDRESS, BOWL, CUP, PASSWORD } from '../../testing/data/fixtures'
import { lockWaits } from '../../testing/lockWaits'
import { composeAccountMail } from '../mail/composeAccountMail'
import { orderNumber } from '../orders/order'
import { CONSENTS } from '../../shared/consents'
import { DomainError } from '../../shared/errors'
import { addAddress, updateAddress } from '../accounts/addresses'
import { logIn } from './accounts'

const app = await startTestApp(
  { SIGN_INS_PER_MINUTE: '0', CONTACT_EMAIL: 'hello@shop.example' },
  { limits: without('codes', 'stock', 'coupons') },
)
const { shop } = app
const { db } = shop

const SOLD_OUT = 'lotus-tealight-holder'

interface Prepared extends Shopper {
  /** A saved address besides the default. */
  other: string
  order: string
  number: string
  /** An item of the order. */
  line: string
  emailCode: string
  requestId: string
}

async function lastCode(): Promise<string> {
  const message = await db.outboxMessage.findFirstOrThrow({
    where: { channel: 'account-mail' },
    orderBy: { id: 'desc' },
  })
  return /^ {4}(\d{6})$/m.exec((await composeAccountMail(shop, message))!.text)![1]!
}

async function prepare(name: string): Promise<Prepared> {
  // Only staff may set up a second factor.
  const shopper = await (name === 'setUpSecondFactor' ? newStaff : newShopper)(app)
  // Product notices need a confirmed email, and one of them a sold-out product.
  if (name.startsWith('notify'))
    await db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
  await db.product.update({ where: { id: SOLD_OUT }, data: { stock: 0 } })
  const { address } = await addAddress(shop, shopper, { ...ADDRESS, street: '5, Temple Road' })
  await db.product.updateMany({ where: { id: { in: [BOWL, CUP] } }, data: { stock: 40 } })
  await fillCart(app, shopper, { [BOWL]: 2 })
  await db.wishlistItem.create({ data: { userId: shopper.id, productId: CUP, priceWhenAdded: 1 } })
  const { order } = await checkOut(app, shopper)
  const change = `mutation { requestEmailChange(input: { email: "${randomUUID()}@next.example", password: "${PASSWORD}" }) { requestId userErrors { code } } }`
  const { requestId, userErrors } = (await ask(app, change, shopper)).data.requestEmailChange
  expect(userErrors).toEqual([])
  const keyed = `mutation { addToCart(productId: "${BOWL}", quantity: 1, idempotencyKey: "earlier") { userErrors { code } } }`
  await ask(app, keyed, shopper)
  const ids = { other: address!.id, order: order.id, number: orderNumber(order), line: order.lines[0]!.id }
  return { ...shopper, ...ids, emailCode: await lastCode(), requestId }
}

const FIELDS = Object.entries(ADDRESS).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
const address = `{ ${FIELDS.join(', ')}, isDefault: true }`
const proof = `{ password: "${PASSWORD}" }`
const invitation = () => shop.sealer.seal(randomUUID(), 'invitation')

/** Every change by a shopper, as a GraphQL call. */
const CHANGES: Record<string, (of: Prepared) => string> = {
  logoutEverywhere: () => '',
  changePassword: () => `input: { currentPassword: "${PASSWORD}", newPassword: "another long password" }`,
  updateAccount: () => 'input: { firstName: "Mallory" }',
  requestEmailChange: () => `input: { email: "${randomUUID()}@mallory.example", password: "${PASSWORD}" }`,
  confirmEmailChange: ({ emailCode, requestId }) => `input: { code: "${emailCode}", requestId: "${requestId}" }`,
  giveConsent: () => `purpose: NEWS_BY_MAIL, version: ${CONSENTS.NEWS_BY_MAIL.version}`,
  withdrawConsent: () => 'purpose: NEWS_BY_MAIL',
  deleteAccount: () => `input: ${proof}`,
  addToCart: () => `productId: "${CUP}", quantity: 1`,
  setCartQuantity: () => `productId: "${BOWL}", quantity: 7`,
  changeCartQuantity: () => `productId: "${BOWL}", action: INCREMENT, idempotencyKey: "new"`,
  removeFromCart: () => `productId: "${BOWL}"`,
  clearCart: () => '',
  moveToWishlist: () => `productId: "${BOWL}"`,
  applyCoupon: () => 'code: "SUMMER"',
  removeCoupon: () => '',
  setGiftWrap: () => 'giftWrap: true',
  setCartChoices: () => 'input: { giftWrap: true }',
  addToWishlist: () => `productId: "${BOWL}"`,
  removeFromWishlist: () => `productId: "${CUP}"`,
  notifyWhenAvailable: () => `variantId: "${SOLD_OUT}"`,
  notifyWhenPriceFalls: () => `variantId: "${CUP}"`,
  stopNotice: () => `id: "${randomUUID()}"`,
  askStudio: () => 'input: { name: "Mallory", email: "m@mallory.example", message: "Is it safe?" }',
  addAddress: () => `input: ${address}, idempotencyKey: "new"`,
  updateAddress: ({ addressId }) => `id: "${addressId}", input: ${address}`,
  confirmAddress: ({ addressId }) => `id: "${addressId}"`,
  setDefaultAddress: ({ other }) => `id: "${other}"`,
  removeAddress: ({ other }) => `id: "${other}"`,
  startCheckout: ({ addressId }) => `addressId: "${addressId}", idempotencyKey: "new"`,
  placeOrderOnDelivery: ({ addressId }) => `addressId: "${addressId}", idempotencyKey: "new"`,
  cancelCheckout: ({ order }) => `orderId: "${order}"`,
  cancelOrder: ({ number }) => `number: "${number}"`,
  changeOrderAddress: ({ number }) => `number: "${number}", address: ${address}, acceptChanges: true`,
  requestReturn: ({ number }) => `number: "${number}", reason: DAMAGED`,
  buyAgain: ({ number }) => `number: "${number}"`,
  review: ({ line }) => `orderLineId: "${line}", stars: 5`,
  withdrawReview: ({ line }) => `orderLineId: "${line}"`,
  revokeOrderLink: ({ number }) => `number: "${number}"`,
  acceptInvitation: () => `key: "${invitation()}"`,
  setUpSecondFactor: () => `input: ${proof}`,
  confirmSecondFactor: () => 'code: "123456"',
  renewRecoveryCodes: () => 'code: "123456"',
  removeSecondFactor: () => 'code: "123456"',
}

/** The mutations that do not depend on the caller's session. */
const WITHOUT_SESSION: Record<string, string> = {
  signup: 'opens an account',
  login: 'opens a session',
  requestCode: 'sends a code to a mailbox',
  signInWithCode: 'opens a session',
  resetPassword: 'opens a session',
  confirmPayment: 'records what the payment provider reports',
  payOrder: 'records what the payment provider reports',
}

interface Sent {
  statusCode: number
  code: string | undefined
}

async function sendMutation(name: string, of: Prepared): Promise<Sent> {
  const values = CHANGES[name]!(of)
  const query = `mutation { ${name}${values && `(${values})`} { __typename } }`
  const { status, errors } = await ask(app, query, of)
  return { statusCode: status, code: errors?.[0]?.extensions.code }
}

const REST: [string, (of: Prepared) => Parameters<typeof call>][] = [
  ['POST cart', ({ token }) => [app, 'POST', '/api/user/cart', { token, body: { product: { _id: CUP } } }]],
  [
    'POST cart, again with a used key',
    ({ token }) => [
      app,
      'POST',
      '/api/user/cart',
      { token, body: { product: { _id: BOWL } }, headers: { 'idempotency-key': 'earlier' } },
    ],
  ],
  [
    'POST cart/:productId',
    ({ token }) => [app, 'POST', `/api/user/cart/${BOWL}`, { token, body: { action: { type: 'increment' } } }],
  ],
  ['DELETE cart/:productId', ({ token }) => [app, 'DELETE', `/api/user/cart/${BOWL}`, { token }]],
  ['POST wishlist', ({ token }) => [app, 'POST', '/api/user/wishlist', { token, body: { product: { _id: BOWL } } }]],
  ['DELETE wishlist/:productId', ({ token }) => [app, 'DELETE', `/api/user/wishlist/${CUP}`, { token }]],
  ['POST address', ({ token }) => [app, 'POST', '/api/user/address', { token, body: { address: ADDRESS } }]],
  [
    'POST address/:addressId',
    ({ token, other }) => [app, 'POST', `/api/user/address/${other}`, { token, body: { address: ADDRESS } }],
  ],
  ['DELETE address/:addressId', ({ token, other }) => [app, 'DELETE', `/api/user/address/${other}`, { token }]],
]

const TABLES = [
  ...[
    'cart',
    'cart_line',
    'wishlist_item',
    'product_notice',
    'studio_question',
    'address',
    'consent',
    'shop_order',
    'order_event',
    'product',
    'review',
    'user_account',
  ],
  ...['mail_code', 'second_factor', 'staff_invitation', 'idempotency_key', 'outbox_message', 'audit_entry'],
]

async function content(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of TABLES) {
    const [row] = await db.$queryRawUnsafe<{ rows: string }[]>(
      `SELECT coalesce(json_agg(to_jsonb(t) - 'token_version' ORDER BY to_jsonb(t)::text), '[]')::text AS rows FROM ${table} t`,
    )
    found[table] = row!.rows
  }
  return found
}

/** Starts the call while another transaction holds the locks of the shopper's data, and ends the session in that transaction. */
async function whileItWaits(of: Shopper, send: () => Promise<Sent>, { ends }: { ends: boolean }): Promise<Sent> {
  let sent!: Promise<Sent>
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT FROM cart WHERE user_id = ${of.id}::uuid FOR UPDATE`
      await tx.$executeRaw`UPDATE user_account SET token_version = token_version + ${ends ? 1 : 0} WHERE id = ${of.id}::uuid`
      sent = send()
      await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0)
    },
    { timeout: 60_000 },
  )
  return sent
}

it('a login that waits while the session ends records no place and gives no token', async () => {
  const shopper = await newShopper(app)
  const { id, email } = shopper
  const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { token userErrors { code } } }`
  const input = { email, password: PASSWORD, browserKey: 'the browser of a stranger' }
  const logIn = async (): Promise<Sent> => {
    const { status, data } = await ask(app, LOGIN, { variables: { input } })
    return { statusCode: status, code: data.login.userErrors[0]?.code }
  }
  expect(await whileItWaits(shopper, logIn, { ends: true })).toMatchObject({ code: 'WRONG_PASSWORD' })
  expect(await db.recentLogin.count({ where: { userId: id } })).toBe(0)
  expect(await whileItWaits(shopper, logIn, { ends: false })).toMatchObject({ code: undefined })
  expect(await db.recentLogin.count({ where: { userId: id } })).toBe(1)
})

it('the tests of ended sessions cover every mutation of the contract that needs no permission', () => {
  const fields = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()!.getFields())
  const open = fields.filter(({ astNode }) => !astNode!.directives!.some(({ name }) => name.value === 'requires'))
  expect([...Object.keys(CHANGES), ...Object.keys(WITHOUT_SESSION)].sort()).toEqual(open.map(({ name }) => name).sort())
})

describe('a call that waits for a lock while its session ends', () => {
  const ways: [string, (of: Prepared) => Promise<Sent>][] = [
    ...Object.keys(CHANGES).map((name): [string, (of: Prepared) => Promise<Sent>] => [
      name,
      (of) => sendMutation(name, of),
    ]),
    ...REST.map(([name, args]): [string, (of: Prepared) => Promise<Sent>] => [
      name,
      async (of) => {
        const { statusCode } = await call(...args(of))
        return { statusCode, code: statusCode === 401 ? 'UNAUTHENTICATED' : undefined }
      },
    ]),
  ]

  it.each(ways)('is refused and writes nothing, but not if the session goes on: %s', async (name, send) => {
    const of = await prepare(name)
    const before = await content()
    expect((await whileItWaits(of, () => send(of), { ends: true })).code).toBe('UNAUTHENTICATED')
    expect(await content()).toEqual(before)
    const user = await db.user.findUniqueOrThrow({ where: { id: of.id } })
    const again = { ...of, token: app.signToken(user) }
    expect((await whileItWaits(again, () => send(again), { ends: false })).code).not.toBe('UNAUTHENTICATED')
  })
})

describe("the owner's first login with a code", () => {
  const SIGN_IN = `mutation ($input: SignInWithCodeInput!) { signInWithCode(input: $input) { userErrors { code } } }`
  const REQUEST = `mutation ($input: RequestCodeInput!) { requestCode(input: $input) { requestId userErrors { code } } }`

  it('leaves no unmarked address of a stranger who keeps adding and changing addresses', async () => {
    for (let round = 0; round < 6; round += 1) {
      const stranger = await newShopper(app)
      const requested = await ask(app, REQUEST, { variables: { input: { email: stranger.email } } })
      const entered = { code: await lastCode(), requestId: requested.data.requestCode.requestId }
      let isOver = false
      const keepOn = async (change: (nth: number) => Promise<unknown>) => {
        for (let nth = 0; !isOver; nth += 1)
          await change(nth).catch((error: unknown) => {
            if (!(error instanceof DomainError)) throw error
            isOver = error.code === 'UNAUTHENTICATED'
          })
      }
      const theirs = (nth: number) => ({ ...ADDRESS, street: `${nth}, Stranger Street`, isDefault: true })
      const callers = [
        ...[1, 2, 3].map(() => keepOn((nth) => addAddress(shop, stranger, theirs(nth)))),
        keepOn((nth) => updateAddress(shop, stranger, stranger.addressId, theirs(nth))),
      ]
      const { data } = await ask(app, SIGN_IN, { variables: { input: { email: stranger.email, ...entered } } })
      expect(data.signInWithCode.userErrors).toEqual([])
      await Promise.all(callers)
      expect(await db.address.count({ where: { userId: stranger.id, isUnchecked: false } })).toBe(0)
      const login = { email: stranger.email, password: PASSWORD }
      await expect(logIn(shop, '192.0.2.1', login)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    }
  })
})
