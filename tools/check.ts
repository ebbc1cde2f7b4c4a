/**
 * `npm run check` checks the changes since the last commit, in about a minute. It lints only the changed files, and omits long
 * tests. `npm run verify` checks everything.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const inModules = (path: string): string => join(root, 'node_modules', path)

/** More test files than this take longer than half a minute. */
const MAX_RELATED = 10
/** Browser tests take minutes. */
const IN_THE_BROWSER = 'client/e2e/**'
/** Tests of the build would need a new build, which takes most of a minute. */
const NEEDS_BUILD = /builtShop|['"]dist\//

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)
const git = (...args: string[]): string[] => linesOf(execFileSync('git', args, { cwd: root, encoding: 'utf8' }))

/** The changed files, relative to the project's folder. Omits removed files. */
function changedFiles(): string[] {
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...git('diff', '--name-only', '--diff-filter=d', '--relative', 'HEAD'), ...untracked]
}

interface Result {
  step: string
  isGood: boolean
  output: string
}

/** Runs a program from node_modules. */
function run(step: string, script: string, args: string[]): Promise<Result> {
  const started = Date.now()
  console.log(`… ${step}`)
  const child = spawn(process.execPath, [inModules(script), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) =>
    child.once('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${step} (${seconds} s)`)
      resolve({ step, isGood: code === 0, output })
    }),
  )
}

const VITEST = 'vitest/vitest.mjs'

function testFiles(...options: string[]): string[] {
  const args = [inModules(VITEST), 'list', '--filesOnly', '--json', '--exclude', IN_THE_BROWSER, ...options]
  const output = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const found = JSON.parse(output) as { file: string }[]
  return found.map(({ file }) => relative(root, file).replaceAll('\\', '/'))
}

/** The tests of what a change of the tables or of an SQL function can break. */
const DATABASE_TESTS = [
  'server/database/migrations.test.ts',
  'server/domain/catalogue/variants.test.ts',
  'server/domain/office/products/products.test.ts',
]

const IMPORTED = /(?:from|import\()\s*'(\.[^']+)'/g
/** By test file, the files that it imports itself, without their endings. */
const importsOf = (test: string): Set<string> => {
  const paths = [...readFileSync(join(root, test), 'utf8').matchAll(IMPORTED)].map(([, path]) => path!)
  return new Set(
    paths.map((path) =>
      join(dirname(test), path)
        .replaceAll('\\', '/')
        .replace(/\.tsx?$/, ''),
    ),
  )
}

/** The tests named after the file and those that import it, the former first. If there are none, the tests in its folder. */
function testsOf(file: string, all: string[], imports: ReadonlyMap<string, Set<string>>): string[] {
  if (all.includes(file)) return [file]
  if (file.startsWith('prisma/')) return DATABASE_TESTS
  const stem = file.replace(/\.[^./]+$/, '')
  const inFolder = all.filter((test) => dirname(test) === dirname(file))
  const named = inFolder.filter((test) => basename(test).split('.')[0] === basename(file).split('.')[0])
  const importing = all.filter((test) => imports.get(test)!.has(stem))
  const found = [...new Set([...named, ...importing])]
  return found.length > 0 ? found.slice(0, MAX_RELATED) : inFolder
}

/** The tests of each changed file, and all that import it in any number of steps, if there are only a few. */
function testsFor(changed: string[]): string[] {
  const all = testFiles()
  const imports = new Map(all.map((test) => [test, importsOf(test)]))
  const related = testFiles('--changed', 'HEAD')
  const closest = changed.flatMap((file) => testsOf(file, all, imports))
  const chosen = [...new Set(related.length > MAX_RELATED ? closest : [...related, ...closest])]
  if (related.length > MAX_RELATED)
    console.log(
      `${related.length} test files depend on the changes. Only the closest ${chosen.length} run here; \`npm test\` runs all.`,
    )
  const built = chosen.filter((file) => NEEDS_BUILD.test(readFileSync(join(root, file), 'utf8')))
  if (built.length > 0) console.log(`Skipped, because they need a build: ${built.join(', ')}`)
  return chosen.filter((file) => !built.includes(file))
}

const changed = changedFiles()
if (changed.length === 0) {
  console.log('Nothing changed since the last commit.')
  process.exit()
}
if (changed.some((file) => file.endsWith('.graphql') || file === 'prisma/schema.prisma')) {
  console.log('… codegen')
  const { status } = spawnSync('npm', ['run', '--silent', 'codegen'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(1)
}

console.log('… the choice of tests')
const CACHED = ['--cache', '--cache-strategy', 'content']
const linted = changed.filter((file) => /\.(tsx?|js|graphql)$/.test(file) && existsSync(join(root, file)))
const tests = testsFor(changed)
const results = await Promise.all([
  ...(linted.length > 0
    ? [
        run('lint', 'eslint/bin/eslint.js', [
          ...CACHED,
          '--cache-location',
          'node_modules/.cache/eslint/',
          '--no-warn-ignored',
          ...linted,
        ]),
      ]
    : []),
  run('layout', 'prettier/bin/prettier.cjs', ['--check', '--ignore-unknown', ...CACHED, ...changed]),
  run('types', 'typescript/bin/tsc', ['--build']),
  ...(tests.length > 0 ? [run(`${tests.length} files of tests`, VITEST, ['run', ...tests])] : []),
])
for (const { step, isGood, output } of results) if (!isGood) console.error(`\n${step}:\n${output}`)
if (results.some(({ isGood }) => !isGood)) process.exitCode = 1
