/** The server of the previous release, which `npm run release` keeps in `previousRelease.tar.gz`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../server/settings'

const KEPT_BUILD = join(import.meta.dirname, 'previousRelease.tar.gz')

/** The previous release does not know LIMITS. */
export const NO_LIMITS_BEFORE = {
  REQUESTS_PER_MINUTE: '0',
  ANONYMOUS_REQUESTS_PER_MINUTE: '0',
  COST_PER_MINUTE: '0',
  USER_COST_PER_MINUTE: '0',
  SIGN_INS_PER_MINUTE: '0',
  UNPAID_HOLDS_PER_ADDRESS: '0',
  UNPAID_HOLDS_PER_HOUR: '0',
}

/** Unpacks the server into a subfolder, and returns its path. It uses this release's pages and packages. */
export function unpackPreviousRelease(folder: string): string {
  const previous = join(folder, 'previous')
  mkdirSync(previous)
  execFileSync('tar', ['-xzf', KEPT_BUILD, '-C', previous])
  const pages = readdirSync(join(projectRoot, 'dist')).filter((name) => name !== 'server')
  for (const path of ['node_modules', 'prisma/catalogue', ...pages.map((name) => `dist/${name}`)])
    symlinkSync(join(projectRoot, path), join(previous, path))
  return previous
}

/** The GraphQL schema of the previous release. */
export const previousSchema = (): string =>
  execFileSync('tar', ['-xzOf', KEPT_BUILD, 'schema.graphql'], { encoding: 'utf8' })
