/** Emails to shoppers: an SMTP server or files, and the links in emails. */
import { z } from 'zod'
import { flag, isLoopback, isMailAddress, isSmtp, positive, type Given } from './kinds'
import { takesRealMoney, type PaymentValues } from './payments'
import type { ShopValues } from './shop'
import type { WebValues } from './web'

export const variables = z.object({
  MAIL: flag.default(true),
  SMTP_URL: z
    .string()
    .refine(
      isSmtp,
      'must be an address such as smtps://USER:PASSWORD@smtp.example:465 or smtp://…:587, percent-encoded',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailAddress, 'must be an email address such as orders@shop.example or Cerashop <orders@shop.example>')
    .optional(),
  ORDER_LINK_DAYS: positive(3650).default(180),
})

export type MailMode = Pick<z.infer<typeof variables>, 'MAIL' | 'SMTP_URL'> & PaymentValues

export const hasCodesByMail = (values: MailMode): boolean =>
  values.MAIL && (values.SMTP_URL !== undefined || !takesRealMoney(values))

type Values = z.infer<typeof variables> & ShopValues & WebValues

export function errors({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_ORIGIN: origin }: Given): string[] {
  if (!url || !isSmtp(url)) return []
  return [
    ...(from ? [] : ['MAIL_FROM: is required with SMTP_URL, because providers send emails only from known addresses']),
    ...(origin ? [] : ['PUBLIC_ORIGIN: is required with SMTP_URL, because emails link to the shop']),
  ]
}

export function settings(values: Values) {
  return {
    /** Null if shoppers get no emails. */
    mail: values.MAIL ? mail(values) : null,
    /** The number of days for which a link that shows an order without a login is valid. */
    orderLinkDays: values.ORDER_LINK_DAYS,
  }
}

function mail(values: Values) {
  return {
    /** Null if emails are written to files in the data folder. */
    smtp: smtp(values),
    /** An address, or a name and an address in angle brackets. */
    from: values.MAIL_FROM ?? values.CONTACT_EMAIL ?? 'orders@localhost',
    /** The origin of links in emails. */
    origin: values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`,
  }
}

function smtp({ SMTP_URL: text }: Values) {
  if (!text) return null
  const { protocol, hostname, port, username, password } = new URL(text)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 465 : 587,
    /** True if the connection uses TLS from the start. */
    isSecure,
    /** Without TLS from the start: requires STARTTLS before sending, except on this machine. */
    needsStartTls: !isSecure && !isLoopback(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
  }
}
