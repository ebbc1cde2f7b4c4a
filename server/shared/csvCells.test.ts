import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guard, unguard } from './csvCells'

describe('guard', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@a',
    '\t=1',
    '\r=1',
    '\n=1',
    '\nx',
    '＝cmd|calc',
    '＋1',
    '－1',
    '＠a',
    ' =1',
    '\u00a0＝1',
    '  @a',
  ])('makes the cell %j text', (text) => {
    expect(guard(text)).toBe(`'${text}`)
  })

  it.each(['Asha Rao', ' plain', '1 = 1', 'a@x.example', '', '0'])('does not change the cell %j', (text) => {
    expect(guard(text)).toBe(text)
  })

  it('is undone by unguard', () => {
    const unit = fc.constantFrom(...`'=+-@＝＠ \t\r\nab`)
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(unguard(guard(text))).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })
})
