/** Starts the built shop in a separate process, with an embedded database in a temporary folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../server/settings'

export interface Target {
  origin: string
  port: number
  /** The server's CPU time so far in milliseconds, including the embedded database. */
  cpuMs(): number
  /** How long the main thread has waited for a processor so far, in milliseconds. Other programs cause this wait. */
  delayMs(): number
  /** Resident memory in MB. */
  memoryMb(): number
  /** Open connections according to the kernel. A client that reads nothing does not notice that the server closed a connection. */
  connections(): number
  stop(): Promise<void>
}

const NS_A_MS = 1e6
const PAGE_MB = 4096 / 1e6
/** The code of an established connection in /proc/net/tcp. */
const ESTABLISHED = '01'

/** All attacks come from one address. */
export const NO_LIMITS = {
  REQUESTS_PER_MINUTE: '0',
  ANONYMOUS_REQUESTS_PER_MINUTE: '0',
  COST_PER_MINUTE: '0',
  USER_COST_PER_MINUTE: '0',
}

/** An attack that takes longer has succeeded. */
const LONGEST_ANSWER_MS = 120_000

/** Kills all servers when this process exits, even if an attack fails. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** `env` contains settings as in .env.example. */
export async function startTarget(env: Record<string, string> = {}): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-abuse-'))
  const child = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: '0',
      OPS_PORT: '0',
      DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let said = ''
  for await (const chunk of child.stdout) if ((said += String(chunk)).includes('Ctrl-C')) break
  const port = Number(/Shop +http:\/\/[^:]+:(\d+)/.exec(said)?.[1])
  if (!port) throw new Error(`The shop did not start:\n${said}`)
  /** Times of a thread in ns: the CPU time it used, and the time it waited for a processor. */
  const scheduled = (thread: string) =>
    statistics(`task/${thread}/schedstat`).split(' ').map(Number) as [number, number]
  const statistics = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    cpuMs() {
      // Adds up the times of the threads, because /proc/<pid>/stat has a resolution of only 10 ms.
      const threads = readdirSync(`/proc/${child.pid}/task`)
      return threads.reduce((sum, thread) => sum + scheduled(thread)[0], 0) / NS_A_MS
    },
    delayMs: () => scheduled(String(child.pid))[1] / NS_A_MS,
    connections() {
      const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
      const rows = statistics('net/tcp')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
      return rows.filter(([, local, , state]) => local?.endsWith(own) && state === ESTABLISHED).length
    },
    memoryMb: () => Number(statistics('statm').split(' ')[1]) * PAGE_MB,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      running.delete(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

export async function send(target: Target, path: string, init: RequestInit = {}): Promise<Answer> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), LONGEST_ANSWER_MS)
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
