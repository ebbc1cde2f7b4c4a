/** Tests that the checks of `npm run chaos` and `npm run cluster` can fail: each test loses something on purpose. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NO_LIMITS, NO_POSTGRES, SECRET, startBuiltShop, startPostgres, startReceiver } from '../../server/testing'
import type { BuiltShop, Receiver } from '../../server/testing'
import { audit, type Found } from './audit'
import { buy, newShopper, type Shopper } from './shoppers'

const postgres = await startPostgres()
if (!postgres && process.env['CI']) throw new Error(NO_POSTGRES)

const TRADE_MS = 1_500

describe.runIf(postgres)('the audit of a shop', () => {
  let shop: BuiltShop
  let receiver: Receiver
  let db: pg.Client
  let products: Map<string, number>

  beforeAll(async () => {
    receiver = await startReceiver()
    db = new pg.Client(postgres!.url)
    await db.connect()
    const hook = { ORDER_WEBHOOK_URL: receiver.url, ORDER_WEBHOOK_SECRET: SECRET }
    shop = await startBuiltShop({ env: { ...NO_LIMITS, DATABASE_URL: postgres!.url, ...hook } })
  })

  afterAll(async () => {
    await shop.close()
    await receiver.close()
    await db.end()
    await postgres!.stop()
  })

  /** Two shoppers buy while `lose` damages the database. Returns the audit without the number of orders and events. */
  async function found(
    lose: (shoppers: Shopper[]) => Promise<unknown>,
    when: 'during trade' | 'after trade' = 'after trade',
  ): Promise<Omit<Found, 'acknowledged' | 'events'>> {
    const { rows } = await db.query<{ id: string; stock: number }>('SELECT id, stock FROM product')
    products = new Map(rows.map(({ id, stock }) => [id, stock]))
    const shoppers = await Promise.all([1, 2].map(() => newShopper(shop.origin)))
    const closing = new AbortController()
    const trade = Promise.all(shoppers.map((shopper) => buy(shopper, closing.signal)))
    try {
      const ends = performance.now() + TRADE_MS
      // On a busy machine, the first purchase may take longer.
      while (performance.now() < ends || shoppers.some(({ paid, unpaid }) => paid.size + unpaid.size === 0)) {
        if (when === 'during trade' && performance.now() < ends) await lose(shoppers)
        await sleep(20)
      }
    } finally {
      closing.abort()
      await trade
    }
    if (when === 'after trade') await lose(shoppers)
    const { acknowledged, events: _, ...rest } = await audit(shoppers, receiver, products)
    expect(acknowledged).toBeGreaterThan(0)
    return rest
  }

  const NOTHING = {
    ...{ lost: 0, linesLost: 0, addressesLost: 0, accountsLost: 0, twice: 0, stockWrong: 0 },
    ...{ refunded: 0, refundsWrong: 0, eventsWrong: 0 },
  }
  const OF_ONE = 'user_id = (SELECT id FROM user_account WHERE email = $1)'

  it('finds nothing if nothing is lost', async () => {
    expect(await found(async () => {})).toEqual(NOTHING)
  })

  it('finds lost cart lines', async () => {
    const { linesLost, ...rest } = await found(() => db.query('DELETE FROM cart_line'), 'during trade')
    expect(linesLost).toBeGreaterThan(0)
    expect(rest).toMatchObject({ lost: 0, addressesLost: 0, accountsLost: 0, twice: 0, stockWrong: 0 })
  })

  it('finds a lost address', async () => {
    const lose = (all: Shopper[]) => db.query(`DELETE FROM address WHERE ${OF_ONE}`, [all[0]!.email])
    expect(await found(lose)).toEqual({ ...NOTHING, addressesLost: 1 })
  })

  it('finds a lost account', async () => {
    const lose = (all: Shopper[]) =>
      db.query(`UPDATE user_account SET email = 'x' || email WHERE email = $1`, [all[0]!.email])
    // The items that this account bought are also missing.
    expect(await found(lose)).toMatchObject({ accountsLost: 1, addressesLost: 0, lost: 0 })
  })

  it('finds an order that was confirmed but is not paid', async () => {
    const lose = (all: Shopper[]) =>
      db.query(
        `UPDATE shop_order SET status = 'AWAITING_PAYMENT', payment_id = NULL
         WHERE id = (SELECT id FROM shop_order WHERE ${OF_ONE} LIMIT 1)`,
        [all[0]!.email],
      )
    expect(await found(lose)).toMatchObject({ lost: 1, twice: 0, stockWrong: 0 })
  })

  it('finds an order whose confirmation did not contain PAID', async () => {
    const send = globalThis.fetch
    // The shop accepts the payment, but the order still awaits it.
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await send(url, init)
      const { variables } = JSON.parse(init.body as string) as { variables?: { input?: { orderId: string } } }
      const orderId = variables?.input?.orderId
      if (orderId === undefined) return response
      await db.query(`UPDATE shop_order SET status = 'AWAITING_PAYMENT', payment_id = NULL WHERE id = $1`, [orderId])
      return Response.json(JSON.parse((await response.text()).replace('"PAID"', '"AWAITING_PAYMENT"')))
    })
    const { lost } = await found(async () => {})
    vi.unstubAllGlobals()
    expect(lost).toBeGreaterThan(0)
  })

  it('finds a duplicate order and a wrong stock level', async () => {
    const lose = async ([shopper]: Shopper[]) => {
      shopper!.paid.delete([...shopper!.paid.keys()][0]!)
      await db.query('UPDATE product SET stock = stock + 1 WHERE id = $1', [[...products.keys()][0]])
    }
    expect(await found(lose)).toMatchObject({ twice: 1, stockWrong: 1, lost: 0 })
  })
})
