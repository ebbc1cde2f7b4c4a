import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { checkOut, newShopper } from '../../testing/data/factories'
import { findOrderByNumber, listOrders } from './orders'
import { orderNumber, type Order } from './order'

const app = await startTestApp()
const { shop } = app

const shopper = await newShopper(app, { 'sea-glass-serving-bowl': 1 })
const placed: Order[] = []
for (let i = 0; i < 5; i++) placed.push((await checkOut(app, shopper)).order)
const newestFirst = placed.map(({ id }) => id).reverse()

const list = (given: { first: number; after?: string | null }, id = shopper.id) => listOrders(shop, id, given)
const invalid = expect.objectContaining({ code: 'INVALID_INPUT' })

describe('listOrders', () => {
  it('pages through all orders, newest first, without skipping or repeating any', async () => {
    const seen: string[] = []
    const shape = []
    let after: string | null = null
    for (;;) {
      const page = await list({ first: 2, after })
      seen.push(...page.edges.map(({ node }) => node.id))
      shape.push([page.edges.length, page.hasPreviousPage, page.hasNextPage])
      expect(await page.totalCount()).toBe(5)
      if (!page.hasNextPage) break
      after = page.edges.at(-1)!.cursor
    }
    expect(seen).toEqual(newestFirst)
    expect(shape).toEqual([
      [2, false, true],
      [2, true, true],
      [1, true, false],
    ])
  })

  it('stays correct if an order is placed while paging', async () => {
    const page = await list({ first: 3 })
    placed.push((await checkOut(app, shopper)).order)
    const rest = await list({ first: 100, after: page.edges.at(-1)!.cursor })
    expect([...page.edges, ...rest.edges].map(({ node }) => node.id)).toEqual(newestFirst)
  })

  it('returns no order of another shopper', async () => {
    const other = await newShopper(app)
    const { edges, totalCount } = await list({ first: 10 }, other.id)
    expect([edges, await totalCount()]).toEqual([[], 0])
  })

  it.each([0, -1, 101])('refuses first: %s', async (first) => {
    await expect(list({ first })).rejects.toEqual(invalid)
  })

  it.each([
    '',
    'nope',
    '\0',
    Buffer.from('order:0').toString('base64url'),
    Buffer.from('order:9999999999').toString('base64url'),
  ])('refuses the cursor %j', async (after) => {
    await expect(list({ first: 1, after })).rejects.toEqual(invalid)
  })
})

describe('findOrderByNumber', () => {
  it('finds the order by its number', async () => {
    const number = orderNumber(placed[0]!)
    expect(number).toMatch(/^CER-[0-9]{6}$/)
    expect((await findOrderByNumber(shop, shopper.id, number))!.id).toBe(placed[0]!.id)
  })

  it("returns null for another shopper's order and for unknown numbers", async () => {
    const number = orderNumber(placed[0]!)
    expect(await findOrderByNumber(shop, (await newShopper(app)).id, number)).toBeNull()
    for (const other of [
      '',
      'CER-',
      'CER-999999',
      'CER-9999999999',
      number.replace('CER-', 'CER-0'),
      number.slice(4),
      `${number}\0`,
    ]) {
      expect(await findOrderByNumber(shop, shopper.id, other)).toBeNull()
    }
  })
})

describe('orderNumber', () => {
  it('has six digits or more', () => {
    expect(orderNumber({ serial: 123 })).toBe('CER-000123')
    expect(orderNumber({ serial: 1_234_567 })).toBe('CER-1234567')
  })
})
