import { describe, expect, it } from 'vitest'
import { firstPicked, pickedPieces } from './LinePicker'

const line = (id: string, most: number, unit?: string) => ({ item: { id }, most, ...(unit !== undefined && { unit }) })

describe('the chosen pieces', () => {
  it.each([
    ['a single line', [line('a', 3)], { a: 3 }],
    ['one item', [line('a', 1)], { a: 1 }],
    ['a set, whose items are not all meant', [line('a', 4, 'items in the set')], { a: null }],
    ['the last item of a set', [line('a', 1, 'items in the set')], { a: 1 }],
    ['several lines', [line('a', 3), line('b', 4, 'items in the set')], {}],
  ])('are the expected ones at first for %s', (_what, lines, picked) => expect(firstPicked(lines)).toEqual(picked))

  it('leave out a line that asks how many, and are at most what is left', () => {
    const lines = [line('a', 3), line('b', 4, 'items in the set'), line('c', 2)]
    expect(pickedPieces(lines, { a: 5, b: null, c: 0 })).toEqual([{ id: 'a', quantity: 3 }])
  })
})
