/** Processor time of processes on this machine: of one, and of all that belong to a PostgreSQL server. Steadier than a rate where others use it too. */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Of /proc/PID/stat: a tick is 10 ms on Linux. */
const MS_A_TICK = 10

interface Stat {
  parent: number
  /** Milliseconds of its own, and of its children that have ended. */
  ownMs: number
  childrenMs: number
}

/** Null where there is no such process, or no /proc. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before them, in brackets, may hold blanks.
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

/** All threads of a process, in milliseconds since it began. */
export const cpuMsOf = (pid: number): number => statOf(pid)?.ownMs ?? NaN

/** All processes of a server, those that have ended included. */
export function cpuMsOfServer(postmaster: number): number {
  const server = statOf(postmaster)
  if (!server) return NaN
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const living = pids.map((pid) => statOf(Number(pid))).filter((stat) => stat?.parent === postmaster)
  return living.reduce((sum, stat) => sum + stat!.ownMs, server.ownMs + server.childrenMs)
}

/** The process that started the sessions of this server; null where it is not one of this machine's. */
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
