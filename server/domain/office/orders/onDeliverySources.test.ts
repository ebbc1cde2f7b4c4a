import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { startTestApp } from '../../../testing/app'
import { ask, scrape } from '../../../testing/calls'
import { fillCart, newShopper, newStaff, setStock } from '../../../testing/data/factories'
import { ADDRESS, CUP } from '../../../testing/data/fixtures'
import { updateAddress } from '../../accounts/addresses'
import { orderNumber } from '../../orders/order'
import { placeOnce } from '../../orders/placement/placement'

const app = await startTestApp({ OPS_PORT: '' }, { limits: { 'onDelivery.many': 2 } })
const { shop } = app
const staff = await newStaff(app)

let nth = 0
async function place(mobile: string, street: string, networkAddress: string) {
  const shopper = await newShopper(app)
  const { addressId } = shopper
  await updateAddress(shop, shopper, addressId, { ...ADDRESS, mobile, street })
  await setStock(app, { [CUP]: 100 })
  await fillCart(app, shopper, { [CUP]: 1 })
  const input = { addressId, idempotencyKey: String((nth += 1)), networkAddress }
  return orderNumber(await placeOnce(shop, shopper, input, { payOnDelivery: true }))
}

const readToday = async () =>
  (await ask(app, '{ office { today { manyOnDelivery { source orders newestNumber } } } }', { token: staff.token }))
    .data.office.today.manyOnDelivery
const listOpen = async () =>
  (
    await ask(app, '{ office { orders(filter: { openOnDelivery: true }) { nodes { order { number } } } } }', {
      token: staff.token,
    })
  ).data.office.orders.nodes.map(({ order }: { order: { number: string } }) => order.number)
const readMost = async () =>
  [...(await scrape(app)).matchAll(/^shop_open_on_delivery_most\{source="(\w+)"\} (\d+)$/gm)].map(
    ([, source, most]) => `${source} ${most}`,
  )

describe('many open pay-on-delivery orders from one source', () => {
  it('are shown to staff and counted in the alert metric', async () => {
    expect([await readToday(), await readMost()]).toEqual([[], ['mobile 0', 'address 0', 'network 0']])
    const first = await place('9800000001', '1, Hill Road', '203.0.113.1')
    expect([await readToday(), await readMost()]).toEqual([[], ['mobile 1', 'address 1', 'network 1']])
    const second = await place('9800000001', '2, Hill Road', '203.0.113.2')
    const third = await place('9800000003', '2, hill road', '203.0.113.3')
    const fourth = await place('9800000004', '4, Hill Road', '203.0.113.3')
    const last = await place('9800000005', '5, Hill Road', '203.0.113.3')
    expect(await readToday()).toEqual([
      { source: 'NETWORK', orders: 3, newestNumber: last },
      { source: 'MOBILE', orders: 2, newestNumber: second },
      { source: 'ADDRESS', orders: 2, newestNumber: third },
    ])
    expect(await readMost()).toEqual(['mobile 2', 'address 2', 'network 3'])
    expect(await listOpen()).toEqual([last, fourth, third, second, first])
    await shop.db.order.updateMany({ data: { status: 'DELIVERED' } })
    expect([await readToday(), await readMost()]).toEqual([[], ['mobile 0', 'address 0', 'network 0']])
    expect(await listOpen()).toEqual([])
  })

  it('have a Prometheus alert rule, which compares them with COD_MANY_OPEN', async () => {
    const rule = 'max by (source) (shop_open_on_delivery_most) >= scalar(max(shop_open_on_delivery_many))'
    expect(readFileSync('deploy/alerts.yml', 'utf8')).toContain(rule)
    expect(await scrape(app)).toMatch(/^shop_open_on_delivery_many 2$/m)
    expect(await scrape(await startTestApp({ OPS_PORT: '' }, { limits: { 'onDelivery.many': 0 } }))).not.toMatch(
      /^shop_open_on_delivery_many /m,
    )
  })
})
