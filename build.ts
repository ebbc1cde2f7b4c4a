/**
 * Builds what `npm start` and the tests run: generated types, the client, its photos and the server. `--if-stale` skips parts that are up
 * to date.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCollection } from './client/build/postmanCollection'
import { type Lockfile, runtimeFiles } from './server/build/runtimePackages'
import { photoVersion } from './server/media/cataloguePhotos'
import { deriveCataloguePhotos } from './server/media/deriveCataloguePhotos'
import { parseSettings } from './server/settings'

const STAMP = 'dist/built'
const SOURCES = ['client', 'server', 'prisma', 'schema.graphql', 'codegen.ts', 'package-lock.json', 'build.ts']
const MADE = /(^|\/)(generated|node_modules)(\/|$)|\.generated\.ts$|\.test\.tsx?$|\/e2e\//

/** The time of the latest change to any file under these paths, in milliseconds. Excludes files that the build generates. */
function lastChange(path: string): number {
  if (MADE.test(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => lastChange(join(path, name))))
}

const isStale = (): boolean => !existsSync(STAMP) || Math.max(...SOURCES.map(lastChange)) > statSync(STAMP).mtimeMs

/** Warnings that the shop's code cannot avoid. */
const WARNINGS_OF_OTHERS = /^A PostCSS plugin did not pass the `from` option.*\n?/gm

/** Prints one line about the step. Its output is shown if the step fails, and its warnings are always shown. */
function run(step: string, [script, ...args]: string[], warnings: 'shown' | 'none' = 'shown'): void {
  const { status, signal, error, stdout, stderr } = spawnSync(
    process.execPath,
    [join('node_modules', script!), ...args],
    {
      encoding: 'utf8',
      maxBuffer: Infinity,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PHOTO_VERSION: photoVersion() },
    },
  )
  const output = stdout + stderr
  if (status !== 0) {
    console.error(
      `${output}\nThe build stopped: ${step} failed (${error?.message ?? signal ?? `exit code ${status}`}).`,
    )
    process.exit(1)
  }
  const shown = warnings === 'none' ? '' : output.replace(WARNINGS_OF_OTHERS, '').trim()
  if (shown) console.warn(shown)
  console.log(`Built ${step}.`)
}

const vite = (step: string, config: string, ...options: string[]): void =>
  run(step, ['vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn', ...options])

/** The shop also works without the derived photos. If the build cannot make them, the server sends the original photos. */
async function makePhotos(): Promise<void> {
  try {
    const count = await deriveCataloguePhotos()
    if (count > 0) console.log(`Built ${count} photos.`)
  } catch (cause) {
    console.warn('The photos stay as large as their masters.', cause)
  }
}

/**
 * The initial contents of a new shop's embedded database. It has no accounts, because the operator's settings decide whether demo accounts
 * exist.
 */
async function makeDatabase(): Promise<void> {
  rmSync('dist/database', { recursive: true, force: true })
  const settings = parseSettings({ DATA_DIR: 'dist/database', DEMO_ACCOUNTS: '0' })
  // This module imports files that `prisma generate` creates.
  const { openDatabase } = await import('./server/database/client')
  const { close } = await openDatabase(settings)
  await close()
  console.log('Built the database.')
}

/** `npm ci` in dist installs only the packages that the built server loads. */
function writePackages(): void {
  const project = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  const { manifest, lockfile } = runtimeFiles(project)
  writeFileSync('dist/package.json', `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync('dist/package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`)
}

/** The GraphQL explorer and the REST reference. */
function buildDeveloperPages(): void {
  // The explorer's packages contain React compiler directives, which would cause warnings.
  vite('the explorer', 'client/build/explorer.config.ts', '--logLevel', 'error')
  vite('the REST reference', 'client/build/reference.config.ts', '--logLevel', 'error')
}

// In development, Vite serves the shop, but the two developer pages are served from their own builds.
if (process.argv.includes('--developer-pages')) {
  await writeCollection()
  if (!existsSync('dist/explorer') || !existsSync('dist/reference')) buildDeveloperPages()
} else if (!process.argv.includes('--if-stale') || isStale()) {
  const started = Date.now()
  // Both code generators print only progress messages.
  run('the types of the database', ['prisma/build/index.js', 'generate'], 'none')
  run('the types of GraphQL', ['@graphql-codegen/cli/cjs/bin.js'], 'none')
  await writeCollection()
  vite('the client', 'client/build/vite.config.ts')
  buildDeveloperPages()
  vite('the pages for the server', 'client/build/vite.config.ts', '--ssr')
  vite('the service worker', 'client/build/serviceWorker.config.ts')
  vite('the server', 'server/build/vite.config.ts')
  writePackages()
  await makePhotos()
  await makeDatabase()
  mkdirSync('dist', { recursive: true })
  writeFileSync(STAMP, '', { flag: 'w' })
  console.log(`Finished in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}
