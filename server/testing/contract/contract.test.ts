import { describe, expect, it } from 'vitest'
import { startTestApp } from '../app'
import { call } from '../calls'
import { takeErrors } from './contractErrors'

/** Changes that a hook makes to all responses after the check's own hooks have run. */
let spoil: { body?: string; status?: number } = {}

const app = await startTestApp(
  {},
  {
    prepare: (unrouted) =>
      unrouted.addHook('preSerialization', async (_request, reply, payload) => {
        const { body, status } = spoil
        if (status) reply.code(status)
        return body === undefined ? payload : (JSON.parse(body) as unknown)
      }),
  },
)

const refused = (path = '/api/user/cart') => call(app, 'GET', path)

describe('the contract check of all responses', () => {
  it('accepts a response that matches the contract', async () => {
    spoil = {}
    await call(app, 'GET', '/api/categories/bowls')
    await refused()
    await refused('/api/nope')
    expect(takeErrors()).toEqual([])
  })

  it.each<[string, typeof spoil, string, string?]>([
    [
      'a status that is not in the document',
      { status: 418 },
      'GET /api/user/cart answered 418: this status is not described',
    ],
    [
      'the mismatch in a body',
      { body: '{"errors":[]}' },
      'GET /api/user/cart answered 401: data/errors must NOT have fewer than 1 items',
    ],
    ['a missing Retry-After', { status: 429 }, 'GET /api/user/cart answered 429: Retry-After is missing'],
    [
      'a wrong response for an unknown path',
      { body: '{"errors":["no"]}' },
      'GET /api/nope answered 404: {"errors":["no"]} is not what an unknown path gets',
      '/api/nope',
    ],
  ])('reports %s', async (_, spoiled, error, path) => {
    spoil = spoiled
    await refused(path)
    expect(takeErrors()).toEqual([error])
  })
})
