/** Lists and searches accounts for staff, and keeps notes about them. */
import { likeAnywhere } from '../../database/likePattern'
import { Prisma, type User } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { customerNote } from '../../shared/staffInput'
import { parseField } from '../../shared/validation'
import { countOnce, ROWS_TO_COUNT, type CountedPage } from '../counted'
import { checkFirst, decodeCursor, encodeCursor, pageOf } from '../cursor'
import { lockCartIfAny } from '../lockCart'
import type { Shop } from '../shop'
import type { Actor } from '../staff/actor'
import { audit } from '../audit/audit'
import { getAccount } from './customers'
import { checkedSearch, emailHolds, holdsWords, mobileIn } from './orders/searchText'

export type CustomerPage = CountedPage<User>

interface CustomerList {
  search?: string | null
  first: number
  after?: string | null
}

/** Newest first. `after` is a cursor from an earlier page with the same search. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listCustomers({ db }: Shop, { search, first, after }: CustomerList): Promise<CustomerPage> {
  checkFirst(first)
  const text = checkedSearch(search ?? '')
  const question = ['customers', search?.trim() ? [text] : null]
  const below = after == null ? null : (decodeCursor(question, after, ['uuid'])[0] as string)
  const where = whereOf(text, search ?? '')
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM user_account WHERE ${where} AND ${below === null ? Prisma.sql`TRUE` : Prisma.sql`id < ${below}::uuid`}
    ORDER BY id DESC LIMIT ${first + 1}`
  const ids = rows.slice(0, first).map(({ id }) => id)
  // Ids increase over time, so this sorts by time.
  const nodes = await db.user.findMany({ where: { id: { in: ids } }, orderBy: { id: 'desc' } })
  return {
    ...pageOf(nodes, { first, after }, ({ id }) => encodeCursor(question, [id]), rows.length > first),
    count: countOnce(async () => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM (SELECT FROM user_account WHERE ${where} LIMIT ${ROWS_TO_COUNT}) AS counted`
      return row!.count
    }),
  }
}

/** A search matches part of the email, the words of the name in any order, or a mobile number of the account, its addresses or its orders. */
function whereOf(text: string, given: string): Prisma.Sql {
  const open = Prisma.sql`deleted_at IS NULL`
  if (given.trim() === '') return open
  if (text === '') return Prisma.sql`FALSE`
  const number = mobileIn(text)
  const byAddress =
    number === null
      ? Prisma.empty
      : Prisma.sql`
          OR id IN (SELECT user_id FROM address WHERE mobile LIKE ${likeAnywhere(number)})
          OR id IN (
            -- The search text has an index.
            SELECT user_id FROM shop_order
            WHERE search_text LIKE ${likeAnywhere(number)} AND delivery_mobile LIKE ${likeAnywhere(number)}
          )`
  return Prisma.sql`${open} AND (email LIKE ${emailHolds(given)} OR ${holdsWords('search_text', text)} ${byAddress})`
}

/** What an account has ordered. */
export interface CustomerTrade {
  /** Orders that were paid or confirmed and not cancelled. */
  orders: number
  /** Whole rupees, before refunds. */
  total: number
  /** Paise: what the shop received for these orders, also on delivery, less the refunds that have not failed. */
  paid: number
  /** The city of the newest order. */
  town: string | null
  lastOrderAt: Date | null
}

const NO_TRADE: CustomerTrade = { orders: 0, total: 0, paid: 0, town: null, lastOrderAt: null }

/** In the order of the ids. */
export async function tradeByCustomerIds({ db }: Shop, userIds: readonly string[]): Promise<CustomerTrade[]> {
  const rows = await db.$queryRaw<(CustomerTrade & { id: string })[]>`
    SELECT user_id::text AS id, count(*)::int AS orders, least(sum(total_amount), 2147483647)::int AS total,
      coalesce(sum(received.amount - coalesce(refunded.amount, 0)), 0)::float8 AS paid,
      (array_agg(delivery_city ORDER BY serial DESC))[1] AS town, max(placed_at) AS "lastOrderAt"
    FROM shop_order
    LEFT JOIN LATERAL (SELECT sum(amount) AS amount FROM received_payment WHERE order_id = shop_order.id) AS received ON true
    LEFT JOIN LATERAL (
      SELECT sum(amount) AS amount FROM refund WHERE order_id = shop_order.id AND state <> 'FAILED'
    ) AS refunded ON true
    WHERE user_id = ANY(${userIds}::uuid[]) AND status NOT IN ('AWAITING_PAYMENT', 'CANCELLED')
    GROUP BY user_id`
  const found = new Map(rows.map(({ id, ...trade }) => [id, trade]))
  return userIds.map((id) => found.get(id) ?? NO_TRADE)
}

const withAuthor = {
  author: { select: { id: true, firstName: true, lastName: true, email: true } },
} satisfies Prisma.CustomerNoteInclude

export type CustomerNote = Prisma.CustomerNoteGetPayload<{ include: typeof withAuthor }>

/** The maximum number of notes per account. */
const MAX_NOTES = 100

/** Returned in the order of the ids. Each account's notes are sorted oldest first. */
export async function notesByCustomerIds({ db }: Shop, userIds: readonly string[]): Promise<CustomerNote[][]> {
  const where = { userId: { in: [...userIds] } }
  const found = await db.customerNote.findMany({ where, orderBy: { id: 'asc' }, include: withAuthor })
  return userIds.map((id) => found.filter(({ userId }) => userId === id))
}

/** Ignores a note with the same text and author as the newest one. Throws FORBIDDEN, CUSTOMER_NOT_FOUND, INVALID_INPUT, LIMIT_REACHED. */
export async function addCustomerNote(
  shop: Shop,
  actor: Actor,
  input: { customerId: string; text: string },
): Promise<User> {
  const text = parseField('text', customerNote, input.text)
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    await getAccount(tx, input.customerId)
    // Other notes and the account's deletion wait for this lock.
    await lockCartIfAny(tx, input.customerId)
    const user = await getAccount(tx, input.customerId)
    const last = await tx.customerNote.findFirst({ where: { userId: user.id }, orderBy: { id: 'desc' } })
    if (last?.text === text && last.authorId === actor.id) return user
    if ((await tx.customerNote.count({ where: { userId: user.id } })) >= MAX_NOTES)
      throw new DomainError('LIMIT_REACHED')
    await tx.customerNote.create({ data: { userId: user.id, authorId: actor.id, text } })
    // The text is left out, because the log is kept after an account is deleted.
    await audit(tx, { actorId: actor.id, action: 'addCustomerNote', subject: { type: 'User', id: user.id } })
    return user
  })
}
