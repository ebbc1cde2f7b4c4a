/** Tests that this release takes over a shop of the previous one with its carts, wishlists and open orders, and sells variants in it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSchema, getNamedType, isCompositeType, isObjectType, isRequiredArgument } from 'graphql'
import type { GraphQLObjectType } from 'graphql'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { releasedSchema } from '../../server/released/contracts'
import { NO_LIMITS, NO_POSTGRES, startBuiltShop, startPostgres, type BuiltShop } from '../../server/testing'
import { ask, call, newShopper, type Shopper } from '../chaos/shoppers'
import { buildPreviousRelease, hasPreviousRelease } from './previousRelease'

const CUP = 'celadon-chai-cup'
const BOWL = 'sea-glass-serving-bowl'
const JAR = 'grand-moon-jar'
const STOCK = 50

const folder = mkdtempSync(join(tmpdir(), 'cerashop-upgraded-'))
const postgres = await startPostgres()
if (!postgres && process.env['CI']) throw new Error(NO_POSTGRES)
let shop: BuiltShop | undefined

afterAll(async () => {
  await shop?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const schema = buildSchema(releasedSchema())
/** What a release may compute in another way: the text of an export, the companions of a product, and the estimate for a cart. */
const NOT_COMPARED = ['User.export', 'Product.related', 'CartItem.estimatedDelivery']
/** The selection of each field without required arguments. */
function everythingOf(type: GraphQLObjectType, depth: number): string {
  const fields = Object.values(type.getFields()).filter(
    ({ name, args }) => !NOT_COMPARED.includes(`${type.name}.${name}`) && !args.some(isRequiredArgument),
  )
  const texts = fields.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    if (!isCompositeType(named)) return [name]
    return depth > 0 && isObjectType(named) ? [`${name} { ${everythingOf(named, depth - 1)} }`] : []
  })
  return ['__typename', ...texts].join(' ')
}
const everything = (name: string, depth: number) => everythingOf(schema.getType(name) as GraphQLObjectType, depth)

const SHOPPER = `{ me { ${everything('User', 3)} } }`
const CATALOGUE = `{ categories { ${everything('Category', 1)} }
  products(first: 50, sort: PRICE_LOW_TO_HIGH) { totalCount edges { matchedBy node { ${everything('Product', 2)} } }
    facets { ${everything('ProductFacets', 2)} } } }`
const ORDER = `{ order { ${everything('OfficeOrder', 2)} } userErrors { code message } }`

async function get({ origin, token }: Shopper, path: string): Promise<unknown> {
  const response = await fetch(origin + path, { headers: { authorization: token } })
  expect(response.status, path).toBe(200)
  return response.json()
}
const PATHS = [
  '/api/products',
  '/api/categories',
  `/api/products/${CUP}`,
  '/api/user/cart',
  '/api/user/wishlist',
  '/api/user/address',
]

/** What a shopper reads through both transports. */
async function readsOf(shopper: Shopper): Promise<Record<string, unknown>> {
  const reads: Record<string, unknown> = {
    shopper: await ask(shopper, SHOPPER),
    catalogue: await ask(shopper, CATALOGUE),
  }
  for (const path of PATHS) reads[path] = await get(shopper, path)
  return reads
}

/** The office's save sets `updatedAt` of the product. */
const withoutTimes = (read: unknown): unknown =>
  JSON.parse(JSON.stringify(read, (name, value: unknown) => (name === 'updatedAt' ? undefined : value)))

const addTo = (shopper: Shopper, list: 'cart' | 'wishlist', id: string) =>
  call(`${shopper.origin}/api/user/${list}`, { product: { _id: id } }, { headers: { authorization: shopper.token } })

const PAYLOAD = '{ order { id number status version } userErrors { code } }'
interface Order {
  id: string
  number: string
  providerOrderId: string
}

/** An order that awaits payment and holds its pieces. */
async function checkOut(shopper: Shopper): Promise<Order> {
  const { startCheckout } = await ask(
    shopper,
    `mutation ($addressId: ID!, $key: String!) { startCheckout(addressId: $addressId, idempotencyKey: $key) {
      order { id number } payment { providerOrderId } userErrors { code } } }`,
    { addressId: shopper.addressId, key: randomUUID() },
  )
  expect(startCheckout.userErrors).toEqual([])
  return { ...startCheckout.order, providerOrderId: startCheckout.payment.providerOrderId } as Order
}

async function pay(shopper: Shopper, { id, providerOrderId }: Order): Promise<void> {
  const signed = await call(`${shopper.origin}/api/payments/sandbox/pay`, { orderId: providerOrderId })
  const [paymentId, signature] = [signed.razorpay_payment_id, signed.razorpay_signature] as string[]
  const input = { orderId: id, providerOrderId, paymentId, signature }
  const { confirmPayment } = await ask(
    shopper,
    `mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) ${PAYLOAD} }`,
    { input },
  )
  expect(confirmPayment).toMatchObject({ order: { status: 'PAID' }, userErrors: [] })
}

/** A shopper with two pieces of the product in an order. */
async function buyerOf(origin: string, product: string): Promise<{ shopper: Shopper; order: Order }> {
  const shopper = await newShopper(origin)
  for (let i = 0; i < 2; i += 1) await addTo(shopper, 'cart', product)
  return { shopper, order: await checkOut(shopper) }
}

async function orderOf(shopper: Shopper, { number }: Order): Promise<{ status: string; version: number }> {
  return (
    await ask(shopper, `query ($number: String!) { me { order(number: $number) { status version } } }`, { number })
  ).me.order
}

/** A mutation of the office on an order, with its current version. */
async function change(staff: Shopper, shopper: Shopper, order: Order, name: string, args = ''): Promise<unknown> {
  const { version } = await orderOf(shopper, order)
  const text = `mutation { ${name}(number: "${order.number}", version: ${version}${args}) ${ORDER} }`
  const payload = (await ask(staff, text))[name]
  expect(payload.userErrors).toEqual([])
  return payload.order.order.status
}
const shipping = ({ number }: { number: string }) =>
  `, carrier: "Post", trackingNumber: "${number.replace('CER-', 'EK')}"`

async function refund(staff: Shopper, shopper: Shopper, order: Order): Promise<string> {
  const { number } = order
  const { version } = await orderOf(shopper, order)
  const input = { number, version, whole: true, reason: 'Broken', idempotencyKey: randomUUID() }
  const { refundOrder } = await ask(
    staff,
    `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) ${ORDER} }`,
    {
      input,
    },
  )
  expect(refundOrder.userErrors).toEqual([])
  return refundOrder.order.order.status as string
}

describe.runIf(postgres && hasPreviousRelease())('a shop of the previous release', () => {
  it('keeps its carts, wishlists and open orders, and sells variants after the upgrade', async () => {
    const db = new pg.Client(postgres!.url)
    db.on('error', () => {})
    await db.connect()
    const env = {
      ...NO_LIMITS,
      DATABASE_URL: postgres!.url,
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: 'one secret for the servers of both releases',
      QUERY_COST: '0',
      AUTO_REFUND: '1',
    }
    shop = await startBuiltShop({ env, folder: buildPreviousRelease(folder) })
    const { origin } = shop
    const stockOf = async (id: string) =>
      (await db.query<{ stock: number }>('SELECT stock FROM product WHERE id = $1', [id])).rows[0]!.stock
    // Migrations correct the texts of the sample products, and keep a shop's own.
    await db.query(
      `UPDATE product SET stock = $1, description = 'Our ' || title, material = 'Clay', care = 'Wash by hand.', image_alt = title`,
      [STOCK],
    )
    await db.query('UPDATE category SET image_alt = name')

    const staff = await newShopper(origin)
    await db.query(
      `UPDATE user_account SET role = 'STAFF', staff_role_id = '01900000-0000-7000-8000-000000000001' WHERE email = $1`,
      [staff.email],
    )
    const cart = await newShopper(origin)
    for (const id of [CUP, CUP, BOWL]) await addTo(cart, 'cart', id)
    for (const id of [CUP, JAR]) await addTo(cart, 'wishlist', id)
    await ask(cart, 'mutation { setGiftWrap(giftWrap: true) { cart { id } } }')
    const waiting = await newShopper(origin)
    await addTo(waiting, 'cart', JAR)
    const held = await buyerOf(origin, CUP)
    const abandoned = await buyerOf(origin, CUP)
    const paid = await Promise.all(['packed', 'cancelled by the buyer', 'cancelled'].map(() => buyerOf(origin, BOWL)))
    const shipped = await Promise.all(['delivered', 'refunded'].map(() => buyerOf(origin, JAR)))
    for (const { shopper, order } of [...paid, ...shipped]) await pay(shopper, order)
    for (const { shopper, order } of shipped)
      expect(await change(staff, shopper, order, 'shipOrder', shipping(order))).toBe('SHIPPED')

    const all = [cart, waiting, ...[held, abandoned, ...paid, ...shipped].map(({ shopper }) => shopper)]
    const read = async (origin: string) => {
      const reads: Record<string, unknown>[] = []
      for (const shopper of all) reads.push(await readsOf({ ...shopper, origin }))
      return reads
    }
    const before = await read(origin)
    const stocks = await Promise.all([CUP, BOWL, JAR].map(stockOf))
    expect(stocks).toEqual([STOCK - 4, STOCK - 6, STOCK - 4])
    await shop.stop()
    await shop.close()

    shop = await startBuiltShop({ env })
    const now = shop.origin
    expect(await read(now)).toEqual(before)
    expect(await Promise.all([CUP, BOWL, JAR].map(stockOf))).toEqual(stocks)
    const here = (shopper: Shopper): Shopper => ({ ...shopper, origin: now })
    const office = here(staff)

    // The open orders.
    await pay(here(held.shopper), held.order)
    const cancel = async ({ shopper }: typeof held, name: string, argument: string) =>
      (await ask(here(shopper), `mutation { ${name}(${argument}) ${PAYLOAD} }`))[name]
    expect(await cancel(abandoned, 'cancelCheckout', `orderId: "${abandoned.order.id}"`)).toMatchObject({
      order: { status: 'CANCELLED' },
    })
    const [packed, cancelled, refused] = paid as [typeof held, typeof held, typeof held]
    expect(await change(office, here(packed.shopper), packed.order, 'shipOrder', shipping(packed.order))).toBe(
      'SHIPPED',
    )
    expect(await cancel(cancelled, 'cancelOrder', `number: "${cancelled.order.number}"`)).toMatchObject({
      order: { status: 'REFUND_DUE' },
    })
    expect(await change(office, here(refused.shopper), refused.order, 'cancelOrderByShop', ', reason: "Broken"')).toBe(
      'REFUND_DUE',
    )
    const [delivered, broken] = shipped as [typeof held, typeof held]
    expect(await change(office, here(delivered.shopper), delivered.order, 'deliverOrder')).toBe('DELIVERED')
    expect(await refund(office, here(broken.shopper), broken.order)).toBe('REFUND_DUE')
    for (const { shopper, order } of [cancelled, refused, broken])
      await expect.poll(async () => (await orderOf(here(shopper), order)).status).toBe('REFUNDED')
    expect(await Promise.all([CUP, BOWL, JAR].map(stockOf))).toEqual([STOCK - 2, STOCK - 2, STOCK - 4])

    // The cup becomes a product with two glazes while it is in a cart and on a wishlist.
    const unchanged = await readsOf(here(cart))
    const { office: found } = await ask(
      office,
      `{ office { product(id: "${CUP}") { version product { ${everything('Product', 2)} } } } }`,
    )
    const { version, product } = found.product
    const input = {
      title: product.title,
      description: product.description,
      material: product.material,
      dimensions: product.dimensions,
      care: product.care,
      capacityMl: product.capacityMl,
      weightGrams: product.weightGrams,
      isFoodSafe: product.isFoodSafe,
      categoryId: product.category.id,
      discounted: product.price.discounted,
      original: product.price.original,
      rating: product.rating,
      offer: product.offer,
      isBestseller: product.isBestseller,
      images: product.images.map(({ url, alt }: { url: string; alt: string }) => ({ url, alt })),
    }
    const save = async (variables: object) => {
      const text = `mutation ($id: ID, $version: Int, $input: OfficeProductInput!) {
        saveProduct(id: $id, version: $version, input: $input) { product { id } userErrors { code message } } }`
      const { saveProduct } = await ask(office, text, variables)
      expect(saveProduct.userErrors).toEqual([])
      return saveProduct.product.id as string
    }
    await save({ id: CUP, version, input: { ...input, variant: 'Glaze: Celadon' } })
    const oat = await save({ input: { ...input, variantOf: CUP, variant: 'Glaze: Oat', stock: 5 } })
    const after = await readsOf(here(cart))
    for (const read of ['/api/user/cart', '/api/user/wishlist'])
      expect(withoutTimes(after[read])).toEqual(withoutTimes(unchanged[read]))
    expect(await stockOf(CUP)).toBe(STOCK - 2)

    // The shopper buys the old cart, with a piece of the new glaze.
    await addTo(here(cart), 'cart', oat)
    const order = await checkOut(here(cart))
    await pay(here(cart), order)
    const { me } = await ask(
      here(cart),
      `{ me { cart { items { id } } order(number: "${order.number}") { items { quantity product { id } } } } }`,
    )
    expect(me.cart.items).toEqual([])
    const bought = me.order.items.map(({ quantity, product }: { quantity: number; product: { id: string } }) => [
      product.id,
      quantity,
    ])
    expect(Object.fromEntries(bought)).toEqual({ [CUP]: 2, [BOWL]: 1, [oat]: 1 })
    expect(await Promise.all([CUP, oat].map(stockOf))).toEqual([STOCK - 4, 4])
    await db.end()
  })
})
