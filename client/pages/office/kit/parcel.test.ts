import { describe, expect, it } from 'vitest'
import { headlineOf } from '../../../components/order/progress'
import { byDueDay, dueDayOf, formatWeight, packedItems, piecesOf, promisedDayOf, weightOf } from './parcel'

const item = (estimatedDelivery: string, quantity = 1, weightGrams: number | null = 300) => ({
  estimatedDelivery,
  quantity,
  cancelled: 0,
  weightGrams,
})
const order = (number: string, days: string[], shipBy: string | null = null) => ({
  shipBy,
  order: { number, items: days.map((day) => item(day)) },
})

describe('a parcel', () => {
  it('has pieces, and a weight if that of each piece is known', () => {
    const known = [item('2026-12-01', 2), item('2026-12-01', 1, 650)]
    expect([piecesOf(known), weightOf(known)]).toEqual([3, 1250])
    expect(weightOf([...known, item('2026-12-01', 1, null)])).toBeNull()
  })

  it('leaves out cancelled pieces', () => {
    const items = [
      { id: 'a', quantity: 3, cancelled: 1 },
      { id: 'b', quantity: 2, cancelled: 2 },
    ]
    expect(packedItems(items)).toEqual([{ id: 'a', quantity: 2, cancelled: 0 }])
  })

  it.each([
    [0, '0 g'],
    [999, '999 g'],
    [1000, '1 kg'],
    [1250, '1.25 kg'],
    [12_345, '12.35 kg'],
  ])('of %d grams weighs %s', (grams, text) => {
    expect(formatWeight(grams)).toBe(text)
  })
})

describe('the due day', () => {
  it('is the day that the buyer reads, or the day by which the shop must ship the order', () => {
    expect(dueDayOf(order('CER-000001', ['2026-12-05', '2026-12-03']))).toBe('2026-12-05')
    // 20:00 UTC is the next day in India.
    expect(dueDayOf(order('CER-000001', ['2026-12-05'], '2026-11-29T20:00:00.000Z'))).toBe('2026-11-30')
    expect(dueDayOf(order('CER-000001', ['2026-12-05'], '2026-12-29T20:00:00.000Z'))).toBe('2026-12-05')
    const mixed = order('CER-000001', ['2026-12-05', '2026-12-03'], '2026-11-29T20:00:00.000Z')
    expect(promisedDayOf(mixed)).toBe('2026-12-05')
    const items = [item('2026-12-03', 2), { ...item('2026-12-09', 1), cancelled: 1 }]
    const cut = { shipBy: null, order: { number: 'CER-000002', items } }
    const buyers = { status: 'PAID' as const, deliveredAt: null, items }
    expect(promisedDayOf(cut)).toBe('2026-12-03')
    expect(headlineOf(buyers, Date.parse('2026-12-01T10:00:00Z'))).toBe('Arrives by Thu, 3 Dec')
  })

  it('sorts orders, the older one first on the same day', () => {
    const rows = [
      order('CER-000010', ['2026-12-05']),
      order('CER-000012', ['2026-12-01']),
      order('CER-000011', ['2026-12-05']),
      order('CER-000013', ['2026-12-09'], '2026-11-30T10:00:00.000Z'),
    ]
    expect(byDueDay(rows).map((row) => row.order.number)).toEqual([
      'CER-000013',
      'CER-000012',
      'CER-000010',
      'CER-000011',
    ])
  })
})
