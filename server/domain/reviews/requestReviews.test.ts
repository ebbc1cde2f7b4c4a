import { describe, expect, it } from 'vitest'
import { CONSENTS } from '../../shared/consents'
import { startTestApp, without } from '../../testing/app'
import { newDelivered, newShopper, newStaff, actorAs } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { giveConsent, withdrawConsent } from '../accounts/consents'
import { composeOrderMail } from '../mail/composeOrderMail'
import { findMail, listMails } from '../office/emails'
import { moveOrder } from '../orders/state/orderState'
import { withOrder } from '../orders/state/withOrder'
import { findReviewsByLink } from './reviewLink'
import { requestReviews } from './requestReviews'
import { writeReview } from './writeReview'

const app = await startTestApp({}, { limits: without('stock', 'coupons') })
const { shop } = app
const { db } = shop
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)

async function newBuyer({ consents = true } = {}) {
  const shopper = await newShopper(app)
  const user = await db.user.findUniqueOrThrow({ where: { id: shopper.id } })
  const consent = { purpose: 'REVIEW_REQUEST', version: CONSENTS.REVIEW_REQUEST.version } as const
  if (consents) await giveConsent(shop, user, consent)
  return { ...shopper, user, order: await newDelivered(app, shopper, { [BOWL]: 1 }) }
}
const mailsOf = (topic: string) => db.outboxMessage.findMany({ where: { topic, eventId: { endsWith: '-review' } } })

describe('requestReviews', () => {
  it('writes one email per order a week after the delivery, also if servers run it at the same time', async () => {
    const { order } = await newBuyer()
    await requestReviews(shop, inDays(6.9))
    expect(await mailsOf(order.id)).toHaveLength(0)
    await Promise.all([1, 2, 3, 4].map(() => requestReviews(shop, inDays(7.1))))
    await requestReviews(shop, inDays(8))
    expect(await mailsOf(order.id)).toHaveLength(1)
  })

  it('asks nobody who has not agreed, whose order came back, or who has reviewed everything', async () => {
    const [silent, returned, done] = [await newBuyer({ consents: false }), await newBuyer(), await newBuyer()]
    const note = { source: 'SHOP', note: 'x' } as const
    await db.$transaction(async (tx) =>
      withOrder(tx, returned.order.id, (locked) => moveOrder(shop, tx, locked, 'RETURN_REQUESTED', note)),
    )
    const review = { stars: 5, text: '', photos: [], orderLineId: done.order.lines[0]!.id }
    await writeReview(shop, done, review)
    await requestReviews(shop, inDays(7.1))
    for (const { order } of [silent, returned, done]) expect(await mailsOf(order.id)).toEqual([])
    // A later consent does not bring back an order that was decided about.
    const consent = { purpose: 'REVIEW_REQUEST', version: CONSENTS.REVIEW_REQUEST.version } as const
    await giveConsent(shop, silent.user, consent)
    await requestReviews(shop, inDays(8))
    expect(await mailsOf(silent.order.id)).toEqual([])
  })

  it('asks for no replacement', async () => {
    const { order } = await newBuyer()
    const free = { offerDiscount: order.cartTotal, couponDiscount: 0, giftWrap: 0, convenienceFee: 0, totalAmount: 0 }
    await db.order.update({ where: { id: order.id }, data: { isReplacement: true, ...free } })
    await requestReviews(shop, inDays(7.1))
    expect(await mailsOf(order.id)).toEqual([])
  })

  it('asks for no order that was delivered more than three weeks ago', async () => {
    const { order } = await newBuyer()
    await requestReviews(shop, inDays(22))
    expect(await mailsOf(order.id)).toEqual([])
  })
})

describe('the email', () => {
  it('links to the reviews of its order without a login, which staff cannot read in the office', async () => {
    const { order, user } = await newBuyer()
    await requestReviews(shop, inDays(7.1))
    const [message] = await mailsOf(order.id)
    const mail = await composeOrderMail(shop, message!)
    expect(mail).toMatchObject({ kind: 'REVIEW_REQUEST', to: user.email, isToStaff: false })
    const key = /\/review#([\w-]+)/.exec(mail!.text)![1]!
    expect((await findReviewsByLink(shop, key))!.lines.map(({ id }) => id)).toEqual([order.lines[0]!.id])
    await actorAs(app, await newStaff(app), 'read_mails')
    const seen = (await findMail(shop, String(message!.id)))!.composed!
    expect([seen.text, seen.html].join()).not.toContain(key)
    expect(seen.text).toContain('/review#hidden')
    const [listed] = (await listMails(shop, { first: 1 })).edges
    expect(listed!.node.composed!.text).not.toContain(key)
  })

  it('is not sent if the buyer has withdrawn the consent in the meantime', async () => {
    const { order, user } = await newBuyer()
    await requestReviews(shop, inDays(7.1))
    const [message] = await mailsOf(order.id)
    await withdrawConsent(shop, user, 'REVIEW_REQUEST')
    expect(await composeOrderMail(shop, message!)).toBeNull()
  })
})
