/** What the settings of mail mean: by which server it leaves, or that it is written to files. */
import type { Environment } from './environment'
import { isLoopback } from './kinds'

/** Null where no mail is wanted. */
export function mailSettings(values: Environment) {
  if (!values.MAIL) return null
  return {
    /** Null where mails are written to files of the data folder. */
    smtp: smtpSettings(values),
    /** An address, or a name and an address in angle brackets. */
    from: values.MAIL_FROM ?? values.CONTACT_EMAIL ?? 'orders@localhost',
    /** Of one mail, whatever the server does. */
    timeoutMs: values.SMTP_TIMEOUT_SECONDS * 1000,
    /** How long after a mail the next one leaves to an address that proved nothing; 0 for at once. */
    unprovedMs: values.UNPROVED_MAIL_MINUTES * 60_000,
    /** What links in mails begin with. */
    origin: values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`,
  }
}

function smtpSettings({ SMTP_URL: text }: Environment) {
  if (!text) return null
  const { protocol, hostname, port, username, password } = new URL(text)
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 465 : 587,
    /** TLS from the start. */
    isSecure,
    /** Where it is not: nothing is sent before STARTTLS, but on this machine. */
    needsStartTls: !isSecure && !isLoopback(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
  }
}
