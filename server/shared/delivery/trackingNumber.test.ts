import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shipmentInput, shipmentMessage } from '../officeInput'
import { mentionsOrder } from '../orderNumbers'
import { COURIERS, isUnusual } from './couriers'
import { whyDoubtTracking, whyNotTracking } from './trackingNumber'

describe('a tracking number', () => {
  it.each([
    'EK123456789IN',
    'ek 123 456 789 in',
    'RS 123 456 789 IN',
    'RS123456789IN',
    'EK 555777111',
    '14321501000001',
    '1432 1501 0000 01',
    'Z12345678',
    'SF-1234567890',
    'FMPC0123456789',
    'BD1',
    '12E45678901',
    '1E10',
    'AWB/2026/00123',
    '１４５６１２３４５６７８９１',
    '\u202a१४५६१२३४५६७८९१\u202c',
    '\uFEFF14561234567891\u00a0',
    'EA123456789IN2026',
  ])('%j is allowed', (text) => {
    expect(whyNotTracking(text)).toBeNull()
    expect(shipmentInput.safeParse({ carrier: 'DTDC', trackingNumber: text, trackingUrl: '' }).success).toBe(true)
  })

  it.each([
    ['1.45612E+13', 'rounded'],
    ['1,45612E+13', 'rounded'],
    ['1.45612e13', 'rounded'],
    ['1E+13', 'rounded'],
    ['１．４５６１２Ｅ＋１３', 'rounded'],
    ['14561234567891.0', 'decimal'],
    ['14561234567891,00', 'decimal'],
    ['14561234567891.', 'decimal'],
    ['499.00', 'decimal'],
    ['14,561,234,567,891', 'commas'],
    ['1,45,61,23,45,67,891', 'commas'],
    ['1,45,61,23,45,67,891.00', 'commas'],
    ['14.561.234.567.891', 'commas'],
    ["14'561'234'567'891", 'commas'],
    ['#N/A', 'no number'],
    ['#REF!', 'no number'],
    ['########', 'no number'],
    ['N/A', 'no number'],
    ['null', 'no number'],
    ['TRUE', 'no number'],
    ['=1+1', 'formula'],
    ['="14561234567891"', 'formula'],
    ['＝1+1', 'formula'],
    ['@SUM(A1)', 'formula'],
    ["'14561234567891", 'quotation'],
    ['’14561234567891', 'quotation'],
    ['"14561234567891"', 'quotation'],
    ['https://www.delhivery.com/track-v2/package/14561234567891', 'link'],
    ['www.dtdc.com/track', 'link'],
    ['delhivery.com/track/14561234567891', 'link'],
    ['₹ 499', 'amount'],
    ['Rs. 499', 'amount'],
    ['28/11/2026', 'date'],
    ['2026-11-28', 'date'],
    ['28-Nov-26', 'date'],
    ['28-11-2026 10:30', 'date'],
    ['asha@example.com', 'email'],
    ['CER-000123', 'order number'],
    ['#cer 123', 'order number'],
    ['EK100000001IN, EK100000002IN', 'several'],
    ['EK100000001IN;EK100000002IN', 'several'],
    ['EK100000001IN\nEK100000002IN', 'several'],
    ['AWB No.', 'digit'],
    ['-', 'digit'],
    ['14561 (2 boxes)', 'only letters'],
    ['10:30', 'only letters'],
    [' ', 'enter'],
    ['1'.repeat(101), 'at most 100'],
    ['1'.repeat(100_000), 'at most 100'],
  ])('%j is refused, with the reason "%s"', (text, reason) => {
    expect(whyNotTracking(text)).toContain(reason)
    const input = { carrier: 'DTDC', trackingNumber: text, trackingUrl: '' }
    expect(shipmentInput.safeParse(input).success).toBe(false)
    expect(shipmentMessage(input)('trackingNumber')).toBe(whyNotTracking(text))
  })

  it('may be any number of a known courier', () => {
    const number = fc.oneof(
      fc.stringMatching(/^[A-Z]{2}[0-9]{9}IN$/),
      fc.stringMatching(/^[0-9]{8,16}$/),
      fc.stringMatching(/^[A-Z][0-9]{8,11}$/),
      // CER and ten digits look like an order number of the shop.
      fc.stringMatching(/^[A-Z]{3,4}[0-9]{10}$/).filter((text) => !mentionsOrder(text)),
    )
    fc.assert(
      fc.property(number, (text) => {
        expect(COURIERS.some((courier) => !isUnusual(courier, text))).toBe(true)
        expect(whyNotTracking(text)).toBeNull()
      }),
    )
  })

  it.each([
    ['560001', '', 'PIN code'],
    ['AB10 1XY', 'ab101xy', 'PIN code'],
    ['9845012345', '', 'mobile'],
    ['+91 98450 12345', '', 'mobile'],
    ['145612345678910000', '', 'zeros'],
    ['2', '', 'few digits'],
    ['REPORT 2026', '', 'few digits'],
    ['14321501000001', '560001', null],
    ['1432150100000', '', null],
  ])('%j may be another number: %s %s', (text, pin, reason) => {
    if (reason === null) expect(whyDoubtTracking(text, pin)).toBeNull()
    else expect(whyDoubtTracking(text, pin)).toContain(reason)
  })
})
