import { describe, expect, it } from 'vitest'
import { arrivalText } from './arrival'

describe('arrivalText', () => {
  it('names the day of the last line', () => {
    expect(arrivalText(['2025-08-05', '2025-08-05'])).toBe('by Tue, 5 Aug')
    expect(arrivalText(['2025-08-09', '2025-08-05', '2025-08-07'])).toBe('by Sat, 9 Aug')
    expect(arrivalText(['2025-08-02', '2025-07-30'])).toBe('by Sat, 2 Aug')
    expect(arrivalText([])).toBe('')
  })
})
