import { describe, expect, it } from 'vitest'
import { formatDate, formatDay, formatMoment, formatTime } from './days'

describe('date formatting', () => {
  it('formats a day without its year', () => {
    expect(formatDay('2025-08-05')).toBe('Tue, 5 Aug')
    expect(formatDay('2026-12-31')).toBe('Thu, 31 Dec')
  })

  it('formats times in the Indian time zone', () => {
    expect(formatMoment('2025-08-04T20:40:00Z')).toBe('5 Aug 2025, 2:10 am')
    expect(formatTime('2025-08-04T20:40:00Z')).toBe('2:10 am')
    expect(formatDate('2025-08-04T20:40:00Z')).toBe('5 Aug 2025')
  })
})
