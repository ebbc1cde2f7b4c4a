import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { ask, call } from '../testing/calls'
import { newShopper } from '../testing/factories'
import { ENDPOINTS } from './endpoints'

const app = await startTestApp()
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

/** Payment providers and the sandbox call these; they are no part of the contract that a client sees. */
const NOT_LISTED = '/api/payments/'

/** Every method and path under /api, read from the router's own drawing of its tree. */
function registeredRoutes(): string[] {
  const routes = new Set<string>()
  const prefixes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part, methods] = /^([│ ]*)[├└]── ([^ ]*)(?: \((.*)\))?$/.exec(line) ?? []
    if (part === undefined) continue
    const depth = indent!.length / 4
    prefixes.splice(depth, Infinity, part)
    const path = prefixes.slice(0, depth + 1).join('')
    for (const method of methods?.split(', ') ?? []) {
      // HEAD comes with every GET, a trailing slash with the root of every scope, and what is unknown is 404.
      if (path.startsWith('/api/') && !/^\/api\/\*?$/.test(path) && method !== 'HEAD')
        routes.add(`${method} ${path.replace(/(?<=.)\/$/, '')}`)
    }
  }
  return [...routes].sort()
}

const statusOf = async ({ method, path, sample }: (typeof ENDPOINTS)[0], token: string, params = sample?.params) => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => params![name]!)
  const answer = await call(app, method, url, { token, body: sample?.body })
  return { status: answer.statusCode, keys: Object.keys(answer.json()) }
}

describe('ENDPOINTS', () => {
  it('are the routes that are registered, neither more nor fewer', () => {
    const routes = registeredRoutes()
    expect(routes.filter((route) => !route.includes(NOT_LISTED))).toEqual(
      ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort(),
    )
    expect(routes.filter((route) => route.includes(NOT_LISTED))).toEqual([
      'POST /api/payments/sandbox/pay',
      'POST /api/payments/sandbox/webhook',
    ])
  })

  it('are the calls of the contract', () => {
    expect(ENDPOINTS).toHaveLength(17)
    expect(ENDPOINTS.filter(({ auth }) => auth).every(({ path }) => path.startsWith('/api/user/'))).toBe(true)
    expect(ENDPOINTS.filter(({ auth }) => !auth).some(({ path }) => path.startsWith('/api/user/'))).toBe(false)
  })

  it.each(ENDPOINTS)('$method $path answers as declared to its sample', async (endpoint) => {
    const shopper = await newShopper(app)
    await call(app, 'POST', '/api/user/cart', { ...shopper, body: { product: { _id: 'sea-glass-serving-bowl' } } })
    // The sample names no address of anyone's: here it is one of the shopper's own.
    const params = 'addressId' in (endpoint.sample?.params ?? {}) ? { addressId: shopper.addressId } : undefined
    const { status, keys } = await statusOf(endpoint, shopper.token, params)
    expect(status).toBe(endpoint.status)
    expect(keys).toContain(endpoint.answer)
  })

  it.each(ENDPOINTS.filter(({ sample }) => sample?.params && 'addressId' in sample.params))(
    '$method $path knows no address by the id of its sample',
    async (endpoint) => {
      const { status } = await statusOf(endpoint, (await newShopper(app)).token)
      expect(status).toBe(endpoint.method === 'DELETE' ? 200 : 404)
    },
  )

  it.each(ENDPOINTS)('$method $path has a twin in GraphQL that is valid and works', async ({ graphql, auth }) => {
    expect(validate(schema, parse(graphql))).toEqual([])
    const token = auth ? (await newShopper(app)).token : undefined
    const query = graphql.replace('new@shopper.example', `${randomUUID()}@shopper.example`)
    const { data, errors } = await ask(app, query, { token })
    expect(errors).toBeUndefined()
    expect(Object.values(data)).not.toContain(null)
  })
})
