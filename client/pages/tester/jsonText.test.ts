import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesOf, formatJson, treeOf } from './jsonText'

/** The text without the white space between its tokens. */
const tokens = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_all, quoted?: string) => quoted ?? '')

describe('formatJson', () => {
  it('indents by two spaces', () => {
    expect(formatJson(' {"a":[1,{"b":null}],\n\n"c":{},"d":[] } \n')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    )
  })

  it.each([
    '{"id":98765432109876543210987654321}',
    '[1.0,2.50,-0,-0.0]',
    '{"rate":1E5,"small":1e-7,"plus":2E+3}',
    '{"huge":1e999,"tiny":1e-999}',
    '{"a":1,"b":2,"a":3}',
    '{"":1,"":2}',
    '{"__proto__":{"x":1},"constructor":2}',
    '{"10":"x","2":"y","1":"z"}',
    '"caf\\u00e9 \\/ \\ud83c\\udffa \\u0041"',
    '["\\ud800","\\u0000"]',
    '{"a b":" two  spaces ","t":"\\t// no comment /* at all */"}',
    '[0.1000000000000000055511151231257827,123456789.123456789123]',
    '[[],{},[[]],[{}]]',
    '9007199254740993',
    'true',
  ])('changes nothing but white space in %s', (text) => {
    const formatted = formatJson(text)
    expect(tokens(formatted)).toBe(tokens(text))
    expect(formatJson(formatted)).toBe(formatted)
  })

  it('keeps the value and tokens of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(tokens(formatJson(text))).toBe(tokens(text))
      }),
      { numRuns: 500 },
    )
  })
})

describe('treeOf', () => {
  const written = (text: string) =>
    entriesOf(treeOf(text)!).map(({ name, value }) => [name, text.slice(value.offset, value.offset + value.length)])

  it.each([
    ['{"n":18446744073709551616}', [['n', '18446744073709551616']]],
    ['[3.10, 1E2]', [['0', '3.10'], ['1', '1E2']]], // prettier-ignore
    ['{"k":1,"k":2}', [['k', '1'], ['k', '2']]], // prettier-ignore
    ['{"9":1,"1":2}', [['9', '1'], ['1', '2']]], // prettier-ignore
    ['{"__proto__":-0}', [['__proto__', '-0']]],
    ['{"\\u0061":"\\u00e9"}', [['a', '"\\u00e9"']]],
    ['{}', []],
    ['7', []],
  ])('keeps numbers, pairs and their order in %s', (text, expected) => expect(written(text)).toEqual(expected))

  it.each(['', '{', '[1,]', '{a:1}', '// no', '['.repeat(100_000) + ']'.repeat(100_000)])(
    'is null for text that is not JSON or nested too deeply (%#)',
    (text) => expect(treeOf(text)).toBeNull(),
  )
})
