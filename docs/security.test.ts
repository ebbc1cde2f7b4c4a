/** Writes the table of limits. After you change a rule, run `npx vitest run docs/security.test.ts -u`. */
import { readFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { limitsFor } from '../server/guards/limits'
import { RULE_NAMES, RULES } from '../server/guards/rules'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../server/shared/durations'
import { testSettings } from '../server/testing/app'

const text = readFileSync('docs/security.md', 'utf8')
const limits = limitsFor(testSettings())
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

function timeOf(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms % each === 0)!
  return ms === length ? `a ${unit}`.replace('a hour', 'an hour') : `${ms / length} ${unit}s`
}

const rows = RULE_NAMES.map((name) => {
  const rule = RULES[name]
  const most = `${limits[name].toLocaleString('en-US')} ${rule.of}`.replace(' %', '%')
  const within = 'within' in rule ? ` in ${timeOf(rule.within)}` : ''
  const setting = 'setting' in rule ? ` (\`${rule.setting}\`)` : ''
  const test = `[test](../${rule.attack})`
  return `| \`${name}\` | ${rule.per} | ${most}${within}${setting} | ${rule.protects} | ${rule.code ? `\`${rule.code}\`` : ''} | ${test} |`
})

it('docs/security.md lists all rules that limit callers', async () => {
  const head = '| Rule | Per | Maximum | Protects | Error | Attack |\n| --- | --- | --- | --- | --- | --- |'
  const path = 'docs/security.md'
  const table = /(?<=<!-- rules -->\n)[^]*(?=<!-- \/rules -->)/
  expect(text).toMatch(table)
  const written = text.replace(table, () => `\n${head}\n${rows.join('\n')}\n\n`)
  await expect(await format(written, { ...(await resolveConfig(path)), filepath: path })).toMatchFileSnapshot(
    'security.md',
  )
})
