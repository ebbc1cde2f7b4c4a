import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { jwtSecretOf } from './auth'

const root = mkdtempSync(join(tmpdir(), 'cerashop-secret-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('jwtSecretOf', () => {
  it.each(['', 'x', ' '.repeat(64)])('names JWT_SECRET where the file holds no secret: "%s"', (text) => {
    const dataDir = mkdtempSync(join(root, 'bad-'))
    writeFileSync(join(dataDir, 'jwt-secret'), text, { mode: 0o600 })
    expect(() => jwtSecretOf({ jwtSecret: null, dataDir })).toThrow(/JWT_SECRET: .*jwt-secret, .* holds no secret/)
    expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(text)
  })

  it.runIf(process.platform !== 'win32')('names JWT_SECRET where others can read the file', () => {
    const dataDir = mkdtempSync(join(root, 'open-'))
    jwtSecretOf({ jwtSecret: null, dataDir })
    chmodSync(join(dataDir, 'jwt-secret'), 0o640)
    expect(() => jwtSecretOf({ jwtSecret: null, dataDir })).toThrow(/JWT_SECRET: .* can be read by others/)
  })

  it('is the one of the settings, where they have one', () => {
    expect(jwtSecretOf({ jwtSecret: 'from the settings', dataDir: join(root, 'untouched') })).toBe('from the settings')
  })

  it('is made once and kept, for this user alone', () => {
    const dataDir = join(root, 'a', 'data')
    const secret = jwtSecretOf({ jwtSecret: null, dataDir })
    expect(secret.length).toBeGreaterThanOrEqual(64)
    expect(jwtSecretOf({ jwtSecret: null, dataDir })).toBe(secret)
    expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(secret)
    if (process.platform !== 'win32') expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
    expect(jwtSecretOf({ jwtSecret: null, dataDir: join(root, 'b') })).not.toBe(secret)
  })
})
