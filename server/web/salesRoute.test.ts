import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { confirmPayment } from '../domain/orders/placement/checkout'
import { dayInIndia } from '../shared/delivery/delivery'
import { startTestApp } from '../testing/app'
import { ask } from '../testing/calls'
import { checkOut, newShopper, newStaff, newStaffAs, payFor } from '../testing/data/factories'
import { BOWL, CUP } from '../testing/data/fixtures'

const app = await startTestApp()
const { db } = app.shop
const staff = await newStaff(app)
const TODAY = dayInIndia(new Date())
const get = (table: string, { token = staff.token, from = TODAY, to = TODAY } = {}) =>
  app.inject({
    url: `/office/sales.csv?${new URLSearchParams({ table, from, to }).toString()}`,
    headers: { ...(token && { authorization: token }) },
  })
const rowsOf = async (table: string): Promise<Record<string, string>[]> =>
  parse((await get(table)).body, { bom: true, columns: true })

beforeAll(async () => {
  const shopper = await newShopper(app, { [BOWL]: 2, [CUP]: 1 })
  await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  const unpaid = await newShopper(app, { [CUP]: 3 })
  await checkOut(app, unpaid)
  await db.product.update({ where: { id: CUP }, data: { title: '=HYPERLINK("http://x.example")', sku: '+1' } })
})

describe('GET /office/sales.csv', () => {
  it('sends what was sold, and writes no cell that a spreadsheet computes', async () => {
    const { statusCode, headers } = await get('products')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="sales-products-${TODAY}-to-${TODAY}.csv"`,
      'cache-control': 'no-store',
    })
    const rows = await rowsOf('products')
    const lines = await db.orderLine.findMany({ where: { order: { status: 'PAID' } } })
    const sold = (id: string) => lines.find(({ productId }) => productId === id)!
    expect(rows.toSorted((a, b) => (a['id']! < b['id']! ? -1 : 1))).toEqual(
      [BOWL, CUP].toSorted().map((id) => ({
        id,
        name: id === CUP ? `'=HYPERLINK("http://x.example")` : sold(id).title,
        sku: id === CUP ? "'+1" : '',
        pieces: String(sold(id).quantity),
        orders: '1',
        takings: `${sold(id).discounted * sold(id).quantity}.00`,
        offerDiscounts: `${(sold(id).original - sold(id).discounted) * sold(id).quantity}.00`,
        couponDiscounts: '0.00',
        returnedPieces: '0',
        returned: '0.00',
      })),
    )
    expect((await rowsOf('variants')).length).toBe(2)
    expect((await rowsOf('categories')).reduce((sum, { pieces }) => sum + Number(pieces), 0)).toBe(3)
    expect(await rowsOf('coupons')).toEqual([])
  })

  it('sends days and buyers', async () => {
    const order = await db.order.findFirstOrThrow({ where: { status: 'PAID' } })
    const amount = `${order.totalAmount}.00`
    expect(await rowsOf('days')).toEqual([{ day: TODAY, received: amount, refunded: '0.00', net: amount, orders: '1' }])
    expect(await rowsOf('buyers')).toEqual([
      { buyers: 'new', number: '1', orders: '1' },
      { buyers: 'returning', number: '0', orders: '0' },
    ])
  })

  it('needs the permission read_reports', async () => {
    const packer = await newStaffAs(app, 'Packer')
    const shopper = await newShopper(app)
    const codes = await Promise.all(
      ['', shopper.token, packer.token].map(async (token) => (await get('days', { token })).statusCode),
    )
    expect(codes).toEqual([401, 403, 403])
    const query = `{ office { buyers(from: "${TODAY}", to: "${TODAY}") { newBuyers } } }`
    expect((await ask(app, query, { token: packer.token })).errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' })
  })

  it.each([
    ['constructor', {}],
    ['', {}],
    ['days', { from: '2026-02-30' }],
    ['products', { from: '2024-01-01', to: '2026-01-01' }],
    ['buyers', { from: '2026-01-02', to: '2026-01-01' }],
  ])('rejects the table %j with %j', async (table, span) => {
    const { statusCode, body } = await get(table, span)
    expect(statusCode).toBe(422)
    expect(body).toMatch(/must/)
  })
})
