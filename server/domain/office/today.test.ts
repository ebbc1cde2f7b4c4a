import { expect, it } from 'vitest'
import { OrderStatus } from '../../generated/prisma/client'
import { startTestApp } from '../../testing/app'
import { checkOut, newShopper } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { listOfficeOrders } from './orders/orders'
import { TO_PACK } from '../../shared/delivery/toPack'
import { countToPack } from './today'

const app = await startTestApp()
const { shop } = app

it('Today counts as orders to pack those whose parcel has not left, and that are paid or paid on delivery', async () => {
  const shopper = await newShopper(app, { [BOWL]: 1 })
  const { id } = (await checkOut(app, shopper)).order
  const counted: string[] = []
  for (const status of Object.values(OrderStatus)) {
    await shop.db.order.update({ where: { id }, data: { status, paymentId: 'pay_today' } })
    const listed = await listOfficeOrders(shop, { first: 1, filter: { status: [...TO_PACK] } })
    const count = await countToPack(shop)
    expect([status, listed.edges.length]).toEqual([status, count])
    if (count > 0) counted.push(status)
  }
  expect(counted.sort()).toEqual(['CONFIRMED', 'PAID'])
})
