/**
 * Ends the notices whose product is back or cheaper, and writes their emails to the outbox in the same transaction. So a crash neither loses
 * nor repeats an email.
 *
 * The oldest notices come first, and each kind of email goes to at most PEOPLE_PER_PIECE people per piece in stock. The count starts again
 * when the product returns to stock, and after a day in which pieces remained: then the next people get an email.
 */
import type { Db } from '../../database/db'
import type { NoticeKind } from '../../generated/prisma/client'
import { addMessages } from '../../outbox/outbox'
import { accountMessage, type NewsKind } from '../accounts/accountMail'
import type { Shop } from '../shop'

const PEOPLE_PER_PIECE = 5
/** The number of emails per transaction. */
const STEP = 100

const MAILS: Record<NoticeKind, NewsKind> = { AVAILABLE: 'BACK_IN_STOCK', PRICE: 'PRICE_FELL' }

/** Sends nothing while the shop has no channel for emails. */
export async function sendNotices({ db, settings }: Pick<Shop, 'db' | 'settings'>): Promise<void> {
  if (!settings.codesByMail) return
  for (const kind of Object.keys(MAILS) as NoticeKind[]) while ((await sendStep(db, kind)) === STEP);
}

/**
 * Returns the number of emails, or 0 while another server does this. Only one does at a time, because the limit counts what the others have
 * sent. The times are those of the database's clock, which also writes `returned_at`.
 */
function sendStep(db: Db, kind: NoticeKind): Promise<number> {
  return db.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ isOurs: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('send product notices', 0)) AS "isOurs"`
    if (!lock!.isOurs) return 0
    const sent = await tx.$queryRaw<{ id: string; createdAt: Date; sentAt: Date }[]>`
      WITH due AS MATERIALIZED (
        SELECT notice.id
        FROM product
        CROSS JOIN LATERAL (
          SELECT id, created_at FROM product_notice
          WHERE product_id = product.id AND kind = ${kind}::"NoticeKind" AND sent_at IS NULL
            AND (kind = 'AVAILABLE' OR price > product.discounted)
          ORDER BY created_at, id
          LIMIT least(${STEP}::bigint, greatest(0, ${PEOPLE_PER_PIECE}::bigint * product.stock - (
            SELECT count(*) FROM product_notice AS earlier
            WHERE earlier.product_id = product.id AND earlier.kind = ${kind}::"NoticeKind"
              AND earlier.sent_at >= greatest(
                now() - interval '1 day', (SELECT returned_at FROM stock_return WHERE product_id = product.id)
              )
          )))
          FOR UPDATE SKIP LOCKED
        ) AS notice
        WHERE product.hidden_at IS NULL AND product.stock > 0 AND product.id IN (
          SELECT product_id FROM product_notice WHERE kind = ${kind}::"NoticeKind" AND sent_at IS NULL
        )
        ORDER BY notice.created_at, notice.id
        LIMIT ${STEP}
      )
      UPDATE product_notice SET sent_at = clock_timestamp() FROM due WHERE product_notice.id = due.id
      RETURNING product_notice.id, created_at AS "createdAt", sent_at AS "sentAt"`
    const oldestFirst = sent.toSorted((a, b) => +a.createdAt - +b.createdAt || (a.id < b.id ? -1 : 1))
    await addMessages(
      tx,
      oldestFirst.map(({ id, sentAt }) => accountMessage(id, { type: MAILS[kind], at: sentAt.toISOString() })),
    )
    return sent.length
  })
}
