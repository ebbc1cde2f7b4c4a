/** The built shop in a process of its own, with an embedded database in a folder that is gone afterwards. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../settings'

export interface Target {
  origin: string
  port: number
  /** CPU that the server has taken so far, of the embedded database too, in milliseconds. */
  cpuMs(): number
  /** Resident memory in MB. */
  memoryMb(): number
  stop(): Promise<void>
}

/** A tick of /proc/<pid>/stat, on every Linux there is. */
const TICK_MS = 10
const PAGE_MB = 4096 / 1e6

/** `env` as in .env.example. */
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
  let said = ''
  for await (const chunk of child.stdout) if ((said += String(chunk)).includes('Ctrl-C')) break
  const port = Number(/Shop +http:\/\/[^:]+:(\d+)/.exec(said)?.[1])
  if (!port) throw new Error(`The shop did not start:\n${said}`)
  const statistics = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    cpuMs() {
      // The second field is the command, which may hold spaces.
      const fields = statistics('stat').split(') ')[1]!.split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    memoryMb: () => Number(statistics('statm').split(' ')[1]) * PAGE_MB,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
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
  const response = await fetch(target.origin + path, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const ask = (target: Target, query: string, variables: object = {}, token?: string): Promise<Answer> =>
  send(target, '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify({ query, variables }),
  })

/** The mean CPU of one call in milliseconds; `run` is called with other numbers each time, so that nothing is cached. */
export async function cpuOf(target: Target, times: number, run: (i: number) => Promise<unknown>): Promise<number> {
  const before = target.cpuMs()
  for (let i = 0; i < times; i += 1) await run(i)
  return (target.cpuMs() - before) / times
}
