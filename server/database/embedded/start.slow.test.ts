import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FlushedFolder, FLUSHING_PARAMS } from './flushedFolder'
import { DataFolderInUseError } from './lock'
import { startEmbeddedPostgres } from './start'
import { testSettings } from '../../testing/app'
import { openDatabase } from '../client'
import { readMigrations } from '../migrations'
import products from '../../../prisma/catalogue/products.json' with { type: 'json' }

const root = mkdtempSync(join(tmpdir(), 'cerashop-embedded-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Starts the database, runs the queries, closes it and returns their results. */
async function withDatabase(folder: string, ...queries: string[]) {
  const { connection, close } = await startEmbeddedPostgres(folder)
  const client = new pg.Client(connection)
  try {
    await client.connect()
    const answers = []
    for (const query of queries) answers.push((await client.query(query)).rows)
    return answers
  } finally {
    await client.end()
    await close()
  }
}

/** Lists files whose mode lets other users read or write, except PostgreSQL's cache of its system tables. */
const open = (folder: string): string[] =>
  ['', ...readdirSync(join(folder, 'postgres'), { recursive: true, encoding: 'utf8' })].filter(
    (name) => !name.endsWith('pg_internal.init') && (statSync(join(folder, 'postgres', name)).mode & 0o077) !== 0,
  )

describe('startEmbeddedPostgres', () => {
  const folder = join(root, 'shop')

  it('keeps its data across restarts', async () => {
    await withDatabase(folder, 'CREATE TABLE pots (name text)', "INSERT INTO pots VALUES ('moon jar')")
    expect(await withDatabase(folder, 'SELECT * FROM pots')).toEqual([[{ name: 'moon jar' }]])
  })

  it('refuses a folder that is in use, and does not disturb the process using it', async () => {
    const first = await startEmbeddedPostgres(folder)
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(DataFolderInUseError)
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(DataFolderInUseError)
    const client = new pg.Client(first.connection)
    await client.connect()
    expect((await client.query('SELECT name FROM pots')).rows).toEqual([{ name: 'moon jar' }])
    await client.end()
    await first.close()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it.runIf(process.platform !== 'win32')(
    'listens on a socket in a folder that only this user can open, and removes it on close',
    async () => {
      const { connection, close } = await startEmbeddedPostgres(folder)
      expect(statSync(connection.host!).mode & 0o777).toBe(0o700)
      await close()
      expect(existsSync(connection.host!)).toBe(false)
    },
  )

  it.runIf(process.platform !== 'win32')('prevents other users from reading its files', () => {
    expect(open(folder)).toEqual([])
  })

  it('moves the remains of an interrupted first start aside, and starts over', async () => {
    const killed = join(root, 'killed')
    mkdirSync(join(killed, 'postgres'), { recursive: true })
    writeFileSync(join(killed, 'postgres-begun'), '')
    writeFileSync(join(killed, 'postgres', 'PG_VERSION'), '18\n')
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await withDatabase(killed, 'SELECT 1 AS one')).toEqual([[{ one: 1 }]])
    const aside = readdirSync(killed).filter((name) => name.startsWith('postgres-half-made-'))
    expect(aside).toHaveLength(1)
    expect(said.mock.calls.flat().join()).toContain(aside[0])
    said.mockRestore()
    expect(readFileSync(join(killed, aside[0]!, 'PG_VERSION'), 'utf8')).toBe('18\n')
    expect(await withDatabase(killed, 'SELECT 2 AS two')).toEqual([[{ two: 2 }]])
    expect(readdirSync(killed).filter((name) => name.startsWith('postgres-half-made-'))).toEqual(aside)
  })
})

describe('a damaged or incomplete data folder', () => {
  const damages: Record<string, [damage: (folder: string) => void, told: RegExp]> = {
    'without PG_VERSION': [(folder) => rmSync(join(folder, 'postgres/PG_VERSION')), /has no PG_VERSION/],
    'without its database': [(folder) => rmSync(join(folder, 'postgres'), { recursive: true }), /has no PG_VERSION/],
    'without the file that says it is whole': [(folder) => rmSync(join(folder, 'postgres-made')), /"postgres-made"/],
    'without pg_control': [(folder) => rmSync(join(folder, 'postgres/global/pg_control')), /is damaged/],
    'with a cut log': [
      (folder) => {
        for (const name of readdirSync(join(folder, 'postgres/pg_wal')))
          if (/^[0-9A-F]{24}$/.test(name)) truncateSync(join(folder, 'postgres/pg_wal', name), 100)
      },
      /is damaged/,
    ],
  }

  const whole = join(root, 'whole')
  beforeAll(() => withDatabase(whole, 'CREATE TABLE pots (name text)'))

  it.each(Object.entries(damages))('is left unchanged and reported: %s', async (name, [damage, told]) => {
    const folder = join(root, name.replaceAll(' ', '-'))
    cpSync(whole, folder, { recursive: true })
    damage(folder)
    const list = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    const found = list()
    const failure = await startEmbeddedPostgres(folder).catch((error: Error) => error.message)
    expect(failure).toMatch(told)
    expect(failure).toMatch(/Nothing was overwritten or moved. Restore .* backup\. .*DATA_DIR/)
    const left = list()
    expect(left.filter((path) => !found.includes(path) && !path.endsWith('postmaster.pid'))).toEqual([])
    expect(found.filter((path) => !left.includes(path) && !path.includes('/pg_'))).toEqual([])
  })
})

describe('a commit', () => {
  it('reaches the disk before it is acknowledged', async () => {
    const folder = join(root, 'flushed')
    await withDatabase(folder, 'SELECT 1')
    const flushes = vi.spyOn(fs, 'fsyncSync')
    const db = await PGlite.create({ fs: new FlushedFolder(join(folder, 'postgres')), startParams: FLUSHING_PARAMS })
    await db.exec('CREATE TABLE pots (name text)')
    const before = flushes.mock.calls.length
    for (let i = 0; i < 5; i += 1) await db.query('INSERT INTO pots VALUES ($1)', [`pot ${i}`])
    expect(flushes.mock.calls.length).toBeGreaterThanOrEqual(before + 5)
    await db.close()
    flushes.mockRestore()
  })
})

describe('the prebuilt database for new shops', () => {
  it('has all migrations and the catalogue, but no accounts', async () => {
    const folder = join(root, 'as-built')
    cpSync('dist/database', folder, { recursive: true })
    const [books, catalogue, accounts] = await withDatabase(
      folder,
      'SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY migration_name',
      'SELECT id FROM product WHERE variant_of IS NULL ORDER BY position',
      'SELECT * FROM user_account',
    )
    expect(books).toEqual(readMigrations().map(({ name, checksum }) => ({ name, checksum })))
    expect(catalogue).toEqual(products.map(({ id }) => ({ id })))
    expect(accounts).toEqual([])
  })

  it('is not copied for a shop without the sample goods', async () => {
    const settings = testSettings({ DATA_DIR: join(root, 'without-samples'), SAMPLE_GOODS: '0' })
    const { db, close } = await openDatabase({ ...settings, databaseUrl: null })
    const counts = [await db.product.count(), await db.category.count(), await db.coupon.count()]
    await close()
    expect(counts).toEqual([0, 0, 0])
  })

  it.runIf(process.platform !== 'win32')('is readable by this user alone', () => {
    expect(open('dist/database')).toEqual([])
  })
})
