/** The channel for emails to shoppers: by SMTP, or, without SMTP, to the mail folder (docs/mail.md). */
import { createHash } from 'node:crypto'
import type { Settings } from '../../settings'
import type { ChannelName } from '../outbox'
import type { Channel, Outcome } from '../sending'
import { emptyFolder, fileMail, mailFolderOf } from './folder'
import { addressOf, writeMail, type ComposedMail } from './mail'
import { smtpSender, type SmtpServer } from './smtp'

type ComposeMail = (message: { topic: string; body: string }) => Promise<ComposedMail | null>

/** The time until which an email must wait, or null if it may be sent now. */
type PaceMail = (message: { topic: string; eventId: string }, to: string) => Promise<Date | null>

/** Composes the emails of one channel. */
export interface MailComposer {
  name: Extract<ChannelName, 'mail' | 'account-mail'>
  compose: ComposeMail
  pace?: PaceMail
}

/** The time limit for sending one email. */
const SMTP_TIMEOUT_MS = 30_000

type MailSettings = Pick<NonNullable<Settings['mail']>, 'from'> & { smtp: SmtpServer | null }

export function mailChannel(
  { from, smtp }: MailSettings,
  { shopName, contactEmail, dataDir }: Pick<Settings, 'shopName' | 'contactEmail' | 'dataDir'>,
  { name, compose, pace = async () => null }: MailComposer,
  timeoutMs = SMTP_TIMEOUT_MS,
): Channel {
  const folder = mailFolderOf(dataDir)
  const sender = smtp && smtpSender(smtp, timeoutMs)
  return {
    name,
    target: createHash('sha256')
      .update(smtp ? `${smtp.host}:${smtp.port}` : folder)
      .digest('hex'),
    timeoutMs,
    async send({ topic, eventId, body }, signal): Promise<Outcome> {
      const mail = await compose({ topic, body })
      if (!mail) return { is: 'dropped' }
      const isSent = sender && mail.isReal
      const until = isSent && !mail.isToStaff && (await pace({ topic, eventId }, mail.to))
      if (until) return { is: 'waits', until, why: 'waits because the address is not confirmed' }
      const raw = await writeMail({ from, shopName, replyTo: contactEmail }, mail, eventId)
      if (isSent) return sender.send({ from: addressOf(from), to: mail.to, raw }, signal)
      return { is: 'sent', filedAs: await fileMail(folder, mail, eventId, raw) }
    },
    tidyUp: () => emptyFolder(folder),
  }
}
