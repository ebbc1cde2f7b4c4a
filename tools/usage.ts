/**
 * The processor time of processes on this machine, from Linux's /proc. It is more stable than a duration if other programs use the machine.
 * On other systems, the values are NaN.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const NS_A_MS = 1e6

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

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(statistics(`${pid}/status`))?.[1])
  } catch {
    // The process has ended meanwhile.
    return NaN
  }
}

/** The processor time of a PostgreSQL server's processes that run now, in milliseconds. */
export function cpuMsOfPostgres(postmaster: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return [postmaster, ...children.map(Number)].map(cpuMsOf).reduce((sum, ms) => sum + (ms || 0), 0)
}

/** The main process of this database server, or null if the server runs on another machine or this is not Linux. */
export async function findPostmaster(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const { pid } = rows[0]!
  try {
    return statistics(`${pid}/comm`).includes('postgres') ? parentOf(String(pid)) : null
  } catch {
    return null
  }
}
