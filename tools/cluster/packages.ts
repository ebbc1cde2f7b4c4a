/** Finds the cluster's programs in the folders of Debian's packages, or names the packages to install. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { newestInstalled } from '../../server/testing'

/** The package of each program. PostgreSQL's programs are in one folder per version. */
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
  /** The folder of PostgreSQL's programs. */
  postgresBinaries: string
}

/** The PATH of an ordinary user often lacks the sbin folders. */
const SYSTEM = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** Returns the programs, or the missing packages. It searches `folders`. */
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
