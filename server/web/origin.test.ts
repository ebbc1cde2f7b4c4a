import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { overSocket } from '../testing/socket'

/**
 * The address that the server sees for a request through proxies that append to X-Forwarded-For, like nginx's $proxy_add_x_forwarded_for.
 */
async function seenThrough(trust: string, headers: Record<string, string>) {
  let seen: unknown
  const app = await startTestApp(
    { TRUST_PROXY: trust },
    { prepare: (unready) => unready.addHook('onRequest', async ({ ip, protocol }) => void (seen = { ip, protocol })) },
  )
  const ask = await overSocket(app)
  await ask('/api/categories', { headers })
  return seen
}

const appended = (client: string) => ({ 'x-forwarded-for': `203.0.113.9, ${client}`, 'x-forwarded-proto': 'https' })

describe('TRUST_PROXY', () => {
  it.each([
    ['1', appended('198.51.100.7'), { ip: '198.51.100.7', protocol: 'https' }],
    ['loopback', appended('198.51.100.7'), { ip: '198.51.100.7', protocol: 'https' }],
    ['127.0.0.0/8,10.0.0.0/8', appended('198.51.100.7'), { ip: '198.51.100.7', protocol: 'https' }],
    ['2', appended('10.0.0.10'), { ip: '203.0.113.9', protocol: 'https' }],
    ['loopback,10.0.0.0/8', appended('10.0.0.10'), { ip: '203.0.113.9', protocol: 'https' }],
    ['0', appended('198.51.100.7'), { ip: '127.0.0.1', protocol: 'http' }],
    ['192.168.0.1', appended('198.51.100.7'), { ip: '127.0.0.1', protocol: 'http' }],
    ['1', {}, { ip: '127.0.0.1', protocol: 'http' }],
  ] as [string, Record<string, string>, object][])(
    'of %s accepts only the trusted part of %j',
    async (trust, headers, seen) => {
      expect(await seenThrough(trust, headers)).toEqual(seen)
    },
  )

  it("never trusts X-Forwarded-Host, because proxies pass on a client's value", async () => {
    const app = await startTestApp({ TRUST_PROXY: '1' })
    const ask = await overSocket(app)
    const headers = { host: 'localhost', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
    for (const path of ['/', '/sitemap.xml', '/robots.txt']) {
      const { body } = await ask(path, { headers })
      expect(body).toContain('https://localhost/')
      expect(body).not.toContain('evil')
    }
  })

  it("keeps an untrusted client from changing other clients' responses", async () => {
    const app = await startTestApp({ TRUST_PROXY: '192.0.2.1' })
    const ask = await overSocket(app)
    const page = (proto: string) => ask('/', { headers: { 'x-forwarded-proto': proto } })
    for (let times = 0; times < 2; times += 1) {
      expect((await page('https')).body).toContain('rel="canonical" href="http://127.0.0.1')
      expect((await page('javascript')).body).toContain('rel="canonical" href="http://127.0.0.1')
    }
  })
})
