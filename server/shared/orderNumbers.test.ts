import { describe, expect, it } from 'vitest'
import { bareOrderNumber, mentionsOrder, orderNumbersIn } from './orderNumbers'

describe('an order number', () => {
  it.each([
    'CER-000016',
    "'CER-000016",
    'CER-000016 (COD)',
    'CER-000016\n(gift)',
    '#CER-000016-F1',
    'CER-000016/1',
    'CER-000016.',
    'CER_000016',
    'CER 16',
    'cer16',
    'Order #CER-000016',
    'CER-000016 Sunita',
    'Sunita CER–000016',
    'CER−16',
    'CER No. 16',
    'CER # 16',
    'CER:000016',
    'ＣＥＲ－０００०१६',
    '“CER-000016”',
    '(cer 0016), 2 boxes',
    'CER-000016.0',
    'CER-000016_7890123456',
    'CER-000016 and cer16',
    'Ref: CER/000016',
    '\u200eCER-000016\u00a0',
  ])('is found in %j', (text) => {
    expect(orderNumbersIn(text)).toEqual(['CER-000016'])
    expect(mentionsOrder(text)).toBe(true)
  })

  it.each([
    'CER-OO0016',
    'CER-1.6E+01',
    'CER-1,600',
    'CER-000 016',
    'CER-16A',
    'CER-14561234567891',
    'CER-000000',
    'CER1O6',
  ])('was meant by %j, but cannot be read', (text) => {
    expect(orderNumbersIn(text)).toEqual([])
    expect(mentionsOrder(text)).toBe(true)
  })

  it.each(['', '16', 'Officer 16', 'CERA16', 'CER', 'Cero 16', 'EK123456789IN', 'Grocer 12, MG Road'])(
    'is not in %j',
    (text) => expect([orderNumbersIn(text), mentionsOrder(text)]).toEqual([[], false]),
  )

  it('can be one of several', () => {
    expect(orderNumbersIn('CER-000016, CER-17 & cer 16')).toEqual(['CER-000016', 'CER-000017'])
  })

  it.each([
    '16',
    '000016',
    '#16',
    "'16",
    '16.',
    '16 (COD)',
    '16/1',
    '16-F1',
    '16 Sunita',
    'No. 16',
    'order no: 16',
    '16.0',
    ' १६ ',
  ])('is %j in a column of order numbers', (text) =>
    expect(bareOrderNumber(text, { isKnown: true })).toBe('CER-000016'),
  )
  it.each([
    '',
    '-',
    '28/11/2026',
    '403-1234567-1234567',
    '14561234567891',
    '1.6E+01',
    '1,600',
    '0',
    'EK16',
    '16A',
    'x 16',
  ])('is not %j in a column of order numbers', (text) => expect(bareOrderNumber(text, { isKnown: true })).toBeNull())
  it.each([
    ['#16', true],
    ['Order 16', true],
    ['order id: 000016', true],
    ['#16 (COD)', true],
    ['16', false],
    ['#16, 2nd Main Road', false],
    ['Order 16 bowls', false],
    ['No 16', false],
  ])('of an unknown column has a # or a word for it: %j %s', (text, says) => {
    expect(bareOrderNumber(text, { isKnown: false })).toBe(says ? 'CER-000016' : null)
  })

  it('is found in linear time', () => {
    for (const text of ['CER-', 'CER', '0', 'no', 'CER 0', '#', 'order '])
      expect(orderNumbersIn(text.repeat(40_000))).toEqual([])
    expect(bareOrderNumber('order '.repeat(40_000), { isKnown: true })).toBeNull()
    expect(bareOrderNumber('0'.repeat(200_000), { isKnown: true })).toBeNull()
  })
})
