import { expect, it } from 'vitest'
import { listOfficeOrders } from '../../domain/office/orders/orders'
import { startTestApp } from '../app'
import { generateOrders } from './generateOrders'

const app = await startTestApp()
const { shop } = app

it('generateOrders adds complete orders with consistent totals to existing orders', async () => {
  await generateOrders(shop.db, 500)
  await generateOrders(shop.db, 1000)
  const orders = await shop.db.order.findMany({ include: { lines: true, events: true, payments: true, user: true } })
  expect(orders).toHaveLength(1000)
  for (const { lines, events, payments, ...order } of orders) {
    expect(lines.reduce((sum, { quantity, discounted }) => sum + quantity * discounted, 0)).toBe(order.totalAmount)
    expect(payments.map(({ id, amount }) => [id, amount])).toEqual(
      order.status === 'CANCELLED' ? [] : [[order.paymentId, order.totalAmount * 100]],
    )
    expect(events.map(({ at }) => at.getTime())).toContain(order.placedAt.getTime())
  }
  // The generator inserts rows without checking foreign keys.
  expect(await shop.db.$queryRaw`SELECT FROM shop_order WHERE user_id NOT IN (SELECT id FROM user_account)`).toEqual([])
  const { paymentId, serial } = orders.find(({ status }) => status === 'DELIVERED')!
  const found = await listOfficeOrders(shop, { first: 10, filter: { search: paymentId } })
  expect(found.edges.map(({ node }) => node.serial)).toEqual([serial])
})
