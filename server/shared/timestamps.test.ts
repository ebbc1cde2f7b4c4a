import { describe, expect, it } from 'vitest'
import { formatTimestamp } from './timestamps'

describe('formatTimestamp', () => {
  it.each([
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59Z'],
    ['2026-01-02T03:04:05+05:30', '2026-01-01T21:34:05Z'],
  ])('writes %s to the second, in UTC', (instant, text) => {
    expect(formatTimestamp(new Date(instant))).toBe(text)
  })
})
