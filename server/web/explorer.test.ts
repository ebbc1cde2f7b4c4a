import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const CATEGORIES = encodeURIComponent('{ categories { id } }')

describe('GET /graphql', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await startTestApp()
  })

  it('serves the explorer to browsers, with a policy that allows only its own files', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/graphql', headers: HTML })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    const files = [...body.matchAll(/(?:src|href)="(\/graphql\/explorer\/[^"]+)"/g)].map(([, file]) => file!)
    expect(files.length).toBeGreaterThan(1)
    for (const url of files) {
      const file = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
      expect([url, file.statusCode, file.headers['cache-control']]).toEqual([
        url,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  it.each([
    ['an operation, whoever asks', `/graphql?query=${CATEGORIES}`, HTML, 200],
    ['a program without an operation', '/graphql', { accept: 'application/json' }, 400],
    ['no Accept header', '/graphql', {}, 400],
  ])('is still the API for %s', async (_, url, headers, status) => {
    const { statusCode, headers: answered } = await app.inject({ url, headers })
    expect([statusCode, answered['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
  })

  it('responds with 404 under /graphql/explorer for HTML pages and unknown files', async () => {
    for (const url of [
      '/graphql/explorer/index.html',
      '/graphql/explorer/../../server/app.js',
      '/graphql/explorer/x.js',
    ])
      expect((await app.inject({ url, headers: HTML })).statusCode).toBe(404)
  })
})
