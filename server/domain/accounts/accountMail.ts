/** The outbox messages for emails about an account. Their text is composed when they are sent. */
import { z } from 'zod'
import type { DbOrTx } from '../../database/db'
import type { NewMessage } from '../../outbox/outbox'

/** How long a code is valid. The email states this time. */
export const CODE_MINUTES = 10

/** Emails with a code. Their topic is the id of the code, whose row contains the address. */
const CODE_KINDS = ['CODE', 'WELCOME', 'EMAIL_CHANGE', 'NEWS_CODE'] as const
/** Notices to an address that the account used to have, or that may have no account. Their topic is the id of a row that contains the address. */
const NOTICE_KINDS = ['EMAIL_CHANGED', 'CODES_CLOSED'] as const
/** Emails with a staff invitation link. Their topic is the invitation's id. */
const INVITATION_KINDS = ['INVITATION'] as const
/** Emails that a person asked for about a product. Their topic is the notice's id. */
const NEWS_KINDS = ['BACK_IN_STOCK', 'PRICE_FELL'] as const
/** Emails to the studio with a question. Their topic is the question's id. */
const QUESTION_KINDS = ['QUESTION'] as const
/** Emails that report a change. Their topic is the id of the account. */
const CHANGE_KINDS = [
  'PASSWORD_CHANGED',
  'SECOND_FACTOR_ADDED',
  'SECOND_FACTOR_REMOVED',
  'RECOVERY_CODE_USED',
  'RECOVERY_CODES_RENEWED',
  'API_KEY_ADDED',
  'APP_CODES_CLOSED',
] as const

export type NoticeKind = (typeof NOTICE_KINDS)[number]
export type NewsKind = (typeof NEWS_KINDS)[number]
export type QuestionKind = (typeof QUESTION_KINDS)[number]
export type CodeMailKind = (typeof CODE_KINDS)[number]

/** The data stored for an email until it is sent. It contains no name, no address and no code. */
const accountMailEvent = z.object({
  type: z.enum([
    ...CODE_KINDS,
    ...NOTICE_KINDS,
    ...INVITATION_KINDS,
    ...NEWS_KINDS,
    ...QUESTION_KINDS,
    ...CHANGE_KINDS,
  ]),
  at: z.iso.datetime().transform((text) => new Date(text)),
})

export type AccountMailEvent = z.infer<typeof accountMailEvent>
export type AccountMailKind = AccountMailEvent['type']

export const isCodeMail = (kind: AccountMailKind): kind is CodeMailKind => CODE_KINDS.some((each) => each === kind)

export const isNewsMail = (kind: AccountMailKind): kind is NewsKind => NEWS_KINDS.some((each) => each === kind)

/** True if the topic is the id of a row of mail_code. */
export const hasOwnAddress = (kind: AccountMailKind): boolean =>
  isCodeMail(kind) || NOTICE_KINDS.some((each) => each === kind)

export const readAccountMailEvent = (body: string): AccountMailEvent => accountMailEvent.parse(JSON.parse(body))

export const isQuestionMail = (kind: AccountMailKind): kind is QuestionKind =>
  QUESTION_KINDS.some((each) => each === kind)

/** `topic` is the id of the code, the invitation, the notice, the question or the account. */
export const accountMessage = (topic: string, body: z.input<typeof accountMailEvent>): NewMessage => ({
  channel: 'account-mail',
  topic,
  eventId:
    hasOwnAddress(body.type) || isNewsMail(body.type) || isQuestionMail(body.type) || body.type === 'INVITATION'
      ? topic
      : `${topic}-${body.type}-${Date.parse(body.at)}`,
  body: JSON.stringify(body),
})

/** The address that a code was emailed to, or null if the code or its account was deleted. */
export const findCodeAddress = async (db: DbOrTx, id: string): Promise<string | null> =>
  (await db.mailCode.findUnique({ where: { id }, select: { email: true } }))?.email || null
