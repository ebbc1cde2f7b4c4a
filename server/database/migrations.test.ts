import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { SCHEMA, sqlOf } from '../../prisma/sql'
import { startEmbeddedPostgres } from './embedded/start'
import { applyMigrations, readMigrations, withMigrationLock } from './migrations'
import { applyFunctions, readFunctions } from './functions'
import { oldestReleaseOf, refuseOldRelease } from './oldestRelease'
import { updateDatabase } from './update'
import { INITIAL_CHOICES } from '../shared/validation'
import { startTestApp } from '../testing/app'
import { checkOut, newShopper, payAtSandbox } from '../testing/data/factories'

const template = inject('template')
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Creates a database without tables, embedded or on the TEST_DATABASE_URL server, and returns its connection settings. */
async function freshDatabase(): Promise<pg.PoolConfig> {
  if ('url' in template) {
    const admin = await connectTo({ connectionString: template.url })
    const name = `cerashop_fresh_${randomUUID().replaceAll('-', '')}`
    await admin.query(`CREATE DATABASE ${name}`)
    closing.push(() => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))
    return { connectionString: Object.assign(new URL(template.url), { pathname: `/${name}` }).href }
  }
  const folder = mkdtempSync(join(tmpdir(), 'cerashop-fresh-'))
  const { connection, close } = await startEmbeddedPostgres(folder)
  closing.push(() => close().then(() => rmSync(folder, { recursive: true, force: true })))
  return connection
}

async function connectTo(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  // The server ends all connections when a database is dropped.
  client.on('error', () => undefined)
  await client.connect()
  closing.push(() => client.end())
  return client
}

const freshClient = async () => connectTo(await freshDatabase())

const migrated = await freshClient()
await updateDatabase(migrated)

describe('applyMigrations', () => {
  const BOOKS = 'SELECT * FROM _prisma_migrations ORDER BY migration_name'

  it('records migrations as Prisma does', async () => {
    const folders = readdirSync('prisma/migrations')
      .filter((name) => !name.includes('.'))
      .sort()
    const { rows } = await migrated.query(BOOKS)
    expect(rows).toEqual(
      folders.map((name) => ({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
        checksum: createHash('sha256')
          .update(readFileSync(`prisma/migrations/${name}/migration.sql`))
          .digest('hex'),
        migration_name: name,
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
      })),
    )
    for (const { started_at, finished_at } of rows) expect(finished_at >= started_at).toBe(true)
  })

  it('creates the table _prisma_migrations exactly as Prisma does', async () => {
    const { rows } = await migrated.query(`
      SELECT column_name || ' ' || data_type || coalesce('(' || character_maximum_length || ')', '') || ' ' || is_nullable
        || coalesce(' ' || column_default, '') AS line
      FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`)
    expect(rows.map(({ line }) => line)).toEqual([
      'id character varying(36) NO',
      'checksum character varying(64) NO',
      'finished_at timestamp with time zone YES',
      'migration_name character varying(255) NO',
      'logs text YES',
      'rolled_back_at timestamp with time zone YES',
      'started_at timestamp with time zone NO now()',
      'applied_steps_count integer NO 0',
    ])
  })

  it('applies each migration once, however often it runs', async () => {
    const { rows: before } = await migrated.query(BOOKS)
    await applyMigrations(migrated)
    expect((await migrated.query(BOOKS)).rows).toEqual(before)
  })

  it('refuses a migration that was edited after it was applied', async () => {
    const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'f'.repeat(64) }))
    await expect(applyMigrations(migrated, edited)).rejects.toThrow(`${edited[0]!.name} was edited`)
  })

  it('rolls back a migration that fails, and stops there', async () => {
    const bad = { name: '99990101000000_bad', checksum: 'a', sql: 'CREATE TABLE half (id int); SELECT * FROM nowhere' }
    const next = { name: '99990101000001_next', checksum: 'b', sql: 'CREATE TABLE next (id int)' }
    await expect(applyMigrations(migrated, [...readMigrations(), bad, next])).rejects.toThrow(bad.name)
    const { rows } = await migrated.query("SELECT to_regclass('half') AS half, to_regclass('next') AS next")
    expect(rows).toEqual([{ half: null, next: null }])
    expect((await migrated.query(BOOKS)).rows).toHaveLength(readMigrations().length)
  })

  it('refuses a database whose migrations need a later release, and changes nothing', async () => {
    const later = { name: '20270101000000_drop_answer_needs_7_2_0', checksum: 'a', sql: 'SELECT 1' }
    const client = await freshClient()
    await applyMigrations(client, [later])
    await expect(applyMigrations(client)).rejects.toThrow('This database needs release 7.2.0 or later, but this')
    expect((await client.query(BOOKS)).rows).toHaveLength(1)
  })

  it.each([
    ['1.2.0', true],
    ['1.10.0', true],
    ['2.0.0', true],
    ['1.1.9', false],
    ['0.9.0', false],
  ])('compares release numbers numerically: %s', (version, mayRun) => {
    const refuse = () => refuseOldRelease(['1_needs_1_1_10', '2_needs_1_2_0', '3_more'], version)
    if (mayRun) expect(refuse).not.toThrow()
    else expect(refuse).toThrow(`needs release 1.2.0 or later, but this is ${version}`)
  })

  it('requires every destructive migration to name the oldest release that it supports', () => {
    const [first] = readMigrations()
    // Additions are safe. A new check, or a renamed or removed column or table, may break the previous release.
    const contracting =
      /\bDROP (TABLE|COLUMN|TYPE|VIEW)\b|\bRENAME\b|\bSET NOT NULL\b|\bALTER COLUMN \S+ (SET DATA )?TYPE\b/i
    for (const { name, sql } of readMigrations().filter((each) => each.name !== first!.name))
      if (contracting.test(sql)) expect(oldestReleaseOf(name), name).not.toBeNull()
  })

  it('reads migrations in the order of their names', () => {
    const names = readMigrations().map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    for (const name of names) expect(name).toMatch(/^\d{14}_\w+$/)
  })

  // The embedded database has one session for all connections, and only one process may use it.
  it.runIf('url' in template)('applies each migration once when many servers start together', async () => {
    const connection = await freshDatabase()
    const servers = await Promise.all(Array.from({ length: 5 }, () => connectTo(connection)))
    await Promise.all(servers.map((client) => withMigrationLock(client, () => applyMigrations(client))))
    const { rows } = await servers[0]!.query(BOOKS)
    expect(rows.map(({ migration_name }) => migration_name)).toEqual(readMigrations().map(({ name }) => name))
  })
})

/** Describes a database's structure as sorted lines of text. */
async function describeDatabase(client: pg.Client) {
  const lines = async (sql: string): Promise<string[]> =>
    (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line).sort()
  return {
    columns: await lines(`
      SELECT concat_ws(' ', table_name, column_name, data_type, udt_name, is_nullable, column_default,
        character_maximum_length, numeric_precision, datetime_precision, collation_name, is_generated, is_identity) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`),
    keys: await lines(`
      SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint
      WHERE contype IN ('p', 'u', 'f', 'x') AND connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('_prisma_migrations'), 0)`),
    indexes: await lines(`
      SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`),
    enums: await lines(`
      SELECT concat_ws(' ', typname, string_agg(enumlabel, ',' ORDER BY enumsortorder)) AS line
      FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid GROUP BY typname`),
    sequences: await lines(`
      SELECT concat_ws(' ', sequencename, data_type, start_value, increment_by, cycle) AS line FROM pg_sequences
      WHERE schemaname = 'public'`),
  }
}

const checksOf = async (client: pg.Client): Promise<string[]> =>
  (
    await client.query<{ conname: string }>(
      "SELECT conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace ORDER BY conname",
    )
  ).rows.map(({ conname }) => conname)

describe('the migrations', () => {
  it('produce exactly the schema that schema.prisma describes', async () => {
    const described = await freshClient()
    await described.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    await described.query(await sqlOf(SCHEMA))
    const wanted = await describeDatabase(described)
    expect(wanted.columns.length).toBeGreaterThan(100)
    expect(await describeDatabase(migrated)).toEqual(wanted)
    expect(await checksOf(described)).toEqual([])
  })
})

/** For each CHECK constraint, a statement that violates it when run against the rows of a shop. */
const VIOLATIONS: Record<string, string> = {
  cart_gift_message_check: "UPDATE cart SET gift_message = ''",
  cart_line_price_check: 'UPDATE cart_line SET price_when_added = -1',
  cart_line_quantity_check: 'UPDATE cart_line SET quantity = 100',
  cart_version_check: 'UPDATE cart SET version = -1',
  coupon_percent_check: 'UPDATE coupon SET percent = 101',
  empty_search_count_check: "INSERT INTO empty_search (day, text, count, last_at) VALUES (now(), 'x', 0, now())",
  empty_search_text_check: "INSERT INTO empty_search (day, text, count, last_at) VALUES (now(), '', 1, now())",
  coupon_terms_check: 'UPDATE coupon SET use_limit = 0',
  coupon_time_check: 'UPDATE coupon SET valid_from = now(), valid_until = now()',
  order_line_asked_check: 'UPDATE order_line SET asked = quantity + 1',
  order_line_pieces_check: 'UPDATE order_line SET returned = quantity + 1',
  order_line_price_check: 'UPDATE order_line SET discounted = original + 1',
  order_line_quantity_check: 'UPDATE order_line SET quantity = 0',
  order_line_restocked_check: 'UPDATE order_line SET restocked = quantity + 1',
  order_line_set_check: 'UPDATE order_line SET pieces_in_set = 4, returned_pieces = 4',
  product_awaits_photo_check: 'UPDATE product SET awaits_photo = true, hidden_at = NULL',
  product_matching_from_check: 'UPDATE product SET matching_from = 1',
  product_photo_check: "UPDATE product SET image_url = '/photos/no-photo.webp'",
  product_pieces_in_set_check: 'UPDATE product SET pieces_in_set = 25',
  product_price_check: 'UPDATE product SET discounted = original + 1',
  product_rating_check: 'UPDATE product SET rating = 6',
  product_star_counts_check: "UPDATE product SET star_counts = '{1,2,3,4,-5}'",
  product_stock_check: 'UPDATE product SET stock = -1',
  product_studio_rating_check: "UPDATE product SET studio_rating = 6, star_counts = '{0,0,0,0,3}'",
  product_variant_check:
    "UPDATE product SET variant_of = 'tea-for-two-set', variant = NULL WHERE id <> 'tea-for-two-set'",
  received_payment_amount_check: `INSERT INTO received_payment (id, order_id, amount, currency)
    SELECT 'x', id, -1, 'INR' FROM shop_order`,
  refund_amount_check: `INSERT INTO refund (id, order_id, payment_id, amount, reason, due_at)
    SELECT gen_random_uuid(), id, 'x', 0, 'x', now() FROM shop_order`,
  refund_asked_amount_check: `INSERT INTO refund (id, order_id, payment_id, amount, asked_amount, reason, due_at)
    SELECT gen_random_uuid(), id, 'x', 1, 0, 'x', now() FROM shop_order`,
  refund_ended_check: `INSERT INTO refund (id, order_id, payment_id, amount, state, reason, due_at)
    SELECT gen_random_uuid(), id, 'x', 1, 'PROCESSED', 'x', now() FROM shop_order`,
  return_line_quantity_check: `INSERT INTO return_line (id, return_id, order_line_id, quantity, reason)
    SELECT gen_random_uuid(), order_return.id, order_line.id, 0, 'x' FROM order_return, order_line`,
  review_hidden_check: 'UPDATE review SET hidden_at = now()',
  review_photo_position_check: `INSERT INTO review_photo (review_id, position, image_url, image_width, image_height)
    SELECT id, 4, 'x', 1, 1 FROM review`,
  review_reply_check: "UPDATE review SET reply = 'x'",
  review_stars_check: 'UPDATE review SET stars = 6',
  review_text_check: "UPDATE review SET text = repeat('x', 2001)",
  sandbox_order_amount_check: 'UPDATE sandbox_order SET amount = -1',
  sandbox_payment_amount_check: 'UPDATE sandbox_payment SET amount = -1',
  sandbox_payment_refunds_go_check: "UPDATE sandbox_payment SET refunds_go = 'nope'",
  sandbox_payment_status_check: "UPDATE sandbox_payment SET status = 'nope'",
  sandbox_refund_amount_check: `INSERT INTO sandbox_refund (id, payment_id, key, amount, status)
    SELECT 'r', id, 'k', 0, 'failed' FROM sandbox_payment`,
  sandbox_refund_status_check: `INSERT INTO sandbox_refund (id, payment_id, key, amount, status)
    SELECT 'r', id, 'k', 1, 'nope' FROM sandbox_payment`,
  shop_order_amounts_check: 'UPDATE shop_order SET gift_wrap = -1, total_amount = total_amount - 1 - gift_wrap',
  shop_order_coupon_check: "UPDATE shop_order SET coupon_code = 'SUMMER', coupon_percent = NULL",
  shop_order_gift_message_check: "UPDATE shop_order SET gift_message = repeat('x', 5001)",
  shop_order_owed_check: 'UPDATE shop_order SET owed_paise = -1',
  shop_order_paid_check: "UPDATE shop_order SET status = 'PAID', payment_id = NULL",
  shop_order_replacement_check: 'UPDATE shop_order SET is_replacement = true',
  shop_order_total_check: 'UPDATE shop_order SET total_amount = total_amount + 1',
  sign_in_failures_count_check: "INSERT INTO sign_in_failures (email, count, window_to) VALUES ('x', 0, now())",
  wishlist_item_price_check: 'UPDATE wishlist_item SET price_when_added = -1',
}

describe('a CHECK constraint', async () => {
  const app = await startTestApp()
  const { db } = app.shop
  const shopper = await newShopper(app, { 'sea-glass-serving-bowl': 1 })
  await payAtSandbox(app, await checkOut(app, shopper))
  await db.wishlistItem.create({ data: { userId: shopper.id, productId: 'celadon-chai-cup', priceWhenAdded: 270 } })
  const { id: orderLineId } = await db.orderLine.findFirstOrThrow()
  await db.review.create({ data: { orderLineId, userId: shopper.id, stars: 5, text: '' } })
  const { id: orderId } = await db.order.findFirstOrThrow()
  await db.orderReturn.create({ data: { orderId, wish: 'REFUND', note: '' } })

  it('has exactly one test case below', async () => {
    expect(await checksOf(migrated)).toEqual(Object.keys(VIOLATIONS).sort())
  })

  it.each(Object.entries(VIOLATIONS))('%s rejects a violation', async (name, statement) => {
    await expect(db.$executeRawUnsafe(statement)).rejects.toThrow(`"${name}"`)
  })
})

describe('a choice of a cart', () => {
  it.each(['cart', 'shop_order'])(
    'that is a text has a CHECK of its length in %s, unless it refers to a row',
    async (table) => {
      const { rows } = await migrated.query<{ name: string; checks: string }>(
        `SELECT attname AS name, coalesce(string_agg(pg_get_constraintdef(pg_constraint.oid), ' '), '') AS checks
       FROM pg_attribute LEFT JOIN pg_constraint ON conrelid = attrelid AND attnum = ANY (conkey) AND contype = 'c'
       WHERE attrelid = $1::regclass AND atttypid = 'text'::regtype GROUP BY attname`,
        [table],
      )
      const REFERS = ['coupon_code']
      const choices = Object.keys(INITIAL_CHOICES).map((name) =>
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      )
      const texts = rows.filter(({ name }) => choices.includes(name) && !REFERS.includes(name))
      expect(texts.map(({ name }) => name)).toContain('gift_message')
      expect(texts.filter(({ checks }) => !/length\(/.test(checks)).map(({ name }) => `${table}.${name}`)).toEqual([])
    },
  )
})

describe('prisma/functions', () => {
  interface Found {
    name: string
    mark: string | null
    triggers: string[]
  }
  const FOUND = `
    SELECT proname AS name, obj_description(oid, 'pg_proc') AS mark,
      ARRAY(SELECT tgname::text FROM pg_trigger WHERE tgfoid = pg_proc.oid AND NOT tgisinternal ORDER BY 1) AS triggers
    FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') ORDER BY 1`
  const foundIn = async (client: pg.Client) => (await client.query<Found>(FOUND)).rows
  /** A database with one table, and no functions. */
  async function withTable(): Promise<pg.Client> {
    const client = await freshClient()
    await client.query('CREATE TABLE cup (id int, handles int)')
    return client
  }
  const ADDS = (handles: number) => `
    CREATE OR REPLACE FUNCTION add_handles() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.handles := ${handles};
      RETURN NEW;
    END
    $$;
    CREATE OR REPLACE TRIGGER cup_adds_handles BEFORE INSERT ON cup FOR EACH ROW EXECUTE FUNCTION add_handles();`
  const handlesOf = async (client: pg.Client) =>
    (await client.query<{ handles: number }>('INSERT INTO cup (id) VALUES (1) RETURNING handles')).rows[0]!.handles

  it('has one file for each function, which has its triggers and nothing else', async () => {
    const files = readFunctions()
    const found = await foundIn(migrated)
    expect(found.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
    for (const { name, sql } of files) {
      const { triggers, mark } = found.find((each) => each.name === name)!
      expect([...sql.matchAll(/^CREATE OR REPLACE TRIGGER (\w+)/gm)].map(([, trigger]) => trigger).sort()).toEqual(
        triggers,
      )
      expect(sql.match(/^CREATE /gm), name).toHaveLength(triggers.length + 1)
      expect(sql, name).toMatch(/^-- /)
      expect(mark).toMatch(/^Cerashop \d+\.\d+\.\d+, sha256 [0-9a-f]{64}$/)
    }
  })

  it('contains only valid SQL', async () => {
    const client = await freshClient()
    await updateDatabase(client)
    // PostgreSQL checks the text of each function now.
    for (const { sql } of readFunctions()) await client.query(sql)
  })

  it('is applied again only where a text changed', async () => {
    const client = await withTable()
    const other = { name: 'two', sql: "CREATE OR REPLACE FUNCTION two() RETURNS int LANGUAGE sql AS 'SELECT 2'" }
    await applyFunctions(client, [{ name: 'add_handles', sql: ADDS(1) }, other], '1.0.0')
    const ids = async () =>
      (await client.query("SELECT xmin FROM pg_proc WHERE proname IN ('add_handles', 'two') ORDER BY proname")).rows
    const before = await ids()
    await applyFunctions(client, [{ name: 'add_handles', sql: ADDS(2) }, other], '1.0.0')
    expect(await handlesOf(client)).toBe(2)
    const after = await ids()
    expect(after[0]).not.toEqual(before[0])
    expect(after[1]).toEqual(before[1])
  })

  it('removes triggers and functions that are gone', async () => {
    const client = await withTable()
    await applyFunctions(client, [{ name: 'add_handles', sql: ADDS(1) }], '1.0.0')
    const renamed = ADDS(1).replace('cup_adds_handles', 'cup_gets_handles')
    await applyFunctions(client, [{ name: 'add_handles', sql: renamed }], '1.0.0')
    expect(await foundIn(client)).toMatchObject([{ triggers: ['cup_gets_handles'] }])
    await client.query("CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'")
    await applyFunctions(client, [], '1.0.0')
    // A function that the shop did not create stays.
    expect(await foundIn(client)).toMatchObject([{ name: 'own' }])
  })

  it('leaves the functions of a later release alone, because its servers may be running', async () => {
    const client = await withTable()
    await applyFunctions(client, [{ name: 'add_handles', sql: ADDS(2) }], '1.10.0')
    for (const functions of [[{ name: 'add_handles', sql: ADDS(1) }], []]) {
      await applyFunctions(client, functions, '1.9.0')
      expect(await handlesOf(client)).toBe(2)
    }
    await applyFunctions(client, [{ name: 'add_handles', sql: ADDS(3) }], '1.10.1')
    expect(await handlesOf(client)).toBe(3)
  })

  it('names the function that fails, and changes nothing of it', async () => {
    const client = await withTable()
    await applyFunctions(client, [{ name: 'add_handles', sql: ADDS(1) }], '1.0.0')
    const bad = { name: 'add_handles', sql: `${ADDS(2)} SELECT * FROM nowhere` }
    await expect(applyFunctions(client, [bad], '1.0.0')).rejects.toThrow('The function add_handles failed')
    expect(await handlesOf(client)).toBe(1)
  })
})
