/** Visitors who request pages that no cache has, fill the cache with responses, or invent addresses. */
import { describe, it } from 'vitest'
import { NO_LIMITS } from '../../server/testing'
import { servedBefore } from './bystander'
import { expectAtMost, normalCall } from './findings'
import { ask, cpuOf, send, SMALL_HEAP, startTarget, type Target } from './target'

const page = (target: Target, path: string) => send(target, path, { headers: { accept: 'text/html' } })

describe('pages that no cache has', () => {
  const ATTACKERS = 10
  const MAX_BEFORE = 3 * ATTACKERS
  const MAX_NORMAL_CALLS = 4

  it('do not keep other visitors waiting, with the default limits', async () => {
    const target = await startTarget()
    await page(target, '/')
    const before = await servedBefore(
      ATTACKERS,
      (attacker, i) => page(target, `/products?search=x${attacker}y${i}`),
      () => page(target, '/'),
    )
    expectAtMost('Uncached pages that are answered during a call of a bystander, p95', before, MAX_BEFORE, 'pages')
  })

  it('cost little if the path or a parameter is unknown', async () => {
    const target = await startTarget(NO_LIMITS)
    const normal = await normalCall(target)
    const paths: Record<string, (i: number) => string> = {
      'A page with an unknown parameter': (i) => `/help/faq?utm=${i}`,
      'An unknown product': (i) => `/product/nope-${i}`,
      'A path with the host of another site': (i) => `//evil${i}.example/`,
    }
    for (const [name, path] of Object.entries(paths)) {
      const ms = await cpuOf(target, 40, (i) => page(target, path(i)))
      expectAtMost(name, ms / normal, MAX_NORMAL_CALLS, 'normal calls')
    }
  })
})

describe('a flood of cached responses', () => {
  /** store.test.ts checks the limit of the cache. This test finds what else a response might leave in memory. */
  const RESPONSES = 3_000
  const ID = 'x'.repeat(500)
  const AT_ONCE = 20
  const MAX_MB = 600
  const MAX_MORE_MB = 100

  it('leaves the memory bounded', async () => {
    const target = await startTarget({ ...NO_LIMITS, ...SMALL_HEAP })
    const query = 'query ($id: ID!) { product(id: $id) { id } }'
    const flood = async (from: number, to: number) => {
      for (let i = from; i < to; i += AT_ONCE) {
        const ids = Array.from({ length: AT_ONCE }, (_, j) => `${ID}${i + j}`)
        await Promise.all(ids.map((id) => ask(target, query, { id })))
      }
    }
    await flood(0, RESPONSES)
    const full = target.memoryMb()
    expectAtMost(`Memory after ${RESPONSES} cached responses`, full, MAX_MB, 'MB')
    await flood(RESPONSES, 2 * RESPONSES)
    expectAtMost('Memory that as many more add', target.memoryMb() - full, MAX_MORE_MB, 'MB')
  })
})

describe('invented addresses', () => {
  const SIGN_INS = 30
  const TRIES = 40

  /** A proxy appends to the header that a client sent. Some proxies add the client's port. */
  it('do not let a client through more often', async () => {
    const target = await startTarget({ TRUST_PROXY: '1', SIGN_INS_PER_MINUTE: String(SIGN_INS) })
    const tries = Array.from({ length: TRIES }, (_, i) =>
      send(target, '/api/auth/login', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.${i % 100}.${i % 250}, 10.0.0.10:${1024 + i}`,
        },
        body: JSON.stringify({ email: 'nobody@shop.example', password: 'a guess' }),
      }),
    )
    const through = (await Promise.all(tries)).filter(({ status }) => status !== 429).length
    expectAtMost(`Logins from ${TRIES} invented addresses and ports that are let through`, through, SIGN_INS, 'logins')
  })
})
