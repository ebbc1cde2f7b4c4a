/**
 * Tests that the previous release's server works with this release's tables. Both run on one PostgreSQL server, as during a rolling
 * upgrade.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../server/settings'
import { NO_LIMITS, NO_POSTGRES, SECRET, startBuiltShop, startPostgres, startReceiver } from '../../server/testing'
import type { BuiltShop } from '../../server/testing'
import { audit, errorsIn } from '../chaos/audit'
import { buy, newShopper, type Shopper } from '../chaos/shoppers'
import { buildPreviousRelease, hasPreviousRelease, previousSchema } from './previousRelease'

const TRADE_MS = 5_000

const folder = mkdtempSync(join(tmpdir(), 'cerashop-upgrade-'))
const postgres = await startPostgres()
if (!postgres && process.env['CI']) throw new Error(NO_POSTGRES)
const shops: BuiltShop[] = []

afterAll(async () => {
  for (const shop of shops) await shop.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.runIf(postgres && hasPreviousRelease())('a rolling upgrade', () => {
  it('fails no calls and loses no money while the previous and current releases share a database', async () => {
    const db = new pg.Client(postgres!.url)
    // A failed test leaves this connection open.
    db.on('error', () => {})
    await db.connect()
    const receiver = await startReceiver()
    const env = {
      ...NO_LIMITS,
      DATABASE_URL: postgres!.url,
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: 'one secret for the servers of both releases',
      AUTO_REFUND: '1',
      ORDER_WEBHOOK_URL: receiver.url,
      ORDER_WEBHOOK_SECRET: SECRET,
    }
    const failures: string[] = []
    const witness = { failed: (call: string, why: string) => void failures.push(`${call}: ${why}`), bought() {} }
    const shoppers: Shopper[] = []
    const closing = new AbortController()
    const trades: Promise<void>[] = []
    const open = async (folder?: string): Promise<BuiltShop> => {
      const shop = await startBuiltShop({ env, ...(folder && { folder }) })
      shops.push(shop)
      return shop
    }
    const tradeOn = async ({ origin }: BuiltShop): Promise<void> => {
      for (let i = 0; i < 3; i += 1) {
        const shopper = await newShopper(origin, witness)
        shoppers.push(shopper)
        trades.push(buy(shopper, closing.signal, 3))
      }
    }
    const migrations = async () =>
      (await db.query<{ count: number }>('SELECT count(*)::int AS count FROM _prisma_migrations')).rows[0]!.count

    const previous = await open(buildPreviousRelease(folder))
    const before = await migrations()
    await tradeOn(previous)
    await sleep(1_000)
    const current = await open()
    expect(await migrations()).toBeGreaterThanOrEqual(before)
    await tradeOn(current)
    await sleep(TRADE_MS)
    closing.abort()
    // Checked before the wait, because a shopper repeats a failed call.
    expect(failures).toEqual([])
    await Promise.all(trades)
    expect(failures).toEqual([])
    // The audit queries this release's server for all orders.
    const found = await audit(
      shoppers.map((shopper) => ({ ...shopper, origin: current.origin })),
      receiver,
    )
    expect(errorsIn(found), JSON.stringify(found)).toBe(0)
    for (const half of [shoppers.slice(0, 3), shoppers.slice(3)])
      expect(half.reduce((sum, { paid }) => sum + paid.size, 0)).toBeGreaterThan(0)
    const { rows: withoutMoney } = await db.query(`
      SELECT serial FROM shop_order WHERE status IN ('PAID', 'REFUNDED')
        AND total_amount * 100 <> (SELECT coalesce(sum(amount), 0) FROM received_payment WHERE order_id = shop_order.id)`)
    expect(withoutMoney).toEqual([])
    await db.end()
    await receiver.close()
  })

  it('starts from the release whose contracts are in docs/released', () => {
    expect(previousSchema()).toBe(readFileSync(join(projectRoot, 'docs/released/schema.graphql'), 'utf8'))
  })
})
