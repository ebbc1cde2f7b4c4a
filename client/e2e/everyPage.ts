/** All pages of the shop and the office with real data, for tests of what every page must do. */
import type { FastifyInstance } from 'fastify'
import type { Page, Request } from 'playwright-core'
import { addAddress, updateAddress } from '../../server/domain/accounts/addresses'
import { addToWishlist } from '../../server/domain/cart/wishlist'
import { createKey } from '../../server/domain/office/access/apiKeys'
import { orderNumber } from '../../server/domain/orders/order'
import { confirmPayment } from '../../server/domain/orders/placement/checkout'
import { HELP_TOPICS, PAGES } from '../../server/shared/pages'
import {
  checkOut,
  fillCart,
  newShopper,
  newStaff,
  payFor,
  setStock,
  type Shopper,
} from '../../server/testing/data/factories'
import { ADDRESS, BOWL, CUP } from '../../server/testing/data/fixtures'
import { officePaths, paths } from '../paths'
import { heading } from './visits'

/** Settings with which every page shows all of its controls. */
export const EVERY_FEATURE = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
}

type Texts = Partial<typeof ADDRESS>

const THIRD = 'saffron-nut-bowl'
const LINES = { [BOWL]: 2, [CUP]: 3, [THIRD]: 1 }

/** A shopper with three lines in the cart, three products on the wishlist and three addresses, each with its own texts if there are several. */
export async function newCollector(app: FastifyInstance, ...texts: Texts[]): Promise<Shopper> {
  const shopper = await newShopper(app)
  // A test may have hidden products.
  await app.shop.db.product.updateMany({ data: { hiddenAt: null } })
  await setStock(app, { [BOWL]: 90, [CUP]: 90, [THIRD]: 90 })
  for (const [i, street] of ['1 First Street', '2 Second Street'].entries())
    await addAddress(app.shop, shopper, { ...ADDRESS, street, ...(texts[i + 1] ?? texts[0]) })
  await updateAddress(app.shop, shopper, shopper.addressId, { ...ADDRESS, ...texts[0] })
  for (const productId of ['grand-moon-jar', 'bud-vase-trio', 'tea-for-two-set'])
    await addToWishlist(app.shop, shopper, { productId })
  await fillCart(app, shopper, LINES)
  return shopper
}

export interface Buyer extends Shopper {
  /** The numbers of an unpaid, a paid and a delivered order. */
  numbers: [unpaid: string, paid: string, delivered: string]
  /** The key in the link to the paid order. */
  link: string
}

/** A collector with orders, each to another address. */
export async function newBuyer(app: FastifyInstance, ...texts: Texts[]): Promise<Buyer> {
  const { shop } = app
  const shopper = await newCollector(app, ...texts)
  const addresses = await shop.db.address.findMany({ where: { userId: shopper.id } })
  let link = ''
  const numbers: string[] = []
  for (const kind of ['delivered', 'paid', 'unpaid'] as const) {
    await fillCart(app, shopper, LINES)
    const checkout = await checkOut(app, { ...shopper, addressId: addresses[numbers.length]!.id })
    const { id: orderId } = checkout.order
    numbers.unshift(orderNumber(checkout.order))
    if (kind === 'unpaid') continue
    await confirmPayment(shop, shopper.id, await payFor(app, checkout))
    if (kind === 'paid') {
      const { linkGeneration: generation } = await shop.db.order.findUniqueOrThrow({ where: { id: orderId } })
      link = shop.orderLinks.sign({ orderId, generation, issuedAt: new Date() })
      continue
    }
    await shop.db.order.update({ where: { id: orderId }, data: { status: 'DELIVERED' } })
    await shop.db.orderEvent.create({ data: { orderId, status: 'DELIVERED', source: 'SHOP', at: new Date() } })
  }
  await fillCart(app, shopper, LINES)
  return { ...shopper, numbers: numbers as Buyer['numbers'], link }
}

export interface Owner extends Shopper {
  /** The id of a failed email. */
  mail: number
}

/** An owner of the shop, with colleagues, invitations, keys and messages in the lists of the office. */
export async function newOwner(app: FastifyInstance, buyer: Buyer, lastName = 'Iyer'): Promise<Owner> {
  const { db } = app.shop
  const owner = await newStaff(app)
  await db.user.update({ where: { id: buyer.id }, data: { lastName } })
  // The number of keys is limited.
  await db.apiKey.updateMany({ data: { endedAt: new Date() } })
  const roles = await db.staffRole.findMany({ where: { isOwner: false } })
  for (const email of [1, 2].map((i) => `${owner.id.slice(0, 8)}-${i}@invited.example`)) {
    const expiresAt = new Date(Date.now() + 86_400_000)
    await db.staffInvitation.create({ data: { email, roleId: roles[0]!.id, invitedById: owner.id, expiresAt } })
    await db.$transaction((tx) => createKey(tx, { name: `Key ${email}`, permissions: ['read_orders'] }, owner.id))
  }
  const { id: orderId } = await db.order.findFirstOrThrow({ where: { userId: buyer.id, status: 'PAID' } })
  await db.orderNote.create({ data: { orderId, authorId: owner.id, text: lastName } })
  await db.customerNote.create({ data: { userId: buyer.id, authorId: owner.id, text: lastName } })
  for (const eventId of ['1', '2'].map((i) => owner.id + i)) {
    const failed = { state: 'DEAD', failures: 12, lastError: 'Status 503', dueAt: new Date() } as const
    const body = '{"type":"order.paid"}'
    await db.outboxMessage.create({ data: { channel: 'webhook', topic: eventId, eventId, body, ...failed } })
  }
  const { id: mail } = await db.outboxMessage.findFirstOrThrow({ where: { channel: 'mail', topic: orderId } })
  await db.outboxMessage.update({ where: { id: mail }, data: { state: 'DEAD', failures: 12, lastError: 'Status 503' } })
  return { ...owner, mail }
}

export const VISITORS_PAGES: Record<Exclude<keyof typeof PAGES, keyof ReturnType<typeof buyersPages>>, string[]> = {
  home: [paths.home()],
  products: [
    '/products',
    '/products?category=cups&rating=4&min=200&max=900&sort=price-low',
    '/products?category=gifts',
    '/products?search=bowl',
    '/products?search=zzzz',
  ],
  product: [paths.product(BOWL), paths.product('grand-moon-jar', { glaze: 'celadon' })],
  studio: [paths.studio()],
  help: HELP_TOPICS.map(paths.help),
  login: [paths.login()],
  signup: [paths.signup()],
  forgotPassword: [paths.forgotPassword()],
  tester: [paths.tester()],
  unsubscribe: [`${PAGES.unsubscribe.path}?key=none`],
  office: [],
}

export const buyersPages = ({ numbers, link }: Buyer) => ({
  linkedOrder: [`${PAGES.linkedOrder.path}#${link}`, PAGES.linkedOrder.path],
  linkedReviews: [PAGES.linkedReviews.path],
  wishlist: [paths.wishlist()],
  cart: [paths.cart()],
  checkout: [paths.checkout()],
  profile: [paths.profile()],
  orders: [paths.orders()],
  order: numbers.map(paths.order),
  invoice: [paths.invoice(numbers[1])],
  orderSummary: [paths.orderSummary(), `${paths.orderSummary()}#${numbers[1]}`],
  join: [PAGES.join.path],
})

type OfficePage = Exclude<keyof typeof officePaths, 'activityOf'>

export const ownersPages = ({ id, numbers }: Buyer, mail: number) =>
  ({
    today: [officePaths.today()],
    orders: [officePaths.orders('?tab=all')],
    order: numbers.map(officePaths.order),
    invoice: [officePaths.invoice(numbers[1])],
    packing: [officePaths.packing()],
    slips: [officePaths.slips(numbers[1])],
    products: [officePaths.products()],
    newProduct: [officePaths.newProduct()],
    variants: [officePaths.variants('tea-for-two-set')],
    product: [officePaths.product(BOWL)],
    coupons: [officePaths.coupons()],
    reviews: [officePaths.reviews()],
    emails: [officePaths.emails()],
    email: [officePaths.email(String(mail))],
    sales: [
      officePaths.sales(),
      officePaths.sales('?show=products'),
      officePaths.sales('?show=buyers'),
      officePaths.sales('?show=searches'),
    ],
    activity: [officePaths.activity()],
    customers: [officePaths.customers()],
    customer: [officePaths.customer(id)],
    staff: [officePaths.staff()],
    keys: [officePaths.keys()],
    webhooks: [officePaths.webhooks()],
    security: [officePaths.security()],
  }) satisfies Record<OfficePage, string[]>

/** How long a page must have no request under way. */
const QUIET_MS = 150
const MAX_WAIT_MS = 8000
const running = new WeakMap<Page, Set<Request>>()

/** Follows the page's requests, from the first call on. */
function requestsOf(page: Page): Set<Request> {
  const known = running.get(page)
  if (known) return known
  const requests = new Set<Request>()
  running.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** Waits until the page has loaded what it asked for. */
export async function untilQuiet(page: Page): Promise<void> {
  const requests = requestsOf(page)
  const end = Date.now() + MAX_WAIT_MS
  do await page.waitForTimeout(QUIET_MS)
  while (requests.size > 0 && Date.now() < end)
}

/**
 * Opens the page and waits until it has loaded its data. The confirmation of an order has the order's number as its fragment: the shop itself
 * keeps it in the state of the history entry.
 */
export async function openSettled(page: Page, url: string): Promise<void> {
  requestsOf(page)
  const [address, number] = url.split(`${paths.orderSummary()}#`)
  if (number === undefined) await page.goto(url)
  else {
    await page.goto(address + paths.orderSummary())
    await page.evaluate(
      (orderNumber) => history.replaceState({ usr: { orderNumber }, key: 'paid', idx: 0 }, ''),
      number,
    )
    await page.reload()
  }
  await heading(page).waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
  await untilQuiet(page)
  await page.waitForFunction(() => !document.querySelector('main .skeleton'))
  // For example, a page that needs a session leads to the login.
  const wanted = new URL(address!).pathname
  if (number === undefined && new URL(page.url()).pathname !== wanted) throw new Error(`${wanted} led to ${page.url()}`)
}
