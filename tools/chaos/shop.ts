/** The built shop as a process that can be killed and started again at the same address. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/testing'
import { projectRoot } from '../../server/settings'

/** All shoppers come from one address. */
const NO_LIMITS = {
  SIGN_INS_PER_MINUTE: '0',
  COST_PER_MINUTE: '0',
  UNPAID_HOLDS_PER_ADDRESS: '0',
  UNPAID_HOLDS_PER_HOUR: '0',
}
const LONGEST_RECOVERY_MS = 60_000

/** Kills all shops when this process exits, even if a run fails. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export interface Shop {
  origin: string
  start(): void
  /** The exit code, or the signal that ended the process. */
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string>
  /** Waits until the shop is ready, and returns how many seconds this took. */
  recovered(): Promise<number>
}

/** `env` contains settings as in .env.example. `main` is the built server of another release. */
export async function createShop(
  env: Record<string, string>,
  main = join(projectRoot, 'dist/server/main.js'),
): Promise<Shop> {
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const opsPort = String(await freePort())
  const settings = {
    NODE_ENV: 'production',
    ALLOW_SANDBOX_PAYMENTS: '1',
    HOST: '127.0.0.1',
    PORT: port,
    OPS_PORT: opsPort,
    LOG_LEVEL: 'silent',
  }
  let child: ChildProcess
  return {
    origin,
    start() {
      child = spawn(process.execPath, [main], {
        env: { PATH: process.env['PATH'], ...settings, ...NO_LIMITS, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const started = child
      running.add(started)
      started.once('exit', () => running.delete(started))
    },
    async stop(signal) {
      if (child.exitCode !== null) return child.exitCode
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>
      child.kill(signal)
      const [code, by] = await ended
      return code ?? by!
    },
    async recovered() {
      const began = performance.now()
      for (;;) {
        const response = await fetch(`http://127.0.0.1:${opsPort}/health/ready`).catch(() => null)
        const ms = performance.now() - began
        if (response?.ok) return ms / 1000
        if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`)
        if (ms > LONGEST_RECOVERY_MS) throw new Error(`the shop is not ready after ${LONGEST_RECOVERY_MS / 1000} s`)
        await sleep(20)
      }
    },
  }
}
