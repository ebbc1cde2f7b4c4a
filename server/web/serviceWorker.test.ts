import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'

describe('GET /service-worker.js', () => {
  it('is revalidated each time, so a new version takes over immediately', async () => {
    const app = await startTestApp()
    const { statusCode, headers, body } = await app.inject('/service-worker.js')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(body).toContain('/assets/')
    const page = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(page.headers['content-security-policy']).toContain("worker-src 'self'")
  })

  it('removes itself if SERVICE_WORKER is 0', async () => {
    const app = await startTestApp({ SERVICE_WORKER: '0' })
    const { headers, body } = await app.inject('/service-worker.js')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body).toContain('unregister()')
  })
})
