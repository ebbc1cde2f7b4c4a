import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError } from './jsonError'

const placed = (text: string) => {
  const error = findJsonError(text)
  return error && `${error.line}:${error.column} ${error.message}`
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('findJsonError', () => {
  it.each(['{}', ' [1, -2.5e3, true, null, "\\u00e9\\n"] ', '"text"', '0', '{"a": {"b": []}}'])(
    'accepts %s',
    (text) => {
      expect(findJsonError(text)).toBeNull()
    },
  )

  it.each([
    ['', '1:1 Value expected.'],
    ['{"a": 1,}', '1:9 Property name expected.'],
    ['[1, 2,]', '1:7 Value expected.'],
    ['{a: 1}', '1:2 Invalid symbol.'],
    ["{'a': 1}", '1:2 Invalid symbol.'],
    ['{"a" 1}', '1:6 Colon expected.'],
    ['{"a": }', '1:7 Value expected.'],
    ['{"a": \'x\'}', '1:7 Invalid symbol.'],
    ['{\n  "a": 1\n  "b": 2\n}', '3:3 Comma expected.'],
    ['{"a": 1', '1:8 Close brace expected.'],
    ['["a" "b"]', '1:6 Comma expected.'],
    ['{"a": "x}', '1:7 Unexpected end of string.'],
    ['"a\nb"', '1:1 Unexpected end of string.'],
    ['"\\x"', '1:1 Invalid escape character.'],
    ['[undefined]', '1:2 Invalid symbol.'],
    ['01', '1:2 End of file expected.'],
    ['{} {}', '1:4 End of file expected.'],
    ['[🏺]', '1:2 Invalid symbol.'],
  ])('finds the position of the error in %j', (text, expected) => {
    expect(placed(text)).toBe(expected)
  })

  it('reports an error for every input that the parser rejects', () => {
    const almostJson = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', '\\', '\n', '-', '0', 'e', 't', ' '))
      .map(([text, at, mark]) => {
        const cut = at % (text.length + 1)
        return text.slice(0, cut) + mark + text.slice(cut + (at % 2))
      })
    fc.assert(
      fc.property(almostJson, (text) => {
        const error = findJsonError(text)
        expect(error === null).toBe(isJson(text))
        expect(error?.message).not.toBe('Not JSON.')
      }),
      { numRuns: 2000 },
    )
  })

  it('reports an error if the nesting would overflow the stack', () => {
    expect(findJsonError('['.repeat(200_000))).toMatchObject({ line: 1 })
  })
})
