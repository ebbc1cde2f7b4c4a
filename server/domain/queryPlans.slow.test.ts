import { forgetOldFailures } from './login/wrongPasswords'
import { forgetLogins } from './login/recentLogins'
import { sweepAddresses } from './own-account/erasure'
import { describe, expect, it } from 'vitest'
import { generateCatalogue } from '../testing/data/generateCatalogue'
import { ENDPOINTS } from '../shared/contract/endpoints'
import { startTestApp } from '../testing/app'
import { ask, call } from '../testing/calls'
import {
  actorAs,
  checkOut,
  fillCart,
  newDelivered,
  newShopper,
  newStaff,
  payFor,
  readOrder,
} from '../testing/data/factories'
import { PASSWORD } from '../testing/data/fixtures'
import { statementsOf } from '../testing/statements'
import { readCells } from './catalogue/cells'
import { readChoices } from './catalogue/choices'
import { sweepExpiredHolds } from './orders/placement/holds'
import { mendMessageTimes } from '../outbox/outbox'
import { sweepIdempotencyKeys } from './idempotency'
import { readAllUses } from '../database/productUses'
import { sumSales } from './office/sales/sumSales'
import { decideReturn, receiveReturn } from './office/orders/returnChanges'
import { orderNumber } from './orders/order'
import { reconcilePayments } from './orders/payment/reconcile'
import { eraseReturns, requestReturn } from './orders/after-sale/ask'
import { requestOwedRefunds, sendRefunds } from './orders/after-sale/sendRefunds'

/** Large enough that an index is the better plan. With more rows, the planner is even more likely to choose one. */
const PRODUCTS = 25_000
const SHOPPERS = 8_000
/** The number of search words to add, because the generated titles contain few. */
const WORDS = 20_000
/** The number of combinations of values to add, because a long-running shop has many of earlier variants. */
const VARIANT_TEXTS = 20_000

const app = await startTestApp()
const { db } = app.shop
await generateCatalogue(db, { products: PRODUCTS, variants: 2, seed: 1 })

/** Rows like those in a long-running shop. They are all alike, and the database generates them for speed. */
const FILLERS = [
  `INSERT INTO user_account (id, first_name, last_name, email, password_hash)
   SELECT gen_random_uuid(), 'A', 'B', i || '@filler.example', '' FROM generate_series(1, ${SHOPPERS}) AS i`,
  `INSERT INTO cart (id, user_id) SELECT gen_random_uuid(), id FROM user_account WHERE email LIKE '%@filler.example'`,
  `INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added)
   SELECT gen_random_uuid(), cart.id, chosen.id, 1, 1 FROM cart, (SELECT id FROM product ORDER BY position DESC LIMIT 4) AS chosen`,
  `INSERT INTO wishlist_item (id, user_id, product_id, price_when_added)
   SELECT gen_random_uuid(), user_account.id, chosen.id, 1
   FROM user_account, (SELECT id FROM product ORDER BY position DESC LIMIT 4) AS chosen`,
  `INSERT INTO address (id, user_id, name, street, city, state, country, zip_code, mobile)
   SELECT gen_random_uuid(), id, '', '', '', '', '', '', '' FROM user_account`,
  `INSERT INTO idempotency_key (user_id, operation, key, input_hash)
   SELECT id, 'addToCart', 'key', '' FROM user_account`,
  `INSERT INTO sign_in_failures (email, count, window_to) SELECT email, 1, now() + interval '1 hour' FROM user_account`,
  `INSERT INTO mail_code (id, email, mailbox_hash)
   SELECT gen_random_uuid(), email, md5(email) FROM user_account`,
  `UPDATE mail_code SET request_hash = md5(email)`,
  `INSERT INTO recent_login (user_id, network, browser, at)
   SELECT id, 'n' || i, 'b', now() - random() * interval '150 days' FROM user_account, generate_series(1, 3) AS i`,
  `INSERT INTO webhook_event (provider, event_id) SELECT 'SANDBOX', 'e' || i FROM generate_series(1, ${SHOPPERS}) AS i`,
  `INSERT INTO shop_order (id, user_id, status, address_id, cart_total, offer_discount, coupon_discount, gift_wrap, convenience_fee,
     total_amount, delivery_name, delivery_street, delivery_city, delivery_state, delivery_country, delivery_zip_code,
     delivery_mobile, provider, provider_order_id, payment_id, expires_at, placed_at, invoice_terms)
   SELECT gen_random_uuid(), id, (CASE WHEN random() < 0.02 THEN 'PAID' ELSE 'DELIVERED' END)::"OrderStatus", id, 0, 0, 0, 0, 0, 0, '', '', '', '', '', '', '', 'SANDBOX', 'o' || id, 'p', now() - random() * interval '1 year',
     now() - random() * interval '1 year', '{}'
   FROM user_account`,
  `INSERT INTO received_payment (id, order_id, provider, amount, currency) SELECT id::text, id, 'SANDBOX', 1, 'INR' FROM shop_order`,
  `INSERT INTO refund (id, order_id, payment_id, provider, amount, state, reason, due_at, ended_at)
   SELECT gen_random_uuid(), id, id::text, 'SANDBOX', 1, 'PROCESSED', '', now(), now() - random() * interval '1 year' FROM shop_order`,
  `INSERT INTO outbox_message (channel, topic, event_id, body, state, due_at)
   SELECT 'mail', id::text, id::text, '{"type":"PAID","at":"2026-01-01T00:00:00Z"}', 'SENT', now() FROM shop_order`,
  `INSERT INTO order_note (id, order_id, author_id, text) SELECT gen_random_uuid(), id, user_id, '' FROM shop_order`,
  `INSERT INTO audit_entry (id, action, subject_type, subject_id) SELECT gen_random_uuid(), '', 'Order', 'CER-' || serial FROM shop_order`,
  `INSERT INTO order_line (id, order_id, position, title, image_url, image_alt, image_width, image_height, discounted, original,
     quantity, estimated_delivery)
   SELECT gen_random_uuid(), id, 0, '', '', '', 1, 1, 1, 2, 1, now() FROM shop_order`,
  `INSERT INTO order_event (id, order_id, status, source)
   SELECT gen_random_uuid(), id, 'PAID', 'SHOP' FROM shop_order, generate_series(1, 2)`,
  `INSERT INTO consent (id, user_id, purpose, version) SELECT gen_random_uuid(), id, 'REVIEW_REQUEST', 2 FROM user_account`,
  `UPDATE order_line SET product_id = (SELECT min(id) FROM product)`,
  `INSERT INTO review (id, order_line_id, product_id, user_id, stars, text)
   SELECT gen_random_uuid(), order_line.id, product_id, user_id, 4, '' FROM order_line JOIN shop_order ON order_id = shop_order.id`,
  `INSERT INTO order_return (id, order_id, wish, note) SELECT gen_random_uuid(), id, 'REFUND', '' FROM shop_order`,
  `INSERT INTO return_line (id, return_id, order_line_id, quantity, reason, state)
   SELECT gen_random_uuid(), order_return.id, order_line.id, 1, 'DAMAGED', 'COMPLETED' FROM order_return JOIN order_line USING (order_id)`,
  `INSERT INTO return_photo (return_id, position, image_url, image_width, image_height) SELECT id, 0, 'u-' || id, 1, 1 FROM order_return`,
  `INSERT INTO product_notice (id, product_id, email, kind, price)
   SELECT gen_random_uuid(), (SELECT min(id) FROM product), email, 'PRICE', 1 FROM user_account`,
  `INSERT INTO sandbox_order (id, amount, currency, receipt) SELECT 'o' || i, 1, 'INR', '' FROM generate_series(1, ${SHOPPERS}) AS i`,
  `INSERT INTO sales_sum (kind, day, key, pieces, returned_pieces, orders, takings, offer_discounts, coupon_discounts, returned)
   SELECT kind, '2024-01-01'::date + i % 600, 'key ' || i, 1, 0, 1, 1, 0, 0, 0
   FROM generate_series(1, ${SHOPPERS}) AS i, unnest(enum_range(NULL::"SalesKind")) AS kind`,
  `INSERT INTO sales_buyer (day, user_id, orders) SELECT '2024-01-01'::date + i, id, 1 FROM user_account, generate_series(1, 3) AS i`,
  `INSERT INTO empty_search (day, text, count, last_at)
   SELECT '2024-12-01'::date + i % 600, 'text ' || i, 1, now() FROM generate_series(1, ${SHOPPERS}) AS i`,
  `INSERT INTO variant_text (text) SELECT 'Glaze: ' || md5(i::text) FROM generate_series(1, ${VARIANT_TEXTS}) AS i`,
  // A thousand products have variants, three in ten in celadon. One more is large.
  `UPDATE product SET variant = CASE WHEN position % 10 < 3 THEN 'Glaze: Celadon' ELSE 'Glaze: Rust' END || '; Size: ' || position % 7
   WHERE position BETWEEN 1000 AND 1999`,
  `UPDATE product SET variant = 'Glaze: Celadon; Size: Large' WHERE position = 2000`,
  `INSERT INTO search_word SELECT md5(i::text) FROM generate_series(1, ${WORDS}) AS i`,
  `INSERT INTO sandbox_payment (id, order_id, amount, currency, status) SELECT id, id, 1, 'INR', 'captured' FROM sandbox_order`,
  `INSERT INTO sandbox_refund (id, payment_id, key, amount, status) SELECT id, id, id, 1, 'processed' FROM sandbox_payment`,
]
for (const filler of FILLERS) await db.$executeRawUnsafe(filler)
// Does the work of autovacuum. The planner avoids an index whose newest entries are still in its pending list.
await db.$executeRawUnsafe('VACUUM ANALYZE')

const shopper = await newShopper(app)
const staff = await newStaff(app)
const product = await db.product.findFirstOrThrow({ where: { stock: { gt: 20 }, position: { gt: 1000 } } })

interface Explained {
  statement: string
  plan: string
}

/** Runs EXPLAIN for each statement before it is sent, on the same connection and with the same values. */
async function explain(work: () => Promise<unknown>): Promise<Explained[]> {
  const explained: Promise<Explained>[] = []
  await statementsOf(work, ({ text, values }, send) => {
    if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return
    const plan = send({ text: `EXPLAIN ${text}`, values })
    explained.push(
      plan.then(({ rows }) => ({ statement: text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') })),
    )
  })
  return Promise.all(explained)
}

/** Tables that stay small: entered manually, one row per day, or one row per member of staff. */
const SMALL_TABLES = ['category', 'coupon', 'sales_day', 'staff_role', 'second_factor']

/** The share of the stock that unpaid orders hold needs the stock of all products. */
const READS_ALL_STOCK = 'sum(stock)'
/** Reads a limited number of words, and only after the catalogue has changed. */
const READS_ALL_WORDS = 'string_agg(word'

const scannedWhole = (explained: Explained[]): string[] =>
  explained
    .filter(({ statement }) => ![READS_ALL_STOCK, READS_ALL_WORDS].some((text) => statement.includes(text)))
    .filter(({ plan }) => [...plan.matchAll(/Seq Scan on (\w+)/g)].some(([, table]) => !SMALL_TABLES.includes(table!)))
    .map(({ statement, plan }) => `${statement}\n${plan}`)

const graphql = (text: string, token?: string) => async () => {
  const { errors } = await ask(app, text, { token })
  expect(errors).toBeUndefined()
}

const listing = (args: string) =>
  graphql(`{ products(${args}) {
  totalCount nodes { id title category { id } }
  facets { categories { count category { id } } ratings { count } uses { count } options { values { count } } price { minimum } priceHistogram { count } }
} }`)

const SORTS = ['FEATURED', 'PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW', 'RATING', 'NEWEST']

const CATALOGUE: Record<string, () => Promise<unknown>> = {
  'a page and facets of all': listing('first: 8'),
  'the variants of a page of products': graphql(
    '{ products { nodes { variantSummary { labels } variants { id stock } } } }',
  ),
  'the variants and reviews of a product': graphql(
    '{ product(id: "tea-for-two-set") { variants { id } reviews(first: 5) { nodes { stars } } } }',
  ),
  'products that are safe for the oven': listing('filter: { uses: [OVEN] }'),
  ...Object.fromEntries(
    SORTS.map((sort) => [
      `a page sorted by ${sort}`,
      graphql(`{ products(sort: ${sort}, page: 20) { nodes { id } } }`),
    ]),
  ),
  'a page and facets under every filter': listing(
    'filter: { categoryIds: ["cups", "mugs"], minPrice: 300, maxPrice: 2000, minRating: 4, availableOnly: true, uses: [MICROWAVE, FOOD_SAFE] }, sort: RATING, page: 2',
  ),
  'what is in stock': listing('filter: { availableOnly: true }'),
  'an offer': listing('filter: { offer: "combo-offer" }'),
  'a group': listing('filter: { group: DECOR }'),
  'a rare group, by rating': listing('filter: { group: KITCHEN, minRating: 2 }, sort: RATING'),
  'a use': listing('filter: { uses: [MICROWAVE] }'),
  'several uses, by price': listing('filter: { uses: [OVEN, DISHWASHER, FOOD_SAFE] }, sort: PRICE_LOW_TO_HIGH'),
  'a glaze': listing('filter: { choices: [{ option: "glaze", values: ["celadon"] }] }'),
  'a rare glaze, by price': listing(
    'filter: { choices: [{ option: "glaze", values: ["oat"] }] }, sort: PRICE_LOW_TO_HIGH',
  ),
  'a glaze and a size in stock': listing(
    'filter: { choices: [{ option: "glaze", values: ["celadon", "indigo"] }, { option: "size", values: ["large"] }], availableOnly: true }',
  ),
  'the texts of variants': async () => {
    await readChoices(db, await readCells(db))
  },
  bestsellers: listing('filter: { bestsellersOnly: true }'),
  'a search in the middle of a title': listing('filter: { search: "elado" }, sort: PRICE_LOW_TO_HIGH'),
  'a search without a find': listing('filter: { search: "zzzz" }'),
  'a search for a size': listing('filter: { search: "0.5 l 10 inch teaset" }'),
  'a misspelt search': listing('filter: { search: "celedon tumblr" }, sort: RATING, page: 2'),
  'a search that one word of some is found by': listing('filter: { search: "kulhad herringbone gulmohr" }'),
  'the home page': graphql(`
    {
      categories {
        id
        productCount
      }
      combos: products(filter: { offer: "combo-offer" }, first: 4) {
        nodes {
          id
        }
      }
      bestsellers: products(filter: { bestsellersOnly: true }, first: 4) {
        nodes {
          id
        }
      }
    }
  `),
  'a product with its companions': graphql(`{ product(id: "${product.id}") { id category { id } related { id } } }`),
  'a suggestion': graphql('{ suggestions(text: "celadon") { id } }'),
  'a misspelt suggestion': graphql('{ suggestions(text: "celedon tumblr") { id } }'),
  'the next page after a cursor': async () => {
    for (const sort of ['FEATURED', 'PRICE_HIGH_TO_LOW', 'RATING', 'NEWEST']) {
      const { data } = await ask(app, `{ products(sort: ${sort}, page: 9) { pageInfo { endCursor } } }`)
      await graphql(`{ products(sort: ${sort}, after: "${data.products.pageInfo.endCursor}") { nodes { id } } }`)()
    }
  },
}

const PERSONAL: Record<string, () => Promise<unknown>> = {
  'everything about a shopper': graphql(
    `
      {
        me {
          cart {
            items {
              product {
                id
              }
            }
            couponOffers {
              savings
            }
            warnings {
              code
            }
          }
          wishlist {
            product {
              id
            }
          }
          addresses {
            id
          }
          orders {
            totalCount
            nodes {
              items {
                product {
                  id
                }
              }
              timeline {
                at
              }
            }
          }
        }
      }
    `,
    shopper.token,
  ),
  'a login': async () => {
    const body = { email: shopper.email, password: PASSWORD }
    expect((await call(app, 'POST', '/api/auth/login', { body })).statusCode).toBe(200)
    await call(app, 'POST', '/api/auth/login', { body: { ...body, password: 'not the password' } })
  },
  'a login with a code': async () => {
    const REQUEST = `mutation ($input: RequestCodeInput!) { requestCode(input: $input) { requestId } }`
    const { data } = await ask(app, REQUEST, { variables: { input: { email: shopper.email } } })
    const input = { email: shopper.email, requestId: data.requestCode.requestId as string, code: '000000' }
    const SIGN_IN = `mutation ($input: SignInWithCodeInput!) { signInWithCode(input: $input) { userErrors { code } } }`
    await ask(app, SIGN_IN, { token: shopper.token, variables: { input } })
  },
  'a cart that is filled': () => fillCart(app, shopper, { [product.id]: 2 }),
  'an order that is placed, paid and read': async () => {
    await fillCart(app, shopper, { [product.id]: 1 })
    const checkout = await checkOut(app, shopper)
    const { orderId: _orderId, ...payment } = await payFor(app, checkout)
    const text = `mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { userErrors { code } } }`
    const variables = { input: { ...payment, orderId: checkout.order.id } }
    const { data } = await ask(app, text, { token: shopper.token, variables })
    expect(data.confirmPayment.userErrors).toEqual([])
    await graphql(`{ me { order(number: "${orderNumber(checkout.order)}") { status } } }`, shopper.token)()
  },
  'pieces that are returned, replaced and received': async () => {
    const { id } = await newDelivered(app, shopper, { [product.id]: 2 })
    const actor = await actorAs(app, staff, 'write_orders')
    for (const wish of ['REPLACEMENT', 'REFUND'] as const) {
      const { lines } = await readOrder(app, id)
      const asked = await requestReturn(app.shop, shopper, orderNumber(await readOrder(app, id)), {
        ...{ reason: 'WRONG_ITEM', wish },
        lines: [{ id: lines[0]!.id, quantity: 1 }],
      })
      const edit = { number: orderNumber(asked), version: asked.version }
      const { version } = await decideReturn(app.shop, actor, edit)
      await receiveReturn(app.shop, actor, { ...edit, version, lines: [{ id: lines[0]!.id, restock: 1 }] })
    }
    await graphql(
      `
        {
          me {
            orders(first: 3) {
              nodes {
                replaces
                returns {
                  replacement
                  lines {
                    state
                  }
                  photos {
                    alt
                  }
                }
              }
            }
          }
        }
      `,
      shopper.token,
    )()
    await db.$transaction((tx) => eraseReturns(tx, shopper.id))
  },
  maintenance: async () => {
    await reconcilePayments(app.shop)
    await requestOwedRefunds({ ...app.shop, settings: { ...app.shop.settings, autoRefund: true } })
    await sendRefunds(app.shop)
    await sweepExpiredHolds(app.shop)
    await sweepIdempotencyKeys(db)
    await mendMessageTimes(db)
    await sweepAddresses(db)
    await forgetLogins(app.shop)
    await forgetOldFailures(app.shop)
    await sumSales(db)
    await readAllUses(db)
  },
  metrics: async () => expect((await app.opsServer.inject('/metrics')).body).toContain('shop_held_orders'),
}

const ORDER = `{ nodes { order { number items { title } refunds { amountPaise } } customer { email } refundablePaise notes { text } audit { change } } }`
const office = (text: string) => graphql(`{ office { ${text} } }`, staff.token)

const OFFICE: Record<string, () => Promise<unknown>> = {
  'orders with all displayed fields': office(`orders ${ORDER}`),
  'orders with a status': office(`orders(filter: { status: [REFUND_DUE] }) ${ORDER}`),
  'orders to pack, oldest first': office(`orders(filter: { status: [PAID, CONFIRMED] }, sort: OLDEST) ${ORDER}`),
  'orders that hold unpaid pieces': office(`orders(filter: { holdsUnpaid: true }) ${ORDER}`),
  'open orders on delivery': office(`orders(filter: { openOnDelivery: true }) ${ORDER}`),
  'orders that need attention': office(`orders(filter: { needsAttention: true }) ${ORDER}`),
  'an order and a customer': office(
    `order(number: "CER-000001") { refunds { id } } customer(id: "${shopper.id}") { orders ${ORDER} }`,
  ),
  'counts, today and takings': office(
    `orderCounts { count } today { toPack failedRefunds { number } paymentsToReturn { number } } takings(from: "2025-01-01", to: "2025-01-31") { day }`,
  ),
  'what sold by product': office('sales(from: "2025-01-01", to: "2025-01-31", by: PRODUCT) { rows { key } }'),
  'what sold by coupon': office('sales(from: "2025-01-01", to: "2025-01-31", by: COUPON) { totalCount }'),
  'searches without a result': office('emptySearches(from: "2025-01-01", to: "2025-01-31") { rows { text } }'),
  'new and returning buyers': office('buyers(from: "2025-01-01", to: "2025-01-31") { newBuyers }'),
  'a search in the orders of a period': office(
    `orders(filter: { placedFrom: "2026-06-01T00:00:00+05:30", placedTo: "2026-06-03T00:00:00+05:30", search: "ceramic" }) ${ORDER}`,
  ),
  ...Object.fromEntries(
    ['null', 'WAITING', 'SENT', 'FILED', 'DEAD'].map((state) => [
      `mails of state ${state}`,
      office(`mails(state: ${state}) { nodes { kind to state } }`),
    ]),
  ),
  'the number of orders: in total, with a status, of an account': office(
    `orders(first: 1) { totalCount } some: orders(first: 1, filter: { status: [REFUND_DUE] }) { totalCount }
    customer(id: "${shopper.id}") { orders(first: 1) { totalCount } }`,
  ),
  'the number of orders: found by a search, of a period, needing attention': office(
    `orders(first: 1, filter: { search: "ceramic" }) { totalCount } attention: orders(first: 1, filter: { needsAttention: true }) { totalCount }
    days: orders(first: 1, filter: { placedFrom: "2026-06-01T00:00:00+05:30", placedTo: "2026-06-03T00:00:00+05:30" }) { totalCount }`,
  ),
  'the number of changes and mails': office(
    `audit { totalCount } own: audit(filter: { actorId: "${staff.id}" }) { totalCount } kind: audit(filter: { subjectKind: ORDER }) { totalCount }
    mails { totalCount } dead: mails(state: DEAD) { totalCount }`,
  ),
  'changes with their authors': office('audit { nodes { change actor { email } } }'),
  'the changes by one member of staff': office(`audit(filter: { actorId: "${staff.id}" }) { nodes { change } }`),
  'the changes to one record': office(
    'audit(filter: { subjectKind: ORDER, subjectId: "CER-000007" }) { nodes { change } }',
  ),
}

/** Returns all products, so it must read all of them. */
const READS_ALL = '/api/products'

describe('no query scans a large table', () => {
  it.each(Object.entries({ ...CATALOGUE, ...PERSONAL, ...OFFICE }))('%s', async (_, work) => {
    const explained = await explain(work)
    expect(explained.length).toBeGreaterThan(0)
    expect(scannedWhole(explained)).toEqual([])
  })

  it.each(ENDPOINTS.filter(({ path }) => path !== READS_ALL))('$method $path', async ({ method, path, sample }) => {
    const url = path.replace(/:(\w+)/g, (_, name: string) => sample?.params?.[name] ?? product.id)
    const explained = await explain(() => call(app, method, url, { token: shopper.token, body: sample?.body }))
    expect(scannedWhole(explained)).toEqual([])
  })

  it('counts and facets are read from one index without touching a table', async () => {
    const [cells, ...others] = await explain(() => readCells(app.shop.db))
    expect(cells!.plan).toContain('Index Only Scan using product_facets_idx')
    expect(cells!.plan).not.toContain('Sort')
    expect(others).toEqual([])
  })

  it('a query for one day of orders uses the index on the order time', async () => {
    const day = `orders(filter: { placedFrom: "2026-06-01T00:00:00+05:30", placedTo: "2026-06-02T00:00:00+05:30" }) ${ORDER}`
    const plans = (await explain(office(day))).map(({ plan }) => plan)
    expect(plans.some((plan) => plan.includes('shop_order_placed_at_idx'))).toBe(true)
  })

  it.each(SORTS)('a search uses its index before it sorts by %s', async (sort) => {
    // The text occurs in one of two hundred titles, so the planner might expect to fill the first page quickly in sort order.
    const search = product.title.slice(1, 7)
    const explained = await explain(
      graphql(`{ products(filter: { search: "${search}" }, sort: ${sort}) { nodes { id } } }`),
    )
    const [page] = explained.filter(({ statement }) => statement.includes('AS is_close'))
    expect(page!.plan).toContain('product_shown_title_lower_idx')
  })

  // The trigram index cannot find fewer than three letters.
  it('a search for one or two letters is the only query that scans a large table', async () => {
    const explained = await explain(listing('filter: { search: "zq" }'))
    // The page. The counts come from the index.
    expect(scannedWhole(explained)).toHaveLength(1)
  })
})
