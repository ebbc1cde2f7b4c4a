import { describe, expect, it } from 'vitest'
import { readCart } from '../domain/cart/readCart'
import { applyCoupon } from '../domain/cart/cart'
import { findViewer } from '../domain/accounts/accounts'
import { listOrders, withHistory } from '../domain/orders/orders'
import { readOrder } from '../domain/orders/readOrders'
import { startTestApp } from '../testing/app'
import { checkOut, fillCart, newShopper } from '../testing/factories'
import { sqlWithin } from './sql'

const app = await startTestApp()
const { shop } = app
const { db } = shop

const shopper = await newShopper(app)
await fillCart(app, shopper, { 'celadon-chai-cup': 2, 'grand-moon-jar': 1 })
await applyCoupon(shop, shopper.id, 'BOHO')
await db.product.update({ where: { id: 'grand-moon-jar' }, data: { hiddenAt: new Date() } })

const LINES = { include: { product: true }, orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }] }
const storedCart = () =>
  db.cart.findUniqueOrThrow({ where: { userId: shopper.id }, include: { coupon: true, lines: LINES } })

describe('what is read without Prisma is what Prisma reads', () => {
  it('of a cart, within a transaction too', async () => {
    expect(await readCart(shop.sql, shopper.id)).toStrictEqual(await storedCart())
    expect(await db.$transaction((tx) => readCart(sqlWithin(tx), shopper.id))).toStrictEqual(await storedCart())
  })

  it('of a cart that is empty', async () => {
    const { id } = await newShopper(app)
    expect(await readCart(shop.sql, id)).toMatchObject({ userId: id, coupon: null, lines: [] })
  })

  it('of an account, with its cart or without', async () => {
    const user = await db.user.findUniqueOrThrow({ where: { id: shopper.id } })
    expect(await findViewer(shop, user)).toStrictEqual(user)
    expect(await findViewer(shop, user, { withCart: true })).toStrictEqual({ ...user, cart: await storedCart() })
    expect(await findViewer(shop, { ...user, tokenVersion: 1 }, { withCart: true })).toBeNull()
  })

  it('of orders', async () => {
    const buyer = await newShopper(app)
    await fillCart(app, buyer, { 'celadon-chai-cup': 1, 'ash-ripple-ramen-bowl': 2 })
    for (let i = 0; i < 3; i += 1) await checkOut(app, buyer)
    const where = { userId: buyer.id }
    const stored = await db.order.findMany({ where, orderBy: { serial: 'desc' }, include: withHistory })
    const { edges, hasNextPage } = await listOrders(shop, buyer.id, { first: 2 })
    expect(edges.map(({ node }) => node)).toStrictEqual(stored.slice(0, 2))
    expect(hasNextPage).toBe(true)
    const after = edges[1]!.cursor
    expect((await listOrders(shop, buyer.id, { first: 2, after })).edges[0]!.node).toStrictEqual(stored[2])
    expect(await db.$transaction((tx) => readOrder(sqlWithin(tx), stored[0]!.id))).toStrictEqual(stored[0])
  })
})
