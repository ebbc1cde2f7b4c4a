import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Call } from '../draft'
import { toCurl, toFetch } from './exportCode'

const get: Call = { method: 'GET', url: 'http://shop.example/api/products', headers: [['accept', 'application/json']] }
const post: Call = {
  method: 'POST',
  url: "http://shop.example/api/it's?a=[1]&b=$HOME",
  headers: [
    ['accept', 'application/json'],
    ['x-empty', ''],
  ],
  body: '{"text": "it\'s `$(whoami)`\\n"}',
}

describe('toCurl', () => {
  it('generates a short command for a GET', () => {
    expect(toCurl(get)).toBe("curl 'http://shop.example/api/products' \\\n  -H 'accept: application/json'")
  })

  it.skipIf(process.platform === 'win32')('keeps every argument intact in a POSIX shell (needs sh)', () => {
    const printed = toCurl(post).replace(/^curl/, "printf '%s\\0'")
    const given = execFileSync('sh', ['-c', printed]).toString().split('\0').slice(0, -1)
    expect(given).toEqual([
      ...['--globoff', '-X', 'POST', post.url],
      ...['-H', 'accept: application/json', '-H', 'x-empty;', '--data-raw', post.body],
    ])
  })
})

describe('toFetch', () => {
  it.each([get, post])('generates a script that makes the same call: $method', async (call) => {
    const calls: unknown[] = []
    const fake = (url: string, options: object) => {
      calls.push({ url, ...options })
      return { status: 200, text: () => '' }
    }
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the exported code is run, as a developer would
    const script = new Function('fetch', 'console', `return (async () => {${toFetch(call)}})()`)
    await script(fake, { log() {} })
    const { method, headers, ...rest } = call
    expect(calls).toEqual([{ ...rest, ...(method === 'GET' ? {} : { method }), headers: Object.fromEntries(headers) }])
  })
})
