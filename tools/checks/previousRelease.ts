/** Builds the server of the last release from its commit, which `npm run release` writes to `docs/released/commit`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../server/settings'

const commit = readFileSync(join(projectRoot, 'docs/released/commit'), 'utf8').trim()

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, maxBuffer: Infinity })

const succeeds = (...args: string[]): boolean => {
  try {
    git(...args)
    return true
  } catch {
    return false
  }
}

/**
 * False in a shallow clone and in a copy without git, which cannot build the release. Throws in a complete clone that lacks the commit, because
 * then `docs/released/commit` is wrong.
 */
export function hasPreviousRelease(): boolean {
  if (succeeds('cat-file', '-e', `${commit}^{commit}`)) return true
  const isComplete =
    succeeds('rev-parse', 'HEAD') && git('rev-parse', '--is-shallow-repository').toString().trim() === 'false'
  if (isComplete) throw new Error(`No commit ${commit}, which docs/released/commit names.`)
  console.warn(
    `Not tested with the previous release: this copy lacks its commit, ${commit}. Run git fetch --unshallow.`,
  )
  return false
}

/** Builds the server in a subfolder, and returns its path. It uses this release's pages and packages. */
export function buildPreviousRelease(folder: string): string {
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
