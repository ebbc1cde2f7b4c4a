/** The bench's part about personal calls: what they cost beside a bare server, and many buyers at once. */
import pg from 'pg'
import type { Postgres } from '../postgres'
import type { Running } from '../processes'
import type { LeftOut, Row } from '../rows'
import { measureCheckouts } from './checkouts'
import { comparePersonalCalls, type Turns } from './compare'
import { findPostmaster } from './cpu'
import { makeShoppers } from './shoppers'

/** What the shop is to sign tokens with, so that the bare server can check them too. */
const SECRET = 'the secret of a benchmark, which is none'

/** Settings of the measured shop: all shoppers come from one address. */
export const SHOP_OF_COSTS = { JWT_SECRET: SECRET, SIGN_INS_PER_MINUTE: '0', UNPAID_HOLDS_PER_ADDRESS: '0' }

/** Of 50 connections each has twelve, who check out once in a turn. */
const SHOPPERS = 600

export async function measurePersonalCosts(
  shop: Running,
  { url }: Postgres,
  turns: Turns,
  only?: RegExp,
): Promise<{ rows: Row[]; leftOut: LeftOut[] }> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    const postmaster = await findPostmaster(db)
    if (postmaster === null) {
      const because = 'the database runs on another machine'
      return { rows: [], leftOut: [{ name: 'Personal calls, of a bare Fastify', because }] }
    }
    const shoppers = await makeShoppers(shop.origin, db, SECRET, SHOPPERS)
    const place = { url, postmaster, secret: SECRET, shoppers }
    const rows = await comparePersonalCalls(shop, place, turns, only)
    return { rows: [...rows, ...(await measureCheckouts(shop, place, turns.rounds * turns.seconds))], leftOut: [] }
  } finally {
    await db.end()
  }
}
