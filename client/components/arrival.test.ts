import { describe, expect, it } from 'vitest'
import { arrivalText } from './arrival'

describe('arrivalText', () => {
  it('formats a single day or a range of days', () => {
    expect(arrivalText(['2025-08-05', '2025-08-05'])).toBe('by Tue, 5 Aug')
    expect(arrivalText(['2025-08-09', '2025-08-05', '2025-08-07'])).toBe('5 to 9 Aug')
    expect(arrivalText(['2025-08-02', '2025-07-30'])).toBe('30 Jul to 2 Aug')
    expect(arrivalText([])).toBe('')
  })
})
