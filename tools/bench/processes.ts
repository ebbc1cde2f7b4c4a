/** The servers that the benchmark measures, each in a separate process. */
import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, stop } from '../../server/testing'
import { projectRoot } from '../../server/settings'

export interface Running {
  origin: string
  pid: number
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000

/** The built shop. `env` contains settings as in .env.example. */
async function startShop(env: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ALLOW_SANDBOX_PAYMENTS: '1',
      // All requests come from one address, so the limits are off.
      REQUESTS_PER_MINUTE: '0',
      ANONYMOUS_REQUESTS_PER_MINUTE: '0',
      COST_PER_MINUTE: '0',
      USER_COST_PER_MINUTE: '0',
      PAGES_AT_ONCE: '0',
      HOST: '127.0.0.1',
      PORT: String(port),
      OPS_PORT: '0',
      ...env,
    },
    stdio: 'ignore',
  })
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error('The shop did not start.')
    const answer = await fetch(`${origin}/api/products`).catch(() => null)
    if (answer?.ok) break
    if (performance.now() - started > START_TIMEOUT_MS) {
      child.kill('SIGKILL')
      throw new Error('The shop did not answer.')
    }
    await sleep(10)
  }
  return {
    origin,
    pid: child.pid!,
    stop: () => stop(child),
  }
}

/** Runs the built shop during `measure`. */
export async function withShop<T>(env: Record<string, string>, measure: (shop: Running) => Promise<T>): Promise<T> {
  const shop = await startShop(env)
  try {
    return await measure(shop)
  } finally {
    await shop.stop()
  }
}

/** Creates a folder that exists while `measure` runs. */
export async function withFolder<T>(measure: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-bench-'))
  try {
    return await measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a script of client/e2e in a separate process, and returns the JSON that it prints. */
export async function runScript<Result>(name: string, ...args: string[]): Promise<Result> {
  const script = join(projectRoot, 'client/e2e', name)
  const options = { cwd: projectRoot }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...args], options)
  return JSON.parse(stdout) as Result
}

/** Starts a minimal Fastify server that sends the given response bodies. */
export async function startBare(bodies: Record<string, Buffer>): Promise<Pick<Running, 'origin' | 'pid' | 'stop'>> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { execArgv: ['--import', 'tsx'] })
  const texts = Object.entries(bodies).map(([path, bytes]) => [path, bytes.toString('base64')])
  child.send(Object.fromEntries(texts))
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, pid: child.pid!, stop: () => stop(child) }
}
