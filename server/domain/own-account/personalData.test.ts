/** Checks that each text column of the database is exported, erased with the account, or exempt for a stated reason. */
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { call } from '../../testing/calls'
import { addressOf, checkOut, chooseAll, fillCart, newShopper, payFor, setStock } from '../../testing/data/factories'
import { ADDRESS, BOWL, CUP, PASSWORD } from '../../testing/data/fixtures'
import { PRODUCT_FIELDS, type ProductField } from '../../shared/goods'
import { NO_CHOICES } from '../cart/cart'
import { addToWishlist } from '../cart/wishlist'
import { maintain } from '../maintenance/maintenance'
import { confirmPayment } from '../orders/placement/checkout'
import { ORDER_COLUMNS } from '../orders/columns'
import { placeOnce } from '../orders/placement/placement'
import { deleteAccount } from './deleteAccount'
import { logIn } from '../login/accounts'
import { requestCode } from '../login/codeLogin'
import { exportAccount } from './exportAccount'

const app = await startTestApp()
const { shop } = app
const { db } = shop

/** Turns `table: 'a b'` into `table.a` and `table.b`. */
const columns = (tables: Record<string, string>): string[] =>
  Object.entries(tables).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`))

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const choices = Object.keys(NO_CHOICES).map((name) => `cart.${inSnakeCase(name)}`)
const orderColumns = (use: string): string[] =>
  Object.entries(ORDER_COLUMNS).flatMap(([name, uses]) => (use in uses ? [`shop_order.${inSnakeCase(name)}`] : []))

const PRODUCT_TEXTS = Object.entries<ProductField>(PRODUCT_FIELDS).flatMap(([name, { kind }]) =>
  kind === 'text' || kind === 'choices' ? [`product.${inSnakeCase(name)}`] : [],
)

const EXPORTED = [
  ...columns({
    user_account: 'first_name last_name email mobile',
    address: 'label name street city state country country_code zip_code mobile',
    cart_line: 'product_id',
    wishlist_item: 'product_id',
    product_notice: 'product_id email',
    studio_question: 'name email message product_id',
    order_line: 'title',
    order_event: 'note',
    order_return: 'note refusal instead_reason',
    return_line: 'reason',
    return_photo: 'image_url',
    // A shown review stays after its author's account is deleted, as one by "A buyer".
    review: 'text hidden_reason reply',
    review_photo: 'image_url',
  }),
  ...choices,
  ...orderColumns('export'),
]

const ERASED = [
  ...columns({
    user_account: 'first_name last_name email mobile password_hash search_text',
    address: 'label name street city state country country_code zip_code mobile',
    cart_line: 'product_id',
    wishlist_item: 'product_id',
    studio_question: 'name email message product_id',
    product_notice: 'product_id email',
    idempotency_key: 'operation key input_hash result',
    sign_in_failures: 'email network',
    mail_code: 'email',
    recent_login: 'network browser',
    second_factor: 'sealed_secret recovery_hashes',
    staff_invitation: 'email',
    customer_note: 'text',
    shop_order: 'search_text',
    review_upload: 'name',
    order_return: 'note',
    return_photo: 'image_url',
  }),
  ...choices,
  ...orderColumns('erase'),
]

/** Hashes that are erased after a day, because the limits still count them. */
const COUNTED = columns({ shop_order: 'network networks' })

const NEITHER = {
  'the catalogue, without customers': [
    ...PRODUCT_TEXTS,
    ...columns({
      category: 'id name title description image_url image_alt',
      product: 'id image_url image_alt',
      product_image: 'product_id image_url image_alt',
      asset: 'name files',
      downloaded_photo: 'url_hash asset_name',
      search_word: 'word',
      variant_text: 'text',
      imported_product: 'product_id kind cells',
      named_columns: 'header names',
      coupon: 'code description',
      stock_return: 'product_id',
    }),
  ],
  'copied from the catalogue': columns({
    product: 'title_lower search_text uses choices',
    order_line: 'product_id image_url image_alt',
    review: 'product_id',
  }),
  'computed from the orders, with ids of products and coupons': columns({ sales_sum: 'key' }),
  'counted without the shopper, and never an email address or a phone number': columns({ empty_search: 'text' }),
  'computed from the reviews': columns({ product: 'star_counts' }),
  'set by the software': columns({
    applied_seed: 'name',
    _prisma_migrations: 'id checksum migration_name logs',
  }),
  'an invoice and its payments, which tax law keeps': columns({
    received_payment: 'id currency excess',
    refund: 'payment_id lines provider_refund_id reference reason last_error',
  }),
  'roles and keys of the shop, without customers': columns({
    staff_role: 'name permissions',
    api_key: 'name permissions hash',
  }),
  "the shop's record of its own work, written by staff": columns({
    order_note: 'text',
    audit_entry: 'action subject_type subject_id before after',
  }),
  'about an order by its id, without name and address': columns({
    outbox_message: 'channel topic event_id body gone_from last_error filed_as',
  }),
  'a hash or an id that the upkeep deletes': columns({
    mail_pace: 'address_hash event_id',
    studio_question: 'mailbox_hash networks',
    mail_code: 'mailbox_hash purpose network wide_networks request_hash',
    webhook_event: 'event_id',
  }),
  'the sandbox in the place of a payment provider': columns({
    sandbox_order: 'id currency receipt',
    sandbox_payment: 'id order_id currency status refunds_go',
    sandbox_refund: 'id payment_id key status',
  }),
  'see server/domain/orders/columns.ts': orderColumns('neither'),
}

const TEXT_COLUMNS = (
  await db.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND (data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'bytea'))`
).map(({ name }) => name)

async function valuesOf(column: string): Promise<string[]> {
  const [table, name] = column.split('.')
  const text = `SELECT DISTINCT "${name}"::text AS value FROM "${table}" WHERE "${name}"::text <> ''`
  return (await db.$queryRawUnsafe<{ value: string }[]>(text)).map(({ value }) => value)
}

const readAll = async (): Promise<Record<string, string[]>> =>
  Object.fromEntries(await Promise.all(TEXT_COLUMNS.map(async (column) => [column, await valuesOf(column)] as const)))

/** Creates a shopper with a value in each personal column. */
async function newCustomer() {
  const shopper = await newShopper(app)
  await setStock(app, { [BOWL]: 40, [CUP]: 40 })
  const order = async () => {
    await fillCart(app, shopper, { [BOWL]: 2 })
    await chooseAll(app, shopper)
  }
  await order()
  const checkout = await checkOut(app, shopper)
  await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  await order()
  const input = { addressId: shopper.addressId, idempotencyKey: 'a key', networkAddress: addressOf(shopper.email) }
  const onDelivery = await placeOnce(shop, shopper, input, { payOnDelivery: true })
  const shipment = { carrier: 'A carrier', trackingNumber: 'TRACK1', trackingUrl: 'https://carrier.example/TRACK1' }
  for (const { id } of [checkout.order, onDelivery])
    await db.order.update({ where: { id }, data: { ...shipment, status: 'DELIVERED' } })
  for (const [i, { id }] of (await db.orderLine.findMany({ where: { order: { userId: shopper.id } } })).entries()) {
    const now = new Date()
    const hidden = i === 0 ? {} : { hiddenAt: now, hiddenReason: 'It names a competitor.' }
    const review = { text: `Review ${i}`, stars: 5, reply: `Reply ${i}`, repliedAt: now, ...hidden }
    const photos = { create: { position: 0, imageUrl: `/photos/u-${i}.webp`, imageWidth: 900, imageHeight: 900 } }
    await db.review.create({ data: { ...review, orderLineId: id, productId: BOWL, userId: shopper.id, photos } })
  }
  for (const { id: orderLineId, orderId } of await db.orderLine.findMany({
    where: { order: { userId: shopper.id } },
  })) {
    const photos = { create: { position: 0, imageUrl: '/photos/u-9.webp', imageWidth: 900, imageHeight: 900 } }
    const lines = { create: { orderLineId, quantity: 1, reason: 'DAMAGED' } }
    const words = { note: `Broken ${orderId}`, refusal: 'It was whole.', insteadReason: 'It is sold out.' }
    await db.orderReturn.create({ data: { orderId, wish: 'REFUND', ...words, lines, photos } })
  }
  await db.reviewUpload.create({ data: { userId: shopper.id, name: 'u-1' } })
  await order()
  await addToWishlist(shop, shopper, { productId: CUP }, { key: 'another key' })
  await db.address.updateMany({ where: { userId: shopper.id }, data: { label: 'Studio' } })
  await db.user.update({ where: { id: shopper.id }, data: { mobile: '9876501234', emailVerifiedAt: new Date() } })
  await db.productNotice.create({ data: { productId: CUP, kind: 'PRICE', email: shopper.email, price: 900 } })
  const question = { name: 'Asha Rao', email: shopper.email, message: 'Is it safe in an oven?', productId: CUP }
  const counted = { isConfirmed: true, mailboxHash: 'a mailbox', networks: ['a network'] }
  await db.studioQuestion.create({ data: { userId: shopper.id, ...question, ...counted } })
  await db.secondFactor.create({ data: { userId: shopper.id, sealedSecret: 'a secret', recoveryHashes: ['a hash'] } })
  await db.customerNote.create({ data: { userId: shopper.id, authorId: shopper.id, text: 'a note' } })
  const role = await db.staffRole.findFirstOrThrow()
  await db.staffInvitation.create({ data: { email: shopper.email, roleId: role.id, expiresAt: new Date() } })
  await requestCode(shop, addressOf(shopper.email), { email: shopper.email })
  await call(app, 'POST', '/api/auth/login', { body: { email: shopper.email, password: 'a wrong one' } })
  const browserKey = 'the key of a browser'
  await logIn(shop, addressOf(shopper.email), { email: shopper.email, password: PASSWORD, browserKey })
  return shopper
}

// Deletes the demo accounts' addresses, because they have the same country as the shopper's.
await db.address.deleteMany()
const before = await readAll()
const shopper = await newCustomer()
const viewer = await db.user.findUniqueOrThrow({ where: { id: shopper.id } })
const after = await readAll()
const exported = await exportAccount(shop, viewer)
/** Photos that shoppers do not see have a signature in the export. */
const withoutKeys = exported.replaceAll(/\?key=[\w-]+/g, '')
await deleteAccount(shop, viewer, addressOf(shopper.email), { password: PASSWORD })
const left = await readAll()
await shop.db.order.updateMany({ data: { heldSince: new Date(Date.now() - 25 * 3600_000) } })
await maintain(shop, () => false)
const leftAfterADay = await readAll()

/** The values that the shopper added to a column. */
const own = (column: string): string[] => after[column]!.filter((value) => !before[column]!.includes(value))
const isText = (column: string) => TEXT_COLUMNS.includes(column)

describe('a text column of the database', () => {
  it('is exported, erased, or exempt for a stated reason', () => {
    const known = [...EXPORTED, ...ERASED, ...Object.values(NEITHER).flat()]
    expect(TEXT_COLUMNS.filter((column) => !known.includes(column))).toEqual([])
    const isListed = (column: string) => column.startsWith('shop_order.') || choices.includes(column)
    expect(known.filter((column) => !isListed(column) && !isText(column))).toEqual([])
  })

  it.each(EXPORTED.filter(isText))('appears in the export if it is marked as exported: %s', (column) => {
    expect(own(column)).not.toEqual([])
    for (const value of own(column)) expect(withoutKeys).toContain(JSON.stringify(value))
  })

  it.each(ERASED.filter(isText))('is erased with the account if it is marked as erased: %s', (column) => {
    expect(own(column)).not.toEqual([])
    const leftOver = COUNTED.includes(column) ? leftAfterADay : left
    expect(leftOver[column]!.filter((value) => own(column).includes(value))).toEqual([])
  })

  it('contains no name, email, street or mobile number after the deletion', () => {
    const personal = [shopper.email, ADDRESS.name, ADDRESS.street, ADDRESS.mobile].map((text) => text.toLowerCase())
    const isPersonal = (value: string) => personal.some((text) => value.toLowerCase().includes(text))
    expect(Object.entries(after).filter(([, values]) => values.some(isPersonal))).not.toEqual([])
    expect(Object.entries(left).filter(([, values]) => values.some(isPersonal))).toEqual([])
  })
})
