import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeDataFolder } from './dataFolder'
import { SettingsError } from '../settings'

const root = mkdtempSync(join(tmpdir(), 'cerashop-folder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('makeDataFolder', () => {
  it('creates a folder and its parents for this user only, and accepts an existing one', () => {
    const folder = join(root, 'a/b')
    makeDataFolder(folder)
    makeDataFolder(folder)
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  const file = join(root, 'file')
  writeFileSync(file, '')
  const readOnly = join(root, 'read-only')
  mkdirSync(readOnly, { mode: 0o500 })
  const places = [file, join(file, 'below')]
  if (process.platform === 'linux') places.push('/dev/null', '/proc/nowhere', '/proc/nowhere/at/all', '/sys/nowhere')
  if (process.platform !== 'win32' && process.getuid?.() !== 0) places.push(readOnly)

  it.each(places)('names DATA_DIR in the error if the folder cannot be %s', (place) => {
    expect(() => makeDataFolder(place)).toThrow(SettingsError)
    expect(() => makeDataFolder(place)).toThrow(`DATA_DIR: ${place} is not a writable folder (`)
  })
})
