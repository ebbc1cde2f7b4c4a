import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { applyCoupon, setGiftWrap } from '../../domain/cart/cart'
import { cancelCheckout, confirmPayment } from '../../domain/orders/placement/checkout'
import { invoiceOf } from '../../domain/orders/invoice'
import { termsFor } from '../../domain/orders/invoiceTerms'
import { orderNumber, withHistory } from '../../domain/orders/order'
import { startTestApp } from '../../testing/app'
import { checkOut, newShopper, payFor, setStock } from '../../testing/data/factories'
import { BOWL, CUP } from '../../testing/data/fixtures'
import { callCommand } from '../../testing/terminal'
import { dayInIndia } from '../../shared/delivery/delivery'
import { beginningOf } from '../../shared/indianDays'

const app = await startTestApp({
  SELLER_NAME: 'Asha Rao Pottery',
  SELLER_ADDRESS: '12 Kiln Road, Chennai 600001',
  SELLER_STATE: 'Tamil Nadu',
  SELLER_GSTIN: '33ABCDE1234F1Z5',
  GST_PERCENT: '12',
})
const { shop } = app
const { db, settings } = shop
const folder = mkdtempSync(join(tmpdir(), 'cerashop-orders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The commands for orders do not use the connection pool. */
const call = (...args: string[]) =>
  callCommand('orders', args, { folder, settings, database: { db, pool: null as never } })
const rowsIn = (text: string) => parse(text, { bom: true, columns: true }) as unknown as Record<string, string>[]

await setStock(app, { [BOWL]: 90, [CUP]: 90 })
/** The last order is cancelled before it is paid. */
const ORDERS = 8
for (let i = 0; i < ORDERS; i += 1) {
  const shopper = await newShopper(app, { [BOWL]: 1 + (i % 3), ...(i % 2 && { [CUP]: i }) })
  if (i % 3 === 0) await applyCoupon(shop, shopper, 'BOHO')
  if (i % 4 === 0) await setGiftWrap(shop, shopper, true)
  const checkout = await checkOut(app, shopper)
  const { id } = checkout.order
  if (i < ORDERS - 1) await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  else await cancelCheckout(shop, shopper, id)
  const state = ['Tamil Nadu', 'tamil nadu ', 'Kerala', '=cmd()'][i % 4]!
  const invoiceTerms = termsFor(settings, { state, country: 'India', zipCode: '999999' })
  await db.order.update({ where: { id }, data: { deliveryState: state, invoiceTerms } })
}
/** One order in each of two months. The second order is at the very end of the first month in India. */
const [first, second] = await db.order.findMany({ take: 2, orderBy: { serial: 'asc' } })
const LAST_MOMENT = new Date('2025-04-30T18:29:59.999Z')
const soldAt = (orderId: string, at: Date) =>
  db.$transaction(async (tx) => {
    await tx.order.update({ where: { id: orderId }, data: { placedAt: new Date('2025-03-31T12:00:00Z') } })
    await tx.orderEvent.updateMany({ where: { orderId, status: 'PAID' }, data: { at } })
    await tx.orderEvent.updateMany({
      where: { orderId, status: 'AWAITING_PAYMENT' },
      data: { at: new Date('2025-03-31T12:00:00Z') },
    })
  })
await soldAt(first!.id, new Date('2025-03-31T18:30:00Z'))
await soldAt(second!.id, LAST_MOMENT)

describe('npm run orders -- export', () => {
  it('exports every line of every invoice, to the paisa', async () => {
    const { code, file } = await call('export', '--from', '2020-01-01', '--to', '2099-01-01')
    expect(code).toBe(0)
    const rows = rowsIn(file)
    const orders = await db.order.findMany({ include: withHistory, orderBy: { serial: 'asc' } })
    const invoices = orders.flatMap((order) => invoiceOf(settings, order) ?? [])
    expect(invoices).toHaveLength(ORDERS - 1)
    const paise = (rupees: string) => Number(rupees.replace('.', ''))
    expect(
      rows.map(({ invoiceNumber, description, quantity, taxableValue, cgst, sgst, igst, lineTotal, invoiceValue }) => ({
        number: invoiceNumber,
        title: description,
        quantity: Number(quantity),
        taxable: paise(taxableValue!),
        cgst: paise(cgst!),
        sgst: paise(sgst!),
        igst: paise(igst!),
        total: paise(lineTotal!),
        value: paise(invoiceValue!),
      })),
    ).toEqual(
      invoices.flatMap(({ number, lines, total }) => lines.map((line) => ({ number, ...line, value: total.total }))),
    )
    expect(rows[0]).toMatchObject({
      invoiceNumber: orderNumber(first!),
      invoiceDate: '2025-04-01',
      document: 'TAX_INVOICE',
      orderStatus: 'PAID',
      placeOfSupply: '33-Tamil Nadu',
      sellerGstin: '33ABCDE1234F1Z5',
      line: '1',
      hsn: '6912',
      gstPercent: '12',
      paidBy: 'SANDBOX',
      igst: '0.00',
    })
    const states = new Set(rows.map((row) => row['placeOfSupply']))
    expect([...states].sort()).toEqual(["'=cmd()", '32-Kerala', '33-Tamil Nadu'])
  })

  it('lists the refunded amount next to each invoice', async () => {
    const { id: orderId, paymentId } = second!
    const refund = { orderId, paymentId: paymentId!, reason: 'A chip', dueAt: new Date() }
    await db.refund.createMany({
      data: [
        { ...refund, amount: 12_000, state: 'PROCESSED', endedAt: new Date() },
        { ...refund, amount: 345, state: 'PROCESSED', endedAt: new Date() },
        { ...refund, amount: 100, state: 'REQUESTED' },
      ],
    })
    const { file } = await call('export', '--from', '2020-01-01', '--to', '2099-01-01')
    const given = new Map(rowsIn(file).map((row) => [row['invoiceNumber'], row['refunded']]))
    expect(given.get(orderNumber(second!))).toBe('123.45')
    expect([...given.values()].filter((amount) => amount === '0.00')).toHaveLength(ORDERS - 2)
  })

  it('exports the invoices of a period in Indian time, excluding its last day', async () => {
    const numbersOf = async (from: string, to: string) => {
      const { file } = await call('export', '--from', from, '--to', to)
      return [...new Set(rowsIn(file).map((row) => row['invoiceNumber']))]
    }
    const [one, two] = [orderNumber(first!), orderNumber(second!)]
    expect(await numbersOf('2025-04-01', '2025-05-01')).toEqual([one, two])
    expect(await numbersOf('2025-04-02', '2025-05-01')).toEqual([two])
    expect(await numbersOf('2025-04-01', '2025-04-30')).toEqual([one])
    expect(await numbersOf('2025-03-01', '2025-04-01')).toEqual([])
    expect(dayInIndia(LAST_MOMENT)).toBe('2025-04-30')
  })

  it('writes a file that only this user can read', async () => {
    const { code, lines } = await call('export', '--from', '2025-04-01', '--to', '2025-05-01', 'april.csv')
    expect([code, lines]).toEqual([0, ['The invoices are in april.csv.']])
    expect(statSync(join(folder, 'april.csv')).mode & 0o777).toBe(0o600)
    expect(rowsIn(readFileSync(join(folder, 'april.csv'), 'utf8')).length).toBeGreaterThan(1)
  })

  it('explains its usage', async () => {
    const days = ['--from', '2026-04-01', '--to', '2026-05-01']
    const bad = [
      [],
      ['list'],
      ['export'],
      ['export', '--from', '2026-04-01'],
      ['export', '--from', '2026-02-30', '--to', '2026-05-01'],
      ['export', '--from', '2026-05-01', '--to', '2026-05-01'],
      ['export', ...days, 'a.xls'],
      ['export', ...days, 'a.csv', 'b.csv'],
      ['export', ...days, '--fast'],
    ]
    for (const args of bad) {
      const { code, lines } = await call(...args)
      expect([code, lines.join()], args.join(' ')).toEqual([
        2,
        expect.stringContaining('Use: npm run orders -- export'),
      ])
    }
  })
})

describe('the dates of an export', () => {
  it('are in Indian time', () => {
    expect(beginningOf('2026-04-01')?.toISOString()).toBe('2026-03-31T18:30:00.000Z')
    expect([beginningOf('2026-13-01'), beginningOf('yesterday'), beginningOf('')]).toEqual([null, null, null])
  })
})
