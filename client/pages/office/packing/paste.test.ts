import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClipboard } from './clipboard'
import { whyNotTracking } from '../../../../server/shared/delivery/trackingNumber'
import { EMPTY, type Row } from './entries'
import { numbersOf, planPaste, whyTooMuch, type PasteChoices, type Target } from './paste'

const target = (i: number, more: Partial<Row> = {}): Target => ({
  ...EMPTY,
  order: orderOf(i),
  name: `Buyer ${i}`,
  zipCode: '560001',
  ...more,
})
const orderOf = (i: number) => `CER-${String(i).padStart(6, '0')}`
const EK = (i: number) => `EK10000000${i}IN`
const table = [1, 2, 3, 4].map((i) => target(i))

const plan = (text: string, more: Partial<PasteChoices> & { courier?: string; rows?: Target[]; at?: number } = {}) => {
  const { courier = '', rows = table, at = 0, ...choices } = more
  return planPaste(readClipboard(text), rows, at, { skipsEmptyRows: false, ...choices }, courier)!
}
const filled = (text: string, more = {}) => Object.fromEntries(numbersOf(plan(text, more)))
const inRows = (...numbers: (string | null)[]) =>
  Object.fromEntries(numbers.flatMap((number, i) => (number === null ? [] : [[orderOf(i + 1), number]])))
const problems = (text: string, more = {}) =>
  plan(text, more).rows.flatMap(({ at, problem, notes }) => [problem, ...notes].map((what) => what && `${at}: ${what}`))
    .filter(Boolean) // prettier-ignore

describe('a pasted column', () => {
  it.each([
    ['a column', [1, 2, 3].map(EK).join('\r\n')],
    ['a trailing tab', [1, 2, 3].map((i) => `${EK(i)}\t`).join('\r\n') + '\r\n'],
    ['a leading tab', [1, 2, 3].map((i) => `\t${EK(i)}`).join('\n')],
    ['quoted cells', [1, 2, 3].map((i) => `"${EK(i)}"`).join('\r\n')],
    ['blanks, no-break spaces and a byte order mark', `\uFEFF EK 100 000 001 IN\n\u00a0${EK(2)}\u00a0\n${EK(3)}\u200b`],
    ['line ends of an old Mac', [1, 2, 3].map(EK).join('\r')],
    ['digits in full width', [1, 2, 3].map(EK).join('\n').replaceAll('1', '１').replaceAll('0', '０')],
  ])('fills row for row without a question: %s', (_, text) => {
    expect(filled(text)).toEqual(inRows(EK(1), EK(2), EK(3)))
    expect(plan(text).isPlain).toBe(true)
  })

  it.each([
    ['an order number before the number', `CER-14 ${EK(1)}\nCER-13 ${EK(2)}`],
    ['an order number after it', `${EK(1)}/CER-000014\n${EK(2)}/CER-000013`],
    ['an order number joined by a hyphen', `CER-000014 - ${EK(1)}\nCER-000013-${EK(2)}`],
    ['an order number joined by a dot', `CER-000014.7890123456`],
    ['a number joined by an underscore', 'CER-000014_7890123456'],
  ])('takes no cell with an order number: %s', (_, text) => {
    expect(plan(text).isPlain).toBe(false)
    expect(filled(text)).toEqual({})
  })

  it.each(['1 7890123456\n2 7890123457', '14 7890123456', 'Rao 7890123456\nShah 7890123457'])(
    'asks about cells with a blank: %j',
    (text) => expect(plan(text).isPlain).toBe(false),
  )

  it.each(['-', 'TBC', 'Not picked up', 'cancelled'])('keeps the rows around a row with %j', (gap) => {
    const text = `${EK(1)}\n${gap}\n${EK(3)}\n${EK(4)}`
    expect(plan(text)).toMatchObject({ isPlain: false, headings: { count: 0 } })
    expect(filled(text)).toEqual(inRows(EK(1), null, EK(3), EK(4)))
    const withOrders = `${orderOf(3)}\t${EK(3)}\nHold\t-\n${orderOf(1)}\t${EK(1)}`
    expect(filled(withOrders)).toEqual(inRows(EK(1), null, EK(3)))
  })

  it.each(['AWB Date', 'Tracking Status', 'Return AWB', 'Master AWB', 'Tracking Link', 'AWB charges'])(
    'takes the numbers from their own column, not from %j',
    (other) => {
      const rows = [1, 2, 3].map((i) => `7000000000${i}\t${EK(i)}`)
      expect(filled(`${other}\tTracking Number\n${rows.join('\n')}`)).toEqual(inRows(EK(1), EK(2), EK(3)))
    },
  )

  it.each([
    ['a heading', `AWB No.\n${[1, 2, 3].map(EK).join('\n')}`],
    ['a title and a heading', `Export 28/11/2026\nTracking number\n${[1, 2, 3].map(EK).join('\n')}`],
    ['a second column with the courier', [1, 2, 3].map((i) => `${EK(i)}\tIndia Post`).join('\n')],
    ['a second column with dates', [1, 2, 3].map((i) => `2${i}/11/2026\t${EK(i)}`).join('\n')],
    ['a number of pieces', [1, 2, 3].map((i) => `1\t${EK(i)}`).join('\n')],
    ['a PIN code, a phone and an amount', [1, 2, 3].map((i) => `560001\t9845012345\t499.00\t1432150100000${i}`).join('\n').replace(/1432150100000(.)/g, (_, i) => EK(i))], // prettier-ignore
    ['a cell with line breaks', [1, 2, 3].map((i) => `"12 MG Road\nBengaluru"\t${EK(i)}`).join('\r\n')],
    ['a list with commas', [1, 2, 3].map(EK).join(', ')],
    ['a list with semicolons', `${[1, 2, 3].map(EK).join(';')};`],
    ['a row', [1, 2, 3].map(EK).join('\t')],
  ])('asks first, and then fills row for row: %s', (_, text) => {
    expect(plan(text).isPlain).toBe(false)
    expect(filled(text)).toEqual(inRows(EK(1), EK(2), EK(3)))
  })

  it('goes to the row and the chosen rows below it, and names the numbers that are left', () => {
    const rows = [1, 2, 3, 4].map((i) => target(i, i === 3 ? {} : { tick: 'CHOSEN' }))
    const text = [1, 2, 3].map(EK).join('\n')
    expect(filled(text, { rows, at: 1 })).toEqual({ [orderOf(2)]: EK(1), [orderOf(4)]: EK(2) })
    expect(problems(text, { rows, at: 1 })).toEqual(['3: There is no row left for it.'])
    expect(plan(text, { rows, at: 1 }).isPlain).toBe(false)
  })

  it('keeps the order of an empty row, or leaves empty rows out', () => {
    const text = `${EK(1)}\n\n${EK(3)}\n\n`
    expect(plan(text)).toMatchObject({ isPlain: false, emptyRows: 1 })
    expect(filled(text)).toEqual(inRows(EK(1), null, EK(3)))
    expect(filled(text, { skipsEmptyRows: true })).toEqual(inRows(EK(1), EK(3)))
  })

  it('names numbers that a spreadsheet broke, and keeps the rows of the others', () => {
    const text = [EK(1), '1.45612E+13', '#N/A', EK(4)].join('\n')
    expect(plan(text).isPlain).toBe(false)
    expect(filled(text)).toEqual(inRows(EK(1), null, null, EK(4)))
    expect(problems(text)).toEqual([expect.stringContaining('2: The spreadsheet has rounded'), '3: The cell has no number.']) // prettier-ignore
    for (const broken of ['14561234567891.0', '=1+1', '14,561,234,567,891', "'14561234567891", 'https://x.example/1'])
      expect(filled(`${EK(1)}\n${broken}\n${EK(3)}`)).toEqual(inRows(EK(1), null, EK(3)))
  })

  it('names numbers that are there twice', () => {
    const rows = [target(1), target(2), target(3), target(4, { number: EK(1), state: 'SHIPPED' })]
    expect(problems(`${EK(1)}\n${EK(2)}\n${EK(2)}`, { rows })).toEqual([
      '1: CER-000004 has the same number.',
      '2: The same number as in row 3.',
      '3: The same number as in row 2.',
    ])
    expect(problems(`${EK(1)}\n${EK(2)}`, { rows: [target(1, { number: 'EK9' }), target(2)] })).toEqual([
      '1: It replaces EK9.',
    ])
  })

  it.each([
    ['560001\n560002', 'PIN code'],
    ['9845012345\n9845012346', 'mobile number'],
    ['1\n2', 'few digits'],
  ])('asks about %j', (text, why) => {
    expect(plan(text).isPlain).toBe(false)
    expect(problems(text)[0]).toContain(why)
  })
})

describe('a pasted column of order numbers', () => {
  const lines = [3, 1, 4, 2].map((i) => [orderOf(i), EK(i)] as const)
  it.each([
    ['before the number', lines.map(([order, number]) => `${order}\t${number}`)],
    ['after the number', lines.map(([order, number]) => `${number}\t${order}`)],
    ['written otherwise', lines.map(([order, number]) => `#${order.toLowerCase().replace('-0000', ' ')}\t${number}`)],
    ['with commas', lines.map(([order, number]) => `${order}, ${number}`)],
    ['with empty rows', lines.map(([order, number]) => `${order}\t${number}\n\t`)],
    ['of Shiprocket', ['Order ID\tAWB Code\tCourier Company\tPincode\tCustomer Mobile\tOrder Total\tWeight (KG)', ...lines.map(([order, number]) => `${order}\t${number}\tDelhivery Surface\t560001\t9845012345\t1498.00\t0.5`)]], // prettier-ignore
    ['of Delhivery', ['Waybill\tReference No\tPickup Date\tConsignee\tPin\tPackage Amount', ...lines.map(([order, number]) => `${number}\t${order}\t28-11-2026\tAsha\t560001\t0.0`)]], // prettier-ignore
    ['of India Post', ['SL NO\tBARCODE NO\tREF\tCITY\tPINCODE\tNAME\tWEIGHT', ...lines.map(([order, number], i) => `${i + 1}\t${number}\t${order}\tPune\t411001\tRavi\t450`)]], // prettier-ignore
    ['of DTDC', ['Sr\tCustomer Ref\tCN No\tPcs\tDest Pin\tPhone', ...lines.map(([order, number], i) => `${i + 1}\t${order}\t${number}\t1\t600001\t+91 98450 12345`)]], // prettier-ignore
  ])('decides the rows: %s', (_, rows) => {
    const made = plan(rows.join('\r\n'))
    expect(Object.fromEntries(numbersOf(made))).toEqual(inRows(EK(1), EK(2), EK(3), EK(4)))
    expect(made).toMatchObject({ hasOrders: true, isPlain: false })
    expect(made.rows.map(({ name }) => name)).toEqual(['Buyer 3', 'Buyer 1', 'Buyer 4', 'Buyer 2'])
  })

  it('names orders that are not on the page, closed orders, and orders that are there twice', () => {
    const rows = [target(1), target(2, { state: 'SHIPPED', number: EK(9) }), target(3)]
    const text = `${orderOf(77)}\t${EK(7)}\n${orderOf(2)}\t${EK(2)}\n${orderOf(3)}\t${EK(3)}\n${orderOf(3)}\t${EK(4)}\n\t${EK(5)}\n${orderOf(1)}\t` // prettier-ignore
    expect(filled(text, { rows })).toEqual({})
    expect(problems(text, { rows })).toEqual([
      '1: This order is not on this page.',
      '2: This order takes no number now.',
      '3: CER-000003 is also in row 4.',
      '4: CER-000003 is also in row 3.',
      '5: This row has no order number.',
      '6: No number.',
    ])
  })
})

describe('order numbers in any spelling', () => {
  const third = (spelling: string) => filled(`"${spelling}"\t${EK(3)}\nCER-000001\t${EK(1)}`)
  it.each([
    "'CER-000003",
    'CER-000003 (COD)',
    'CER-000003\n(gift)',
    '#CER-000003-F1',
    'CER-000003/1',
    'CER-000003.',
    'CER_000003',
    'CER 3',
    'cer3',
    'Order #CER-000003',
    'CER-000003 Sunita',
    'Sunita – CER–3',
    'CER No. 3',
    '#3',
    'Order 3',
  ])('decide the rows: %j', (spelling) => {
    expect(third(spelling)).toEqual(inRows(EK(1), null, EK(3)))
    // Also if no other row has one.
    expect(filled(`"${spelling}"\t${EK(3)}\n\t${EK(1)}`)).toEqual({ [orderOf(3)]: EK(3) })
  })

  it.each(['Order No', 'Order', 'Order number', 'Order ID', 'ORDER NO.', 'Order_ID', 'Channel Order ID', 'ऑर्डर नंबर'])(
    'are digits under the heading %j',
    (heading) => {
      for (const [third, first] of [
        ['3', '1'],
        ['000003', '000001'],
        ['#3', '#1'],
        ["'3", "'1"],
        ['3 (COD)', '1/2'],
        ['3.0', '1.0'],
      ])
        // prettier-ignore
        expect(filled(`${heading}\tAWB\n${third}\t${EK(3)}\n${first}\t${EK(1)}`)).toEqual(inRows(EK(1), null, EK(3)))
    },
  )

  it('leave over and name each row without a readable one', () => {
    const text = `Rao\t${EK(1)}\nCER-000003\t${EK(3)}\nCER-OO0002\t${EK(2)}\nCER-1, CER-4\t${EK(4)}`
    expect(filled(text)).toEqual({ [orderOf(3)]: EK(3) })
    expect(plan(text).rows.map(({ givenOrder, order, problem }) => [givenOrder, order, problem])).toEqual([
      ['Rao', null, 'Its order number cannot be read.'],
      ['CER-000003', 'CER-000003', null],
      ['CER-OO0002', null, 'Its order number cannot be read.'],
      ['CER-1, CER-4', null, 'This row has several order numbers.'],
    ])
  })

  it.each([
    ['a heading over cells that cannot be read', 'Order No\tAWB\nA-17\t', 'A-18\t'],
    ['a heading over dates', 'Order\tWaybill\n28/11/2026\t', '29/11/2026\t'],
    ['a heading over names', 'Order\tAWB No\nAsha\t', 'Ravi\t'],
    ['a heading over another shop’s numbers', 'Order ID\tAWB\n403-1234567-1234567\t', '403-1234567-1234568\t'],
    ['a heading over powers of ten', 'Order number\tAWB\n1.6E+01\t', '1.7E+01\t'],
    ['the letter O for zero', 'CER-OO0O16\t', 'CER-OOOO17\t'],
    ['a power of ten', 'CER-1.6E+01\t', 'CER-1.7E+01\t'],
  ])('that cannot be read fill nothing by sequence: %s', (_, first, second) => {
    const made = plan(`${first}${EK(1)}\n${second}${EK(2)}`)
    expect(made).toMatchObject({ hasOrders: true, isPlain: false })
    expect(numbersOf(made).size).toBe(0)
  })

  it('are read from the column that has most of them', () => {
    const rows = [3, 1].map((i) => `34567890${i}\t${EK(i)}\t${orderOf(i)}\texchange for CER-000002`)
    expect(filled(`Order ID\tAWB\tChannel Order ID\tRemarks\n${rows.join('\n')}`)).toEqual(inRows(EK(1), null, EK(3)))
    const bare = [`3\t${EK(3)}\t`, `1\t${EK(1)}\texchange for CER-000002`, `4\t${EK(4)}\t`]
    expect(filled(`Order\tAWB\tRemarks\n${bare.join('\n')}`)).toEqual(inRows(EK(1), null, EK(3), EK(4)))
  })

  it('are neither house numbers nor serial numbers', () => {
    const rows = [1, 2].map((i) => `#${i}\t#${i + 2}, 5th Main\t${EK(i)}`)
    expect(plan(`S.No\tAddress\tAWB\n${rows.join('\n')}`)).toMatchObject({ hasOrders: false })
    expect(filled(`S.No\tAddress\tAWB\n${rows.join('\n')}`)).toEqual(inRows(EK(1), EK(2)))
  })
})

describe('a heading with digits', () => {
  const numbers = [1, 2, 3].map(EK)
  it.each([
    ['AWB No 2'],
    ['Manifest 20261128'],
    ['AWB 2026112801'],
    ['Dispatch list 28112026'],
    ['28/11/2026'],
    ['Sheet2'],
    ['No 2'],
    ['28 Nov 2026'],
    ['Parcels: 12'],
    ['Tracking number 1'],
    ['Run no. 45612'],
  ])('is left out: %j', (heading) => {
    const text = `${heading}\n${numbers.join('\n')}`
    expect(plan(text)).toMatchObject({ isPlain: false, headings: { count: 1, text: heading, areSkipped: true } })
    expect(filled(text)).toEqual(inRows(...numbers))
    expect(filled(text, { skipsHeadings: false })[orderOf(2)]).toBe(EK(1))
  })
  it('is left out if the row has a date', () => {
    const text = `AWB\t28/11/2026\n${numbers.map((number) => `${number}\tPune`).join('\n')}`
    expect(filled(text)).toEqual(inRows(...numbers))
    expect(
      filled(`Manifest 20261128\t28/11/2026\nAWB\tCity 2\n${numbers.map((n) => `${n}\tPune`).join('\n')}`),
    ).toEqual(inRows(...numbers))
  })

  it.each(['20261128', 'B2611', 'EK12', 'EK10000001IN'])('may be %j, so staff decide', (first) => {
    const text = `${first}\n${numbers.join('\n')}`
    expect(plan(text)).toMatchObject({ isPlain: false, headings: { count: 1, areSkipped: false } })
    expect(problems(text).join()).toContain('1: ')
    expect(filled(text)).toEqual(inRows(first, ...numbers))
    expect(filled(text, { skipsHeadings: true })).toEqual(inRows(...numbers))
  })

  it.each([
    '-',
    'TBC',
    'Not picked up',
    '1.4E+13',
    '1.45612E+13',
    '#N/A',
    '14,561,234',
    '=A1',
    'Pending',
    'on hold',
    '—',
  ])('is not a missing or broken number: %j', (first) => {
    const text = `${first}\n${EK(2)}\n${EK(3)}`
    expect(filled(text)).toEqual(inRows(null, EK(2), EK(3)))
    expect(plan(text).isPlain).toBe(false)
  })
})

it('the preview of a paste refuses the numbers that a cell refuses', () => {
  for (const given of [
    '1. 14561234500000',
    '28. 11. 2026',
    'EK 1 .',
    '14 561 234 .50',
    'N / A1 2',
    '1 E+13',
    'www. x1.in',
  ]) {
    const [row] = plan(`${given}\t\n${EK(2)}`).rows
    expect([given, row!.problem === null]).toEqual([given, whyNotTracking(row!.number) === null])
  }
  expect(problems(`1. 14561234500000\n2. 14561234500001`)[0]).toContain('1: The number has a decimal point.')
})

describe('a paste that is too large', () => {
  it.each([
    ['1,'.repeat(99_000), 'cells'],
    ['\t'.repeat(98_000), 'cells'],
    [`${'1\t'.repeat(100)}1\n2`, 'columns'],
    ['1\n'.repeat(1001), 'rows'],
    [`${EK(1)},`.repeat(1001), 'rows'],
    [`${'a\t'.repeat(50)}\n`.repeat(300), 'cells'],
  ])('is refused before it is planned: %#', (text, what) => {
    expect(whyTooMuch(readClipboard(text))).toContain(`${what} at once`)
  })
  it.each(['', EK(1), `${EK(1)},`.repeat(1000), `${'1\t'.repeat(99)}1\n2`, `${EK(1)}${'\t'.repeat(300)}\n`.repeat(20)])(
    'is not refused below the limits: %#',
    (text) => expect(whyTooMuch(readClipboard(text))).toBeNull(),
  )
})

it('a paste takes the column that staff choose', () => {
  const text = [1, 2].map((i) => `1432150100000${i}\t${EK(i)}`).join('\n')
  expect(plan(text).columns).toEqual([
    { at: 0, label: '1: 14321501000001' },
    { at: 1, label: `2: ${EK(1)}` },
  ])
  expect(filled(text, { courier: 'India Post' })).toEqual(inRows(EK(1), EK(2)))
  expect(filled(text, { courier: 'Delhivery' })).toEqual(inRows('14321501000001', '14321501000002'))
  expect(filled(text, { courier: 'India Post', column: 0 })).toEqual(inRows('14321501000001', '14321501000002'))
})

it('a paste never gives an order the number of another row, whichever other columns it has', () => {
  const AWB = fc.integer({ min: 1, max: 1e6 }).map((i) => `${14_321_501_000_000 + i}`)
  const beside = fc.constantFrom(
    '',
    '1',
    '560001',
    '9845012345',
    '499.00',
    'India Post',
    '28/11/2026',
    '"a\nb"',
    'asha@x.in',
  )
  const made = fc.record({
    numbers: fc.uniqueArray(AWB, { minLength: 2, maxLength: 4 }),
    before: fc.array(beside, { maxLength: 3 }),
    after: fc.array(beside, { maxLength: 3 }),
    heading: fc.boolean(),
    hasOrders: fc.boolean(),
    isReversed: fc.boolean(),
  })
  fc.assert(
    fc.property(made, ({ numbers, before, after, heading, hasOrders, isReversed }) => {
      const rows = numbers.map((number, i) => [...(hasOrders ? [orderOf(i + 1)] : []), ...before, number, ...after])
      if (hasOrders && isReversed) rows.reverse()
      if (heading) rows.unshift(rows[0]!.map((cell) => (numbers.includes(cell) ? 'AWB' : cell && 'Other')))
      expect(filled(rows.map((row) => row.join('\t')).join('\r\n'))).toEqual(inRows(...numbers))
    }),
  )
})

it('a paste of nothing has no plan, and one of a thousand wide rows has a plan', () => {
  expect(planPaste(readClipboard(' \n\t\n'), table, 0, { skipsEmptyRows: false }, '')).toBeNull()
  const wide = Array.from({ length: 1000 }, (_, i) => `${orderOf(i)}\t${'x\t'.repeat(50)}${14_321_501_000_000 + i}`)
  expect(plan(wide.join('\n')).rows).toHaveLength(1000)
})
