/**
 * Bodies of deeply nested JSON, which are far more expensive to parse than their length suggests. Covers all kinds of paths, with and
 * without a Content-Length header.
 */
import { CHARGED, from, newAddress, weigh } from './charge'
import { cpu, type Finding } from './findings'
import { send, startTarget, type Target } from './server'

const BYTES = 240_000
/** `[[[…]]]`, and `{"a":{"a":…}}` inside a GraphQL variable. */
const ARRAYS = '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2)
const LEVEL = '{"a":'
const DEPTH = Math.floor(BYTES / (LEVEL.length + 1))
const OBJECTS = `{"query":"{shop{name}}","variables":${LEVEL.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`

const PATHS = ['/graphql', '/api/auth/login', '/api/user/cart', '/api/nope', '/nope']
const RUNS = 20
const MOST_MS = 12

function post(target: Target, path: string, body: string, address: string, isChunked: boolean) {
  const headers = { 'content-type': 'application/json', ...from(address) }
  const sent = isChunked ? { body: new Blob([body]).stream(), duplex: 'half' as const } : { body }
  return send(target, path, { method: 'POST', headers, ...sent })
}

export async function nestedJson(): Promise<Finding[]> {
  const target = await startTarget(CHARGED)
  let dearest = { cpuMs: 0, path: '' }
  let unfair = { ratio: 0, path: '' }
  for (const path of PATHS) {
    for (const body of [ARRAYS, OBJECTS]) {
      for (const isChunked of [false, true]) {
        const run = (address: string) => post(target, path, body, address, isChunked)
        const { status } = await run(newAddress())
        if (status < 400 || status >= 500) throw new Error(`Nested JSON to ${path} is answered with ${status}`)
        const { cpuMs, chargedMs } = await weigh(target, RUNS, run)
        if (cpuMs > dearest.cpuMs) dearest = { cpuMs, path }
        // A request whose body is not parsed costs no more than any other rejected request, and is counted as one.
        const ratio = cpuMs > 2 ? cpuMs / chargedMs : 0
        if (ratio > unfair.ratio) unfair = { ratio, path }
      }
    }
  }
  await target.stop()
  return [
    cpu(`Nested JSON of ${BYTES / 1000} KB (dearest: ${dearest.path})`, dearest.cpuMs, MOST_MS),
    { name: `Nested JSON, CPU for what is charged (${unfair.path})`, value: unfair.ratio, unit: 'times', most: 5 },
  ]
}
