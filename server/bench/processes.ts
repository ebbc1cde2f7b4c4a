/** The servers that a benchmark measures, each in a process of its own as in real life. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../settings'

export interface Running {
  origin: string
  /** From the start of the process to its first answer. */
  startedInMs: number
  /** Resident memory now, in MB; null where the system has no /proc. */
  memoryMb(): number | null
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const START_TIMEOUT_MS = 60_000

/** The built shop; `env` as in .env.example. */
export async function startShop(env: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ALLOW_SANDBOX_PAYMENTS: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
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
    startedInMs: performance.now() - started,
    memoryMb: () => residentMb(child.pid!),
    stop: () => stop(child),
  }
}

function residentMb(pid: number): number | null {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kb ? Math.round(Number(kb) / 1024) : null
  } catch {
    return null
  }
}

/** The bare Fastify, with the bodies that it is to send. */
export async function startBare(bodies: Record<string, Buffer>): Promise<{ origin: string; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { execArgv: ['--import', 'tsx'] })
  child.send(Object.fromEntries(Object.entries(bodies).map(([path, bytes]) => [path, bytes.toString('base64')])))
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, stop: () => stop(child) }
}
