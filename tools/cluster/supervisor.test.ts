import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Supervisor } from './supervisor'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-supervisor-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Treats a zombie process as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe.runIf(process.platform === 'linux')('the supervisor', () => {
  it('restarts a killed process, and ends all processes including orphans', async () => {
    const told: string[] = []
    const supervisor = new Supervisor(folder, 20, (line) => told.push(line))
    // A master process with a worker that would survive it.
    supervisor.start({ name: 'master', address: '', command: ['sh', '-c', 'sleep 100 & echo $!; wait'] })
    const workers = () => readFileSync(join(folder, 'master.log'), 'utf8').split('\n').filter(Boolean).map(Number)
    await expect.poll(() => workers().length).toBe(1)
    const [service] = supervisor.services
    const first = service!.pid!
    process.kill(first, 'SIGKILL')
    await expect.poll(() => workers().length).toBe(2)
    expect(told).toEqual(['master exited (SIGKILL); restarting in 0.02 s'])
    expect([service!.starts, service!.pid === first]).toEqual([2, false])
    await expect.poll(() => workers().map(isAlive)).toEqual([false, true])
    await supervisor.end()
    await expect.poll(() => workers().map(isAlive)).toEqual([false, false])
  })

  it('does not restart a process if restarts are off', async () => {
    const told: string[] = []
    const supervisor = new Supervisor(folder, null, (line) => told.push(line))
    supervisor.start({ name: 'short', address: '', command: ['sh', '-c', 'exit 3'] })
    await expect.poll(() => told).toEqual(['short exited (code 3)'])
    expect(supervisor.services[0]).toMatchObject({ pid: null, starts: 1 })
    await supervisor.end()
  })

  it('ends its processes even if it is killed', async () => {
    const script = join(folder, 'parent.ts')
    const source = join(import.meta.dirname, 'supervisor.ts')
    writeFileSync(
      script,
      `import { Supervisor } from ${JSON.stringify(source)}
       new Supervisor(${JSON.stringify(folder)}, 20, () => {}).start({ name: 'engine', address: '', command: ['sh', '-c', 'echo $$; exec sleep 100'] })`,
    )
    const parent = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script], { stdio: 'inherit' })
    const engine = () => {
      const log = join(folder, 'engine.log')
      return existsSync(log) ? parseInt(readFileSync(log, 'utf8')) : NaN
    }
    await expect.poll(engine, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(isAlive(engine())).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(engine()), { timeout: 5_000 }).toBe(false)
  })
})
