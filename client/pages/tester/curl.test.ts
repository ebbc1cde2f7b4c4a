import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftOfCurl } from './curl'
import { callOf, type Draft } from './draft'
import { toCurl } from './exportCode'
import { shellWords } from './shellWords'

const ORIGIN = 'http://shop.example'

/** Without the rows' ids. */
function read(line: string) {
  const draft = draftOfCurl(line, ORIGIN)
  if ('fault' in draft) return draft.fault
  const { headers, ...others } = draft
  return { ...others, headers: headers.filter(({ name }) => name).map(({ name, value }) => `${name}: ${value}`) }
}

describe('draftOfCurl', () => {
  it.each([
    ['curl http://shop.example/api/products', { method: 'GET', endpoint: '/api/products', headers: [], body: '{}' }],
    ['  curl -sS --compressed /api/products?a=1', { endpoint: '/api/products?a=1' }],
    ['curl elsewhere.example/x', { endpoint: 'http://elsewhere.example/x' }],
    ['curl --request=DELETE --url /api/x', { method: 'DELETE', endpoint: '/api/x', body: '' }],
    ['curl -XDELETE /api/x -o out.json -m 5', { method: 'DELETE' }],
    [
      `curl /api/x -H 'Content-Type: application/json' -d '{"a": "it'\\''s"}'`,
      { method: 'POST', headers: ['Content-Type: application/json'], body: `{"a": "it's"}` },
    ],
    [`curl /api/x --json '{"a":1}'`, { method: 'POST', headers: [], body: '{"a":1}' }],
    [
      `curl /api/x -d a=1 --data b=2`,
      { method: 'POST', headers: ['content-type: application/x-www-form-urlencoded'], body: 'a=1&b=2' },
    ],
    [`curl /api/x -H "x: \\"\\$HOME\\" \\n" -H 'y;'`, { headers: ['x: "$HOME" \\n', 'y: '] }],
    [`curl /api/x \\\n  -H x:1 \\\n  -H"y: 2"`, { headers: ['x: 1', 'y: 2'] }],
    [`curl /api/x --json $'{"a": "\\u00e9\\'\\n"}'`, { body: `{"a": "é'\n"}` }],
    [`curl /api/x -X DELETE --data-raw '@text' -H 'content-type: text/plain'`, { body: '@text' }],
  ])('reads %s', (line, expected) => {
    expect(read(line)).toMatchObject(expected)
  })

  it.each([
    ['', 'This is no line of curl: it has to begin with curl.'],
    ['wget /api/x', 'This is no line of curl: it has to begin with curl.'],
    ['curl -s', 'The line names no address.'],
    ['curl /a /b', 'The line names two addresses: /a and /b.'],
    ['curl -u me:secret /a', '-u cannot be imported.'],
    ['curl --user me:secret /a', '--user cannot be imported.'],
    ['curl /a -F file=@x', '-F cannot be imported.'],
    ['curl -sk /a', '-k cannot be imported.'],
    ['curl /a -d @body.json', '-d @body.json names a file, which this page cannot read.'],
    ['curl -X PUT /a', 'PUT is no method of this tester: it has GET, POST, DELETE.'],
    ['curl -X GET /a -d x', 'A GET has no body here.'],
    ['curl /a -H', '-H is the last word: what belongs to it is missing.'],
    ['curl /a -H nothing', '-H nothing is no header.'],
    ["curl '/a", 'A quote stays open.'],
    ['curl http://', 'http:// is no address.'],
    ['curl /a | jq .', 'Only one command can be imported: | is more than that.'],
    ['curl $(cat x)', 'Only one command can be imported: $ is more than that.'],
  ])('says of %j: %s', (line, fault) => {
    expect(read(line)).toBe(fault)
  })

  it('reads back every call that the tester exports', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((each) => !each.includes('\0'))
    const value = fc.stringMatching(/^[!-~]([ -~]{0,10}[!-~])?$/)
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST', 'DELETE'), text, value, (method, body, header) => {
        const headers = [{ id: 1, on: true, name: 'x-one', value: header }]
        const call = callOf({ method, endpoint: '/api/x?a=[1]', headers, body }, ORIGIN)
        const draft = draftOfCurl(toCurl(call), ORIGIN) as Draft
        expect(callOf(draft, ORIGIN)).toEqual(call)
      }),
    )
  })
})

describe('shellWords', () => {
  it.each([`a 'b c' "d e" f\\ g ''`, `x'y'"z"\\\\ "\\a\\"\\\\\\$" '\\'`, 'one \\\n  two\n', `"a\\\nb" 'a\\\nb'`])(
    'splits %j as sh does',
    (line) => {
      const said = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`]).toString()
      expect(shellWords(line)).toEqual(said.split('\0').slice(0, -1))
    },
  )
})
