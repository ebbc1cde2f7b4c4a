/**
 * Composes an email about an account when it is sent. It looks up the account only then, so that requesting a code takes the same time
 * whether or not an account exists.
 */
import type { ComposedMail } from '../../outbox/mail/mail'
import { isolate } from '../../shared/isolate'
import { PAGES } from '../../shared/pages'
import { findInvitation } from '../staff/invitation'
import type { Shop } from '../shop'
import { ACCOUNT_WORDS } from './accountWords'
import { composeNoticeMail } from './composeNoticeMail'
import { composeQuestionMail } from './composeQuestionMail'
import { contactLines, sellerLine } from './contact'
import { greetingOf } from './greeting'
import { htmlOf } from './html'
import { textOf } from './text'
import {
  CODE_MINUTES,
  findCodeAddress,
  hasOwnAddress,
  isCodeMail,
  isNewsMail,
  isQuestionMail,
  readAccountMailEvent,
  type AccountMailKind,
} from '../accounts/accountMail'

/** Null if the code or the account was deleted. */
export async function composeAccountMail(
  { db, settings, mailCodes, sealer }: Pick<Shop, 'db' | 'settings' | 'mailCodes' | 'sealer'>,
  { topic, body }: { topic: string; body: string },
): Promise<ComposedMail | null> {
  const { type, at } = readAccountMailEvent(body)
  if (!settings.mail) return null
  if (isNewsMail(type)) return composeNoticeMail({ db, settings, sealer }, { type, at, id: topic })
  if (isQuestionMail(type)) return composeQuestionMail({ db, settings }, { at, id: topic })
  const hasCode = isCodeMail(type)
  const invitation = type === 'INVITATION' ? await findInvitation({ db, sealer }, topic) : null
  const to = await addressFor(db, type, topic, invitation)
  // An expired code is not worth sending.
  if (to === null || (hasCode && Date.now() > +at + CODE_MINUTES * 60_000)) return null
  const account = await db.user.findUnique({
    where: { email: to },
    select: { firstName: true, lastName: true, isDemo: true, emailVerifiedAt: true },
  })
  // This notice is stored for every address, so that storing it does not reveal accounts.
  if (type === 'CODES_CLOSED' && !account) return null
  const holder = {
    firstName: account?.firstName ?? null,
    isUnverified: account !== null && account.emailVerifiedAt === null,
    isDemo: account?.isDemo ?? false,
  }
  const words = ACCOUNT_WORDS[type](settings.shopName, { ...holder, staffRole: isolate(invitation?.role ?? '') })
  const { shopName } = settings
  const draft = {
    ...words,
    shopName,
    origin: settings.mail.origin,
    greeting: greetingOf(account?.firstName ?? '', account?.lastName),
    code: hasCode ? mailCodes.of(topic) : null,
    action: invitation && {
      // Browsers do not send the part after # to servers, so no log contains the key.
      url: `${settings.mail.origin}${PAGES.join.path}#${invitation.key}`,
      linkText: 'Join the staff',
    },
    parcel: null,
    order: null,
    footer: [sellerLine(settings), ...contactLines(settings)],
    unsubscribeUrl: null,
  }
  return {
    kind: type,
    number: 'account',
    to,
    isReal: !holder.isDemo,
    subject: words.subject,
    at,
    html: htmlOf(draft),
    text: textOf(draft),
  }
}

function addressFor(
  db: Shop['db'],
  type: AccountMailKind,
  topic: string,
  invitation: { email: string } | null,
): Promise<string | null> {
  if (type === 'INVITATION') return Promise.resolve(invitation?.email ?? null)
  return hasOwnAddress(type) ? findCodeAddress(db, topic) : addressOfAccount(db, topic)
}

async function addressOfAccount(db: Shop['db'], id: string): Promise<string | null> {
  const account = await db.user.findUnique({ where: { id }, select: { email: true, deletedAt: true } })
  return account && !account.deletedAt ? account.email : null
}
