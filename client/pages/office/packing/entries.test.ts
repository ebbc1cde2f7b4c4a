import { describe, expect, it } from 'vitest'
import { alikeTo, EMPTY, nextRow, repeated, sharing, withNumber, type Row } from './entries'

const row = (order: string, more: Partial<Row> = {}): Row => ({
  ...EMPTY,
  order,
  ...more,
})
const CHOSEN = { tick: 'CHOSEN' } as const

describe('Enter in the packing table', () => {
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

describe('a tracking number in the packing table', () => {
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

  it('of another order is ticked for one parcel, and a new number takes the tick away', () => {
    const used = row('A', { number: 'EK1', error: 'B was sent with this number.', usedBy: 'B' })
    expect(sharing(used, true)).toMatchObject({ error: null, usedBy: 'B', sharesWith: ['B'] })
    expect(sharing(sharing(used, true), false).sharesWith).toEqual([])
    expect(withNumber(sharing(used, true), 'EK2')).toMatchObject({ usedBy: null, sharesWith: [] })
    const rows = [used, row('C', { number: 'ek 1' }), row('D', { number: 'EK2' }), row('E', { number: 'EK1' })]
    expect(alikeTo(rows, used)).toEqual(['C', 'E'])
  })
})
