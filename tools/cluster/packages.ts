/** Which programs the cluster needs, where Debian's packages put them, and what to install where one is missing. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { newestInstalled } from '../../server/testing'

/** By program. PostgreSQL's own stand in a folder per version. */
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  nginx: 'nginx',
} as const

type Program = keyof typeof PACKAGES

export interface Programs extends Record<Program, string> {
  /** PostgreSQL's folder of programs. */
  postgresBinaries: string
}

/** Whoever is not root often has no sbin in the path. */
const SYSTEM = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** The programs, or the packages that are missing. `folders` is where they are looked for. */
export function findPrograms(
  folders: string[],
  postgres: string | null = newestInstalled(),
): Programs | { missing: string[] } {
  const found: Partial<Record<Program, string>> = {}
  const missing: string[] = postgres === null ? ['postgresql'] : []
  for (const [program, debian] of Object.entries(PACKAGES)) {
    const folder = folders.find((each) => existsSync(join(each, program)))
    if (folder) found[program as Program] = join(folder, program)
    else missing.push(debian)
  }
  if (missing.length > 0) return { missing }
  return { ...(found as Record<Program, string>), postgresBinaries: join(postgres!, 'bin') }
}

export const foldersOf = (path: string | undefined): string[] => [
  ...(path ?? '').split(delimiter).filter(Boolean),
  ...SYSTEM,
]
