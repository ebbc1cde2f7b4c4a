/** Composes the email to the studio with a question, when it is sent. Replies go to the person who asked. */
import type { ComposedMail } from '../../outbox/mail/mail'
import { isolate } from '../../shared/isolate'
import { fillPath, PAGES } from '../../shared/pages'
import { fullTitle } from '../catalogue/variants'
import { orderNumber } from '../orders/order'
import { findQuestion, isOwnAddress, type Question } from '../questions/questions'
import type { Shop } from '../shop'
import { sellerLine } from './contact'
import type { Draft } from './draft'
import { htmlOf } from './html'
import { textOf } from './text'

/** Null if the question was erased, or if the shop has no address for it. */
export async function composeQuestionMail(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { at, id }: { at: Date; id: string },
): Promise<ComposedMail | null> {
  const { mail, contactEmail, shopName } = settings
  const question = await findQuestion(db, id)
  if (!question || !mail || contactEmail === null) return null
  const { name, email, message } = question
  const { subject, action } = subjectOf(question, mail.origin)
  const draft: Draft = {
    subject,
    preheader: 'Reply to this email to answer.',
    heading: subject,
    paragraphs: [
      `A question from ${email}. ${isOwnAddress(question) ? 'The address is the confirmed one of an account.' : 'The address and the name are not confirmed.'}`,
    ],
    // Everything that the person typed, with the name as the signature.
    quote: [...message.split('\n').filter((line) => line !== ''), `— ${isolate(name)}`],
    shopName,
    origin: mail.origin,
    greeting: 'Hello,',
    code: null,
    action,
    parcel: null,
    order: null,
    footer: [
      sellerLine(settings),
      `Replies go to ${email}.`,
      `You're receiving this because ${shopName} names your address for questions.`,
    ],
    unsubscribeUrl: null,
  }
  return {
    kind: 'QUESTION',
    number: 'question',
    to: contactEmail,
    isReal: true,
    isToStaff: true,
    replyTo: email,
    subject,
    at,
    html: htmlOf(draft),
    text: textOf(draft),
  }
}

/** What the question is about, in the shop's words, and the page to look at. */
function subjectOf({ product, order }: Question, origin: string): Pick<Draft, 'subject' | 'action'> {
  if (order)
    return {
      subject: `Question about order ${orderNumber(order)}`,
      action: { url: `${origin}/office/orders/${orderNumber(order)}`, linkText: 'Open the order' },
    }
  if (product)
    return {
      subject: `Question about ${isolate(fullTitle(product))}`,
      action: { url: `${origin}${fillPath(PAGES.product.path, product.id)}`, linkText: 'View the product' },
    }
  return { subject: 'Question from your shop', action: null }
}
