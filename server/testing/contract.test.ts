import { describe, expect, it } from 'vitest'
import { startTestApp } from './app'
import { call } from './calls'
import { takeFaults } from './contractFaults'

/** What a hook after the check's own makes of every answer. */
let spoil: { body?: string; status?: number } = {}

const app = await startTestApp({}, (unrouted) =>
  unrouted.addHook('preSerialization', async (_request, reply, payload) => {
    const { body, status } = spoil
    if (status) reply.code(status)
    return body === undefined ? payload : (JSON.parse(body) as unknown)
  }),
)

const refused = (path = '/api/user/cart') => call(app, 'GET', path)

describe('the check of every answer', () => {
  it('finds nothing in what is as described', async () => {
    spoil = {}
    await call(app, 'GET', '/api/categories/bowls')
    await refused()
    await refused('/api/nope')
    expect(takeFaults()).toEqual([])
  })

  it('names the status that the document does not have', async () => {
    spoil = { status: 418 }
    await refused()
    expect(takeFaults()).toEqual(['GET /api/user/cart answered 418: this status is not described'])
  })

  it('names what is wrong in a body', async () => {
    spoil = { body: '{"errors":[]}' }
    await refused()
    expect(takeFaults()).toEqual(['GET /api/user/cart answered 401: data/errors must NOT have fewer than 1 items'])
  })

  it('misses a Retry-After', async () => {
    spoil = { status: 429 }
    await refused()
    expect(takeFaults()).toEqual(['GET /api/user/cart answered 429: Retry-After is missing'])
  })

  it('knows what an unknown path gets', async () => {
    spoil = { body: '{"errors":["no"]}' }
    await refused('/api/nope')
    expect(takeFaults()).toEqual(['GET /api/nope answered 404: {"errors":["no"]} is not what an unknown path gets'])
  })
})
