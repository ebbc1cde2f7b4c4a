/**
 * Bodies of deeply nested JSON, which are far more expensive to parse than their length suggests. Covers all kinds of paths, with and
 * without a Content-Length header.
 */
import { expect, it } from 'vitest'
import { CHARGED, from, newAddress, weigh } from './charge'
import { expectAtMost, normalCall } from './findings'
import { send, startTarget, type Target } from './target'

const BYTES = 240_000
/** `[[[…]]]`, and `{"a":{"a":…}}` inside a GraphQL variable. */
const ARRAYS = '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2)
const LEVEL = '{"a":'
const DEPTH = Math.floor(BYTES / (LEVEL.length + 1))
const OBJECTS = `{"query":"{shop{name}}","variables":${LEVEL.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`

const PATHS = ['/graphql', '/api/auth/login', '/api/user/cart', '/api/nope', '/nope']
const RUNS = 10
const MAX_NORMAL_CALLS = 4
const MAX_FOR_CHARGE = 5

function post(target: Target, path: string, body: string, address: string, isChunked: boolean) {
  const headers = { 'content-type': 'application/json', ...from(address) }
  const sent = isChunked ? { body: new Blob([body]).stream(), duplex: 'half' as const } : { body }
  return send(target, path, { method: 'POST', headers, ...sent })
}

it('deeply nested JSON costs little, and its sender is charged for it', async () => {
  const target = await startTarget(CHARGED)
  const normal = await normalCall(target, () => from(newAddress()))
  let dearest = { cpuMs: 0, path: '' }
  let unfair = { ratio: 0, path: '' }
  for (const path of PATHS) {
    for (const body of [ARRAYS, OBJECTS]) {
      for (const isChunked of [false, true]) {
        const run = (address: string) => post(target, path, body, address, isChunked)
        const { status } = await run(newAddress())
        expect([path, Math.floor(status / 100)]).toEqual([path, 4])
        const { cpuMs, chargedMs } = await weigh(target, RUNS, run)
        if (cpuMs > dearest.cpuMs) dearest = { cpuMs, path }
        // A request whose body is not parsed costs no more than any other rejected request. It is counted, but not charged.
        const ratio = cpuMs > normal / 2 ? cpuMs / chargedMs : 0
        if (ratio > unfair.ratio) unfair = { ratio, path }
      }
    }
  }
  const kind = `Nested JSON of ${BYTES / 1000} KB`
  expectAtMost(`${kind} (dearest: ${dearest.path})`, dearest.cpuMs / normal, MAX_NORMAL_CALLS, 'normal calls')
  expectAtMost(`${kind}, CPU for what is charged (${unfair.path})`, unfair.ratio, MAX_FOR_CHARGE, 'times')
})
