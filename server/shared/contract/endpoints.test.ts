import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { newShopper } from '../../testing/data/factories'
import { startRazorpayStandIn } from '../../testing/stand-ins/razorpayStandIn'
import type { ClientEndpoint, Endpoint } from './endpoint'
import { ENDPOINTS } from './endpoints'
import { OPERATIONS } from './operations'

/** Starts an app and lists all methods and paths under /api that are registered in it. */
async function startAndListRoutes(env?: Record<string, string>) {
  const routes = new Set<string>()
  const app = await startTestApp(env, {
    prepare: (unrouted) =>
      unrouted.addHook('onRoute', ({ method, url }) => {
        // Omits routes that Fastify adds: HEAD for each GET, a trailing slash for the root of each scope, and the wildcard for unknown paths.
        // Also omits the reference page, which is not part of the contract.
        if (/^\/api\/(?!docs\b)[^*]/.test(url) && method !== 'HEAD')
          routes.add(`${String(method)} ${url.replace(/\/$/, '')}`)
      }),
  })
  return { app, routes: [...routes].sort() }
}

const standIn = await startRazorpayStandIn()
afterAll(() => standIn.close())
const { app, routes } = await startAndListRoutes()
const withRazorpay = await startAndListRoutes(standIn.env)
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

const respond = ({ method, path, sample }: ClientEndpoint, token: string, params = sample?.params) => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => params![name]!)
  return call(app, method, url, { token, body: sample?.body })
}

describe('OPERATIONS', () => {
  it('match the registered routes exactly', () => {
    const linesOf = (operations: Endpoint[]) => operations.map(({ method, path }) => `${method} ${path}`).sort()
    const isOf = (provider: string, { path }: Endpoint) => path.startsWith(`/api/payments/${provider}/`)
    const all = Object.values(OPERATIONS)
    expect(routes).toEqual(linesOf(all.filter((each) => !isOf('razorpay', each))))
    expect(withRazorpay.routes).toEqual(linesOf(all.filter((each) => !isOf('sandbox', each))))
  })
})

describe('ENDPOINTS', () => {
  it('contain all eighteen calls, of which only those under /api/user/ need a token', () => {
    expect(ENDPOINTS).toHaveLength(18)
    expect(ENDPOINTS.filter(({ auth }) => auth).every(({ path }) => path.startsWith('/api/user/'))).toBe(true)
    expect(ENDPOINTS.filter(({ auth }) => !auth).some(({ path }) => path.startsWith('/api/user/'))).toBe(false)
  })

  it.each(ENDPOINTS)('$method $path responds to its sample as declared', async (endpoint) => {
    const shopper = await newShopper(app)
    await call(app, 'POST', '/api/user/cart', { ...shopper, body: { product: { _id: 'sea-glass-serving-bowl' } } })
    // The address in the sample does not exist, so the request uses one of the shopper's addresses.
    const params = 'addressId' in (endpoint.sample?.params ?? {}) ? { addressId: shopper.addressId } : undefined
    const response = await respond(endpoint, shopper.token, params)
    expect(response.statusCode).toBe(endpoint.status)
    expect(endpoint.response.safeParse(response.json()).error).toBeUndefined()
  })

  it.each(ENDPOINTS.filter(({ sample }) => sample?.params && 'addressId' in sample.params))(
    "$method $path finds no address with its sample's id",
    async (endpoint) => {
      const { statusCode } = await respond(endpoint, (await newShopper(app)).token)
      expect(statusCode).toBe(endpoint.method === 'DELETE' ? 200 : 404)
    },
  )

  it.each(ENDPOINTS)('$method $path has a valid, working GraphQL equivalent', async ({ graphql, auth }) => {
    expect(validate(schema, parse(graphql.query))).toEqual([])
    const token = auth ? (await newShopper(app)).token : undefined
    const text = JSON.stringify(graphql.variables ?? {}).replace('new@', `${randomUUID()}@`)
    const { data, errors } = await ask(app, graphql.query, { token, variables: JSON.parse(text) })
    expect(errors).toBeUndefined()
    expect(Object.values(data)).not.toContain(null)
  })
})
