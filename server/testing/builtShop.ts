/** Runs the built shop in a separate process, which a test or tool may end and start again at the same address, and calls it over the network. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../settings'
import { freePort } from './processes'

export interface BuiltShop {
  origin: string
  port: number
  /** The current process. */
  readonly child: ChildProcess
  /** Starts the process again at the same address, after `stop`. */
  start(): void
  /** Waits until the shop is ready, and returns how many seconds this took. Rejects with the shop's output if the process ends. */
  ready(): Promise<number>
  /** Sends the signal, and waits for the end. Returns the exit code, or the signal that ended the process. */
  stop(signal?: NodeJS.Signals): Promise<number | string>
  /** Kills the process, and removes the shop's temporary folder. */
  close(): Promise<void>
}

export interface BuiltShopOptions {
  /** Settings as in .env.example. Without DATA_DIR, the shop uses a temporary folder. */
  env?: Record<string, string>
  /** A folder with the build to run, in `dist`. */
  folder?: string
  port?: number
  /** A file descriptor for the shop's log. */
  log?: number
}

/** For tests and tools whose calls all come from one address. */
export const NO_LIMITS = { LIMITS: 'off' }

/** Empty values, so that a developer's .env file sets none of them. */
const UNSET = { DATABASE_URL: '', JWT_SECRET: '', PUBLIC_ORIGIN: '', SMTP_URL: '', API_DELAY_MS: '0' }

/** Only ends a hanging start. */
const MAX_START_MS = 60_000
const POLL_MS = 20
const OUTPUT_CHARS = 10_000

/** Kills all shops when this process exits, even if a run fails. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Resolves when the shop is ready. */
export async function startBuiltShop({
  env = {},
  folder = projectRoot,
  port: given,
  log,
}: BuiltShopOptions = {}): Promise<BuiltShop> {
  const port = given ?? (await freePort())
  const opsPort = await freePort()
  const temporary = env['DATA_DIR'] === undefined ? mkdtempSync(join(tmpdir(), 'cerashop-built-')) : null
  const settings = {
    ...{ PATH: process.env['PATH'], NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1', LOG_LEVEL: 'silent' },
    ...{ HOST: '127.0.0.1', PORT: String(port), OPS_PORT: String(opsPort) },
    ...UNSET,
    ...(temporary && { DATA_DIR: temporary }),
    ...env,
  }
  let child: ChildProcess
  let output = ''
  const shop: BuiltShop = {
    origin: `http://127.0.0.1:${port}`,
    port,
    get child() {
      return child
    },
    start() {
      const started = spawn(process.execPath, [join(folder, 'dist/server/main.js')], {
        cwd: folder,
        env: settings,
        stdio: ['ignore', log ?? 'pipe', 'pipe'],
      })
      output = ''
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_CHARS)))
      child = started
      running.add(started)
      started.once('exit', () => running.delete(started))
    },
    async ready() {
      const began = performance.now()
      for (;;) {
        const response = await fetch(`http://127.0.0.1:${opsPort}/health/ready`).catch(() => null)
        await response?.text().catch(() => '')
        const seconds = (performance.now() - began) / 1000
        if (response?.ok) return seconds
        if (hasEnded(child)) {
          // The last output may arrive after the end.
          await sleep(POLL_MS)
          throw new Error(`The shop ended with ${child.exitCode ?? child.signalCode}:\n${output}`)
        }
        if (seconds * 1000 > MAX_START_MS) throw new Error(`The shop is not ready after ${seconds} s:\n${output}`)
        await sleep(POLL_MS)
      }
    },
    async stop(signal = 'SIGTERM') {
      if (!hasEnded(child)) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      return child.exitCode ?? child.signalCode!
    },
    async close() {
      await shop.stop('SIGKILL')
      if (temporary) rmSync(temporary, { recursive: true, force: true })
    },
  }
  shop.start()
  try {
    await shop.ready()
  } catch (error) {
    await shop.close()
    throw error
  }
  return shop
}

export async function post(origin: string, path: string, body: object, token = '') {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read deep responses
  return (await response.json()) as any
}

export async function ask(origin: string, token: string, query: string, variables: object = {}) {
  const { data, errors } = await post(origin, '/graphql', { query, variables }, token)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** Signs up a shopper with one address. */
export async function newShopper(origin: string): Promise<{ email: string; token: string; addressId: string }> {
  const email = `${randomUUID()}@shopper.example`
  const person = {
    email,
    password: 'a long password',
    firstName: 'M',
    lastName: 'I',
  }
  const { encodedToken: token } = await post(origin, '/api/auth/signup', person)
  const address = {
    name: 'M',
    street: 'S',
    city: 'C',
    state: 'S',
    country: 'I',
    zipCode: '600004',
    mobile: '9000011111',
  }
  const { address: list } = await post(origin, '/api/user/address', { address }, token)
  return { email, token, addressId: list[0]._id }
}
