/** Runs the shop's periodic work every MAINTENANCE_MS, such as reconciling payments. `STEPS` lists it. */
import { inSteps } from '../../database/inSteps'
import { readAllUses } from '../../database/productUses'
import type { OrderStatus } from '../../generated/prisma/client'
import { removeUnusedHourly } from '../../media/assets'
import { mendMessageTimes } from '../../outbox/outbox'
import { forgetCodes } from '../login/codes/mailCodes'
import { forgetOldFailures } from '../login/wrongPasswords'
import { forgetLogins } from '../login/recentLogins'
import { sweepAddresses } from '../own-account/erasure'
import { announceCouponTimes } from '../cart/coupons'
import { forgetEmptySearches, storeEmptySearches } from '../catalogue/emptySearches'
import { forgetPace } from '../mail/pace'
import { forgetNotices } from '../notices/notices'
import { forgetQuestions } from '../questions/questions'
import { sendNotices } from '../notices/sendNotices'
import { requestReviewsHourly } from '../reviews/requestReviews'
import { forgetUploads } from '../buyer-photos/uploads'
import { sumSales } from '../office/sales/sumSales'
import { sweepExpiredHolds } from '../orders/placement/holds'
import { sweepIdempotencyKeys } from '../idempotency'
import { reconcilePayments } from '../orders/payment/reconcile'
import { findRefundsElsewhere } from '../orders/after-sale/refundReports'
import { requestOwedRefunds, sendRefunds } from '../orders/after-sale/sendRefunds'
import { endUnpacked } from '../orders/on-delivery/unpacked'
import type { Shop } from '../shop'

/** Providers retry a webhook for at most a day. */
const WEBHOOK_EVENT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/** Unpaid holds count for an hour, and pay-on-delivery orders count while they are open. */
const NETWORK_LIFETIME_MS = 24 * 60 * 60 * 1000

/** The pause between two rounds. */
const MAINTENANCE_MS = 10_000
/** The first round comes soon, because work may have waited while no server ran. */
const FIRST_ROUND_MS = 1_000

const OPEN: OrderStatus[] = ['CONFIRMED', 'SHIPPED']

/** Rounds never overlap and never throw. `stop` waits for the current round. */
export function startMaintenance(shop: Shop, everyMs = MAINTENANCE_MS): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const schedule = (ms: number) => {
    timer = setTimeout(() => {
      running = maintain(shop, () => stopped).then(() => {
        if (!stopped) schedule(everyMs)
      })
    }, ms)
    timer.unref()
  }
  schedule(Math.min(FIRST_ROUND_MS, everyMs))
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Payments come first, so an order whose webhook was lost is confirmed before its hold expires. */
const STEPS = {
  reconcilePayments,
  sweepExpiredHolds,
  endUnpacked: (shop: Shop) => endUnpacked(shop),
  requestOwedRefunds,
  sendRefunds: (shop: Shop) => sendRefunds(shop),
  findRefundsElsewhere: (shop: Shop) => findRefundsElsewhere(shop),
  // Products whose care text changed by a statement outside the shop, such as an operator's.
  readUses: ({ db }: Shop) => readAllUses(db),
  sweepAddresses: ({ db }: Shop) => sweepAddresses(db),
  sweepIdempotencyKeys: ({ db }: Shop) => sweepIdempotencyKeys(db),
  mendMessageTimes: ({ db }: Shop) => mendMessageTimes(db),
  announceCouponTimes,
  sendNotices,
  requestReviews: requestReviewsHourly,
  sweepPhotos: removeUnusedHourly,
  sumSales: ({ db }: Shop) => sumSales(db),
  storeEmptySearches,
  forgetEmptySearches,
  forgetPace,
  forgetCodes,
  forgetLogins,
  forgetNotices: (shop: Shop) => forgetNotices(shop),
  forgetQuestions: (shop: Shop) => forgetQuestions(shop),
  forgetUploads,
  forget,
}

/** Runs one round. */
export async function maintain(shop: Shop, isStopped: () => boolean): Promise<void> {
  for (const [step, run] of Object.entries(STEPS)) {
    if (isStopped()) return
    try {
      await run(shop)
      shop.outside.countStep(step, { failed: false })
    } catch (error) {
      shop.outside.countStep(step, { failed: true })
      shop.log.error({ err: error, step }, 'a maintenance step failed; it runs again in the next round')
    }
  }
}

async function forget({ db }: Shop): Promise<void> {
  const now = Date.now()
  const isOld = {
    network: { not: null },
    heldSince: { lt: new Date(now - NETWORK_LIFETIME_MS) },
    NOT: { payOnDelivery: true, status: { in: OPEN } },
  }
  const isOver = { receivedAt: { lt: new Date(now - WEBHOOK_EVENT_LIFETIME_MS) } }
  await inSteps((limit) => db.order.updateMany({ where: isOld, data: { network: null, networks: [] }, limit }))
  await inSteps((limit) => db.webhookEvent.deleteMany({ where: isOver, limit }))
  await forgetOldFailures({ db })
}
