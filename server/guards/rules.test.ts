import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SETTING_NAMES } from '../settings'
import { textOf } from './refusal'
import { RULE_NAMES, RULES } from './rules'

const isSource = (path: string) =>
  /\.ts$/.test(path) && !/\.test\.ts$|^(generated|testing)\/|^guards\/rules\.ts$/.test(path)
const source = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(isSource)
  .map((path) => readFileSync(`server/${path}`, 'utf8'))
  .join('\n')

it.each(RULE_NAMES)('the test of the attack on %s names the rule, its setting or what it tells', (name) => {
  const rule = RULES[name]
  const names = [name, rule.code, textOf(name), 'setting' in rule && rule.setting].filter(
    (each) => typeof each === 'string',
  )
  const text = readFileSync(rule.attack, 'utf8')
  expect(names.filter((each) => text.includes(each))).not.toEqual([])
})

it.each(RULE_NAMES)('the code reads the rule %s', (name) => {
  expect(source).toContain(`'${name}'`)
})

it('the rules name only settings that exist', () => {
  const named = RULE_NAMES.flatMap((name) => ('setting' in RULES[name] ? [RULES[name].setting] : []))
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(named))
})
