import { describe, expect, it } from 'vitest'
import { dayIn, dayOf, daysAfter, daysFromTo, startOfDay } from './indianTime'

describe('a day in India', () => {
  it('begins at 18:30 UTC on the previous day', () => {
    expect(dayOf(new Date('2026-01-31T18:29:59Z'))).toBe('2026-01-31')
    expect(dayOf(new Date('2026-01-31T18:30:00Z'))).toBe('2026-02-01')
    expect(new Date(startOfDay('2026-02-01')).toISOString()).toBe('2026-01-31T18:30:00.000Z')
  })

  it('is counted correctly across month and year boundaries', () => {
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysFromTo('2028-02-01', '2028-03-01')).toBe(30)
    expect(daysFromTo('2026-02-02', '2026-02-01')).toBe(0)
  })

  it.each(['', 'today', '2026-2-1', '2026-02-30', '0000-01-01', '2026-01-01T00:00'])(
    'is not parsed from %j',
    (text) => {
      expect(dayIn(text)).toBe('')
    },
  )
})
