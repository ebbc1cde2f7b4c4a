/** The servers that the benchmark measures, each in a separate process. */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NO_LIMITS, startBuiltShop, stop, type BuiltShop } from '../../server/testing'
import { projectRoot } from '../../server/settings'

/** Runs the built shop during `measure`. */
export async function withShop<T>(env: Record<string, string>, measure: (shop: BuiltShop) => Promise<T>): Promise<T> {
  const shop = await startBuiltShop({ env: { ...NO_LIMITS, ...env } })
  try {
    return await measure(shop)
  } finally {
    await shop.stop()
    await shop.close()
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
export const startBare = (bodies: Record<string, Buffer>) =>
  start('bare.ts', Object.fromEntries(Object.entries(bodies).map(([path, bytes]) => [path, bytes.toString('base64')])))

/** Starts a minimal Fastify server that changes carts in the shop's database. */
export const startBareCart = (url: string) => start('bareCart.ts', url)

/** Starts a server of this folder, which gets the message and then listens. */
async function start(file: string, message: string | object) {
  const child = fork(join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'] })
  child.send(message)
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, pid: child.pid!, stop: () => stop(child) }
}
