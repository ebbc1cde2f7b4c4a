import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { confirmPayment } from '../domain/orders/placement/checkout'
import { dayInIndia } from '../shared/delivery/delivery'
import { startTestApp } from '../testing/app'
import { checkOut, newShopper, newStaff, newStaffAs, payFor } from '../testing/data/factories'
import { BOWL, CUP } from '../testing/data/fixtures'

const app = await startTestApp({ SELLER_STATE: 'Kerala' })
const { db } = app.shop
const staff = await newStaff(app)
const TODAY = dayInIndia(new Date())
const get = (query: string, token: string | undefined = staff.token) =>
  app.inject({ url: `/office/invoices.csv${query}`, headers: { ...(token && { authorization: token }) } })

beforeAll(async () => {
  const shopper = await newShopper(app, { [BOWL]: 2, [CUP]: 1 })
  await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
})

describe('GET /office/invoices.csv', () => {
  it('sends each line of each invoice of the days', async () => {
    const { statusCode, headers, body } = await get(`?from=${TODAY}&to=${TODAY}`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="invoices-${TODAY}-to-${TODAY}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
    expect(rows.map(({ line, quantity, orderStatus }) => [line, quantity, orderStatus])).toEqual([
      ['1', '2', 'PAID'],
      ['2', '1', 'PAID'],
    ])
    const order = await db.order.findFirstOrThrow()
    expect(rows[0]!['invoiceValue']).toBe(`${order.totalAmount}.00`)
  })

  it('sends only the header for days without invoices', async () => {
    const { statusCode, body } = await get('?from=2020-01-01&to=2020-12-31')
    expect([statusCode, body.trim().split('\n').length]).toEqual([200, 1])
  })

  describe('over several days', () => {
    const DAYS = 4
    const query = '?from=2025-03-01&to=2026-02-28'
    let url: string
    beforeAll(async () => {
      url = await app.listen({ port: 0, host: '127.0.0.1' })
      for (let i = 0; i < DAYS; i += 1) {
        const shopper = await newShopper(app, { [CUP]: 1 })
        const { id: orderId } = await confirmPayment(
          app.shop,
          shopper.id,
          await payFor(app, await checkOut(app, shopper)),
        )
        const at = new Date(`2025-0${i + 3}-10T12:00:00Z`)
        await db.order.update({ where: { id: orderId }, data: { placedAt: at } })
        await db.orderEvent.updateMany({ where: { orderId }, data: { at } })
      }
    })
    /** Runs `atFirst` while the first of the pages is made, and counts the pages. */
    const whilePaging = (atFirst: () => Promise<unknown>) => {
      const { groupBy } = db.refund
      return vi.spyOn(db.refund, 'groupBy').mockImplementationOnce((async (...args: never[]) => {
        await atFirst()
        return (groupBy as (...given: never[]) => unknown)(...args)
      }) as never)
    }
    const settle = () => new Promise((resolve) => setTimeout(resolve, 300))

    it('reads only the days with orders', async () => {
      const pages = whilePaging(async () => {})
      const statements = vi.spyOn(db, '$queryRaw')
      const rows: Record<string, string>[] = parse((await get(query)).body, { bom: true, columns: true })
      expect(rows.map(({ line }) => line)).toEqual(Array(DAYS).fill('1'))
      expect(pages).toHaveBeenCalledTimes(DAYS)
      expect(statements.mock.calls.length).toBeLessThan(DAYS + 10)
      vi.restoreAllMocks()
    })

    it('stops when the client hangs up', async () => {
      const client = new AbortController()
      const pages = whilePaging(async () => {
        client.abort()
        await settle()
      })
      const days = vi.spyOn(db, '$queryRaw')
      const text = fetch(url + '/office/invoices.csv' + query, {
        headers: { authorization: staff.token },
        signal: client.signal,
      }).then((answer) => answer.text())
      await expect(text).rejects.toThrow(/abort/i)
      await settle()
      const before = days.mock.calls.length
      await settle()
      expect(pages).toHaveBeenCalledTimes(1)
      expect(days.mock.calls.length).toBe(before)
      expect(before).toBeLessThanOrEqual(2)
      vi.restoreAllMocks()
    })

    it.each([
      ['is blocked', { blockedAt: new Date() }],
      ['is no longer staff', { role: 'CUSTOMER' as const, staffRoleId: null }],
      ['logs out everywhere', { tokenVersion: { increment: 1 } }],
    ])('breaks off when the caller %s', async (_, data) => {
      const caller = await newStaff(app)
      const pages = whilePaging(() => db.user.update({ where: { id: caller.id }, data }))
      const answer = await fetch(url + '/office/invoices.csv' + query, { headers: { authorization: caller.token } })
      expect(answer.status).toBe(200)
      await expect(answer.text()).rejects.toThrow()
      expect(pages).toHaveBeenCalledTimes(1)
      vi.restoreAllMocks()
    })

    it('does no work for HEAD', async () => {
      const pages = whilePaging(async () => {})
      const [url, headers] = [`/office/invoices.csv${query}`, { authorization: staff.token }]
      const answer = await app.inject({ method: 'HEAD', url, headers })
      expect(answer.headers['content-type']).not.toContain('csv')
      expect(pages).not.toHaveBeenCalled()
      vi.restoreAllMocks()
    })
  })

  it('needs staff with the permission to read reports', async () => {
    const query = `?from=${TODAY}&to=${TODAY}`
    const other = await newStaffAs(app, 'Packer')
    const answers = await Promise.all([
      get(query, ''),
      get(query, 'invented'),
      get(query, (await newShopper(app)).token),
      get(query, other.token),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403, 403])
    for (const { body, headers } of answers) {
      expect(body).not.toContain('CER-')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-disposition']).toBeUndefined()
    }
  })

  it.each([
    ['', 'from'],
    ['?from=2026-02-30&to=2026-03-01', 'from'],
    ['?from=2026-03-01', 'to'],
    ['?from=2026-03-02&to=2026-03-01', '1 to 731 days'],
    ['?from=2024-01-01&to=2026-01-01', '1 to 731 days'],
    ['?from=2026-03-01&from=2026-03-02&to=2026-03-03', 'from'],
    ['?from[]=2026-03-01&to=2026-03-03', 'from'],
    ['?from=2026-03-01%0D%0Ax-evil:1&to=2026-03-03', 'from'],
    ['?from=2026-03-01%22&to=2026-03-03', 'from'],
    ['?from=%E0%A5%A8026-03-01&to=2026-03-03', 'from'],
    ['?from=-000001-01-01&to=2026-03-03', 'from'],
  ])('refuses %s and names what is wrong', async (query, word) => {
    const { statusCode, json, headers } = await get(query)
    expect([statusCode, json()]).toEqual([422, { errors: [expect.stringContaining(word)], code: 'INVALID_INPUT' }])
    expect(headers['x-evil']).toBeUndefined()
  })

  it('answers 503 while the database is away', async () => {
    const failing = vi.spyOn(app.shop.db.user, 'findFirst').mockImplementation(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    const { statusCode, headers, json } = await get(`?from=${TODAY}&to=${TODAY}`)
    failing.mockRestore()
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBeTruthy()
    expect(json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
