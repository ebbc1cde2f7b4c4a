import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')
const tests = [...new Set([...text.matchAll(/`([\w/.]+\.test\.ts)`/g)].map(([, path]) => path!))]

it('docs/security.md names only existing tests', () => {
  expect(tests.length).toBeGreaterThan(20)
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
})

it('docs/security.md names only existing commands', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = [...text.matchAll(/`npm run (\w+)`/g)].map(([, name]) => name!)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})
