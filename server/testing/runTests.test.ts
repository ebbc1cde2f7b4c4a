/** Runs the tests of a folder that needs no database, as CI does. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'runTests-'))
const list = join(folder, 'flaky.txt')
const fails = `const fails = !process.env.IS_REPEATED\n`
const files = {
  'vitest.config.mjs': 'export default { test: { globals: true } }',
  'test.test.mjs': `${fails}it('is late', () => expect(fails).toBe(false))`,
  'file.test.mjs': `${fails}if (fails) throw new Error('not loaded')\nit('passes', () => {})`,
  'hook.test.mjs': `${fails}describe('some', () => {\n  beforeAll(() => {\n    if (fails) throw new Error('not begun')\n  })\n  it('passes', () => {})\n})`,
}

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

it('a test run lists everything that failed at first, also what belongs to no test', async () => {
  const env = { ...process.env, CI: '1', FLAKY_TESTS: list, IS_REPEATED: '' }
  await promisify(execFile)('npx', ['tsx', 'server/testing/runTests.ts', '--root', folder], { env })
  expect(readFileSync(list, 'utf8').trim().split('\n').sort()).toEqual([
    'failed at first: file.test.mjs: not loaded',
    'failed at first: hook.test.mjs > some: not begun',
    'failed at first: test.test.mjs > is late: expected true to be false // Object.is equality',
  ])
})
