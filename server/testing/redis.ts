/** Starts a Redis server for tests if one is installed. Otherwise the tests that need it are skipped. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './processes'

export const hasRedis = spawnSync('redis-server', ['--version']).error === undefined
if (!hasRedis && process.env['CI']) throw new Error('Tests need redis-server.')

/** Stores nothing on disk. `stop` ends it as if its machine had failed. */
export async function startRedis(port?: number) {
  const at = port ?? (await freePort())
  const child = spawn('redis-server', ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
  let said = ''
  for await (const chunk of child.stdout) if ((said += String(chunk)).includes('Ready to accept')) break
  child.stdout.resume()
  return {
    port: at,
    pid: child.pid!,
    url: `redis://127.0.0.1:${at}`,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
