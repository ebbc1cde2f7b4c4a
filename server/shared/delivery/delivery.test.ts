import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimatedDelivery } from './delivery'

const DAY_MS = 24 * 3600_000
/** Any time from 2020 to 2040. */
const anyInstant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }).map((ms) => new Date(ms))

/** The calendar day in India, computed with the platform's own time zone data. */
const dayInIndia = (instant: Date): string => instant.toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

describe('estimatedDelivery', () => {
  it('is 3 to 10 days after the order in Indian time', () => {
    fc.assert(
      fc.property(fc.uuid(), anyInstant, (id, orderedAt) => {
        const days = daysBetween(dayInIndia(orderedAt), estimatedDelivery(id, orderedAt))
        expect(days).toBeGreaterThanOrEqual(3)
        expect(days).toBeLessThanOrEqual(10)
        expect(Number.isInteger(days)).toBe(true)
      }),
    )
  })

  it('depends only on the line and the day', () => {
    fc.assert(
      fc.property(fc.uuid(), anyInstant, fc.nat({ max: DAY_MS }), (id, orderedAt, later) => {
        const other = new Date(orderedAt.getTime() + later)
        const moved = daysBetween(dayInIndia(orderedAt), dayInIndia(other))
        expect(daysBetween(estimatedDelivery(id, orderedAt), estimatedDelivery(id, other))).toBe(moved)
      }),
    )
  })

  it('changes to the next day at midnight in India, 18:30 UTC', () => {
    const before = estimatedDelivery('line', new Date('2026-12-31T18:29:59.999Z'))
    const after = estimatedDelivery('line', new Date('2026-12-31T18:30:00.000Z'))
    expect(daysBetween(before, after)).toBe(1)
  })

  it('uses every day of its range', () => {
    const orderedAt = new Date('2026-06-01T00:00:00Z')
    const days = Array.from({ length: 1000 }, (_, i) => estimatedDelivery(`line ${i}`, orderedAt))
    expect([...new Set(days)].sort()).toEqual(
      Array.from({ length: 8 }, (_, i) => `2026-06-${String(4 + i).padStart(2, '0')}`),
    )
  })
})
