/**
 * Keeps processes running, like a machine's supervisor. It restarts exited processes after a few seconds, and stops all of them at the end.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Linux terminates the process when the supervisor exits for any reason, even by SIGKILL. */
const ENDS_WITH_THIS = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'TERM'] : []

/** How long a process may take to exit after the signal. */
const MAX_END_MS = 20_000

export interface Service {
  name: string
  command: string[]
  env?: Record<string, string>
  /** Shown in the table. */
  address: string
}

export interface Supervised extends Service {
  pid: number | null
  starts: number
}

type Tell = (line: string) => void

export class Supervisor {
  readonly services: Supervised[] = []
  readonly #children = new Map<Supervised, ChildProcess>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #isEnding = false
  readonly #endAll = () => this.#children.forEach((child) => endGroup(child))

  constructor(
    private readonly folder: string,
    /** The pause before an exited process is restarted, or null for never. */
    private readonly restartMs: number | null,
    private readonly tell: Tell,
  ) {
    process.once('exit', this.#endAll)
  }

  start(service: Service): void {
    const supervised: Supervised = { ...service, pid: null, starts: 0 }
    this.services.push(supervised)
    this.#spawn(supervised)
  }

  /** Stops the services one after another, in reverse order of their starts. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#timers.forEach(clearTimeout)
    for (const service of this.services.toReversed()) await this.#end(service)
    process.off('exit', this.#endAll)
  }

  #spawn(service: Supervised): void {
    const [program, ...args] = [...ENDS_WITH_THIS, ...service.command]
    const log = openSync(join(this.folder, `${service.name}.log`), 'a')
    // In a separate process group, so that Ctrl-C reaches only the main process, and orphans can be killed with their group.
    const child = spawn(program!, args, {
      env: { PATH: process.env['PATH'], ...service.env },
      stdio: ['ignore', log, log],
      cwd: this.folder,
      detached: true,
    })
    closeSync(log)
    service.pid = child.pid ?? null
    service.starts += 1
    this.#children.set(service, child)
    child.once('error', (error) => this.tell(`${service.name} did not start: ${error.message}`))
    child.once('exit', (code, signal) => this.#ended(service, child, signal ?? `code ${code}`))
  }

  #ended(service: Supervised, child: ChildProcess, how: string): void {
    service.pid = null
    // Workers without their master would keep its port.
    endGroup(child)
    if (this.#isEnding) return
    const { restartMs } = this
    this.tell(`${service.name} ended (${how})${restartMs === null ? '' : `; it starts again in ${restartMs / 1000} s`}`)
    if (restartMs === null) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#spawn(service)
    }, restartMs)
    this.#timers.add(timer)
  }

  async #end(service: Supervised): Promise<void> {
    const child = this.#children.get(service)
    if (!child || service.pid === null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = new AbortController()
    const late = sleep(MAX_END_MS, undefined, { signal: timer.signal }).then(() => endGroup(child))
    late.catch(() => {})
    await ended
    timer.abort()
  }
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All processes in the group have exited.
  }
}
