/** `npm run dev` in a fresh clone: Vite in front of the shop's server, with an empty dependency cache. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announce } from '../../../server/process/lifecycle'
import { startTestApp, testSettings } from '../../../server/testing/app'
import { freePort } from '../../../server/testing/processes'
import { launch } from '../launch'

const app = await startTestApp()
const cacheDir = mkdtempSync(join(tmpdir(), 'cerashop-vite-'))
let vite: ViteDevServer
let origin: string

beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  // dev.ts sets this variable, which Vite's configuration file reads on load.
  vi.stubEnv('PORT', String(app.listeningOrigin.split(':').at(-1)))
  const port = await freePort()
  vite = await createServer({
    configFile: 'client/build/vite.config.ts',
    cacheDir,
    logLevel: 'error',
    server: { port, host: '127.0.0.1', strictPort: true },
  })
  await vite.listen()
  origin = `http://127.0.0.1:${port}`
})

afterAll(async () => {
  await vite?.close()
  vi.unstubAllEnvs()
  rmSync(cacheDir, { recursive: true, force: true })
})

describe('npm run dev', () => {
  it('renders the home page on the client', async () => {
    const browser = await launch()
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    // Vite compiles the packages and the client first.
    page.setDefaultTimeout(90_000)
    await page.goto(origin)
    await page.getByRole('heading', { level: 1, name: /Made slowly/ }).waitFor()
    await page.getByRole('article').first().waitFor()
    expect(errors).toEqual([])
    await browser.close()
  })

  it('proxies requests to the server', async () => {
    for (const [path, text] of [
      ['/robots.txt', 'Sitemap:'],
      ['/sitemap.xml', '<urlset'],
      ['/api/products', '"products"'],
    ] as const) {
      const response = await fetch(origin + path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain(text)
    }
  })

  it('sends a photo upload to the server, and serves the office pages from the client', async () => {
    const upload = await fetch(`${origin}/office/photos`, { method: 'POST', body: 'x' })
    expect([upload.status, await upload.text()]).toEqual([401, expect.stringContaining('"errors"')])
    const page = await fetch(`${origin}/office/products`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<div id="root">')
  })

  it('holds a request until the server has started', async () => {
    const port = await freePort()
    vi.stubEnv('PORT', String(port))
    const early = await createServer({
      configFile: 'client/build/vite.config.ts',
      cacheDir: join(cacheDir, 'early'),
      logLevel: 'error',
      server: { port: await freePort(), host: '127.0.0.1' },
    })
    await early.listen()
    const request = fetch(`http://127.0.0.1:${early.config.server.port}/api/products`)
    await setTimeout(500)
    const late = createHttpServer((_, response) => response.end('here now')).listen(port, 'localhost')
    expect(await (await request).text()).toBe('here now')
    late.close()
    await early.close()
  })

  it('derives the client and server ports from PORT', () => {
    const print = 'values=node -p "[process.env.PAGE_PORT, process.env.PORT, process.env.PUBLIC_ORIGIN].join()"'
    const run = (env: NodeJS.ProcessEnv) =>
      execFileSync(process.execPath, ['--import', 'tsx', 'dev.ts', print], {
        encoding: 'utf8',
        env: { ...process.env, PORT: undefined, PUBLIC_ORIGIN: undefined, ...env },
      }).trim()
    expect(run({})).toBe('values 3000,3001,http://localhost:3000')
    expect(run({ PORT: '4100' })).toBe('values 4100,4101,http://localhost:4100')
  })

  it("prints URLs with the client's port, and restarts the server when the schema changes", async () => {
    const env = { PUBLIC_ORIGIN: 'http://localhost:3000', NODE_ENV: 'development', PORT: '3001' }
    const banner = announce(testSettings(env), 'http://127.0.0.1:3001')
    const named = [...banner.matchAll(/^ {2}(\S.*?) {2,}(http\S+)$/gm)].map(([, what, address]) => [what, address])
    expect(named).toEqual([
      ['Shop', 'http://localhost:3000'],
      ['Office', 'http://localhost:3000/office'],
      ['GraphQL explorer', 'http://localhost:3000/graphql'],
      ['REST reference', 'http://localhost:3000/api/docs'],
      ['REST tester', 'http://localhost:3000/mockman'],
    ])
    for (const [what, address] of named) {
      const response = await fetch(address!.replace('http://localhost:3000', origin), {
        headers: { accept: 'text/html' },
      })
      expect([what, response.status, response.headers.get('content-type')]).toEqual([
        what,
        200,
        expect.stringContaining('text/html'),
      ])
    }
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { dev: string } }
    // The explorer and the reference are served from their builds.
    expect(scripts.dev).toContain('tsx build.ts --developer-pages')
    expect(scripts.dev).toContain('tsx watch --include schema.graphql')
  })
})
