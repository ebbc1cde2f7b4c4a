import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { ask, scrape } from '../../../testing/calls'
import { checkOut, fillCart, newProvenShopper, newShopper, newStaff } from '../../../testing/data/factories'
import { CUP } from '../../../testing/data/fixtures'
import { orderNumber } from '../../orders/order'
import { startCheckout } from '../../orders/placement/checkout'
import { placeOnce } from '../../orders/placement/placement'
import { cancelByBuyer } from '../../orders/after-sale/cancel'

const app = await startTestApp(
  { OPS_PORT: '' },
  { limits: { 'onDelivery.perMobile': 0, 'onDelivery.perPostalAddress': 0 } },
)
const { shop } = app
const staff = await newStaff(app)

const readToday = async () =>
  (
    await ask(
      app,
      '{ office { today { heldUnpaid { pieces sharePercent orders networks products { productId title pieces sharePercent } } } } }',
      {
        token: staff.token,
      },
    )
  ).data.office.today.heldUnpaid
const listed = async (): Promise<string[]> =>
  (
    await ask(app, '{ office { orders(filter: { holdsUnpaid: true }) { nodes { order { number } } } } }', {
      token: staff.token,
    })
  ).data.office.orders.nodes.map(({ order }: { order: { number: string } }) => order.number)

const cup = { productId: CUP, title: 'Celadon Chai Cup' }

async function readMetrics() {
  const text = await scrape(app)
  return ['share', 'pieces', 'networks', 'product_share'].map((name) =>
    Number(new RegExp(`^shop_held_unpaid_${name} (\\S+)$`, 'm').exec(text)?.[1]),
  )
}

async function order(quantity: number, network: string, create = newShopper) {
  const shopper = await create(app)
  await fillCart(app, shopper, { [CUP]: quantity })
  return { shopper, input: { addressId: shopper.addressId, idempotencyKey: randomUUID(), networkAddress: network } }
}

it('the stock that unpaid orders hold leaves out cancelled pieces', async () => {
  await shop.db.product.updateMany({ data: { stock: 40 } })
  const { shopper, input } = await order(4, '203.0.113.9')
  const placed = await placeOnce(shop, shopper, input, { payOnDelivery: true })
  const lines = [{ id: placed.lines[0]!.id, quantity: 3 }]
  const left = await cancelByBuyer(shop, shopper, orderNumber(placed), { lines, version: placed.version })
  expect((await readToday()).products).toMatchObject([{ ...cup, pieces: 1 }])
  await cancelByBuyer(shop, shopper, orderNumber(left))
})

it('the stock that unpaid orders hold counts waiting orders and unproven pay-on-delivery orders until they are shipped, with their networks', async () => {
  await shop.db.product.updateMany({ data: { stock: 0 } })
  expect(await readToday()).toEqual({ pieces: 0, sharePercent: 0, orders: 0, networks: 0, products: [] })
  await shop.db.product.update({ where: { id: CUP }, data: { stock: 40 } })
  const waiting = await order(5, '203.0.113.1')
  const waitingNumber = orderNumber((await startCheckout(shop, waiting.shopper, waiting.input)).order)
  const confirmed = await order(4, '203.0.113.1')
  const confirmedOrder = await placeOnce(shop, confirmed.shopper, confirmed.input, { payOnDelivery: true })
  const proven = await order(1, '203.0.113.2', newProvenShopper)
  await placeOnce(shop, proven.shopper, proven.input, { payOnDelivery: true })
  const other = await newShopper(app, { [CUP]: 1 })
  const paidLater = (await checkOut(app, other)).order
  // A pay-on-delivery order of a proven account is business as usual. So 10 pieces are held, and 29 are in stock.
  expect(await readToday()).toEqual({
    ...{ pieces: 10, sharePercent: 26, orders: 3, networks: 2 },
    products: [{ ...cup, pieces: 10, sharePercent: 26 }],
  })
  expect(await readMetrics()).toEqual([10 / 39, 10, 2, 10 / 39])
  expect((await listed()).sort()).toEqual([waitingNumber, orderNumber(confirmedOrder), orderNumber(paidLater)].sort())
  await shop.db.order.update({ where: { id: confirmedOrder.id }, data: { status: 'SHIPPED' } })
  expect(await readToday()).toEqual({
    ...{ pieces: 6, sharePercent: 17, orders: 2, networks: 2 },
    products: [{ ...cup, pieces: 6, sharePercent: 17 }],
  })
  // Fewer than ten pieces say nothing about a product.
  expect((await readMetrics())[3]).toBe(0)
  expect(await listed()).toHaveLength(2)
})
