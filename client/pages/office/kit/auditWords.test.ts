import { describe, expect, it } from 'vitest'
import { changeText, differencesOf } from './auditWords'

describe('an audit log entry', () => {
  it('shows its change in words', () => {
    expect(changeText('CANCEL_ORDER_BY_SHOP')).toBe('Cancel order by shop')
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
      { name: 'Status', before: 'PAID', after: 'SHIPPED' },
      { name: 'Restock', before: 'no', after: 'yes' },
      { name: 'Images', before: 'url: /a', after: null },
      { name: 'Codes', before: 'A', after: 'A, B' },
      { name: 'Note', before: null, after: 'x' },
    ])
    expect(differencesOf(null, '{"hidden":true}')).toEqual([{ name: 'Hidden', before: null, after: 'yes' }])
    expect(differencesOf(null, null)).toEqual([])
  })

  it('shows nested values in words, not as JSON', () => {
    const refund = {
      lines: [
        { id: 'a', quantity: 1 },
        { id: 'b', quantity: 2 },
      ],
      refund: { reason: 'Chipped', restock: false, reference: null },
    }
    expect(differencesOf(null, JSON.stringify(refund)).map(({ after }) => after)).toEqual([
      'id: a, quantity: 1; id: b, quantity: 2',
      'reason: Chipped, restock: no',
    ])
  })

  it('cuts long texts', () => {
    expect(differencesOf(null, JSON.stringify({ text: 'x'.repeat(500) }))[0]!.after).toHaveLength(201)
  })
})
