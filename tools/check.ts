/**
 * `npm run check` checks the changes since the last commit, in less than half a minute. It lints only the changed files, and omits long
 * tests. `npm run verify` checks everything.
 */
import { execFileSync, spawn } from 'node:child_process'
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

/** The test that is named after the file. If there is none, the tests in its folder. */
function testsBeside(file: string, all: string[]): string[] {
  const inFolder = all.filter((test) => dirname(test) === dirname(file))
  const named = inFolder.filter((test) => basename(test).split('.')[0] === basename(file).split('.')[0])
  return named.length > 0 ? named : inFolder
}

/** The tests beside the changed files, and those that import the files, if there are only a few. */
function testsFor(changed: string[]): string[] {
  const all = testFiles()
  const related = testFiles('--changed', 'HEAD')
  const beside = changed.flatMap((file) => testsBeside(file, all))
  const chosen = [...new Set(related.length > MAX_RELATED ? beside : [...related, ...beside])]
  if (related.length > MAX_RELATED)
    console.log(
      `${related.length} files of tests import the changes: \`npm test\` runs them. Only those beside the changes run here.`,
    )
  const built = chosen.filter((file) => NEEDS_BUILD.test(readFileSync(join(root, file), 'utf8')))
  if (built.length > 0) console.log(`Left out, because they need the build: ${built.join(', ')}`)
  return chosen.filter((file) => !built.includes(file))
}

const changed = changedFiles()
if (changed.length === 0) {
  console.log('Nothing changed since the last commit.')
  process.exit()
}
if (changed.some((file) => file.endsWith('.graphql') || file === 'prisma/schema.prisma'))
  execFileSync('npm', ['run', 'codegen'], { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' })

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
