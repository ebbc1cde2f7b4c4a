/** Composes the email that a person asked for about a product, when it is sent. */
import type { ComposedMail } from '../../outbox/mail/mail'
import { isolate } from '../../shared/isolate'
import { formatRupees } from '../../shared/money/money'
import { fillPath, PAGES } from '../../shared/pages'
import { fullTitle } from '../catalogue/variants'
import type { NewsKind } from '../accounts/accountMail'
import { findSentNotice, unsubscribeKey, type Notice } from '../notices/notices'
import type { Shop } from '../shop'
import { contactLines, sellerLine } from './contact'
import { greetingOf } from './greeting'
import { htmlOf } from './html'
import type { Words } from './orderWords'
import { textOf } from './text'

const ONCE = 'This is the only email about it. To get another one, ask again on the product’s page.'

/** `title` names the variant. */
const NEWS_WORDS: Record<NewsKind, (notice: Notice & { title: string }) => Omit<Words, 'parcel'>> = {
  BACK_IN_STOCK: ({ product: { discounted }, title }) => ({
    subject: `${title} is back in stock`,
    preheader: `You can buy it for ${formatRupees(discounted)}.`,
    heading: 'It is back in stock',
    paragraphs: [
      `You asked for an email when ${title} is back. You can buy it now for ${formatRupees(discounted)}.`,
      `We do not keep one aside, and others get this email too. ${ONCE}`,
    ],
  }),
  PRICE_FELL: ({ product: { discounted }, price, title }) => ({
    subject: `${title} now costs ${formatRupees(discounted)}`,
    preheader: `It cost ${formatRupees(price)} when you asked.`,
    heading: 'The price fell',
    paragraphs: [
      `You asked for an email when the price of ${title} falls. It now costs ${formatRupees(discounted)}; it cost ${formatRupees(price)} when you asked.`,
      'We send one email per request. To get another one, ask again on your wishlist.',
    ],
  }),
}

/** Null if the notice ended, the product is gone or hidden, or the price has risen again. */
export async function composeNoticeMail(
  { db, settings, sealer }: Pick<Shop, 'db' | 'settings' | 'sealer'>,
  { type, at, id }: { type: NewsKind; at: Date; id: string },
): Promise<ComposedMail | null> {
  const notice = await findSentNotice(db, id)
  if (!settings.mail || !notice) return null
  if (type === 'PRICE_FELL' && notice.product.discounted >= notice.price) return null
  const account = await db.user.findUnique({
    where: { email: notice.email },
    select: { firstName: true, lastName: true, isDemo: true, emailVerifiedAt: true },
  })
  const words = NEWS_WORDS[type]({ ...notice, title: isolate(fullTitle(notice.product)) })
  const { shopName } = settings
  const { origin } = settings.mail
  const key = unsubscribeKey({ sealer }, notice.email)
  const unsubscribeUrl = `${origin}${PAGES.unsubscribe.path}?key=${key}`
  const draft = {
    ...words,
    shopName,
    origin,
    // A name in an unconfirmed account may be a stranger's.
    greeting: account?.emailVerifiedAt ? greetingOf(account.firstName, account.lastName) : greetingOf(''),
    code: null,
    action: { url: `${origin}${fillPath(PAGES.product.path, notice.productId)}`, linkText: 'View the product' },
    parcel: null,
    order: null,
    footer: [
      sellerLine(settings),
      ...contactLines(settings),
      `You're receiving this because you asked for it at ${shopName}.`,
    ],
    unsubscribeUrl,
  }
  return {
    kind: type,
    number: 'product',
    to: notice.email,
    isReal: !account?.isDemo,
    subject: words.subject,
    at,
    html: htmlOf(draft),
    text: textOf(draft),
    unsubscribeUrl,
  }
}
