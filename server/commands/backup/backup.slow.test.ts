import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg, { type PoolClient } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { startPostgres } from '../../testing/postgres'
import { openDatabase, type Database } from '../../database/client'
import { confirmPayment } from '../../domain/orders/placement/checkout'
import { applyMigrations } from '../../database/migrations'
import type { Settings } from '../../settings'
import { openTestDatabase, testSettings } from '../../testing/app'
import { checkOut, fillCart, newShopper, payFor, setStock, type Shopper } from '../../testing/data/factories'
import { BOWL, CUP, PASSWORD } from '../../testing/data/fixtures'
import { callCommand } from '../../testing/terminal'
import { sealer } from '../../crypto/sealed'
import { readArchive, writeArchive } from './archive'
import { readContents } from './checksum'
import { connectTo, withClient } from './connection'
import { readTables } from './shape'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-backup-'))
const database = await openTestDatabase()
/** The files that the shop keeps next to its database. The embedded database is in the same folder. */
const dataDir = database.env['DATA_DIR'] ?? join(folder, 'data')
const settings = testSettings({ DATA_DIR: dataDir, ...database.env })
const app = await buildApp({ ...database, settings })
const postgres = await startPostgres()
afterAll(async () => {
  await postgres?.stop()
  await app.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const PIECES = 500
await setStock(app, { [BOWL]: PIECES, [CUP]: PIECES })
const photo = join(dataDir, 'photos', '480', 'a1.avif')
mkdirSync(join(dataDir, 'photos', '480'), { recursive: true })
writeFileSync(photo, Buffer.from([0, 255, 1, 254]))
writeFileSync(join(dataDir, 'jwt-secret'), 'the secret of a shop, which is long enough', { mode: 0o600 })

const call = (name: string, args: string[], at: Settings, signal?: AbortSignal) =>
  callCommand(name, args, { folder, settings: at, database, ...(signal && { signal }) })

/** Places orders until stopped. This shopper does not wait for other shoppers. */
async function buyUntil(stopped: AbortSignal, shopper: Shopper): Promise<number> {
  let bought = 0
  for (; !stopped.aborted; bought += 1) {
    await fillCart(app, shopper, { [bought % 2 ? BOWL : CUP]: 1 })
    const checkout = await checkOut(app, shopper)
    if (bought % 3 < 2) await confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
  }
  return bought
}

async function asSql(at: Settings, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const { pool, close } = await connectTo(at)
  await withClient(pool, work)
  await close()
}

/** Throws if sold and remaining stock do not add up, or if an order is inconsistent. */
async function audit({ db }: Database): Promise<number> {
  const orders = await db.order.findMany({ include: { lines: true, events: { orderBy: { at: 'asc' } } } })
  const taken = new Map<string, number>()
  for (const { status, lines, events, cartTotal, totalAmount, paymentId } of orders) {
    expect(events.at(-1)?.status).toBe(status)
    expect(status === 'PAID').toBe(paymentId !== null)
    expect(lines.reduce((sum, { original, quantity }) => sum + original * quantity, 0)).toBe(cartTotal)
    expect(lines.reduce((sum, { discounted, quantity }) => sum + discounted * quantity, 0)).toBe(totalAmount)
    if (status === 'CANCELLED') continue
    for (const { productId, quantity } of lines) taken.set(productId!, (taken.get(productId!) ?? 0) + quantity)
  }
  for (const id of [BOWL, CUP]) {
    const { stock } = await db.product.findUniqueOrThrow({ where: { id } })
    expect(stock + (taken.get(id) ?? 0)).toBe(PIECES)
  }
  return orders.length
}

const contentsOf = ({ pool }: Pick<Database, 'pool'>) =>
  withClient(pool, async (client) => {
    await client.query("SET TimeZone = 'UTC'")
    const tables = await readTables(client)
    const contents: [string, object][] = []
    for (const table of tables) contents.push([table.name, await readContents(client, table)])
    await client.query('RESET TimeZone')
    return Object.fromEntries(contents)
  })

/** Reads the contents of a shop that is not running. */
async function contentsAt(at: Settings) {
  const connection = await connectTo(at)
  return contentsOf(connection).finally(connection.close)
}

async function withShop<Result>(at: Settings, work: (shop: FastifyInstance, database: Database) => Promise<Result>) {
  const opened = await openDatabase(at)
  const shop = await buildApp({ ...opened, settings: at })
  try {
    return await work(shop, opened)
  } finally {
    await shop.close()
    await opened.close()
  }
}

/** The target of a restore: an embedded database that has never been started. */
const elsewhere = (name: string): Settings => testSettings({ DATA_DIR: join(folder, name) })

const shopper = await newShopper(app)
const stop = new AbortController()
const buying = Promise.all(
  [shopper, await newShopper(app), await newShopper(app)].map((each) => buyUntil(stop.signal, each)),
)
while ((await database.db.order.count()) <= 5) await sleep(20)
const made = await call('backup', ['shop.tar.gz'], settings)
stop.abort()
const bought = (await buying).reduce((sum, each) => sum + each, 0)

describe('npm run backup', () => {
  it('creates a file that only this user can read, while the shop keeps selling', async () => {
    expect(made).toMatchObject({
      code: 0,
      lines: [
        expect.stringMatching(/^\d+ tables with \d+ rows, and 1 files/),
        expect.stringContaining('but not the secret of the shop'),
      ],
    })
    expect(statSync(join(folder, 'shop.tar.gz')).mode & 0o777).toBe(0o600)
    expect(await audit(database)).toBe(bought)
  })

  it('chooses a file name when given a folder, and never overwrites a file', async () => {
    mkdirSync(join(folder, 'all'))
    expect((await call('backup', ['all'], settings)).code).toBe(0)
    expect(readdirSync(join(folder, 'all'))).toEqual([expect.stringMatching(/^cerashop-.*Z\.tar\.gz$/)])
    expect(await call('backup', ['shop.tar.gz'], settings)).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/already exists/)],
    })
    expect(await call('backup', ['none/x.tar.gz'], settings)).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/cannot be written \(ENOENT\)/)],
    })
    for (const args of [[], ['a', 'b'], ['shop.zip'], ['--fast']])
      expect((await call('backup', args, settings)).code).toBe(2)
  })
})

const copy = elsewhere('copy')

describe('a backup that fails', () => {
  const content = randomBytes(200_000)
  const isWritable = existsSync('/dev/full')

  it.runIf(isWritable)('reports a full disk, and causes no unhandled stream error in the shop', async () => {
    const path = join(folder, 'full.tar.gz')
    for (let attempt = 0; attempt < 20; attempt++) {
      // The temporary file is a device on which every write fails.
      symlinkSync('/dev/full', `${path}.${process.pid}.part`)
      const written = writeArchive(path, async (archive) => {
        for (let part = 0; part < 50; part++) await archive.add(`${part}`, content.subarray(0, 1000 * (attempt + part)))
      })
      await expect(written).rejects.toThrow('full.tar.gz cannot be written (ENOSPC).')
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
  })

  it('has its temporary file removed by the next backup', async () => {
    const path = join(folder, 'killed.tar.gz')
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(`${path}.${pid}.part`, 'personal data')
    writeFileSync(`${path}.1.part`, 'of a process that runs')
    await writeArchive(path, (archive) => archive.add('one', 'content'))
    expect(readdirSync(folder).filter((name) => name.startsWith('killed'))).toEqual([
      'killed.tar.gz',
      'killed.tar.gz.1.part',
    ])
  })
})

describe('npm run restore', () => {
  it('restores a consistent snapshot, and the restored shop continues to sell', async () => {
    expect(await call('restore', ['shop.tar.gz'], copy)).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([expect.stringMatching(/^Restored\. Counts/)]),
    })
    await withShop(copy, async (restored, opened) => {
      const orders = await audit(opened)
      expect(orders).toBeGreaterThan(5)
      expect(orders).toBeLessThanOrEqual(bought)
      const payload = { email: shopper.email, password: PASSWORD }
      const { statusCode } = await restored.inject({ method: 'POST', url: '/api/auth/login', payload })
      expect(statusCode).toBe(200)
      const last = await opened.db.order.findFirstOrThrow({ orderBy: { serial: 'desc' } })
      await fillCart(restored, shopper, { [BOWL]: 1 })
      const { order } = await checkOut(restored, shopper)
      expect(order.serial).toBeGreaterThan(last.serial)
      expect(order.version).toBeGreaterThan(0)
    })
    expect(readFileSync(join(copy.dataDir, 'photos', '480', 'a1.avif'))).toEqual(readFileSync(photo))
    expect(existsSync(join(copy.dataDir, 'jwt-secret'))).toBe(false)
    expect(readdirSync(copy.dataDir).filter((name) => name.startsWith('restoring'))).toEqual([])
  })

  it('changes nothing without --replace, with a damaged file, or if it is interrupted', async () => {
    const before = await contentsAt(copy)
    expect(await call('restore', ['shop.tar.gz'], copy)).toMatchObject({
      code: 1,
      lines: [expect.anything(), expect.stringMatching(/is not empty.*--replace/)],
    })
    const whole = readFileSync(join(folder, 'shop.tar.gz'))
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1]! ^= 0x10
    for (const bytes of [whole.subarray(0, whole.length - 600), flipped, Buffer.from('no gzip'), Buffer.alloc(0)]) {
      writeFileSync(join(folder, 'bad.tar.gz'), bytes)
      const { code, lines } = await call('restore', ['bad.tar.gz', '--replace'], copy)
      expect([code, lines.join()]).toEqual([1, expect.stringMatching(/cannot be read as a backup|is damaged/)])
    }
    const stopped = new AbortController()
    const on = { folder, settings: copy, database: null, signal: stopped.signal }
    const progress = (done: number) => void (done > 100 && stopped.abort())
    expect((await callCommand('restore', ['shop.tar.gz', '--replace'], { ...on, progress })).code).toBe(130)
    expect(await contentsAt(copy)).toEqual(before)
    expect((await call('restore', ['shop.tar.gz', '--replace'], copy)).code).toBe(0)
    const opened = await openDatabase(copy)
    expect(await audit(opened)).toBeGreaterThan(5)
    expect(await contentsOf(opened)).not.toEqual(before)
    // The command does not wait for a running shop.
    const { code, lines } = await call('restore', ['shop.tar.gz', '--replace'], copy)
    expect([code, lines.join()]).toEqual([
      1,
      expect.stringMatching(/is in use by process \d+\. Stop that process first/),
    ])
    await opened.close()
  })
})

describe('the secret of a shop', () => {
  const FIRST = 'the secret of a shop, which is long enough'
  const OTHER = 'another secret of a shop, which is long too'
  const restore = async (file: string, at: Settings, env: Partial<Settings> = {}) => {
    const { code, lines } = await call('restore', [file, '--replace'], { ...at, jwtSecret: null, ...env })
    expect(code).toBe(0)
    return lines.slice(2).join('\n')
  }
  const inArchive = async (file: string) => {
    const names: string[] = []
    for await (const { name } of readArchive(join(folder, file))) names.push(name)
    return names.includes('files/jwt-secret')
  }

  it('is in a backup only with --with-secret, and a restore brings it back', async () => {
    expect(await inArchive('shop.tar.gz')).toBe(false)
    const { lines } = await call('backup', ['secret.tar.gz', '--with-secret'], settings)
    expect(lines).toContainEqual(expect.stringContaining('all customers and the secret of the shop'))
    expect(await inArchive('secret.tar.gz')).toBe(true)
    const at = elsewhere('with-secret')
    expect(await restore('secret.tar.gz', at)).toBe('')
    const secret = join(at.dataDir, 'jwt-secret')
    expect([readFileSync(secret, 'utf8'), statSync(secret).mode & 0o777]).toEqual([FIRST, 0o600])
    expect(await restore('secret.tar.gz', at, { jwtSecret: OTHER })).toContain('The shop still signs with JWT_SECRET.')
  })

  it('that is missing or another one is reported after a restore, with the authenticator apps that it does not open', async () => {
    const person = await newShopper(app)
    const sealedSecret = sealer(FIRST, null).seal('a secret of an app', person.id)
    await database.db.secondFactor.create({ data: { userId: person.id, sealedSecret, confirmedAt: new Date() } })
    expect((await call('backup', ['apps.tar.gz'], settings)).code).toBe(0)
    const at = elsewhere('without-secret')
    const closed = `The secret does not open 1 of 1 authenticator apps: ${person.email}.`
    for (const [env, origin] of [
      [{}, 'The shop makes a new one in DATA_DIR when it starts.'],
      [{ jwtSecret: OTHER }, 'The shop signs with JWT_SECRET.'],
    ] as const) {
      const said = await restore('apps.tar.gz', at, env)
      for (const part of [origin, 'everyone must log in again', 'set JWT_SECRET', closed, 'reset-factor'])
        expect(said).toContain(part)
    }
    for (const env of [{ jwtSecret: FIRST }, { jwtSecret: OTHER, jwtSecretAccepted: FIRST }])
      expect(await restore('apps.tar.gz', at, env)).toBe(
        'The backup contains no secret. The shop signs with JWT_SECRET.',
      )
    writeFileSync(join(at.dataDir, 'jwt-secret'), FIRST, { mode: 0o600 })
    expect(await restore('apps.tar.gz', at)).toMatch(
      /^The backup contains no secret\. The shop keeps the one in DATA_DIR/,
    )
  })
})

describe('a backup of an older version', () => {
  it('is restored into an empty database, which then gets the functions of this version', async () => {
    const [old, now] = [elsewhere('old'), elsewhere('now')]
    const before = await connectTo(old)
    await withClient(before.pool, async (client) => {
      await applyMigrations(client)
      await client.query(`INSERT INTO category (id, name, position, image_url, image_alt, image_width, image_height)
        VALUES ('cups', 'Cups', 0, '/photos/x.webp', 'x', 1, 1)`)
      await client.query(`INSERT INTO product (id, title, description, category_id, category_name, image_url, image_alt,
        image_width, image_height, discounted, original, rating, studio_rating, offer, is_bestseller, stock, position, uses)
        VALUES ('old-cup', 'Old Cup', 'Chipped', 'cups', 'Cups', '/photos/x.webp', 'x', 1, 1, 1, 2, 3, 3, '50%', true, 4, 5, '{}')`)
    })
    const made = await callCommand('backup', ['old.tar.gz'], {
      folder,
      settings: old,
      database: { ...database, pool: before.pool },
    })
    expect(made.code).toBe(0)
    await before.close()
    expect(await call('restore', ['old.tar.gz'], now)).toMatchObject({ code: 0 })
    const { db, close } = await openDatabase(now)
    await db.product.update({ where: { id: 'old-cup' }, data: { title: 'An Old Cup' } })
    expect(await db.$queryRaw`SELECT search_text FROM product WHERE id = 'old-cup'`).toEqual([
      { search_text: ' an old cup / cups / chipped / ' },
    ])
    await close()
  })

  it('warns if a newer version has migrated the database, because only that version can restore it', async () => {
    await database.db
      .$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('x', 'x', '29991231000000_future', now(), 1)`
    const { code, lines } = await call('backup', ['future.tar.gz'], settings)
    await database.db.$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'x'`
    expect([code, lines.join()]).toEqual([0, expect.stringMatching(/Only that version can restore this backup/)])
  })

  it('is refused by a version of the shop that is older than the backup', async () => {
    const future = JSON.stringify({ name: '29991231000000_future', checksum: 'x' })
    await writeArchive(join(folder, 'newer.tar.gz'), async (archive) => {
      for await (const { name, content } of readArchive(join(folder, 'shop.tar.gz')))
        await archive.add(
          name,
          name === 'backup.json' ? content.toString().replace('"migrations":[', `"migrations":[${future},`) : content,
        )
    })
    const { code, lines } = await call('restore', ['newer.tar.gz', '--replace'], copy)
    expect([code, lines.join()]).toEqual([
      1,
      expect.stringMatching(/has the migration 2999\S*, which this version of the shop does not have/),
    ])
  })
})

describe.runIf(postgres)('npm run move', () => {
  it('moves an embedded shop to another database, where it works as before', async () => {
    await asSql(copy, async (client) => {
      // A status that a later migration added. A server before PostgreSQL 17 accepts it only in the next transaction.
      await client.query(`INSERT INTO order_event (id, order_id, status, source, at)
        SELECT gen_random_uuid(), id, 'REFUNDED', 'SHOP', placed_at - interval '1 minute' FROM shop_order LIMIT 1`)
    })
    const before = await contentsAt(copy)
    const { url } = postgres!
    // Simulates an earlier attempt that was killed early.
    await asSql(testSettings({ DATABASE_URL: url }), (client) => applyMigrations(client, []))
    const moved = await call('move', ['--to', url], copy)
    expect(moved.lines.join('\n')).toMatch(
      /shop_order: \d+\n[^]*Everything was copied[^]*Next: set DATABASE_URL=postgres:/,
    )
    expect(moved.code).toBe(0)
    expect(await call('move', ['--to', url], copy)).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/is not empty\. .*Nothing was moved/)],
    })
    const there = testSettings({ DATABASE_URL: url, DATA_DIR: copy.dataDir, DATABASE_CONNECTIONS: '2' })
    await withShop(there, async (shop, opened) => {
      expect(await contentsOf(opened)).toEqual(before)
      const token = app.signToken({ id: shopper.id, email: shopper.email, tokenVersion: 0 })
      const cart = await shop.inject({ method: 'GET', url: '/api/user/cart', headers: { authorization: token } })
      expect(cart.statusCode).toBe(200)
      const last = await opened.db.order.findFirstOrThrow({ orderBy: { serial: 'desc' } })
      await fillCart(shop, shopper, { [CUP]: 1 })
      expect((await checkOut(shop, shopper)).order.serial).toBeGreaterThan(last.serial)
      await audit(opened)
    })
    expect(readdirSync(copy.dataDir).filter((name) => name.startsWith('moving'))).toEqual([])
  })

  it('fails if a server starts during the move, before that server can sell anything', async () => {
    const admin = new pg.Client(postgres!.url)
    await admin.connect()
    const urlOf = (name: string) => Object.assign(new URL(postgres!.url), { pathname: `/${name}` }).href
    for (const name of ['move_from', 'move_to']) await admin.query(`CREATE DATABASE ${name}`)
    const source = testSettings({ DATABASE_URL: urlOf('move_from'), DATA_DIR: join(folder, 'moving') })
    await (await openDatabase(source)).close()
    let starting: Promise<Database> | undefined
    let hasOpened = false
    const { code, lines } = await callCommand('move', ['--to', urlOf('move_to')], {
      folder,
      settings: source,
      database: null,
      progress: () =>
        void (starting ??= openDatabase(source).then((opened) => {
          hasOpened = true
          return opened
        })),
    })
    expect(hasOpened).toBe(false)
    expect([code, lines.join()]).toEqual([1, expect.stringMatching(/DATABASE_URL is in use by process \d+.*Stop the/)])
    await (await starting)!.close()
    const { rows } = await admin.query("SELECT 1 FROM pg_stat_activity WHERE datname = 'move_to'")
    expect(rows).toEqual([])
    // The failed move copied nothing, so the same move succeeds later.
    expect((await call('move', ['--to', urlOf('move_to')], source)).code).toBe(0)
    for (const name of ['move_from', 'move_to']) await admin.query(`DROP DATABASE ${name}`)
    await admin.end()
  })

  it('explains its usage', async () => {
    for (const args of [[], ['--to'], ['--to', 'elsewhere'], ['--to', 'embedded'], ['x']]) {
      const { code, lines } = await call('move', args, copy)
      expect([code, lines.join()]).toEqual([2, expect.stringContaining('Use: npm run move -- --to postgresql://')])
    }
  })
})
