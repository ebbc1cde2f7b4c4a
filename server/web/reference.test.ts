import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'

describe('GET /api/docs', async () => {
  const app = await startTestApp()

  it.each(['/api/docs', '/api/docs/'])(
    '%s is not indexed by search engines, and loads only its own files',
    async (path) => {
      const { statusCode, headers, body } = await app.inject(path)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-cache', 'noindex'])
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('http')
      const files = [...body.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file]) => file!)
      expect(files).toHaveLength(2)
      for (const url of files) {
        const file = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
        expect([file.statusCode, file.headers['content-encoding'], file.headers['cache-control']]).toEqual([
          200,
          'gzip',
          'public, max-age=31536000, immutable',
        ])
      }
    },
  )

  it('serves no other files, and is not listed in the OpenAPI document', async () => {
    expect((await app.inject('/api/docs/index.html')).statusCode).toBe(404)
    expect((await app.inject('/api/docs/assets/nope.js')).json()).toEqual({
      errors: ['There is nothing at GET /api/docs/assets/nope.js.'],
    })
    expect((await app.inject('/api/openapi.json')).body).not.toContain('/api/docs')
  })
})
