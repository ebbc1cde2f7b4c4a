import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app'
import { jwtSecretOf } from './auth'
import { openTestDatabase, testSettings } from '../testing/app'
import { call } from '../testing/calls'
import { newShopper, type Shopper } from '../testing/data/factories'

const root = mkdtempSync(join(tmpdir(), 'cerashop-secret-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('jwtSecretOf', () => {
  it.each(['', 'x', ' '.repeat(64)])(
    'names JWT_SECRET in the error if the file contains no valid secret: "%s"',
    (text) => {
      const dataDir = mkdtempSync(join(root, 'bad-'))
      writeFileSync(join(dataDir, 'jwt-secret'), text, { mode: 0o600 })
      expect(() => jwtSecretOf({ jwtSecret: null, dataDir })).toThrow(/JWT_SECRET: .*jwt-secret, .* contains no secret/)
      expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(text)
    },
  )

  it.runIf(process.platform !== 'win32')('names JWT_SECRET in the error if other users can read the file', () => {
    const dataDir = mkdtempSync(join(root, 'open-'))
    jwtSecretOf({ jwtSecret: null, dataDir })
    chmodSync(join(dataDir, 'jwt-secret'), 0o640)
    expect(() => jwtSecretOf({ jwtSecret: null, dataDir })).toThrow(/JWT_SECRET: .* can be read by others/)
  })

  it('returns the secret from the settings if it is set', () => {
    expect(jwtSecretOf({ jwtSecret: 'from the settings', dataDir: join(root, 'untouched') })).toBe('from the settings')
  })

  it('creates the secret once and keeps it, readable by this user alone', () => {
    const dataDir = join(root, 'a', 'data')
    const secret = jwtSecretOf({ jwtSecret: null, dataDir })
    expect(secret.length).toBeGreaterThanOrEqual(64)
    expect(jwtSecretOf({ jwtSecret: null, dataDir })).toBe(secret)
    expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(secret)
    if (process.platform !== 'win32') expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
    expect(jwtSecretOf({ jwtSecret: null, dataDir: join(root, 'b') })).not.toBe(secret)
  })
})

describe('replacing a secret', () => {
  const [OLD, NEW] = ['the secret that goes, of some length', 'the secret that comes, of some length']

  it('keeps everyone logged in while servers change their secrets one by one', async () => {
    const database = await openTestDatabase()
    const serverWith = (env: Record<string, string>) =>
      buildApp({ ...database, settings: testSettings({ ...database.env, ...env }) })
    const before = await serverWith({ JWT_SECRET: OLD })
    const first = await serverWith({ JWT_SECRET: OLD, JWT_SECRET_ACCEPTED: NEW })
    const second = await serverWith({ JWT_SECRET: NEW, JWT_SECRET_ACCEPTED: OLD })
    const after = await serverWith({ JWT_SECRET: NEW })
    try {
      const statusAt = async (app: FastifyInstance, { token }: Shopper) =>
        (await call(app, 'GET', '/api/user/cart', { token })).statusCode
      const statuses = async (shopper: Shopper) =>
        Promise.all([before, first, second, after].map((app) => statusAt(app, shopper)))
      expect(await statuses(await newShopper(before))).toEqual([200, 200, 200, 401])
      expect(await statuses(await newShopper(first))).toEqual([200, 200, 200, 401])
      expect(await statuses(await newShopper(second))).toEqual([401, 200, 200, 200])
    } finally {
      await Promise.all([before, first, second, after].map((app) => app.close()))
      await database.close()
    }
  })
})
