/** Searches that more orders match than a list counts. */
import { expect, it } from 'vitest'
import type { OrderStatus } from '../../../generated/prisma/client'
import { startTestApp } from '../../../testing/app'
import { generateOrders } from '../../../testing/data/generateOrders'
import { listOfficeOrders } from './orders'

const app = await startTestApp()
const { shop } = app
await generateOrders(shop.db, 12_000)
const all = await shop.db.order.findMany({
  select: { serial: true, status: true, deliveryName: true, user: { select: { email: true } } },
  orderBy: { serial: 'desc' },
})

it.each<[string, string, { status?: OrderStatus[] }]>([
  ['a name that 1,500 orders have', 'Meera', {}],
  ['part of an email', 'shopper-1', {}],
  ['an email that few have', 'shopper-17@', {}],
  ['a common name among the cancelled orders', 'Meera', { status: ['CANCELLED'] }],
])('%s finds what a plain comparison finds', async (_what, search, others) => {
  const expected = all.filter(
    ({ status, deliveryName, user }) =>
      (deliveryName.includes(search) || user.email.includes(search)) && (others.status?.includes(status) ?? true),
  )
  for (const sort of ['NEWEST', 'OLDEST'] as const) {
    const serials = expected.map(({ serial }) => serial)
    if (sort === 'OLDEST') serials.reverse()
    let after: string | null = null
    for (let page = 0, isMore = true; isMore && page < 3; page += 1) {
      const list = await listOfficeOrders(shop, { first: 10, after, filter: { search, ...others }, sort })
      expect(list.edges.map(({ node }) => node.serial)).toEqual(serials.slice(page * 10, page * 10 + 10))
      const count = { count: Math.min(serials.length, 1000), isMore: serials.length > 1000 }
      expect(await list.count()).toEqual(count)
      after = list.edges.at(-1)?.cursor ?? null
      isMore = list.hasNextPage
    }
  }
})

it.each([
  ['half of a pair of UTF-16', '\ud800\udbff\ud801'],
  ['invisible characters', '\u200b\u2060\ufeff\u202e'],
  ['two letters and invisible characters', 'a\u200bb\ud800'],
])('%s are refused, as they would match every order', async (_what, search) => {
  const asked = listOfficeOrders(shop, { first: 10, filter: { search } })
  await expect(asked).rejects.toMatchObject({ code: 'INVALID_INPUT', inputErrors: [{ field: 'search' }] })
})
