/** Tests that the audit of the after-sale traffic can fail: each test damages the database on purpose. */
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NO_LIMITS, NO_POSTGRES, SECRET, startBuiltShop, startPostgres, startReceiver } from '../../server/testing'
import { afterSale, auditAfterSale, type Told } from './afterSale'

const postgres = await startPostgres()
if (!postgres && process.env['CI']) throw new Error(NO_POSTGRES)

const TRAFFIC_MS = 6_000
const REACHED = `
  SELECT EXISTS (SELECT FROM refund WHERE state = 'PROCESSED') AND EXISTS (SELECT FROM review)
    AND EXISTS (SELECT FROM order_event WHERE status = 'SHIPPED')
    AND EXISTS (SELECT FROM shop_order WHERE status = 'DELIVERED') AS done`

describe.runIf(postgres)('the audit of after-sale traffic', () => {
  const db = new pg.Pool({ connectionString: postgres?.url, max: 4 })
  // PostgreSQL ends idle connections when it stops.
  db.on('error', () => {})
  let told: Told

  beforeAll(async () => {
    const receiver = await startReceiver()
    const env = { AUTO_REFUND: '1', ORDER_WEBHOOK_URL: receiver.url, ORDER_WEBHOOK_SECRET: SECRET }
    const shop = await startBuiltShop({ env: { ...NO_LIMITS, DATABASE_URL: postgres!.url, ...env } })
    const closing = new AbortController()
    const traffic = afterSale(db, [shop.origin], closing.signal)
    await sleep(TRAFFIC_MS)
    // On a busy machine, the traffic may take longer to reach what the tests damage.
    const isReached = async () => (await db.query<{ done: boolean }>(REACHED)).rows[0]!.done
    await vi.waitUntil(isReached, { timeout: 60_000, interval: 500 })
    closing.abort()
    told = await traffic
    expect(await auditAfterSale(db, told)).toEqual([])
    // Nothing may repair the damage.
    await shop.close()
    await receiver.close()
  })
  afterAll(async () => {
    await db.end()
    await postgres!.stop()
  })

  const ONE_SHIPPED = `SELECT id FROM order_event WHERE status = 'SHIPPED' LIMIT 1`

  it.each([
    [
      `UPDATE refund SET amount = amount + 10000000 WHERE id = (SELECT id FROM refund WHERE state = 'PROCESSED' LIMIT 1)`,
      'refunds above a payment',
    ],
    [
      `UPDATE shop_order SET owed_paise = 100000000 WHERE id = (SELECT id FROM shop_order WHERE status = 'DELIVERED' LIMIT 1)`,
      'refunds and debt above the payments',
    ],
    [
      `UPDATE sandbox_refund SET amount = amount + 1 WHERE id = (SELECT id FROM sandbox_refund LIMIT 1)`,
      'refunds that differ from the provider',
    ],
    [
      `UPDATE order_line SET asked = asked + 1 WHERE id = (SELECT id FROM order_line WHERE asked + cancelled < quantity LIMIT 1)`,
      'pieces asked for twice',
    ],
    [
      `UPDATE product SET star_counts = '{999,0,0,0,0}' WHERE id = (SELECT id FROM product WHERE variant_of IS NULL LIMIT 1)`,
      'ratings that differ from the reviews',
    ],
    [
      `DELETE FROM outbox_message WHERE channel = 'webhook' AND event_id IN (SELECT id::text FROM (${ONE_SHIPPED}) AS e)`,
      'changes of status without exactly one webhook',
    ],
    [
      `UPDATE outbox_message SET state = 'DEAD' WHERE id = (SELECT min(id) FROM outbox_message WHERE channel = 'webhook')`,
      'webhooks that were not sent',
    ],
    [`UPDATE product SET stock = stock - 1 WHERE id = (SELECT min(id) FROM product)`, 'wrong stock'],
    [
      `UPDATE refund SET state = 'REQUESTED', ended_at = NULL WHERE id = (SELECT id FROM refund WHERE state = 'PROCESSED' LIMIT 1)`,
      'unfinished refunds',
    ],
    [`DELETE FROM order_event WHERE id IN (${ONE_SHIPPED})`, 'shipments or deliveries lost'],
    [`DELETE FROM review WHERE id = (SELECT id FROM review LIMIT 1)`, 'reviews lost'],
    [
      `UPDATE order_line SET cancelled = cancelled + 1 WHERE id = (SELECT id FROM order_line WHERE cancelled + asked + returned + replaced + restocked < quantity LIMIT 1)`,
      'cancelled pieces',
    ],
  ])('%s: finds %s', async (damage, found) => {
    const client = await db.connect()
    try {
      await client.query('BEGIN')
      expect((await client.query(damage)).rowCount).toBe(1)
      const inTransaction = { query: client.query.bind(client) } as unknown as pg.Pool
      expect((await auditAfterSale(inTransaction, told, 0)).join()).toContain(found)
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})
