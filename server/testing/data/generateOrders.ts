/**
 * Makes any number of made-up orders over two years, with their shoppers, lines, events and payments, to show the shop after years of
 * trade. The database generates them in batches, one transaction each. Existing orders are kept and count toward the total.
 */
import type { Db } from '../../database/db'

const BATCH = 50_000
const ORDERS_PER_SHOPPER = 10
const MINUTE_MS = 60_000
/**
 * The newest orders are still in progress: these shares of all orders are paid or shipped. Of the older ones, these percentages were
 * cancelled or refunded.
 */
const SHARE = { paid: 0.003, shipped: 0.006, cancelled: 6, refunded: 2 }

/** Part of each id, so that rows of different kinds never share an id. */
const SHOPPER = 1
const ORDER = 2
const LINE = 3
const EVENT = 4

/**
 * SQL functions for the session that generates the orders. An id begins with its row's time, like the shop's own ids, so new rows are
 * stored together. The number i alone determines an order's properties, and the highest numbers are the orders from the last days.
 */
const FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION pg_temp.made_at(i bigint, n bigint) RETURNS timestamptz IMMUTABLE LANGUAGE sql AS
    $$ SELECT date_trunc('hour', now()) - interval '730 days' * (1 - i::float8 / n) $$`,
  `CREATE OR REPLACE FUNCTION pg_temp.made_id(kind int, at timestamptz, i bigint) RETURNS uuid IMMUTABLE LANGUAGE sql AS
    $$ SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
         || '8' || lpad(to_hex(i), 15, '0'))::uuid $$`,
  `CREATE OR REPLACE FUNCTION pg_temp.shopper_id(i bigint) RETURNS uuid IMMUTABLE LANGUAGE sql AS
    $$ SELECT pg_temp.made_id(${SHOPPER}, timestamptz '2024-01-01 00:00Z' + i * interval '1 minute', i) $$`,
  `CREATE OR REPLACE FUNCTION pg_temp.digits(text text) RETURNS int IMMUTABLE LANGUAGE sql AS
    $$ SELECT ('x' || left(md5(text), 7))::bit(28)::int $$`,
]

/** As invoiceTerms.ts stores them for a shop without a GSTIN. */
const INVOICE_TERMS = JSON.stringify({
  seller: { name: 'Cerashop', address: 'Bengaluru', state: 'Karnataka', gstin: null },
  ...{ hsnCode: '6912', gstRate: 1200, buyerState: '32', isSameState: false },
})
const FIRST_NAMES = `(ARRAY['Meera','Tara','Arjun','Kabir','Anaya','Rohan','Isha','Dev'])`

/** Creates shoppers, each with a cart, because every account has one. */
const insertShoppers = (from: number, to: number, of: number): string => `
  WITH made AS (
    INSERT INTO user_account (id, first_name, last_name, email, password_hash, created_at)
    SELECT pg_temp.shopper_id(i),
      ${FIRST_NAMES}[1 + i % 8],
      (ARRAY['Iyer','Nair','Rao','Shah','Das','Bose','Khan','Sen','Pillai','Joshi','Mehta'])[1 + i % 11],
      'shopper-' || i || '@generated.example', '', pg_temp.made_at(i, ${of})
    FROM generate_series(${from}, ${to - 1}) AS i ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO cart (id, user_id) SELECT id, id FROM made`

/** Every tenth shopper places half of the orders. */
const insertOrders = (from: number, to: number, { orders, shoppers }: Amounts): string => `
  WITH goods AS (
    SELECT *, row_number() OVER (ORDER BY position) - 1 AS n, count(*) OVER () AS amount FROM product WHERE position < 1000
  ), made AS MATERIALIZED (
    SELECT i, at, pg_temp.made_id(${ORDER}, at, i) AS id, digits, 1 - i::float8 / ${orders} AS age,
      CASE WHEN digits % 2 = 0 THEN digits % ${Math.ceil(shoppers / 10)} ELSE digits % ${shoppers} END AS shopper,
      1 + digits % 3 / 2 AS quantity
    FROM generate_series(${from}::bigint, ${to - 1}) AS i, pg_temp.made_at(i, ${orders}) AS at, pg_temp.digits('o' || i) AS digits
  ), priced AS MATERIALIZED (
    SELECT made.*, goods.discounted, goods.original, goods.id AS product_id, goods.title,
      goods.image_url, goods.image_alt, goods.image_width, goods.image_height,
      CASE WHEN age < ${SHARE.paid} THEN 'PAID' WHEN age < ${SHARE.shipped} THEN 'SHIPPED'
        WHEN digits % 100 < ${SHARE.cancelled} THEN 'CANCELLED'
        WHEN digits % 100 < ${SHARE.cancelled + SHARE.refunded} THEN 'REFUNDED' ELSE 'DELIVERED' END::"OrderStatus" AS status
    FROM made JOIN goods ON goods.n = made.digits % goods.amount
  ), ordered AS (
    INSERT INTO shop_order (id, user_id, status, address_id, cart_total, offer_discount, coupon_discount, gift_wrap, convenience_fee,
      total_amount, delivery_name, delivery_street, delivery_city, delivery_state, delivery_country, delivery_zip_code, delivery_mobile,
      provider, provider_order_id, payment_id, expires_at, held_since, placed_at, idempotency_key, search_text, invoice_terms)
    SELECT id, pg_temp.shopper_id(shopper), status, id,
      original * quantity, (original - discounted) * quantity, 0, 0, 0, discounted * quantity,
      ${FIRST_NAMES}[1 + shopper % 8], i % 400 || ' Lake View', 'Kochi', 'Kerala',
      'India', lpad((682001 + i % 40)::text, 6, '0'), (9000000000 + digits)::text, 'SANDBOX', 'order_' || left(md5('p' || i), 14),
      CASE WHEN status = 'CANCELLED' THEN NULL ELSE 'pay_' || left(md5('q' || i), 14) END, at + interval '15 minutes', at, at, i::text,
      lower(concat_ws(' ', ${FIRST_NAMES}[1 + shopper % 8], 9000000000 + digits,
        CASE WHEN status <> 'CANCELLED' THEN 'pay_' || left(md5('q' || i), 14) END)),
      '${INVOICE_TERMS}'
    FROM priced ORDER BY i
    RETURNING id
  ), lined AS (
    INSERT INTO order_line (id, order_id, product_id, position, title, image_url, image_alt, image_width, image_height, discounted,
      original, quantity, estimated_delivery)
    SELECT pg_temp.made_id(${LINE}, at, i), id, product_id, 0, title, image_url, image_alt, image_width, image_height, discounted,
      original, quantity, at + interval '5 days' FROM priced ORDER BY i
  ), paid AS (
    INSERT INTO received_payment (id, order_id, provider, amount, currency, received_at)
    SELECT 'pay_' || left(md5('q' || i), 14), id, 'SANDBOX', discounted * quantity * 100, 'INR', at + interval '1 minute'
    FROM priced WHERE status <> 'CANCELLED' ORDER BY i
    RETURNING id, order_id, amount, received_at
  ), refunded AS (
    INSERT INTO refund (id, order_id, payment_id, provider, amount, state, reason, due_at, requested_at, ended_at)
    SELECT gen_random_uuid(), priced.id, paid.id, 'SANDBOX', paid.amount, 'PROCESSED', 'It was returned.', received_at, received_at,
      received_at + interval '10 days'
    FROM paid JOIN priced ON priced.id = paid.order_id WHERE status = 'REFUNDED'
  )
  INSERT INTO order_event (id, order_id, status, source, at)
  SELECT pg_temp.made_id(${EVENT} + step.after, at, i), id, step.status::"OrderStatus", 'SHOP', at + step.after * interval '1 day'
  FROM priced, (VALUES (0, 'AWAITING_PAYMENT'), (1, 'PAID'), (2, 'SHIPPED'), (4, 'DELIVERED')) AS step (after, status)
  WHERE step.after <= CASE priced.status WHEN 'CANCELLED' THEN 0 WHEN 'PAID' THEN 1 WHEN 'SHIPPED' THEN 2 ELSE 4 END
  ORDER BY i, step.after`

/**
 * The triggers that clear the sales of a day are disabled. The lock prevents other transactions from adding up a day before the batch is
 * complete.
 */
const CLEAR_DAYS = ['LOCK TABLE sales_day IN EXCLUSIVE MODE', 'DELETE FROM sales_day']

interface Amounts {
  orders: number
  shoppers: number
}

/** Without this index, the first generation is many times faster. Staff searches use the index. */
const SEARCH_INDEX = `CREATE INDEX IF NOT EXISTS shop_order_search_text_idx ON shop_order USING GIN (search_text gin_trgm_ops)`

/**
 * Triggers are disabled, so a batch takes only seconds. The role in DATABASE_URL must therefore be a superuser, as on the embedded
 * database.
 */
export async function generateOrders(db: Db, orders: number, onProgress: (done: number) => void = () => {}) {
  const amounts = { orders, shoppers: Math.ceil(orders / ORDERS_PER_SHOPPER) }
  const run = (...statements: string[]) =>
    db.$transaction(
      async (tx) => {
        for (const each of ['SET LOCAL session_replication_role = replica', ...FUNCTIONS, ...statements]) {
          await tx.$executeRawUnsafe(each)
        }
      },
      { timeout: 60 * MINUTE_MS },
    )
  const there = await db.order.count()
  for (let from = 0; from < amounts.shoppers; from += BATCH) {
    await run(insertShoppers(from, Math.min(amounts.shoppers, from + BATCH), amounts.shoppers))
  }
  if (there === 0) await db.$executeRaw`DROP INDEX shop_order_search_text_idx`
  try {
    for (let from = there + 1; from <= orders; from += BATCH) {
      const to = Math.min(orders + 1, from + BATCH)
      await run(...CLEAR_DAYS, insertOrders(from, to, amounts))
      onProgress(to - 1)
    }
  } finally {
    await run(SEARCH_INDEX)
  }
  await db.$executeRawUnsafe(
    'VACUUM (ANALYZE) user_account, cart, shop_order, order_line, order_event, received_payment, refund',
  )
}
