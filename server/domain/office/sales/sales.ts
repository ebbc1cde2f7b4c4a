/** What was sold in a period, by product, variant, category or coupon, and the numbers of new and returning buyers. */
import type { Db } from '../../../database/db'
import type { SalesKind } from '../../../generated/prisma/client'
import { dayInIndia } from '../../../shared/delivery/delivery'
import { beginningOf } from '../../../shared/indianDays'
import { fullTitle } from '../../catalogue/variants'
import { checkCount } from '../../cursor'
import type { Shop } from '../../shop'
import { daysOf, periodOf } from './period'
import { readSold, type Figures, type Sold } from './soldFigures'
import { asJson } from './sumSales'

/** Amounts are in paise. */
export interface SalesRow extends Figures {
  /** The id of the product, variant or category, or the coupon's code. Empty for products that the shop no longer has. */
  key: string
  name: string
  sku: string | null
}

export interface Sales {
  rows: SalesRow[]
  /** The number of rows without the limit. */
  totalCount: number
  /** The number of days whose sales are not included, because the shop has not added them up yet. */
  pendingDays: number
}

export interface Buyers {
  /** The number of buyers whose first order was sold in the period. */
  newBuyers: number
  /** The number of buyers who bought in the period and before it. */
  returningBuyers: number
  /** The number of orders of the new buyers. */
  newBuyersOrders: number
  returningBuyersOrders: number
  pendingDays: number
}

export interface Span {
  from: string
  to: string
}

const MAX_ROWS = 200
/** A request adds up at most this many days that have no sums: today, and the newest days whose orders have changed. */
const MAX_LIVE_DAYS = 31
/** Fewer days if they have more orders than this, which take a third of a second. */
const MAX_LIVE_ORDERS = 2000

/** Sorted by takings, the largest first. `first` is 1 to 200. Both days are included. Throws INVALID_INPUT. */
export async function listSales(shop: Shop, span: Span, by: SalesKind, first: number): Promise<Sales> {
  return readSales(shop, span, by, checkCount('first', first, MAX_ROWS))
}

/** Without the limit of a page, for a file. */
export async function readSales({ db }: Shop, span: Span, by: SalesKind, limit: number): Promise<Sales> {
  const { stored, live, pendingDays } = await gather(db, daysOf(periodOf(span)))
  const rows = live.rows.filter(({ kind }) => kind === by)
  const found = await db.$queryRaw<(Figures & NamedRow & { key: string; totalCount: number })[]>`
    WITH grouped AS (
      SELECT key, sum(pieces)::float8 AS pieces, sum(returned_pieces)::float8 AS "returnedPieces", sum(orders)::float8 AS orders,
        sum(takings)::float8 AS takings, sum(offer_discounts)::float8 AS "offerDiscounts",
        sum(coupon_discounts)::float8 AS "couponDiscounts", sum(returned)::float8 AS returned, (count(*) OVER ())::int AS "totalCount"
      FROM (
        SELECT * FROM sales_sum WHERE kind = ${by}::"SalesKind" AND day = ANY(${stored}::date[])
        UNION ALL SELECT * FROM json_populate_recordset(NULL::sales_sum, ${asJson(rows)}::json)
      ) AS sums
      GROUP BY key ORDER BY sum(takings) DESC, key LIMIT ${limit}
    )
    SELECT grouped.*, product.title, product.variant, product.variant_of AS "variantOf", product.sku, category.name
    FROM grouped LEFT JOIN product ON ${by} IN ('PRODUCT', 'VARIANT') AND product.id = key
    LEFT JOIN category ON ${by} = 'CATEGORY' AND category.id = key
    ORDER BY takings DESC, key`
  return {
    rows: found.map(({ totalCount: _, ...row }) => ({ ...row, name: nameOf(by, row) })),
    totalCount: found[0]?.totalCount ?? 0,
    pendingDays,
  }
}

interface NamedRow {
  title: string | null
  variant: string | null
  variantOf: string | null
  sku: string | null
  name: string | null
}

function nameOf(by: SalesKind, { key, title, variant, variantOf, name }: NamedRow & { key: string }): string {
  if (by === 'COUPON') return key
  if (title !== null) return by === 'PRODUCT' ? title : fullTitle({ title, variant, variantOf })
  return name ?? (key === '' ? 'No longer in the shop' : key)
}

/** The pieces of all products. Both days are included. Throws INVALID_INPUT. */
export async function countSold({ db }: Shop, span: Span): Promise<{ pieces: number; pendingDays: number }> {
  const { stored, live, pendingDays } = await gather(db, daysOf(periodOf(span)))
  const [sum] = await db.$queryRaw<{ pieces: number }[]>`
    SELECT coalesce(sum(pieces), 0)::float8 AS pieces FROM sales_sum WHERE kind = 'PRODUCT' AND day = ANY(${stored}::date[])`
  const rows = live.rows.filter(({ kind }) => kind === 'PRODUCT')
  return { pieces: rows.reduce((all, row) => all + Number(row.pieces), sum!.pieces), pendingDays }
}

/** Both days are included. Reads all earlier days too, so `pendingDays` may be days before the period. Throws INVALID_INPUT. */
export async function countBuyers({ db }: Shop, span: Span): Promise<Buyers> {
  const { from, to } = periodOf(span)
  const first = await firstDay(db)
  const days = daysOf({ from: first && first < from ? first : from, to })
  const { stored, live, pendingDays } = await gather(db, days)
  const [counts] = await db.$queryRaw<Omit<Buyers, 'pendingDays'>[]>`
    SELECT count(*) FILTER (WHERE first >= ${span.from}::date)::int AS "newBuyers",
      count(*) FILTER (WHERE first < ${span.from}::date)::int AS "returningBuyers",
      coalesce(sum(orders) FILTER (WHERE first >= ${span.from}::date), 0)::int AS "newBuyersOrders",
      coalesce(sum(orders) FILTER (WHERE first < ${span.from}::date), 0)::int AS "returningBuyersOrders"
    FROM (
      SELECT user_id, min(day) AS first, sum(orders) FILTER (WHERE day >= ${span.from}::date) AS orders FROM (
        SELECT * FROM sales_buyer WHERE day = ANY(${stored}::date[])
        UNION ALL SELECT * FROM json_populate_recordset(NULL::sales_buyer, ${asJson(live.buyers)}::json)
      ) AS each GROUP BY user_id HAVING max(day) >= ${span.from}::date
    ) AS buyer`
  return { ...counts!, pendingDays }
}

/** The beginning of the day of the first order. */
async function firstDay({ order }: Db): Promise<Date | null> {
  const { _min } = await order.aggregate({ _min: { placedAt: true } })
  return _min.placedAt && beginningOf(dayInIndia(_min.placedAt))
}

/** The days with stored sums, and the figures of the newest days without. */
async function gather(db: Db, days: string[]): Promise<{ stored: string[]; live: Sold; pendingDays: number }> {
  const rows = await db.$queryRaw<{ day: string }[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day FROM sales_day WHERE day = ANY(${days}::date[]) AND summed_at IS NOT NULL`
  const stored = rows.map(({ day }) => day)
  const isStored = new Set(stored)
  const missing = days.filter((day) => !isStored.has(day))
  if (missing.length === 0) return { stored, live: NOTHING, pendingDays: 0 }
  const start = await firstDay(db)
  if (!start) return { stored, live: NOTHING, pendingDays: 0 }
  const [first, today] = [dayInIndia(start), dayInIndia(new Date())]
  const open = missing.filter((day) => day >= first && day <= today)
  const live = open.length === 0 ? NOTHING : await readSold(db, open.slice(-MAX_LIVE_DAYS), MAX_LIVE_ORDERS)
  return { stored, live, pendingDays: Math.max(0, open.length - MAX_LIVE_DAYS) + live.leftOut }
}

const NOTHING: Sold = { rows: [], buyers: [], leftOut: 0 }
