/** The server's memory does not grow with pages, documents and searches that were never requested before. */
import { describe, expect, it } from 'vitest'
import { projectRoot } from './settings'
import type { ExecutePageOperation, PageRenderer } from './shared/rendering'
import { startTestApp } from './testing/app'
import { ask } from './testing/calls'
import { newShopper } from './testing/data/factories'
import { takenBytes } from './testing/memory'

const app = await startTestApp(
  { PUBLIC_ORIGIN: 'https://shop.example', COST_PER_MINUTE: '0', SIGN_INS_PER_MINUTE: '0' },
  { limits: { 'requests.perNetwork': 0 } },
)
const { renderer } = (await import(`${projectRoot}/dist/ssr/entry.server.js`)) as { renderer: PageRenderer }

/** Fills caches with a fixed limit, so that the first calls do not count. */
const WARM_UP = 40
const CALLS = 120

/** The bytes that stay in memory after a call, without those in the response cache, which has a limit. */
async function growthPerCall(call: (i: number) => Promise<unknown>): Promise<number> {
  const taken = async () => (await takenBytes()) - app.cacheCounts.bytes
  for (let i = 0; i < WARM_UP; i += 1) await call(i)
  const before = await taken()
  for (let i = WARM_UP; i < WARM_UP + CALLS; i += 1) await call(i)
  return ((await taken()) - before) / CALLS
}

const page = async (url: string, status = 200) => {
  const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(statusCode).toBe(status)
  return body
}
/** Runs a page's operation without the cache. */
const execute: ExecutePageOperation = async ({ query, operationName, variables }) => {
  const { data } = await ask(app, query, { variables, ...(operationName && { operationName }) })
  return { data }
}

/** Vitest's `rejects` would keep the error, and V8 keeps what the error's stack refers to. */
const messageOf = (rejected: Promise<unknown>): Promise<unknown> =>
  rejected.then(
    () => null,
    (error: unknown) => (error as Error).message,
  )

const MAX_BYTES_PER_CALL = 20_000

describe('memory after many calls', () => {
  it.each<[string, (i: number) => Promise<unknown>]>([
    ['pages of searches', async (i) => expect(await page(`/products?search=bowl%20${i}`)).toContain('page-state')],
    [
      'listings with a price limit',
      async (i) => expect(await page(`/products?max=${500 + i}`)).toContain('page-state'),
    ],
    ['pages of unknown products', (i) => page(`/product/no-such-bowl-${i}`, 404)],
    ['unknown paths', (i) => page(`/no/such/page/${i}`, 404)],
    [
      'pages whose data cannot be loaded',
      async (i) => {
        const failing = () => Promise.reject(new Error(`failure ${i}`))
        const loading = renderer.load(new URL(`https://shop.example/products?search=jar${i}`), failing)
        expect(await messageOf(loading)).toBe(`failure ${i}`)
      },
    ],
    [
      'pages that fail while they are rendered',
      async (i) => {
        const page = await renderer.load(new URL(`https://shop.example/products?search=cup${i}`), async (operation) => {
          if (operation.operationName === 'ShopQuery') throw new Error(`failure ${i}`)
          return execute(operation)
        })
        expect(await messageOf(page.render())).toBe(`failure ${i}`)
      },
    ],
    [
      'pages that are loaded and never rendered',
      async () => {
        const { status } = await renderer.load(new URL('https://shop.example/products'), execute)
        expect(status).toBe(200)
      },
    ],
    [
      'GraphQL documents',
      async (i) => {
        const { data } = await ask(app, `query Q${i} { products(first: 5) { nodes { a${i}: id title } } }`)
        expect(data.products.nodes).toHaveLength(5)
      },
    ],
    [
      'searches',
      async (i) => {
        const { data } = await ask(app, `{ products(filter: { search: "cup ${i}x" }, first: 5) { totalCount } }`)
        expect(data.products).toBeTruthy()
      },
    ],
  ])('stays the same after %s', async (_what, call) => {
    expect(await growthPerCall(call)).toBeLessThan(MAX_BYTES_PER_CALL)
  })

  it('stays the same after sign-ups and logins', async () => {
    const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { token } }`
    const growth = await growthPerCall(async (i) => {
      const shopper = await newShopper(app)
      expect(shopper.token).toBeTruthy()
      const input = { email: `nobody-${i}@shop.example`, password: `wrong password ${i}` }
      expect((await ask(app, LOGIN, { variables: { input } })).data.login.token).toBeNull()
    })
    expect(growth).toBeLessThan(MAX_BYTES_PER_CALL)
  })
})
