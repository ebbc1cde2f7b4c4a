import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseSettings, projectRoot, SETTING_NAMES, SettingsError } from './settings'

function faultsOf(env: Record<string, string>): string[] {
  try {
    parseSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

const namesOf = (faults: string[]): string[] => faults.map((fault) => fault.trim().split(':')[0]!)

/** Values that are no good, for every setting that can be at fault by itself. */
const BAD: Record<string, string[]> = {
  NODE_ENV: ['prod', 'PRODUCTION'],
  PORT: ['x', '-1', '65536', '80.5', 'NaN', '1e9'],
  LOG_LEVEL: ['loud', 'INFO'],
  TRUST_PROXY: ['true', 'yes', '2'],
  DATABASE_URL: ['x', 'mysql://localhost/shop', 'localhost:5432'],
  DATABASE_CONNECTIONS: ['0', '1', '201', 'many'],
  SHOP_NAME: ['   ', 'x'.repeat(61)],
  DEMO_ACCOUNTS: ['no', '-1'],
  JWT_SECRET: ['short', 'x'.repeat(31)],
  TOKEN_DAYS: ['0', '-1', '366', 'week'],
  API_DELAY_MS: ['-1', '60001', '0.5', 'slow'],
  CHECKOUT_HOLD_MINUTES: ['0', '-15', '1441'],
  MAINTENANCE_SECONDS: ['0', '3601'],
  ALLOW_SANDBOX_PAYMENTS: ['true'],
  RAZORPAY_API_URL: ['x', 'api.razorpay.com'],
  SIGN_IN_ATTEMPTS: ['-1', '1001', '1.5'],
  SIGN_IN_ATTEMPTS_PER_ACCOUNT: ['-1', '1.5'],
  SIGN_IN_WINDOW_MINUTES: ['0', '1441'],
  SIGN_INS_PER_MINUTE: ['0', '100001'],
  LATE_PAYMENT_HOURS: ['-1', '8761', 'day'],
  HOLD_SHARE_PERCENT: ['-1', '101', 'half'],
  HOLD_MIN_PIECES: ['-1', '1.5'],
  UNPAID_HOLDS_PER_HOUR: ['-1'],
  UNPAID_HOLDS_PER_ADDRESS: ['-1'],
  MAX_ADDRESSES: ['-1', '1.5', '10001', 'many'],
  MAX_WISHLIST: ['-1'],
  MAX_CART_LINES: ['-1'],
  MAX_IDEMPOTENCY_KEYS: ['-1'],
}

describe('parseSettings', () => {
  it.each(Object.entries(BAD))('names %s where its value is no good', (name, values) => {
    for (const value of values) expect([value, namesOf(faultsOf({ [name]: value }))]).toEqual([value, [name]])
  })

  it('names every fault at once, also of settings that go together', () => {
    const env = Object.fromEntries(Object.entries(BAD).map(([name, [value]]) => [name, value!]))
    const names = namesOf(faultsOf({ ...env, RAZORPAY_KEY_ID: 'rzp_x' }))
    expect(new Set(names)).toEqual(new Set([...Object.keys(BAD), 'RAZORPAY_KEY_ID', 'RAZORPAY_WEBHOOK_SECRET']))
  })

  it('wants a way to be paid in production', () => {
    expect(namesOf(faultsOf({ NODE_ENV: 'production' }))).toEqual(['RAZORPAY_KEY_ID'])
    expect(namesOf(faultsOf({ NODE_ENV: 'production', PORT: 'x' }))).toEqual(['PORT', 'RAZORPAY_KEY_ID'])
    expect(faultsOf({ NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' })).toEqual([])
  })

  it('wants all of Razorpay or nothing of it', () => {
    const all = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
    expect(parseSettings({ NODE_ENV: 'production', ...all }).razorpay).toEqual({
      ...{ keyId: 'id', keySecret: 'secret', webhookSecret: 'webhook', apiUrl: 'https://api.razorpay.com' },
    })
    expect(namesOf(faultsOf({ ...all, RAZORPAY_KEY_SECRET: '' }))).toEqual(['RAZORPAY_KEY_ID'])
    expect(namesOf(faultsOf({ ...all, RAZORPAY_KEY_ID: '' }))).toEqual(['RAZORPAY_KEY_ID'])
    expect(namesOf(faultsOf({ ...all, RAZORPAY_WEBHOOK_SECRET: '' }))).toEqual(['RAZORPAY_WEBHOOK_SECRET'])
  })

  it('says no value in its message: it may be a secret', () => {
    expect(
      faultsOf({ JWT_SECRET: 'hunter2', DATABASE_URL: 'hunter2', RAZORPAY_KEY_ID: 'hunter2' }).join(),
    ).not.toContain('hunter2')
  })

  it('counts an empty value as missing, and ignores what it does not know', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
    expect(parseSettings({ ...empty, HOME: '/', SOMETHING: 'else' })).toEqual(parseSettings({}))
  })

  it('reads units as the rest of the server counts them', () => {
    expect(
      parseSettings({ CHECKOUT_HOLD_MINUTES: '0.5', MAINTENANCE_SECONDS: '2', SIGN_IN_WINDOW_MINUTES: '1' }),
    ).toMatchObject({
      checkoutHoldMs: 30_000,
      maintenanceMs: 2000,
      signIn: { attempts: 10, attemptsPerAccount: 100, windowMs: 60_000, perAddressAndMinute: 300 },
    })
  })

  it('takes a relative data folder from the project, wherever it is started', () => {
    expect(parseSettings({}).dataDir).toBe(join(projectRoot, 'data'))
    expect(isAbsolute(projectRoot)).toBe(true)
    expect(parseSettings({ DATA_DIR: '/srv/shop' }).dataDir).toBe('/srv/shop')
  })
})

describe('.env.example', () => {
  const text = readFileSync(join(projectRoot, '.env.example'), 'utf8')

  it('lists exactly the settings that exist, each once', () => {
    const listed = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
    expect(listed.sort()).toEqual([...SETTING_NAMES].sort())
  })

  it('has every setting at its default', () => {
    expect(parseSettings(parseEnv(text) as Record<string, string>)).toEqual(parseSettings({}))
    for (const [name, value] of Object.entries(parseEnv(text))) {
      if (value === '') expect([name, parseSettings({ [name]: '' })]).toEqual([name, parseSettings({})])
    }
  })

  it('says what each is in one line of comment above it', () => {
    const lines = text.split('\n')
    for (const [i, line] of lines.entries()) {
      if (!/^[A-Z_]+=/.test(line)) continue
      expect([line, lines[i - 1]]).toEqual([line, expect.stringMatching(/^# .+\.$/)])
      expect([line, lines[i - 2]]).toEqual([line, expect.not.stringMatching(/^#/)])
    }
  })
})
