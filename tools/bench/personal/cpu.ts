/**
 * The CPU time of processes on this machine, either of one process or of all processes of a PostgreSQL server. It is more stable than a
 * request rate if other programs use the machine.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** The unit of /proc/PID/stat. On Linux, a tick is 10 ms. */
const MS_A_TICK = 10

interface Stat {
  parent: number
  /** The process's CPU time in milliseconds, without its children. `childrenMs` adds children that have exited. */
  ownMs: number
  childrenMs: number
}

/** Null if the process or /proc does not exist. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name precedes these fields, in parentheses, and may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number]
    return {
      parent: Number(fields[1]),
      ownMs: (user + system) * MS_A_TICK,
      childrenMs: (endedUser + endedSystem) * MS_A_TICK,
    }
  } catch {
    return null
  }
}

/** The CPU time of all threads of a process since it began, in milliseconds. */
export const cpuMsOf = (pid: number): number => statOf(pid)?.ownMs ?? NaN

/** The CPU time of all processes of a database server, including those that have exited. */
export function cpuMsOfServer(postmaster: number): number {
  const server = statOf(postmaster)
  if (!server) return NaN
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const living = pids.map((pid) => statOf(Number(pid))).filter((stat) => stat?.parent === postmaster)
  return living.reduce((sum, stat) => sum + stat!.ownMs, server.ownMs + server.childrenMs)
}

/** The main process of this database server, or null if the server runs on another machine. */
export async function findPostmaster(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const { pid } = rows[0]!
  try {
    const isIt = /postgres/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))
    return isIt ? (statOf(pid)?.parent ?? null) : null
  } catch {
    return null
  }
}
