/**
 * The processor time of processes on this machine, from Linux's /proc. It is more stable than a duration if other programs use the machine.
 * On other systems, the values are NaN.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const NS_A_MS = 1e6
/** The unit of /proc/PID/stat. */
const MS_A_TICK = 10

const statistics = (path: string): string => readFileSync(`/proc/${path}`, 'utf8')

/** The processor time of all threads of a process since they began, in milliseconds. */
export function cpuMsOf(pid: number): number {
  try {
    // /proc/PID/stat has a resolution of only 10 ms.
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(statistics(`${pid}/task/${thread}/schedstat`).split(' ')[0]) / NS_A_MS)
      .reduce((sum, ms) => sum + ms, 0)
  } catch {
    return NaN
  }
}

/** Null if the process does not exist. */
function familyOf(pid: number): { parent: number; endedChildrenMs: number } | null {
  try {
    const text = statistics(`${pid}/stat`)
    // The process name precedes these fields, in parentheses, and may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system] = fields.slice(13, 15).map(Number) as [number, number]
    return { parent: Number(fields[1]), endedChildrenMs: (user + system) * MS_A_TICK }
  } catch {
    return null
  }
}

/** The processor time of all processes of a PostgreSQL server, including those that have ended, in milliseconds. */
export function cpuMsOfPostgres(postmaster: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const running = pids.map(Number).filter((pid) => familyOf(pid)?.parent === postmaster)
  const ended = familyOf(postmaster)?.endedChildrenMs ?? NaN
  return [postmaster, ...running].reduce((sum, pid) => sum + (cpuMsOf(pid) || 0), ended)
}

/** The main process of this database server, or null if the server runs on another machine or this is not Linux. */
export async function findPostmaster(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const { pid } = rows[0]!
  try {
    return statistics(`${pid}/comm`).includes('postgres') ? (familyOf(pid)?.parent ?? null) : null
  } catch {
    return null
  }
}
