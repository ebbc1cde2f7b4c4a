/** A mail as it goes out, whatever it is about: its headers, and the whole of it as RFC 5322 has it. */
import MailComposer from 'nodemailer/lib/mail-composer'

export interface ComposedMail {
  /** Such as SHIPPED. */
  kind: string
  /** Of the order. */
  number: string
  to: string
  /** False for a demo account, whose address is nobody's: its mails are files. */
  isReal: boolean
  /** It goes to the shop's own address. */
  isToStaff?: boolean
  subject: string
  /** When what it tells of happened. */
  at: Date
  html: string
  text: string
}

export interface Sender {
  /** An address, or a name and an address in angle brackets. */
  from: string
  shopName: string
  /** Where answers go; null for `from`. */
  replyTo: string | null
}

/** Every address without its name. */
export const addressOf = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from

/** Message-ID and Date are those of the event, so that a mail that comes twice is one to a mail program. */
export async function writeMail(
  { from, shopName, replyTo }: Sender,
  { to, subject, at, html, text }: ComposedMail,
  eventId: string,
): Promise<Buffer> {
  const address = addressOf(from)
  const mail = new MailComposer({
    from: from === address ? { name: shopName, address } : from,
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo }),
    subject,
    messageId: `<${eventId}@${address.split('@')[1]}>`,
    date: at,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    text,
    html,
  })
  return mail.compile().build()
}
