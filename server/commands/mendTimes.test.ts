import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { connect, openDatabase } from '../database/client'
import { updateDatabase } from '../database/update'
import { seed } from '../database/seed'
import { maintain } from '../domain/maintenance'
import { requestCode } from '../domain/own-account/codeLogin'
import { Prisma } from '../generated/prisma/client'
import { openTestDatabase, testSettings } from '../testing/app'
import { addressOf, fillCart, newDelivered, newPayingShopper, newStaff, type Shopper } from '../testing/data/factories'
import { ask } from '../testing/calls'
import { CUP } from '../testing/data/fixtures'
import { startPostgres } from '../testing/postgres'
import type { Call, Command } from './command'
import { mendTimes, WRITTEN_BY_BOTH, WRITTEN_BY_DATABASE, WRITTEN_BY_PRISMA } from './mendTimes'
import { runToEnd } from './run'

const postgres = await startPostgres()

/** Names each column as `table.column`. */
const named = (lists: Record<string, string[]>) =>
  Object.entries(lists).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))

/** All columns with a time, without the records of Prisma's migrations. */
const TIMES = `
  SELECT table_name || '.' || column_name AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name <> '_prisma_migrations'`

it('names each column with a time exactly once', async () => {
  const { db, close } = await openTestDatabase()
  const rows = await db.$queryRaw<{ name: string }[]>(Prisma.raw(TIMES))
  await close()
  const listed = [WRITTEN_BY_PRISMA, WRITTEN_BY_DATABASE, WRITTEN_BY_BOTH].flatMap(named)
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort())
})

describe.runIf(postgres)('mend-times', () => {
  const admin = new pg.Client(postgres?.url)
  beforeAll(() => admin.connect())
  afterAll(async () => {
    await admin.end()
    await postgres!.stop()
  })

  const settingsOf = (url: string) => testSettings({ DATABASE_URL: url })

  async function run(url: string, ...args: string[]): Promise<{ code: number; said: string }> {
    const lines: string[] = []
    const terminal = { say: (line: string) => lines.push(line), signal: new AbortController().signal }
    const call = { args, settings: settingsOf(url), terminal } as unknown as Call
    const { runAlone } = mendTimes as Extract<Command, { runAlone: unknown }>
    const code = await runToEnd(
      mendTimes,
      call,
      () => runAlone(call),
      (line) => lines.push(line),
    )
    return { code, said: lines.join('\n') }
  }

  async function newDatabase(zone: string): Promise<string> {
    const name = `mend_${zone.toLowerCase().replaceAll(/\W/g, '_')}_${Math.random().toString(36).slice(2)}`
    await admin.query(`CREATE DATABASE ${name}`)
    await admin.query(`ALTER DATABASE ${name} SET timezone TO '${zone}'`)
    return Object.assign(new URL(postgres!.url), { pathname: `/${name}` }).href
  }

  /** Runs the shop as the earlier releases did, whose connections had the time zone of the database. */
  async function runEarlier(url: string, work: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<void>) {
    const client = new pg.Client(url)
    await client.connect()
    await updateDatabase(client)
    await client.end()
    const pool = new pg.Pool({ connectionString: url })
    const db = connect(pool, 5_000)
    const settings = settingsOf(url)
    await seed(db, settings)
    const app = await buildApp({ db, pool, catalogue: new CatalogueWatch(), settings })
    await app.ready()
    await work(app)
    await app.close()
    await db.$disconnect()
  }

  async function trade(app: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
    await newStaff(app)
    const shopper = await newPayingShopper(app)
    await newDelivered(app, shopper, { [CUP]: 2 })
    await fillCart(app, shopper, { [CUP]: 1 })
    await requestCode(app.shop, addressOf(shopper.email), { email: shopper.email })
    await cancelOne(app, shopper)
    await maintain(app.shop, () => false)
  }

  async function cancelOne(app: Awaited<ReturnType<typeof buildApp>>, shopper: Shopper): Promise<void> {
    const { token } = shopper
    const { data } = await ask(app, '{ me { orders(first: 5) { nodes { number status } } } }', { token })
    const paid = (data.me.orders.nodes as { number: string; status: string }[]).find(({ status }) => status === 'PAID')!
    const cancel = 'mutation ($number: String!) { cancelOrder(number: $number) { userErrors { code } } }'
    const answer = await ask(app, cancel, { token, variables: { number: paid.number } })
    expect(answer.data.cancelOrder.userErrors).toEqual([])
  }

  /** The minutes by which each column is off, as a connection in UTC sees them. Columns whose times lie ahead are left out. */
  async function minutesOff(url: string): Promise<Record<string, number[]>> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(TIMES)
    const off: Record<string, number[]> = {}
    for (const { name } of rows.filter((row) => !AHEAD.includes(row.name))) {
      const [table, column] = name.split('.')
      const { rows: found } = await client.query<{ off: number }>(
        `SELECT DISTINCT round(extract(epoch FROM "${column}" - now()) / 60 / 15)::int * 15 AS off FROM "${table}" WHERE "${column}" IS NOT NULL`,
      )
      if (found.length > 0) off[name] = found.map((row) => row.off)
    }
    await client.end()
    return off
  }
  /** West of UTC, the maintenance task took messages for those of a server whose clock is ahead, and set their times to the database's. */
  const REPAIRED = ['outbox_message.due_at', 'outbox_message.created_at']
  const AHEAD_OF_UTC = ['order_event.at', ...REPAIRED]
  const AHEAD = ['shop_order.expires_at', 'refund.due_at', 'sign_in_failures.window_to']

  it.each([
    ['Asia/Kolkata', -330],
    ['Asia/Kathmandu', -345],
    ['Pacific/Marquesas', 570],
  ])('corrects a database that the shop used in %s', async (zone, off) => {
    const url = await newDatabase(zone)
    await runEarlier(url, trade)

    const wrong = await minutesOff(url)
    expect(wrong).toMatchObject({ 'shop_order.placed_at': [off], 'audit_entry.at': [off] })
    // West of UTC, the events of an order are dated later and later.
    expect(wrong['order_event.at']).toContain(off)
    if (off > 0) expect(wrong['order_event.at']!.length).toBeGreaterThan(1)
    for (const [name, found] of Object.entries(wrong)) {
      if (named(WRITTEN_BY_PRISMA).includes(name) && !(off > 0 && AHEAD_OF_UTC.includes(name)))
        expect([name, found]).toEqual([name, [off]])
      if (named(WRITTEN_BY_DATABASE).includes(name)) expect([name, found]).toEqual([name, [0]])
    }
    expect(Object.keys(wrong).length).toBeGreaterThan(15)

    await expect(openDatabase(settingsOf(url))).rejects.toThrow(`npm run mend-times -- ${zone} --dry-run`)
    const dry = await run(url, zone, '--dry-run')
    expect(dry).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was changed') })
    expect(await minutesOff(url)).toEqual(wrong)
    expect((await run(url, 'UTC')).said).toContain('were not written in the time zone UTC')
    expect((await run(url, 'Europe/Moscow')).code).toBe(1)
    expect(await minutesOff(url)).toEqual(wrong)

    const { code, said } = await run(url, zone)
    expect([code, said]).toEqual([0, expect.stringContaining('The times are corrected. Start the shop.')])
    expect(said).toContain('  shop_order: 2 rows')
    const both = named(WRITTEN_BY_BOTH)
    for (const [name, found] of Object.entries(await minutesOff(url)))
      if (!(off > 0 && REPAIRED.includes(name)))
        expect([name, found]).toEqual([name, both.includes(name) ? wrong[name] : [0]])

    const right = await minutesOff(url)
    expect((await run(url, zone)).said).toBe('No times are wrong. Nothing was changed.')
    expect(await minutesOff(url)).toEqual(right)
    const database = await openDatabase(settingsOf(url))
    expect(await database.db.takingsDay.count({ where: { summedAt: { not: null } } })).toBe(0)
    expect((await run(url, zone)).said).toContain('is in use by')
    await database.close()
  })

  it('starts on a database that no shop has used, whatever its time zone', async () => {
    const url = await newDatabase('Asia/Kolkata')
    await (await openDatabase(settingsOf(url))).close()
    expect((await run(url, 'Asia/Kolkata')).said).toBe('No times are wrong. Nothing was changed.')
  })

  it('refuses a database with times of two zones, and keeps them on demand', async () => {
    const url = await newDatabase('Asia/Kolkata')
    await runEarlier(url, async (app) => void (await newPayingShopper(app)))
    await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO 'UTC'`)
    await runEarlier(url, async (app) => void (await newPayingShopper(app)))
    const wrong = await minutesOff(url)
    await expect(openDatabase(settingsOf(url))).rejects.toThrow('times')
    for (const zone of ['Asia/Kolkata', 'UTC']) {
      const { code, said } = await run(url, zone)
      expect([code, said]).toEqual([1, expect.stringContaining('Nothing was changed')])
    }
    expect(await minutesOff(url)).toEqual(wrong)
    expect(await run(url, '--keep')).toMatchObject({ code: 0, said: expect.stringContaining('stay') })
    await (await openDatabase(settingsOf(url))).close()
    expect(await minutesOff(url)).toEqual({ ...wrong, 'applied_seed.applied_at': [-330, 0] })
  })

  it.each([
    [[]],
    [['Asia/Kolkata', 'UTC']],
    [['--keep', '--dry-run']],
    [['Asia/Kolkata', '--keep']],
    [['--wet']],
    [['x'.repeat(101)]],
    [['+05:30']],
    [["'; DROP TABLE refund; --"]],
    [['Asia/Kolkatta']],
    [['IST-5:30']],
  ])('refuses the arguments %j', async (args) => {
    refused ??= (async () => {
      const url = await newDatabase('Asia/Kolkata')
      await runEarlier(url, async (app) => void (await newPayingShopper(app)))
      return url
    })()
    const url = await refused
    const wrong = await minutesOff(url)
    expect(await run(url, ...args)).toMatchObject({ code: 2 })
    expect(await minutesOff(url)).toEqual(wrong)
  })
  let refused: Promise<string> | undefined
})
