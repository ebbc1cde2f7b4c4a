/** The attacked shop: the built server in a separate process, with an embedded database. */
import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { startBuiltShop } from '../../server/testing'
import { cpuMsOf } from '../usage'

export interface Target {
  origin: string
  port: number
  /** The server's CPU time so far in milliseconds, including the embedded database. */
  cpuMs(): number
  /** Resident memory in MB. */
  memoryMb(): number
  /** Open connections according to the kernel. A client that reads nothing does not notice that the server closed a connection. */
  connections(): number
}

const PAGE_MB = 4096 / 1e6
/** The code of an established connection in /proc/net/tcp. */
const ESTABLISHED = '01'

/** With this limit, garbage that V8 has not collected yet does not look like a leak, and a leak ends the process. */
export const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=300' }

/** An attack that takes longer has succeeded. */
const MAX_ANSWER_MS = 120_000

/** `env` contains settings as in .env.example. The shop ends with the test. */
export async function startTarget(env: Record<string, string> = {}): Promise<Target> {
  const shop = await startBuiltShop({ env })
  onTestFinished(() => shop.close())
  const statistics = (name: string) => readFileSync(`/proc/${shop.child.pid}/${name}`, 'utf8')
  return {
    origin: shop.origin,
    port: shop.port,
    cpuMs: () => cpuMsOf(shop.child.pid!),
    connections() {
      const own = `:${shop.port.toString(16).toUpperCase().padStart(4, '0')}`
      const rows = statistics('net/tcp')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
      return rows.filter(([, local, , state]) => local?.endsWith(own) && state === ESTABLISHED).length
    },
    memoryMb: () => Number(statistics('statm').split(' ')[1]) * PAGE_MB,
  }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

export async function send(target: Target, path: string, init: RequestInit = {}): Promise<Answer> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), MAX_ANSWER_MS)
  try {
    const response = await fetch(target.origin + path, { signal: abort.signal, ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } finally {
    clearTimeout(timer)
  }
}

export const ask = (
  target: Target,
  query: string,
  variables: object = {},
  token?: string,
  more: Record<string, string> = {},
): Promise<Answer> =>
  send(target, '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }), ...more },
    body: JSON.stringify({ query, variables }),
  })

/**
 * The mean CPU time of a call, in milliseconds. `run` receives a different number each time, so that no response is
 * cached.
 */
export async function cpuOf(target: Target, times: number, run: (i: number) => Promise<unknown>): Promise<number> {
  const before = target.cpuMs()
  for (let i = 0; i < times; i += 1) await run(i)
  return (target.cpuMs() - before) / times
}
