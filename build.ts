/** Builds what `npm start` and the tests run: generated types, the client, its photos, the server. `--if-stale` skips what is up to date. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBudgets } from './client/build/budgets'
import { writeCollection } from './client/build/postmanCollection'
import { type Lockfile, runtimeFiles } from './server/runtimePackages'
import { derivePhotos } from './server/web/derivePhotos'
import { parseSettings } from './server/settings'
import { photoVersion } from './server/web/photos'

const STAMP = 'dist/built'
const SOURCES = ['client', 'server', 'prisma', 'schema.graphql', 'codegen.ts', 'package-lock.json', 'build.ts']
const MADE = /(^|\/)(generated|node_modules)(\/|$)|\.generated\.ts$|\.test\.tsx?$|\/e2e\//

/** When anything below was last changed, in milliseconds; what the build itself makes does not count. */
function lastChange(path: string): number {
  if (MADE.test(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => lastChange(join(path, name))))
}

const isStale = (): boolean => !existsSync(STAMP) || Math.max(...SOURCES.map(lastChange)) > statSync(STAMP).mtimeMs

function run(...command: string[]): void {
  execFileSync(process.execPath, [join('node_modules', command[0]!), ...command.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PHOTO_VERSION: photoVersion() },
  })
}

/** The shop also works without them: where they cannot be made, the server sends the masters. */
async function makePhotos(): Promise<void> {
  try {
    const count = await derivePhotos()
    if (count > 0) console.log(`Made ${count} photos.`)
  } catch (cause) {
    console.warn('The photos stay as large as their masters.', cause)
  }
}

/** What a new shop's embedded database begins as. Without accounts: whether there are any is for whoever starts the shop to say. */
async function makeDatabase(): Promise<void> {
  rmSync('dist/database', { recursive: true, force: true })
  const settings = parseSettings({ DATA_DIR: 'dist/database', DEMO_ACCOUNTS: '0' })
  // It imports what `prisma generate` makes.
  const { openDatabase } = await import('./server/database/client')
  const { close } = await openDatabase(settings)
  await close()
}

/** `npm ci` in dist installs only what the built server loads. */
function writePackages(): void {
  const project = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  const { manifest, lockfile } = runtimeFiles(project)
  writeFileSync('dist/package.json', `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync('dist/package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`)
}

/** The GraphQL explorer and the REST reference. */
function buildDeveloperPages(): void {
  // The explorer's packages have directives of the React compiler, about which it would warn.
  for (const page of ['explorer', 'reference'])
    run('vite/bin/vite.js', 'build', '--config', `client/build/${page}.config.ts`, '--logLevel', 'error')
}

// In development Vite serves the shop, and the two developer pages come from their build.
if (process.argv.includes('--developer-pages')) {
  await writeCollection()
  if (!existsSync('dist/explorer') || !existsSync('dist/reference')) buildDeveloperPages()
} else if (!process.argv.includes('--if-stale') || isStale()) {
  const started = Date.now()
  run('prisma/build/index.js', 'generate')
  run('@graphql-codegen/cli/cjs/bin.js')
  await writeCollection()
  run('vite/bin/vite.js', 'build', '--config', 'client/build/vite.config.ts', '--logLevel', 'warn')
  buildDeveloperPages()
  run('vite/bin/vite.js', 'build', '--ssr', '--config', 'client/build/vite.config.ts', '--logLevel', 'warn')
  run('vite/bin/vite.js', 'build', '--config', 'client/build/serviceWorker.config.ts', '--logLevel', 'warn')
  checkBudgets('dist/client')
  run('vite/bin/vite.js', 'build', '--config', 'server/vite.config.ts', '--logLevel', 'warn')
  writePackages()
  await makePhotos()
  await makeDatabase()
  mkdirSync('dist', { recursive: true })
  writeFileSync(STAMP, '', { flag: 'w' })
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}
