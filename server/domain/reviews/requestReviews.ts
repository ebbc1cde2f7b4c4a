/** Emails buyers who agreed to it a week after the delivery, and asks them for reviews. */
import type { Db } from '../../database/db'
import { addMessages } from '../../outbox/outbox'
import { REVIEW_REQUEST_DAYS } from '../../shared/reviews'
import { AGREED_TO_REVIEW_REQUESTS } from '../accounts/consents'
import { mailOfReviewRequest } from '../orders/messages/chooseMail'
import type { Shop } from '../shop'
import { DAY_MS, HOUR_MS } from '../../shared/durations'

/** After this time, an order gets no email, for example because the shop was down or only then began to send emails. */
const LATEST_DAYS = 21
/** The maximum number of orders per call. The others follow with the next call. */
const MAX_ORDERS = 500

/**
 * Decides once about each order that was delivered a week ago. Orders that came back, were reviewed, or whose buyer has not agreed get no
 * email. Several servers can run it at the same time: the row is updated before the email is written.
 */
export async function requestReviews({ db, settings }: Pick<Shop, 'db' | 'settings'>, now = new Date()): Promise<void> {
  if (!settings.mail) return
  const [from, to] = [LATEST_DAYS, REVIEW_REQUEST_DAYS].map((days) => new Date(now.getTime() - days * DAY_MS))
  const due = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT shop_order.id::text FROM order_event JOIN shop_order ON shop_order.id = order_event.order_id
    WHERE order_event.at BETWEEN ${from} AND ${to} AND order_event.status::text = 'DELIVERED' AND review_asked_at IS NULL
    LIMIT ${MAX_ORDERS}`
  for (const { id } of due)
    await db.$transaction(async (tx) => {
      const { count } = await tx.order.updateMany({ where: { id, reviewAskedAt: null }, data: { reviewAskedAt: now } })
      if (count === 0) return
      const isWanted = await tx.order.count({
        where: {
          id,
          status: 'DELIVERED',
          // The email about the first order asked about the same items.
          isReplacement: false,
          user: { deletedAt: null, blockedAt: null, consents: { some: AGREED_TO_REVIEW_REQUESTS } },
          lines: { some: { productId: { not: null }, review: null } },
        },
      })
      if (isWanted > 0) await addMessages(tx, [mailOfReviewRequest({ id }, now)])
    })
}

const requestedAt = new WeakMap<Db, number>()

/** Called by the maintenance task, whose rounds are seconds apart. */
export async function requestReviewsHourly(shop: Shop): Promise<void> {
  if (Date.now() - (requestedAt.get(shop.db) ?? 0) < HOUR_MS) return
  requestedAt.set(shop.db, Date.now())
  await requestReviews(shop)
}
