/** Runs the set-up from docs/operating.md without containers: unit, .env, PostgreSQL, the nightly backup, and nginx in front. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:http2'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import demoUsers from '../../prisma/catalogue/demo-users.json' with { type: 'json' }
import { projectRoot } from '../../server/settings'
import { rowsOf } from '../../server/testing/data/databaseContent'
import { newestInstalled, type Postgres, startPostgres } from '../../server/testing/postgres'
import { startRazorpayStandIn } from '../../server/testing/stand-ins/razorpayStandIn'
import { CERTIFICATE } from '../../server/testing/stand-ins/smtpStandIn'
import { Installation, NGINX } from './installation'

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const hasAll = newestInstalled() !== null && isInstalled(NGINX) && isInstalled('bash')
const EMPLOYEE = { email: 'you@shop.example', password: 'a long pass phrase', firstName: 'Y', lastName: 'U' }

it('PostgreSQL and nginx are installed in CI', () => {
  if (process.env['CI']) expect(hasAll).toBe(true)
})

describe.skipIf(!hasAll)(
  'an installation without containers (skipped without PostgreSQL and nginx, and never in CI)',
  () => {
    let postgres: Postgres
    let installation: Installation
    let razorpay: Awaited<ReturnType<typeof startRazorpayStandIn>>

    beforeAll(async () => {
      // The document's steps create a role and a database, so the test needs a dedicated server.
      vi.stubEnv('BENCH_DATABASE_URL', '')
      postgres = (await startPostgres())!
      razorpay = await startRazorpayStandIn()
      installation = await Installation.make(postgres)
      installation.prepareStart()
    })
    afterAll(async () => {
      await installation?.remove()
      await razorpay?.close()
      await postgres?.stop()
      vi.unstubAllEnvs()
    })

    /** A request over HTTP/2 and TLS, as a browser sends it. */
    async function call(
      method: string,
      path: string,
      body: object | Buffer | null = null,
      more: Record<string, string> = {},
    ) {
      const session = connect(`https://localhost:${installation.ports.https}`, { ca: CERTIFICATE })
      try {
        const sent = body === null || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
        const headers = { 'content-type': 'application/json', ...more }
        const stream = session.request({ ':method': method, ':path': path, ':authority': 'shop.example', ...headers })
        stream.end(sent ?? undefined)
        const [answer] = (await once(stream, 'response')) as [Record<string, string>]
        return { status: Number(answer[':status']), text: (await buffer(stream)).toString() }
      } finally {
        session.close()
      }
    }
    const logIn = async (person: { email: string; password: string }) => {
      const { status, text } = await call('POST', '/api/auth/login', person)
      return { status, token: (JSON.parse(text) as { encodedToken: string }).encodedToken }
    }

    it.skipIf(!isInstalled('systemd-analyze'))('passes systemd-analyze verify', () => {
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', installation.unit().path], {
        encoding: 'utf8',
      })
      expect((stdout + stderr).split('\n').filter((line) => line.includes('cerashop'))).toEqual([])
    })

    it('does not start without a payment provider, regardless of NODE_ENV in .env', async () => {
      await expect(installation.startShop()).rejects.toThrow(
        /ended with 1: [^]*RAZORPAY_KEY_ID: is required in production/,
      )
      installation.addSettings({ NODE_ENV: 'development' })
      await expect(installation.startShop()).rejects.toThrow(
        /ended with 1: [^]*RAZORPAY_KEY_ID: is required in production/,
      )
    })

    it('starts with the provider keys, without demo accounts, and warns about an unknown setting', async () => {
      installation.addSettings({ ...razorpay.env, RAZORPAY_KEYID: 'x' })
      const output = await installation.startShop()
      expect(output).toContain('RAZORPAY_KEYID is not a setting and has no effect. Do you mean RAZORPAY_KEY_ID?')
      expect(output).toMatch(/Shop +https:\/\/shop\.example\n/)
      expect(output).not.toContain('try-out')
      await installation.startNginx()
      expect((await call('GET', '/api/payments/sandbox/scenarios')).status).toBe(404)
      for (const { email, password } of demoUsers)
        expect((await call('POST', '/api/auth/login', { email, password })).status).toBe(404)
    })

    it('shows the home page and serves the API over HTTP/2 through nginx', async () => {
      const home = await call('GET', '/', null, { accept: 'text/html' })
      expect(home.status).toBe(200)
      expect(home.text).toContain('<link rel="canonical" href="https://shop.example/"')
      const products = await call('GET', '/api/products')
      expect(products.status).toBe(200)
      expect((JSON.parse(products.text) as { products: object[] }).products.length).toBeGreaterThan(20)
    })

    it('redirects from HTTP to HTTPS', async () => {
      const asked = request({
        port: installation.ports.http,
        path: '/product/a?b=1',
        headers: { host: 'shop.example' },
      })
      asked.end()
      const [answer] = await once(asked, 'response')
      answer.resume()
      expect([answer.statusCode, answer.headers.location]).toEqual([308, 'https://shop.example/product/a?b=1'])
    })

    it("shows metrics and health only on the operators' port", async () => {
      for (const path of ['/metrics', '/health', '/health/live', '/health/ready']) {
        const { status, text } = await call('GET', path)
        expect([path, status]).toEqual([path, 404])
        expect(text).not.toMatch(/shop_http_|"outside"/)
      }
      const ops = `http://127.0.0.1:${installation.ports.ops}`
      for (const path of ['/metrics', '/health/ready']) expect((await fetch(ops + path)).status).toBe(200)
    })

    it('gives an account access to the office, and accepts a photo', async () => {
      expect((await call('POST', '/api/auth/signup', EMPLOYEE)).status).toBe(201)
      expect(installation.giveAccess()).toContain(`${EMPLOYEE.email} is now staff as Owner.\n`)
      const { token } = await logIn(EMPLOYEE)
      const photo = readFileSync(join(projectRoot, 'prisma/catalogue/photos/slide-1.webp'))
      const headers = { authorization: token, 'content-type': 'image/webp' }
      expect(await call('POST', '/office/photos', photo, headers)).toMatchObject({ status: 201 })
    })

    it('is fully backed up by the cron job, and can be restored to other folders', async () => {
      const { folder } = installation
      expect(installation.backUp()).toContain(`${folder}/backups/cerashop-`)
      expect(installation.unit().all('ReadWritePaths')).toEqual([`-${folder}/backups`])
      const [archive] = readdirSync(join(folder, 'backups'))
      installation.asRoot("su postgres -c 'createdb --owner=cerashop --template=template0 other'")
      const urlOf = (database: string) => installation.urlOf(database)
      const settings = { DATABASE_URL: urlOf('other'), DATA_DIR: join(folder, 'backups/other') }
      installation.command(['restore', join(folder, 'backups', archive!)], settings)
      const [before, after] = [await rowsOf(urlOf('cerashop')), await rowsOf(urlOf('other'))]
      expect(before.size).toBeGreaterThan(20)
      expect([...before.keys()].filter((name) => before.get(name) !== after.get(name))).toEqual([])
      expect(before.get('user_account')).toContain(EMPLOYEE.email)
      const state = join(folder, 'var/lib/cerashop')
      const [photo] = readdirSync(join(state, 'photos'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.webp'),
      )
      const file = join('photos', photo!)
      expect(readFileSync(join(settings.DATA_DIR, file))).toEqual(readFileSync(join(state, file)))
      expect(readdirSync(settings.DATA_DIR)).not.toContain('jwt-secret')
    })
  },
)
