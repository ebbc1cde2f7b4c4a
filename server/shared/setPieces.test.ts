import { describe, expect, it } from 'vitest'
import { countedTitle, countsText, type LineCounts } from './setPieces'

describe('a part of a line', () => {
  it.each<[string, Parameters<typeof countedTitle>[0]]>([
    ['2 × Cup', { title: 'Cup', piecesInSet: null, quantity: 2, pieces: 0 }],
    ['2 × Cup', { title: 'Cup', piecesInSet: null, quantity: 2, pieces: 0, bought: 2 }],
    ['2 × Cup (2 of 4)', { title: 'Cup', piecesInSet: null, quantity: 2, pieces: 0, bought: 4 }],
    ['1 × Plates (4 of 8)', { title: 'Plates', piecesInSet: 4, quantity: 1, pieces: 0, bought: 2 }],
    ['1 item of the set “Plates”', { title: 'Plates', piecesInSet: 4, quantity: 0, pieces: 1 }],
    ['1 item of the set “Plates” (1 of 4)', { title: 'Plates', piecesInSet: 4, quantity: 0, pieces: 1, bought: 1 }],
    ['3 items of the set “Plates” (3 of 8)', { title: 'Plates', piecesInSet: 4, quantity: 0, pieces: 3, bought: 2 }],
    ['5 items of the sets “Plates” (5 of 8)', { title: 'Plates', piecesInSet: 4, quantity: 1, pieces: 1, bought: 2 }],
  ])('is %s', (text, part) => expect(countedTitle(part)).toBe(text))
})

describe('what became of a line', () => {
  const NONE: LineCounts = {
    ...{ piecesInSet: null, cancelled: 0, replaced: 0, replacedPieces: 0 },
    ...{ returned: 0, returnedPieces: 0, returnedBroken: 0, returnedBrokenPieces: 0 },
  }
  it.each<[string, Partial<LineCounts>]>([
    ['', {}],
    ['2 arrived broken', { returned: 2, returnedBroken: 2 }],
    ['1 returned, 2 arrived broken', { returned: 3, returnedBroken: 2 }],
    ['1 cancelled, 1 returned, replacement for 1', { cancelled: 1, returned: 1, replaced: 1 }],
    ['1 item of the set arrived broken', { piecesInSet: 4, returnedPieces: 1, returnedBrokenPieces: 1 }],
    [
      '3 items of the set returned, 2 items of the set arrived broken',
      { piecesInSet: 4, returned: 1, returnedPieces: 1, returnedBrokenPieces: 2 },
    ],
    ['1 returned, replacement for 1 item of the set', { piecesInSet: 4, returned: 1, replacedPieces: 1 }],
  ])('is “%s”', (text, counts) => expect(countsText({ ...NONE, ...counts })).toBe(text))
})
