import { describe, expect, it } from 'vitest'
import { changeText, differencesOf, subjectText } from './auditWords'

describe('an audit log entry', () => {
  it('describes its change in words', () => {
    expect(changeText('CANCEL_ORDER_BY_SHOP')).toBe('Order cancelled')
    expect(changeText(null)).toBe('Another change')
  })

  it('shows changed fields, and null for a missing value', () => {
    const before = JSON.stringify({ status: 'PAID', restock: false, images: [{ url: '/a' }], codes: ['A'], same: 1 })
    const after = JSON.stringify({
      status: 'SHIPPED',
      restock: true,
      images: [],
      codes: ['A', 'B'],
      same: 1,
      note: 'x',
    })
    expect(differencesOf(before, after)).toEqual([
      { name: 'Status', before: 'Paid', after: 'Shipped' },
      { name: 'Returned to stock', before: 'no', after: 'yes' },
      { name: 'Photos', before: 'photo: /a', after: null },
      { name: 'Codes', before: 'A', after: 'A, B' },
      { name: 'Note', before: null, after: 'x' },
    ])
    expect(differencesOf(null, '{"hidden":true}')).toEqual([{ name: 'In the shop', before: null, after: 'no' }])
    expect(differencesOf(null, null)).toEqual([])
  })

  it.each([
    ['owedPaise', 74_975, 'To be refunded', 'Rs. 749.75'],
    ['limitPaise', 0, 'Limit', 'Rs. 0'],
    ['isReplacement', true, 'Replacement', 'yes'],
    ['addressChangedAt', '2026-11-22T18:30:00.000Z', 'Address changed', expect.stringContaining('23 Nov 2026')],
    ['paymentId', 'pay_1', 'Payment', 'pay_1'],
    ['isPlaceUnclear', true, 'Place of supply to be set', 'yes'],
    ['studioRating', 4, "Studio's rating", '4'],
    ['rating', 4, 'Rating shown', '4'],
    ['issued', 'x', 'Issued', 'x'],
    ['format', 'x', 'Format', 'x'],
    ['lineId', '01a2253b-c733-748b-ad6f-7737e5720c89', 'Line', null],
  ])('shows %s as a person would write it', (field, value, name, text) => {
    const [shown] = differencesOf(null, JSON.stringify({ [field]: value }))
    expect(shown ?? { name, before: null, after: null }).toEqual({ name, before: null, after: text })
  })

  it('shows nested values in words, not as JSON', () => {
    const refund = {
      lines: [
        { id: '01a2253b-c733-748b-ad6f-7737e5720c89', item: 'Chai Cup', quantity: 1, pieces: null },
        { id: '01a2253b-c733-748b-ad6f-7737e5720c80', item: 'Dinner Plates', quantity: 0, pieces: 2 },
      ],
      refund: { reason: 'Chipped', restock: false, reference: null },
    }
    expect(differencesOf(null, JSON.stringify(refund)).map(({ after }) => after)).toEqual([
      'item: Chai Cup, quantity: 1; item: Dinner Plates, quantity: 0, single items of a set: 2',
      'reason: Chipped, returned to stock: no',
    ])
  })

  it('shows amounts in rupees, times in Indian time and codes in words', () => {
    const before = JSON.stringify({ status: 'PAID', state: 'DEAD', discounted: 1500, endedAt: null })
    const after = JSON.stringify({
      status: 'REFUND_DUE',
      state: 'WAITING',
      discounted: 100_000,
      endedAt: '2026-11-22T18:30:00.000Z',
      amount: 50_050,
    })
    expect(differencesOf(before, after)).toEqual([
      { name: 'Status', before: 'Paid', after: 'Refund due' },
      { name: 'Status', before: 'Dead', after: 'Waiting' },
      { name: 'Selling price', before: 'Rs. 1,500', after: 'Rs. 1,00,000' },
      { name: 'Deactivated', before: null, after: expect.stringContaining('23 Nov 2026') },
      { name: 'Amount', before: null, after: 'Rs. 500.50' },
    ])
  })

  it('shows the roles of the contract in words, and the names of the shop’s own roles', () => {
    expect(differencesOf('{"role":"CUSTOMER"}', '{"role":"Owner"}')).toEqual([
      { name: 'Role', before: 'Customer', after: 'Owner' },
    ])
  })

  it('leaves uppercase names unchanged', () => {
    const after = JSON.stringify({ name: 'ERP', carrier: 'DTDC', code: 'SUMMER' })
    expect(differencesOf(null, after).map((each) => each.after)).toEqual(['ERP', 'DTDC', 'SUMMER'])
  })

  it('shows permissions in words, and unknown ones by their names', () => {
    const after = JSON.stringify({ permissions: ['read_orders', 'write_stock', 'read_tea'] })
    expect(differencesOf(null, after)[0]!.after).toBe('Orders and returns (see only), Stock, read_tea')
  })

  it('truncates long texts', () => {
    expect(differencesOf(null, JSON.stringify({ text: 'x'.repeat(500) }))[0]!.after).toHaveLength(201)
  })
})

describe('the record of a change', () => {
  const uuid = '019afb1e-0000-7000-8000-000000000000'

  it.each([
    ['its name', 'USER', uuid, 'Meera Iyer', 'Meera Iyer'],
    ['its number', 'ORDER', 'CER-000001', null, 'CER-000001'],
    ['its kind and number', 'MAIL', '12', null, 'Email 12'],
    ['its kind without a name', 'STAFF_ROLE', uuid, null, 'Role'],
    ['its id if its kind is unknown', null, uuid, null, uuid],
  ] as const)('is shown by %s', (_, subjectKind, subjectId, subjectName, text) => {
    expect(subjectText({ subjectKind, subjectId, subjectName })).toBe(text)
  })
})
