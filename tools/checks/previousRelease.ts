/** Builds the server of the last release from its commit, which `npm run release` writes to `docs/released/commit`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../server/settings'

const commit = readFileSync(join(projectRoot, 'docs/released/commit'), 'utf8').trim()

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, maxBuffer: Infinity })

/** Throws in a clone without the release's commit, such as a shallow one. */
function requireHistory(): void {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    throw new Error(`This clone lacks the commit of the last release, ${commit}. Run git fetch --unshallow.`)
  }
}

/** Builds the server in a subfolder, and returns its path. It uses this release's pages and packages. */
export function buildPreviousRelease(folder: string): string {
  requireHistory()
  const previous = join(folder, 'previous')
  mkdirSync(previous)
  execFileSync('tar', ['-x', '-C', previous], { input: git('archive', commit) })
  symlinkSync(join(projectRoot, 'node_modules'), join(previous, 'node_modules'))
  for (const [script, ...args] of [
    ['prisma/build/index.js', 'generate'],
    ['@graphql-codegen/cli/cjs/bin.js'],
    ['vite/bin/vite.js', 'build', '--config', 'server/build/vite.config.ts', '--logLevel', 'warn'],
  ])
    execFileSync(process.execPath, [join('node_modules', script!), ...args], { cwd: previous, stdio: 'pipe' })
  for (const name of readdirSync(join(projectRoot, 'dist')).filter((each) => each !== 'server'))
    symlinkSync(join(projectRoot, 'dist', name), join(previous, 'dist', name))
  return previous
}

/** The GraphQL schema of the last release. */
export const previousSchema = (): string => git('show', `${commit}:schema.graphql`).toString()
