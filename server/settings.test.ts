import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseSettings, projectRoot, SETTING_NAMES, SettingsError } from './settings'

function errorsOf(env: Record<string, string>): string[] {
  try {
    parseSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

const namesOf = (errors: string[]): string[] => errors.map((error) => error.trim().split(':')[0]!)

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`

/** Invalid values for all settings that can be invalid independently. */
const BAD: Record<string, string[]> = {
  NODE_ENV: ['prod', 'PRODUCTION'],
  HOST: ['not a host', 'http://x', '-x', 'a/b', ' '],
  PORT: ['x', '-1', '65536', '80.5', 'NaN', '1e9', ' ', '0x50', '1e3', '+80', ' 80'],
  LOG_LEVEL: ['loud', 'INFO'],
  TRUST_PROXY: ['true', 'yes', '-1', '1.5', '10.0.0.0/33', '10.0.0', '10.0.0.1/8/8', '10.0.0.1,', 'fe80::/129', '1 2'],
  REQUESTS_PER_MINUTE: ['-1', '1000001', 'some'],
  COST_PER_MINUTE: ['-1', '1000000001', 'all'],
  QUERY_COST: ['-1', '1000001', '1.5'],
  LIMITS: ['0', 'OFF', 'none'],
  REDIS_URL: ['x', 'localhost:6379', 'http://localhost'],
  PUBLIC_ORIGIN: [
    'shop.example',
    'https://',
    'ftp://shop.example',
    'https://shop.example/shop',
    'https://a:b@shop.example',
    ' ',
  ],
  DATABASE_URL: ['x', 'mysql://localhost/shop', 'localhost:5432', 'postgres://', 'postgres://a:50%@b/c'],
  DATABASE_DIRECT_URL: ['x', 'mysql://localhost/shop', 'localhost:5432'],
  DATABASE_CONNECTIONS: ['0', '1', '201', 'many'],
  DATABASE_PREPARED: ['yes'],
  DATABASE_RETRY_SECONDS: ['-1', '61'],
  PHOTOS_S3_URL: [
    'x',
    's3://key:secret@host/bucket',
    'https://host/bucket',
    'https://key@host/bucket',
    'https://key:secret@host',
    'https://key:secret@host/',
    'https://key:secret@host/bucket/folder',
    'https://key:secret@host/bucket?region=x&acl=public',
    'https://key:sec%ret@host/bucket',
  ],
  PHOTO_MAX_MB: ['0', '-1', '101', 'large'],
  LOW_STOCK: ['-1', '1.5', '10001'],
  SEARCH_WORDS_FILE: ['no-such-file.txt', 'server', 'package-lock.json'],
  SHOP_NAME: ['   ', 'x'.repeat(61)],
  CONTACT_EMAIL: ['hello', 'a@b'],
  SHOP_PHONE: ['98450 12345', '+91', '+91 (80) 4123', 'tel:+919845012345', '+0919845012345', `+91${'1'.repeat(14)}`],
  SHOP_WHATSAPP: ['https://wa.me/919845012345', '+91 98450 1234x'],
  SOCIAL_LINKS: ['instagram', 'https://a.example javascript:alert(1)'],
  SERVICE_WORKER: ['yes'],
  SAMPLE_GOODS: ['no'],
  DEMO_ACCOUNTS: ['no', '-1'],
  JWT_SECRET_ACCEPTED: ['short', ' '.repeat(40)],
  JWT_SECRET: ['short', 'x'.repeat(31), ' '.repeat(40), `x${' '.repeat(40)}`],
  TOKEN_DAYS: ['0', '-1', '366', 'week'],
  API_DELAY_MS: ['-1', '60001', '0.5', 'slow'],
  CHECKOUT_HOLD_MINUTES: ['0', '-15', '1441'],
  SHUTDOWN_SECONDS: ['-1', '601', '1.5'],
  OPS_PORT: ['x', '65536', ' '],
  OPS_HOST: ['not a host'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'grpc://x'],
  ALLOW_SANDBOX_PAYMENTS: ['true'],
  RAZORPAY_API_URL: ['x', 'api.razorpay.com', 'ftp://x'],
  ORDER_WEBHOOK_URL: [
    'x',
    'ftp://erp.example',
    'https://',
    'https://user@erp.example/hooks',
    'https://:pass@erp.example',
  ],
  ORDER_WEBHOOK_SECRET: [
    'secret',
    `whsec_${Buffer.alloc(23).toString('base64')}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    `${WEBHOOK_SECRET.slice(0, -1)}`,
    Array(3).fill(WEBHOOK_SECRET).join(' '),
    ' ',
  ],
  ORDER_WEBHOOK_ALLOW_HTTP: ['yes'],
  MAIL: ['no'],
  SMTP_URL: [
    'x',
    'http://smtp.example',
    'smtp://',
    'smtp://user@smtp.example',
    'smtp://:pass@smtp.example',
    'smtp://user:50%@smtp.example',
    'smtp://smtp.example/path',
    'smtp://smtp.example?pool=true',
  ],
  MAIL_FROM: ['orders', 'Cerashop <orders>', 'Cerashop <a@b.example>, <c@d.example>', 'a@b.example\nBcc: c@d.example'],
  ORDER_LINK_DAYS: ['0', '3651', 'ever'],
  SIGN_INS_PER_MINUTE: ['-1', '100001'],
  LATE_PAYMENT_HOURS: ['-1', '8761', 'day'],
  AUTO_REFUND: ['yes'],
  DELIVERY_COUNTRIES: ['NP', 'IN,XX', 'India', 'IN,', 'IN;NP'],
  COD_MAX_AMOUNT: ['-1', '1.5', 'all'],
  COD_PIN_CODES: ['56000x', '560110-560001', '560-561', '1234567', '560,'],
  COD_OPEN_ORDERS: ['-1', '1.5'],
  GST_PERCENT: ['-1', '101', '5%', '5.005'],
  HSN_CODE: ['69', '69x2'],
}

describe('parseSettings', () => {
  it.each(Object.entries(BAD))('names %s in the error if its value is invalid', (name, values) => {
    for (const value of values) expect([value, namesOf(errorsOf({ [name]: value }))]).toEqual([value, [name]])
  })

  it('reports all errors together, including those in settings that depend on each other', () => {
    const env = Object.fromEntries(Object.entries(BAD).map(([name, [value]]) => [name, value!]))
    const names = namesOf(errorsOf({ ...env, RAZORPAY_KEY_ID: 'rzp_x' }))
    expect(new Set(names)).toEqual(new Set([...Object.keys(BAD), 'RAZORPAY_KEY_ID', 'RAZORPAY_WEBHOOK_SECRET']))
  })

  it('requires a real payment provider in production', () => {
    expect(namesOf(errorsOf({ NODE_ENV: 'production' }))).toEqual(['RAZORPAY_KEY_ID'])
    expect(namesOf(errorsOf({ NODE_ENV: 'production', PORT: 'x' }))).toEqual(['PORT', 'RAZORPAY_KEY_ID'])
    expect(errorsOf({ NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' })).toEqual([])
  })

  it("requires all of Razorpay's settings, or none", () => {
    const all = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
    expect(parseSettings({ NODE_ENV: 'production', ...all }).razorpay).toEqual({
      ...{ keyId: 'id', keySecret: 'secret', webhookSecret: 'webhook', apiUrl: 'https://api.razorpay.com' },
    })
    expect(namesOf(errorsOf({ ...all, RAZORPAY_KEY_SECRET: '' }))).toEqual(['RAZORPAY_KEY_ID'])
    expect(namesOf(errorsOf({ ...all, RAZORPAY_KEY_ID: '' }))).toEqual(['RAZORPAY_KEY_ID'])
    expect(namesOf(errorsOf({ ...all, RAZORPAY_WEBHOOK_SECRET: '' }))).toEqual(['RAZORPAY_WEBHOOK_SECRET'])
  })

  it('requires https and a secret for order webhooks', () => {
    const hook = { ORDER_WEBHOOK_URL: 'https://erp.example/hooks', ORDER_WEBHOOK_SECRET: WEBHOOK_SECRET }
    expect(parseSettings(hook).orderWebhook).toEqual({
      ...{ url: 'https://erp.example/hooks', secrets: [WEBHOOK_SECRET] },
    })
    expect(parseSettings({ ...hook, ORDER_WEBHOOK_URL: '' }).orderWebhook).toBeNull()
    expect(namesOf(errorsOf({ ...hook, ORDER_WEBHOOK_SECRET: '' }))).toEqual(['ORDER_WEBHOOK_SECRET'])
    const two = `${WEBHOOK_SECRET} ${WEBHOOK_SECRET}`
    expect(parseSettings({ ...hook, ORDER_WEBHOOK_SECRET: two }).orderWebhook!.secrets).toHaveLength(2)
    for (const url of ['http://localhost:4000/x', 'http://127.0.0.1', 'http://[::1]:4000'])
      expect([url, errorsOf({ ...hook, ORDER_WEBHOOK_URL: url })]).toEqual([url, []])
    const open = { ...hook, ORDER_WEBHOOK_URL: 'http://erp.internal/hooks' }
    expect(namesOf(errorsOf(open))).toEqual(['ORDER_WEBHOOK_URL'])
    expect(errorsOf({ ...open, ORDER_WEBHOOK_ALLOW_HTTP: '1' })).toEqual([])
  })

  it('requires a sender and PUBLIC_ORIGIN for email by SMTP, and TLS unless the server is on this machine', () => {
    const smtp = { SMTP_URL: 'smtp://us%40er:p%2Fss@smtp.example', MAIL_FROM: 'Cerashop <orders@shop.example>' }
    const all = { ...smtp, PUBLIC_ORIGIN: 'https://shop.example' }
    expect(parseSettings(all).mail).toEqual({
      from: 'Cerashop <orders@shop.example>',
      origin: 'https://shop.example',
      smtp: {
        ...{ host: 'smtp.example', port: 587, isSecure: false, needsStartTls: true },
        auth: { user: 'us@er', pass: 'p/ss' },
      },
    })
    expect(namesOf(errorsOf(smtp))).toEqual(['PUBLIC_ORIGIN'])
    expect(namesOf(errorsOf({ ...all, MAIL_FROM: '' }))).toEqual(['MAIL_FROM'])
    const smtpOf = (url: string) => parseSettings({ ...all, SMTP_URL: url }).mail!.smtp
    expect(smtpOf('smtps://smtp.example')).toMatchObject({ port: 465, isSecure: true, auth: null })
    expect(smtpOf('smtp://localhost:1025')).toMatchObject({ port: 1025, isSecure: false, needsStartTls: false })
    expect(parseSettings({}).mail).toMatchObject({ smtp: null })
    expect(parseSettings({ ...all, MAIL: '0' }).mail).toBeNull()
  })

  it('enables the demo accounts by default unless payments are real', () => {
    const razorpay = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
    const opens = (env: Record<string, string>) => parseSettings(env).demoAccounts
    expect([opens({}), opens(razorpay), opens({ DEMO_ACCOUNTS: '0' })]).toEqual([true, false, false])
    expect(opens({ ...razorpay, DEMO_ACCOUNTS: '1' })).toBe(true)
  })

  it('requires an authenticator app of staff by default if payments are real', () => {
    const razorpay = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
    const totp = (env: Record<string, string>) => parseSettings(env).staffTotp
    expect([totp({}), totp(razorpay), totp({ ...razorpay, STAFF_TOTP: '' })]).toEqual([
      'optional',
      'required',
      'required',
    ])
    expect([totp({ STAFF_TOTP: 'required' }), totp({ ...razorpay, STAFF_TOTP: 'optional' })]).toEqual([
      'required',
      'optional',
    ])
  })

  it('requires a complete seller for a tax invoice, and a valid GSTIN', () => {
    const seller = { SELLER_NAME: 'Asha', SELLER_ADDRESS: '1 Kiln Road', SELLER_STATE: 'Kerala' }
    const parsed = parseSettings({ ...seller, SELLER_GSTIN: '32ABCDE1234F1Z5' }).seller
    expect(parsed).toEqual({ name: 'Asha', address: '1 Kiln Road', state: 'Kerala', gstin: '32ABCDE1234F1Z5' })
    for (const name of Object.keys(seller))
      expect(namesOf(errorsOf({ ...seller, SELLER_GSTIN: '32ABCDE1234F1Z5', [name]: '' }))).toEqual(['SELLER_GSTIN'])
    expect(namesOf(errorsOf({ ...seller, SELLER_GSTIN: '32ABCDE1234F1X5' }))).toEqual(['SELLER_GSTIN'])
    expect(parseSettings(seller).seller.gstin).toBeNull()
  })

  it('accepts a second secret only together with JWT_SECRET', () => {
    const [one, two] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string]
    expect(errorsOf({ JWT_SECRET: one, JWT_SECRET_ACCEPTED: two })).toEqual([])
    expect(namesOf(errorsOf({ JWT_SECRET_ACCEPTED: two }))).toEqual(['JWT_SECRET_ACCEPTED'])
    expect(namesOf(errorsOf({ JWT_SECRET: one, JWT_SECRET_ACCEPTED: one }))).toEqual(['JWT_SECRET_ACCEPTED'])
  })

  it('accepts DATABASE_DIRECT_URL only together with DATABASE_URL', () => {
    const [one, two] = ['postgres://one/shop', 'postgres://two/shop'] as const
    expect(namesOf(errorsOf({ DATABASE_DIRECT_URL: one }))).toEqual(['DATABASE_DIRECT_URL'])
    expect(parseSettings({ DATABASE_DIRECT_URL: one, DATABASE_URL: two }).databaseDirectUrl).toBe(one)
  })

  it('never includes a value in its error message, because it may be a secret', () => {
    expect(
      errorsOf({ JWT_SECRET: 'hunter2', DATABASE_URL: 'hunter2', RAZORPAY_KEY_ID: 'hunter2' }).join(),
    ).not.toContain('hunter2')
  })

  it('treats an empty value as missing, and ignores unknown variables', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
    expect(parseSettings({ ...empty, HOME: '/', SOMETHING: 'else' })).toEqual(parseSettings({}))
  })

  it('converts units to the ones that the server uses', () => {
    expect(parseSettings({ CHECKOUT_HOLD_MINUTES: '0.5', LATE_PAYMENT_HOURS: '2' })).toMatchObject({
      checkoutHoldMs: 30_000,
      latePaymentMs: 7_200_000,
    })
  })

  it('accepts a number of proxies, or their addresses and networks', () => {
    expect(parseSettings({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
    const twoHops = parseSettings({ TRUST_PROXY: '2' }).trustProxy as (address: string, hop: number) => boolean
    expect([0, 1, 2].map((hop) => twoHops('10.0.0.1', hop))).toEqual([true, true, false])
    const listed = parseSettings({ TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8, 192.168.1.7' }).trustProxy
    const isTrusted = listed as (address: string, hop: number) => boolean
    expect(['127.0.0.1', '10.9.8.7', 'fd00::1', '192.168.1.7'].map((each) => isTrusted(each, 5))).not.toContain(false)
    expect(['127.1.2.3.4', '11.0.0.1', 'fe00::1', '192.168.1.8', ''].map((each) => isTrusted(each, 0))).not.toContain(
      true,
    )
  })

  it("resolves a relative data folder from the project's folder, regardless of the working directory", () => {
    expect(parseSettings({}).dataDir).toBe(join(projectRoot, 'data'))
    expect(isAbsolute(projectRoot)).toBe(true)
    expect(parseSettings({ DATA_DIR: '/srv/shop' }).dataDir).toBe('/srv/shop')
  })
})

describe('SEARCH_WORDS_FILE', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'search-words-')), 'own.txt')

  it('extends the built-in search words with new words and synonyms', () => {
    writeFileSync(file, 'lota, kalash = jar\nsakora, katori\nmatka =\n')
    const { meanings } = parseSettings({ SEARCH_WORDS_FILE: file }).searchWords
    expect([meanings.get('lota'), meanings.get('matka')]).toEqual([['jar'], []])
    expect(meanings.get('katori')).toEqual(expect.arrayContaining(['bowl', 'sakora']))
    expect(meanings.get('mug')).toContain('cup')
  })

  it('is rejected with an error that names the invalid line', () => {
    writeFileSync(file, 'lota = jar\nkalash ; jar\n')
    expect(errorsOf({ SEARCH_WORDS_FILE: file }).join()).toContain(
      "SEARCH_WORDS_FILE: line 2: 'kalash ; jar' contains a character",
    )
  })
})

describe('PHOTOS_S3_URL', () => {
  it('contains key, secret, bucket and region, URL-encoded', () => {
    const of = (url: string) => parseSettings({ PHOTOS_S3_URL: url }).photosS3
    expect(of('https://KEY:se%2Fcret%2B@s3.example:9000/our.wares/?region=auto')).toEqual({
      url: 'https://s3.example:9000/our.wares',
      accessKeyId: 'KEY',
      secretAccessKey: 'se/cret+',
      region: 'auto',
    })
    expect(of('http://KEY:secret@10.0.0.7/wares')!.region).toBe('us-east-1')
    expect(of('')).toBeNull()
  })
})

describe('DATABASE_PREPARED', () => {
  it('is on by default for a database server, but not behind a pooler', () => {
    const url = { DATABASE_URL: 'postgres://pooler/shop' }
    const pooled = { ...url, DATABASE_DIRECT_URL: 'postgres://server/shop' }
    const read = (env: Record<string, string>) => parseSettings(env).databasePrepared
    expect([read({}), read(url), read(pooled)]).toEqual([false, true, false])
    expect([read({ ...url, DATABASE_PREPARED: '0' }), read({ ...pooled, DATABASE_PREPARED: '1' })]).toEqual([
      false,
      true,
    ])
  })
})

describe('a number outside its range', () => {
  it.each([
    ['QUERY_COST', '1000001', 'must be from 0 to 1000000'],
    ['COD_OPEN_ORDERS', '1.5', 'must be a whole number'],
    ['CHECKOUT_HOLD_MINUTES', '0', 'must be more than 0, and at most 1440'],
    ['CHECKOUT_HOLD_MINUTES', '1441', 'must be more than 0, and at most 1440'],
  ])('is reported with the range: %s=%s', (name, value, message) => {
    expect(() => parseSettings({ [name]: value })).toThrow(`${name}: ${message}`)
  })
})

describe('.env.example', () => {
  const text = readFileSync(join(projectRoot, '.env.example'), 'utf8')

  /** The file with its settings uncommented. */
  const defaults = text.replace(/^#(?=[A-Z0-9_]+=)/gm, '')

  it('lists exactly the existing settings, each once', () => {
    const listed = [...defaults.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!)
    expect(listed.sort()).toEqual([...SETTING_NAMES].sort())
  })

  it('changes nothing until a setting is uncommented', () => {
    expect(parseEnv(text)).toEqual({})
  })

  it('shows the default of every setting', () => {
    expect(parseSettings(parseEnv(defaults) as Record<string, string>)).toEqual(parseSettings({}))
    for (const [name, value] of Object.entries(parseEnv(defaults))) {
      if (value === '') expect([name, parseSettings({ [name]: '' })]).toEqual([name, parseSettings({})])
    }
  })

  it('describes each setting in a one-line comment above it', () => {
    const lines = text.split('\n')
    const settings = lines.flatMap((line, i) => (/^#[A-Z0-9_]+=/.test(line) ? [i] : []))
    expect(settings).toHaveLength(SETTING_NAMES.length)
    for (const i of settings) {
      expect([lines[i], lines[i - 1]]).toEqual([lines[i], expect.stringMatching(/^# .+\.$/)])
      expect([lines[i], lines[i - 2]]).toEqual([lines[i], expect.not.stringMatching(/^# /)])
    }
  })
})
