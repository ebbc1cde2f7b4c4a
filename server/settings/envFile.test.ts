import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot, SETTING_NAMES } from '../settings'
import { warningsOf } from './envFile'

const warn = (text: string) => warningsOf(text, SETTING_NAMES)

describe('a .env file', () => {
  it('may contain all settings, and variables that other programs read', () => {
    expect(warn(readFileSync(join(projectRoot, '.env.example'), 'utf8').replace(/^#(?=[A-Z])/gm, ''))).toEqual([])
    expect(warn('POSTGRES_PASSWORD=x\nPGPORT=5433\nOTEL_EXPORTER_OTLP_HEADERS=x\nTZ=UTC\n# PROT=1')).toEqual([])
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['RAZORPAY_KEYID', 'RAZORPAY_KEY_ID'],
    ['PROT', 'PORT'],
    ['port', 'PORT'],
  ])('with %s instead of %s causes a warning that suggests the right name', (wrong, right) => {
    expect(warn(`${wrong}=secret`)).toEqual([
      `.env: ${wrong} is not a setting and has no effect. Do you mean ${right}?`,
    ])
  })

  it('with an unrecognizable name causes a short warning without a suggestion', () => {
    expect(warn('COLOUR_OF_THE_DOOR=blue')).toEqual(['.env: COLOUR_OF_THE_DOOR is not a setting and has no effect.'])
    const [long] = warn(`${'X'.repeat(10_000)}=1`)
    expect(long!.length).toBeLessThan(120)
  })
})
