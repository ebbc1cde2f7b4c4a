/** The channel for mails to shoppers: by SMTP, or to the mail folder without SMTP (docs/mail.md). */
import { createHash } from 'node:crypto'
import type { Settings } from '../../settings'
import type { Channel, Outcome } from '../sending'
import { emptyFolder, fileMail, mailFolderOf } from './folder'
import { addressOf, writeMail, type ComposedMail } from './mail'
import { smtpSender, type SmtpServer } from './smtp'

export type ComposeMail = (message: { topic: string; body: string }) => Promise<ComposedMail | null>

/** The time before which a mail must wait, or null if it may be sent now. */
export type PaceMail = (message: { topic: string; eventId: string }, to: string) => Promise<Date | null>

type MailSettings = Omit<NonNullable<Settings['mail']>, 'smtp' | 'origin' | 'unprovedMs'> & { smtp: SmtpServer | null }

export function mailChannel(
  { from, timeoutMs, smtp }: MailSettings,
  { shopName, contactEmail, dataDir }: Pick<Settings, 'shopName' | 'contactEmail' | 'dataDir'>,
  compose: ComposeMail,
  pace: PaceMail = async () => null,
): Channel {
  const folder = mailFolderOf(dataDir)
  const sender = smtp && smtpSender(smtp, timeoutMs)
  return {
    name: 'mail',
    target: createHash('sha256')
      .update(smtp ? `${smtp.host}:${smtp.port}` : folder)
      .digest('hex'),
    timeoutMs,
    async send({ topic, eventId, body }, signal): Promise<Outcome> {
      const mail = await compose({ topic, body })
      if (!mail) return { is: 'dropped' }
      const isSent = sender && mail.isReal
      const until = isSent && !mail.isToStaff && (await pace({ topic, eventId }, mail.to))
      if (until) return { is: 'waits', until, why: 'waits: the address is not confirmed' }
      const raw = await writeMail({ from, shopName, replyTo: contactEmail }, mail, eventId)
      if (isSent) return sender.send({ from: addressOf(from), to: mail.to, raw }, signal)
      return { is: 'sent', filedAs: await fileMail(folder, mail, eventId, raw) }
    },
    tidyUp: () => emptyFolder(folder),
    close: () => sender?.close(),
  }
}
