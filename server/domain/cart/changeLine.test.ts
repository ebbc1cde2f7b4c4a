import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { fillCart, newShopper, setStock } from '../../testing/data/factories'
import { BOWL, CUP } from '../../testing/data/fixtures'
import { logOutEverywhere } from '../login/owner'
import { getCart } from './cart'
import type { SignedIn } from '../lockCart'
import { setLine, type Quantity } from './changeLine'

const app = await startTestApp()
const { shop } = app
const { db } = shop
await setStock(app, { [BOWL]: 50, [CUP]: 50 })

const CHANGES = {
  'addToCart with a product in the cart': `addToCart(productId: "${BOWL}", quantity: 2)`,
  'addToCart with a new product': `addToCart(productId: "${CUP}")`,
  'addToCart with a key': `addToCart(productId: "${CUP}", idempotencyKey: "${randomUUID()}")`,
  setCartQuantity: `setCartQuantity(productId: "${BOWL}", quantity: 9)`,
  'setCartQuantity to the current quantity': `setCartQuantity(productId: "${BOWL}", quantity: 1)`,
  'setCartQuantity with a product that is not in the cart': `setCartQuantity(productId: "${CUP}", quantity: 1)`,
}
const ENDS = {
  'its account was blocked': ({ id }: { id: string }) =>
    db.user.update({ where: { id }, data: { blockedAt: new Date() } }),
  'its account logged out everywhere': async ({ id }: { id: string }) =>
    logOutEverywhere(shop, await db.user.findUniqueOrThrow({ where: { id } })),
  'its account has changed its email': ({ id }: { id: string }) =>
    db.user.update({ where: { id }, data: { email: `${randomUUID()}@shop.example` } }),
}

const contents = async (id: string) => {
  const { version, lines } = await getCart(shop, id)
  return { version, lines: lines.map(({ productId, quantity }) => [productId, quantity]) }
}
const change = (field: string, token?: string, shopOf = app) =>
  ask(shopOf, `mutation { change: ${field} { cart { totalQuantity } userErrors { code } } }`, { token })

describe.each(Object.entries(CHANGES))('%s', (_, field) => {
  it.each(Object.entries(ENDS))('is refused and changes nothing once %s', async (__, end) => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const before = await contents(shopper.id)
    await end(shopper)
    const { data, errors } = await change(field, shopper.token)
    expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'UNAUTHENTICATED'])
    expect(await contents(shopper.id)).toEqual(before)
  })

  it.each([undefined, 'nonsense'])('is rejected with the token %s', async (token) => {
    const { data, errors } = await change(field, token)
    expect([data, errors?.[0]?.extensions.code]).toEqual([null, 'UNAUTHENTICATED'])
  })

  it('is refused for a demo account if demo accounts are disabled', async () => {
    const guest = await db.user.findFirstOrThrow({ where: { isDemo: true } })
    const token = app.signToken(guest)
    await fillCart(app, guest, { [BOWL]: 1 })
    expect((await change(field, token)).errors).toBeUndefined()
    const before = await contents(guest.id)
    const closed = await startBeside(app, { DEMO_ACCOUNTS: '0' })
    expect((await change(field, token, closed)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect(await contents(guest.id)).toEqual(before)
  })
})

describe('a quantity', () => {
  const changed = async (shopper: SignedIn, quantity: Quantity) => {
    await db.$transaction((tx) => setLine(tx, shopper, { productId: BOWL, quantity }))
    return contents(shopper.id)
  }

  it('changes by one, never drops below 1, and increments the version only if it changes', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { version } = await contents(shopper.id)
    expect(await changed(shopper, 'DECREMENT')).toEqual({ version, lines: [[BOWL, 1]] })
    expect(await changed(shopper, 'INCREMENT')).toEqual({ version: version + 1, lines: [[BOWL, 2]] })
    expect(await changed(shopper, 2)).toEqual({ version: version + 1, lines: [[BOWL, 2]] })
    expect(await changed(shopper, 'DECREMENT')).toEqual({ version: version + 2, lines: [[BOWL, 1]] })
  })

  it('never exceeds 99', async () => {
    const shopper = await newShopper(app, { [BOWL]: 99 })
    const before = await contents(shopper.id)
    await expect(changed(shopper, 'INCREMENT')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await contents(shopper.id)).toEqual(before)
  })

  it('counts every one of many concurrent increments', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    await Promise.all(Array.from({ length: 20 }, () => changed(shopper, 'INCREMENT')))
    expect((await contents(shopper.id)).lines).toEqual([[BOWL, 21]])
  })
})
