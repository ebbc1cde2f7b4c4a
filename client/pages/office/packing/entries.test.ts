import { describe, expect, it } from 'vitest'
import { fill, nextRow, pastedNumbers, repeated, withNumber, type Row } from './entries'

const row = (order: string, more: Partial<Row> = {}): Row => ({
  order,
  tick: null,
  number: '',
  state: 'OPEN',
  error: null,
  ...more,
})
const CHOSEN = { tick: 'CHOSEN' } as const

describe('pastedNumbers', () => {
  it.each([
    ['a column of a spreadsheet', 'EK1\r\nEK2\r\nEK3\r\n', ['EK1', 'EK2', 'EK3']],
    ['lines', 'EK1\nEK2', ['EK1', 'EK2']],
    ['a row of a spreadsheet', 'EK1\tEK2\n', ['EK1', 'EK2']],
    ['one number', ' ek 123 456 789 in ', ['EK123456789IN']],
    ['numbers with invisible characters and other digits', '\u202a१२३\u202c\n１４', ['123', '14']],
    ['an empty cell in between', 'EK1\n\nEK3\n\n', ['EK1', '', 'EK3']],
    ['nothing', ' \n\t\n', []],
  ])('reads %s', (_, text, numbers) => {
    expect(pastedNumbers(text)).toEqual(numbers)
  })

  it('reads a very long text only in part', () => {
    expect(pastedNumbers('1\n'.repeat(1_000_000)).length).toBe(10_000)
  })
})

describe('Enter', () => {
  it('goes to the next row, and skips rows that take no number', () => {
    const rows = [row('A', { tick: 'TYPED', number: '1' }), row('B', { state: 'SHIPPED' }), row('C')]
    expect(nextRow(rows, 0)).toBe(2)
    expect(nextRow(rows, 2)).toBeNull()
  })

  it('goes to the next chosen row, if staff chose rows', () => {
    const rows = [row('A', CHOSEN), row('B'), row('C', { tick: 'TYPED', number: '1' }), row('D', CHOSEN)]
    expect(nextRow(rows, 0)).toBe(3)
    expect(nextRow(rows, 3)).toBeNull()
    expect(nextRow(rows, 1)).toBe(3)
    expect(nextRow([row('A', { ...CHOSEN, state: 'SHIPPED' }), row('B'), row('C')], 1)).toBe(2)
  })
})

describe('a pasted column', () => {
  it('fills the row and the chosen rows below it, and says how many numbers are left', () => {
    const rows = [row('A', CHOSEN), row('B', CHOSEN), row('C'), row('D', CHOSEN), row('E', CHOSEN)]
    expect(fill(rows, 1, ['1', '', '3', '4', '', '6'])).toEqual({
      numbers: new Map([
        ['B', '1'],
        ['E', '3'],
      ]),
      last: 4,
      left: 2,
    })
  })

  it('fills all rows below, if staff chose none', () => {
    expect(fill([row('A'), row('B'), row('C', { state: 'CLOSED' }), row('D')], 0, ['1', '2', '3'])).toEqual({
      numbers: new Map([
        ['A', '1'],
        ['B', '2'],
        ['D', '3'],
      ]),
      last: 3,
      left: 0,
    })
  })
})

describe('a number', () => {
  it('ticks its row, and its removal removes only this tick', () => {
    const typed = withNumber(row('A', { error: 'x' }), '1')
    expect(typed).toMatchObject({ tick: 'TYPED', number: '1', error: null })
    expect(withNumber(typed, '').tick).toBeNull()
    expect(withNumber(row('A', CHOSEN), '').tick).toBe('CHOSEN')
  })

  it('is found again in other rows, however it is typed', () => {
    const rows = [row('A', { number: 'ek1' }), row('B', { number: '2' }), row('C'), row('D')]
    const shipped = row('E', { number: 'EK 1', state: 'SHIPPED' })
    expect(repeated(rows)).toEqual(new Map())
    expect(repeated([...rows, shipped, row('F', { number: 'EK1' })])).toEqual(
      new Map([
        ['A', 'E'],
        ['E', 'A'],
        ['F', 'A'],
      ]),
    )
  })
})
