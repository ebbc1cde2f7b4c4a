/** An email ready to send: its headers, and its full text in the format of RFC 5322. */
import MailComposer from 'nodemailer/lib/mail-composer'

export interface ComposedMail {
  /** For example SHIPPED. */
  kind: string
  /** The order's number. */
  number: string
  to: string
  /** False for a demo account: its address does not exist, so its emails are written to files. */
  isReal: boolean
  /** True for an email to the shop's own address. */
  isToStaff?: boolean
  /** The address of the person whose message this is. Replies go there, and no header calls the email automatic, because help desks drop such. */
  replyTo?: string
  subject: string
  /** The time of the event that the email reports. */
  at: Date
  html: string
  text: string
  /** Stops such emails after a POST request (RFC 8058). */
  unsubscribeUrl?: string
}

export interface Sender {
  /** An address, or a name and an address in angle brackets. */
  from: string
  shopName: string
  /** The address for replies. If null, replies go to `from`. */
  replyTo: string | null
}

/** An address without its name. */
export const addressOf = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from

/** Message-ID and Date are derived from the event, so if an email arrives twice, email programs show it only once. */
export async function writeMail(
  { from, shopName, replyTo: shopReplyTo }: Sender,
  { to, subject, at, html, text, unsubscribeUrl, replyTo: asker }: ComposedMail,
  eventId: string,
): Promise<Buffer> {
  const address = addressOf(from)
  const replyTo = asker ?? shopReplyTo
  const mail = new MailComposer({
    from: from === address ? { name: shopName, address } : from,
    to: { name: '', address: to },
    // As an object, so that nothing in the address becomes another recipient.
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject,
    messageId: `<${eventId}@${address.split('@')[1]}>`,
    date: at,
    headers: {
      ...(asker === undefined && { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }),
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    text,
    html,
  })
  return mail.compile().build()
}
