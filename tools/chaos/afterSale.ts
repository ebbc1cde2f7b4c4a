/**
 * Buyers and staff who work on the same orders at the same time: cancellations of pieces, returns, decisions, replacements, refunds,
 * addresses and reviews. Each reads an order, chooses a change that fits, and calls one of the shops. Most calls are refused, because
 * another one was first.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { seededProducts } from '../../server/testing'
import { ask, buy, newShopper, type Shopper } from './shoppers'

/** A line of an order, with its review and its part of the open return request. */
interface Line {
  id: string
  left: number
  returnable: number
  review: string | null
  waiting: 'REQUESTED' | 'ACCEPTED' | null
  pieces: number
}

interface Seen {
  id: string
  serial: number
  version: number
  status: string
  owner: string
  lines: Line[]
}

/** A change, as GraphQL's mutation and its variables. */
interface Change {
  kind: string
  by: 'buyer' | 'staff'
  mutation: string
  variables: Record<string, unknown>
  /** How much the change adds to the count of its kind. */
  adds?: number
  /** How many pieces a refund may cancel. */
  mayCancel?: number
}

/** What the shops acknowledged, and what they may have done without a response, by kind. */
export interface Told {
  acknowledged: Map<string, number>
  uncertain: Map<string, number>
  refused: number
  /** `<order> SHIPPED` and `<order> DELIVERED`. Several calls may report the same change, because a repeated one changes nothing. */
  moves: Set<string>
  /** The stars of the last acknowledged review of each line. */
  stars: Map<string, number>
}

const ORDER = `
  SELECT o.id, o.serial, o.version, o.status::text AS status, u.email AS owner,
    (SELECT json_agg(json_build_object('id', l.id, 'left', l.quantity - l.cancelled, 'returnable', l.quantity - l.cancelled - l.asked,
      'review', v.id, 'waiting', r.state, 'pieces', r.quantity))
     FROM order_line AS l LEFT JOIN review AS v ON v.order_line_id = l.id
     LEFT JOIN return_line AS r ON r.order_line_id = l.id AND r.state IN ('REQUESTED', 'ACCEPTED')
     WHERE l.order_id = o.id) AS lines
  FROM shop_order AS o JOIN user_account AS u ON u.id = o.user_id
  WHERE o.status NOT IN ('AWAITING_PAYMENT', 'CANCELLED') ORDER BY (o.status IN ('REFUNDED', 'RETURNED')), random() LIMIT 1`

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)]!
const some = <Item>(items: readonly Item[]): Item[] => {
  const chosen = items.filter(() => randomInt(2) === 0)
  return chosen.length > 0 ? chosen : items.slice(0, 1)
}
const pieces = (lines: Line[], most: (line: Line) => number) =>
  some(lines.filter((line) => most(line) > 0)).map((line) => ({ id: line.id, quantity: 1 + randomInt(most(line)) }))
const sum = (lines: { quantity: number }[]): number => lines.reduce((total, { quantity }) => total + quantity, 0)

const USER_ERRORS = 'userErrors { code }'
const ADDRESS = { name: 'M', street: 'S', city: 'C', state: 'S', country: 'I', zipCode: '600004', mobile: '9000011111' }

/** The changes that fit the order's status. */
function changesOf({ serial, version, status, lines }: Seen): Change[] {
  const number = `CER-${String(serial).padStart(6, '0')}`
  const edit = { number, version }
  const cancelled = pieces(lines, ({ left }) => left)
  const street = `Street ${randomUUID()}`
  const address = { ...ADDRESS, street }
  const returned = pieces(lines, ({ returnable }) => returnable)
  const waiting = lines.filter((line) => line.waiting === 'ACCEPTED')
  const reviewed = lines.filter(({ review }) => review !== null)
  const key = randomUUID()
  const refunded =
    randomInt(2) === 0 || cancelled.length === 0
      ? { amountPaise: 100 + randomInt(5_000) }
      : { lines: cancelled, restock: randomInt(2) === 0 }
  const refund: Change = {
    kind: 'refund',
    by: 'staff',
    mutation: `($input: RefundOrderInput!) { refundOrder(input: $input) { ${USER_ERRORS} } }`,
    variables: {
      key,
      input: {
        ...edit,
        ...refunded,
        ...{ reason: 'Goodwill', idempotencyKey: key },
      },
    },
    adds: 1,
    // Before the shipment, refunded pieces that go back to stock are cancelled, unless they were already.
    mayCancel: status === 'PAID' && 'lines' in refunded && refunded.restock ? sum(cancelled) : 0,
  }
  const reviews: Change[] = lines.map(({ id: orderLineId }) => ({
    kind: 'review',
    by: 'buyer',
    mutation: `($orderLineId: ID!, $stars: Int!) { review(orderLineId: $orderLineId, stars: $stars, text: "Fine") { ${USER_ERRORS} } }`,
    variables: { orderLineId, stars: 1 + randomInt(5) },
  }))
  for (const { review } of reviewed)
    reviews.push(
      {
        kind: 'hide',
        by: 'staff',
        mutation: `($id: ID!) { hideReview(id: $id, reason: "Rude") { ${USER_ERRORS} } }`,
        variables: { id: review },
      },
      {
        kind: 'show',
        by: 'staff',
        mutation: `($id: ID!) { showReview(id: $id) { ${USER_ERRORS} } }`,
        variables: { id: review },
      },
    )
  const asked = lines.filter((line) => line.waiting)
  const refusedWhole = asked.filter(() => randomInt(4) === 0)
  switch (status) {
    case 'PAID':
    case 'CONFIRMED':
      return [
        {
          kind: 'cancelled pieces',
          by: 'buyer',
          mutation: `($number: String!, $version: Int!, $lines: [OrderPiecesInput!]) {
            cancelOrder(number: $number, version: $version, lines: $lines) { order { status } ${USER_ERRORS} } }`,
          variables: { ...edit, lines: cancelled },
          adds: sum(cancelled),
        },
        {
          kind: 'cancelled pieces',
          by: 'staff',
          mutation: `($number: String!, $version: Int!, $lines: [OrderPiecesInput!]) {
            cancelOrderByShop(number: $number, version: $version, reason: "Broken", lines: $lines) { order { order { status } } ${USER_ERRORS} } }`,
          variables: { ...edit, lines: cancelled },
          adds: sum(cancelled),
        },
        {
          kind: 'address',
          by: 'buyer',
          mutation: `($number: String!, $address: AddressInput!) {
            changeOrderAddress(number: $number, address: $address, acceptChanges: true) { ${USER_ERRORS} } }`,
          variables: { number, address },
        },
        {
          kind: 'address',
          by: 'staff',
          mutation: `($number: String!, $version: Int!, $address: AddressInput!) {
            changeOrderAddressByShop(number: $number, version: $version, address: $address, acceptChanges: true) { ${USER_ERRORS} } }`,
          variables: { ...edit, address },
        },
        ...[1, 2, 3].map((): Change => ({
          kind: 'shipped',
          by: 'staff',
          mutation: `($number: String!, $version: Int!) {
            shipOrder(number: $number, version: $version, carrier: "India Post", trackingNumber: "${number.replace('CER-', 'EK')}") { ${USER_ERRORS} } }`,
          variables: edit,
        })),
        refund,
      ]
    case 'SHIPPED':
      return [
        {
          kind: 'delivered',
          by: 'staff',
          mutation: `($number: String!, $version: Int!) { deliverOrder(number: $number, version: $version) { ${USER_ERRORS} } }`,
          variables: edit,
        },
      ]
    case 'DELIVERED':
      return [
        ...[1, 2, 3].map((): Change => ({
          kind: 'asked pieces',
          by: 'buyer',
          mutation: `($number: String!, $lines: [ReturnLineInput!], $wish: ReturnWish!) {
            requestReturn(number: $number, reason: CHANGED_MIND, lines: $lines, wish: $wish) { ${USER_ERRORS} } }`,
          variables: {
            number,
            ...(randomInt(3) === 0
              ? { lines: returned.map((line) => ({ ...line, reason: 'CHANGED_MIND' })), wish: 'REFUND' }
              : {
                  lines: returned.map((line) => ({ ...line, reason: pick(['DAMAGED', 'WRONG_ITEM']) })),
                  wish: pick(['REFUND', 'REPLACEMENT']),
                }),
          },
          adds: sum(returned),
        })),
        ...reviews,
        refund,
      ]
    case 'RETURN_REQUESTED':
      return waiting.length > 0
        ? [
            {
              kind: 'receive',
              by: 'staff',
              mutation: `($number: String!, $version: Int!, $lines: [ReceivedLineInput!]!) {
                receiveReturn(number: $number, version: $version, lines: $lines) { ${USER_ERRORS} } }`,
              variables: {
                ...edit,
                lines: some(waiting).map((line) => ({ id: line.id, restock: randomInt(line.pieces + 1) })),
              },
            },
          ]
        : [
            {
              kind: 'decide',
              by: 'staff',
              mutation: `($number: String!, $version: Int!, $refused: [ID!]!, $refusedLines: [RefusedLineInput!], $reason: String) {
                decideReturn(number: $number, version: $version, refused: $refused, refusedLines: $refusedLines, reason: $reason) {
                  ${USER_ERRORS} } }`,
              variables: {
                ...edit,
                refused: refusedWhole.map((line) => line.id),
                refusedLines: asked
                  .filter((line) => !refusedWhole.includes(line) && line.pieces > 1 && randomInt(3) === 0)
                  .map((line) => ({ id: line.id, quantity: 1 + randomInt(line.pieces - 1) })),
                reason: 'Used',
              },
            },
          ]
    default:
      return status === 'RETURNED' ? [refund, ...reviews] : reviews
  }
}

const add = (counts: Map<string, number>, kind: string, n: number) => counts.set(kind, (counts.get(kind) ?? 0) + n)

const ADD = `mutation ($productId: ID!, $quantity: Int!, $key: String) {
  addToCart(productId: $productId, quantity: $quantity, idempotencyKey: $key) { ${USER_ERRORS} } }`

/** Sells an order with several pieces of two products. */
async function sell(shopper: Shopper): Promise<void> {
  for (let i = 0; i < 2; i += 1) {
    const key = randomUUID()
    const variables = { productId: pick(seededProducts).id, quantity: 1 + randomInt(3), key }
    await ask(shopper, ADD, variables)
  }
  const isSold = new AbortController()
  await buy({ ...shopper, witness: { failed() {}, bought: () => isSold.abort() } }, isSold.signal)
}

/** Makes a member of staff out of a shopper, as `npm run staff` does. */
async function employ(db: pg.Pool, origin: string): Promise<Shopper> {
  const shopper = await newShopper(origin)
  await db.query(
    `UPDATE user_account SET role = 'STAFF', staff_role_id = (SELECT id FROM staff_role WHERE name = 'Owner') WHERE email = $1`,
    [shopper.email],
  )
  return shopper
}

/** Enough for a run. */
const STOCK = 10_000
/** Changes that are counted only for the output. */
const SHOWN = ['shipped', 'delivered', 'address', 'decide', 'receive', 'hide', 'show']
const BUYERS = 6
const STAFF = 3
const ACTORS = 12
const PAUSE_MS = 20

/** Resolves when the traffic is stopped and all calls have their response. */
export async function afterSale(db: pg.Pool, origins: string[], stopped: AbortSignal): Promise<Told> {
  await db.query('UPDATE product SET stock = $1', [STOCK])
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, i) => newShopper(origins[i % origins.length]!)))
  const staff = await Promise.all(Array.from({ length: STAFF }, (_, i) => employ(db, origins[i % origins.length]!)))
  const told: Told = { acknowledged: new Map(), uncertain: new Map(), refused: 0, moves: new Set(), stars: new Map() }

  /** The lines whose review is being written: a buyer writes one at a time. */
  const writing = new Set<string>()

  async function act(): Promise<void> {
    // The database may be down.
    const seen = await db.query<Seen>(ORDER).then(
      ({ rows }) => rows[0],
      () => undefined,
    )
    const changes = seen ? changesOf(seen) : []
    if (!seen || changes.length === 0) return
    const { kind, by, mutation, variables, adds = 0, mayCancel = 0 } = pick(changes)
    const line = kind === 'review' ? (variables['orderLineId'] as string) : ''
    if (writing.has(line)) return
    if (line) writing.add(line)
    const who = by === 'staff' ? pick(staff) : buyers.find(({ email }) => email === seen.owner)!
    let isSure = true
    const witness = { failed: () => void (isSure = false), bought() {} }
    const caller = { ...who, origin: pick(origins), witness }
    const data = await ask(caller, `mutation ${mutation}`, variables).catch((error: Error) => {
      // Refused by the schema or a limit, which changes nothing.
      if (/INTERNAL/.test(error.message)) throw error
      return null
    })
    const payload = data && (Object.values(data)[0] as { userErrors: unknown[]; order?: unknown })
    const isDone = payload !== null && payload.userErrors.length === 0
    if (!isDone) told.refused += 1
    // Cancelling all pieces cancels the order, and counts no pieces.
    const isWhole = kind === 'cancelled pieces' && /CANCELLED|REFUND/.test(JSON.stringify(payload?.order ?? ''))
    if (isDone && !isWhole && (adds > 0 || SHOWN.includes(kind))) add(told.acknowledged, kind, adds || 1)
    if (isDone && (kind === 'shipped' || kind === 'delivered')) told.moves.add(`${seen.id} ${kind.toUpperCase()}`)
    if (!isSure && !isDone) add(told.uncertain, kind, adds)
    if (mayCancel > 0 && (isDone || !isSure)) add(told.uncertain, 'cancelled pieces', mayCancel)
    if (isDone && kind === 'review') told.stars.set(line, variables['stars'] as number)
    writing.delete(line)
  }

  async function keepActing(): Promise<void> {
    while (!stopped.aborted) {
      await act()
      await sleep(PAUSE_MS)
    }
  }
  async function keepSelling(shopper: Shopper): Promise<void> {
    while (!stopped.aborted) {
      await sell(shopper)
      await sleep(PAUSE_MS * 10)
    }
  }
  await Promise.all([...buyers.map(keepSelling), ...Array.from({ length: ACTORS }, keepActing)])
  return told
}

/** Each statement counts rows that cannot be right, whatever was called in which order. */
const INVARIANTS: Record<string, string> = {
  'refunds above a payment': `
    SELECT count(*) FROM received_payment AS p WHERE p.amount <
      (SELECT coalesce(sum(amount), 0) FROM refund WHERE payment_id = p.id AND state <> 'FAILED')`,
  'refunds and debt above the payments': `
    SELECT count(*) FROM shop_order AS o WHERE (SELECT coalesce(sum(amount), 0) FROM received_payment WHERE order_id = o.id) <
      o.owed_paise + (SELECT coalesce(sum(amount), 0) FROM refund WHERE order_id = o.id AND state <> 'FAILED')`,
  'refunds that differ from the provider': `
    SELECT count(*) FROM received_payment AS p WHERE
      (SELECT coalesce(sum(amount), 0) FROM refund WHERE payment_id = p.id AND state = 'PROCESSED') <>
      (SELECT coalesce(sum(amount), 0) FROM sandbox_refund WHERE payment_id = p.id AND status = 'processed')`,
  'counts above a quantity': `
    SELECT count(*) FROM order_line WHERE least(restocked, cancelled, asked, returned, replaced) < 0
      OR cancelled + returned + replaced > quantity OR cancelled + restocked > quantity OR asked > quantity - cancelled`,
  'pieces asked for twice': `
    SELECT count(*) FROM order_line AS l WHERE asked * coalesce(pieces_in_set, 1) + asked_pieces <>
      (SELECT coalesce(sum(quantity * coalesce(l.pieces_in_set, 1) + pieces), 0) FROM return_line WHERE order_line_id = l.id)`,
  'replacements that differ from their return': `
    SELECT count(*) FROM order_return AS r WHERE replacement_id IS NOT NULL AND
      (SELECT coalesce(sum(quantity), 0) FROM order_line WHERE order_id = r.replacement_id) >
      (SELECT coalesce(sum(quantity), 0) FROM return_line WHERE return_id = r.id AND state <> 'REFUSED')`,
  'orders with two open returns': `
    SELECT count(*) FROM (SELECT order_id FROM order_return AS r WHERE EXISTS (
      SELECT FROM return_line WHERE return_id = r.id AND state IN ('REQUESTED', 'ACCEPTED')) GROUP BY order_id HAVING count(*) > 1) AS twice`,
  // The last review of each buyer counts, unless the whole line came back because the buyer changed their mind.
  'ratings that differ from the reviews': `
    SELECT count(*) FROM product AS p WHERE variant_of IS NULL AND star_counts <> (
      SELECT array_agg((
        SELECT count(*)::int FROM (
          SELECT user_id, stars, row_number() OVER (PARTITION BY user_id ORDER BY coalesce(edited_at, created_at) DESC, review.id DESC) AS nth
          FROM review JOIN order_line AS line ON line.id = order_line_id
          WHERE review.product_id = p.id AND hidden_at IS NULL AND withdrawn_at IS NULL AND line.quantity - line.cancelled > coalesce((
            SELECT sum(quantity) FROM return_line
            WHERE return_line.order_line_id = line.id AND state = 'COMPLETED' AND reason = 'CHANGED_MIND'), 0)
        ) AS voices WHERE nth = 1 AND stars = n
      ) ORDER BY n) FROM generate_series(1, 5) AS n)`,
  // A change of the status, and an event without one, such as a note or a refund, differ in the status.
  'changes of status without exactly one webhook': `
    SELECT count(*) FROM (SELECT id, status, lag(status) OVER (PARTITION BY order_id ORDER BY at, id) AS previous FROM order_event) AS e
    WHERE status IS DISTINCT FROM previous AND previous IS NOT NULL
      AND 1 <> (SELECT count(*) FROM outbox_message WHERE channel = 'webhook' AND event_id = e.id::text)`,
  'webhooks that were not sent': `SELECT count(*) FROM outbox_message WHERE channel = 'webhook' AND state <> 'SENT'`,
  'unfinished refunds': `SELECT count(*) FROM refund WHERE state = 'REQUESTED'`,
  'wrong stock': `
    SELECT count(*) FROM product AS p WHERE stock <> ${STOCK} - (
      SELECT coalesce(sum(l.quantity - l.cancelled - l.restocked), 0) FROM order_line AS l JOIN shop_order AS o ON o.id = l.order_id
      WHERE l.product_id = p.id AND o.status <> 'CANCELLED' AND NOT o.cancelled_by_buyer AND NOT o.cancelled_by_shop)`,
}

/** How often each order became SHIPPED, and DELIVERED after that. */
const MOVES = `
  SELECT order_id || ' ' || status AS move, count(*)::int AS times
  FROM (SELECT order_id, status::text, lag(status::text) OVER (PARTITION BY order_id ORDER BY at, id) AS previous FROM order_event) AS e
  WHERE status = 'SHIPPED' AND previous <> 'SHIPPED' OR status = 'DELIVERED' AND previous = 'SHIPPED' GROUP BY 1`

/** How much of each kind the shop has. */
const COUNTS: Record<string, string> = {
  'cancelled pieces': `SELECT coalesce(sum(cancelled), 0) FROM order_line`,
  'asked pieces': `SELECT coalesce(sum(asked), 0) FROM order_line`,
  refund: `SELECT count(*) FROM refund WHERE reason = 'Goodwill'`,
}

/** The time that the last refunds and webhooks may take: a claim's expiry plus another attempt. */
const SETTLE_MS = 90_000

/** Returns one sentence for each thing that is wrong. */
export async function auditAfterSale(db: pg.Pool, told: Told, settleMs = SETTLE_MS): Promise<string[]> {
  const count = async (sql: string): Promise<number> =>
    Number(Object.values((await db.query(sql)).rows[0] as object)[0])
  const wrong: string[] = []
  const deadline = Date.now() + settleMs
  for (const [what, sql] of Object.entries(INVARIANTS)) {
    let found = await count(sql)
    for (; found > 0 && Date.now() < deadline; found = await count(sql)) await sleep(500)
    if (found > 0) wrong.push(`${found} ${what}`)
  }
  for (const [kind, sql] of Object.entries(COUNTS)) {
    const [done, perhaps] = [told.acknowledged.get(kind) ?? 0, told.uncertain.get(kind) ?? 0]
    const found = await count(sql)
    if (found < done || found > done + perhaps) wrong.push(`${kind}: ${found} instead of ${done} to ${done + perhaps}`)
  }
  const moves = (await db.query<{ move: string; times: number }>(MOVES)).rows
  const missing = [...told.moves].filter((move) => !moves.some((row) => row.move === move)).length
  if (missing > 0) wrong.push(`${missing} shipments or deliveries lost`)
  const twice = moves.filter(({ times }) => times > 1).length
  if (twice > 0) wrong.push(`${twice} shipments or deliveries made twice`)
  const { rows } = await db.query<{ line: string; stars: number }>('SELECT order_line_id AS line, stars FROM review')
  const stars = new Map(rows.map((row) => [row.line, row.stars]))
  const lost = [...told.stars].filter(([line, given]) => stars.get(line) !== given).length
  if (lost > 0) wrong.push(`${lost} reviews lost`)
  return wrong
}

/** The figures of a run, for its row in the table. */
export async function figuresOf(db: pg.Pool) {
  const { rows } = await db.query<{ orders: number; refunds: number; events: number }>(
    `SELECT (SELECT count(*) FROM shop_order WHERE status <> 'AWAITING_PAYMENT')::int AS orders,
       (SELECT count(*) FROM refund WHERE state = 'PROCESSED')::int AS refunds,
       (SELECT count(*) FROM outbox_message WHERE channel = 'webhook')::int AS events`,
  )
  return rows[0]!
}
