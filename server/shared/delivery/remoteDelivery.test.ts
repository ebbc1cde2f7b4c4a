import { describe, expect, it } from 'vitest'
import { estimateFor } from './remoteDelivery'

const REMOTE = ['194101', '682555', '737101', '744101', '791111', '793001', '795001', '796001', '797001', '799001']
const USUAL = ['110001', '190001', '400001', '560003', '600004', '682001', '700001', '781001']
const inIndia = (zipCode: string) => ({ country: 'India', zipCode })

describe('estimateFor', () => {
  it.each(REMOTE)('adds five days for %s', (pin) => {
    expect(estimateFor('2026-12-29', inIndia(pin))).toBe('2027-01-03')
  })

  it.each(USUAL)('leaves the day for %s unchanged', (pin) => {
    expect(estimateFor('2026-12-29', inIndia(pin))).toBe('2026-12-29')
  })

  it('adds no days outside India', () => {
    expect(estimateFor('2026-12-29', { country: 'Nepal', zipCode: '744101' })).toBe('2026-12-29')
  })
})
