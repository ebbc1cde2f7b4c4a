/** Interprets the mail settings: an SMTP server, or files. */
import type { Environment } from './environment'
import { isLoopback } from './kinds'

/** Null if mail is turned off. */
export function mailSettings(values: Environment) {
  if (!values.MAIL) return null
  return {
    /** Null if mails are written to files in the data folder. */
    smtp: smtpSettings(values),
    /** An address, or a name and an address in angle brackets. */
    from: values.MAIL_FROM ?? values.CONTACT_EMAIL ?? 'orders@localhost',
    /** The time limit for sending one mail. */
    timeoutMs: values.SMTP_TIMEOUT_SECONDS * 1000,
    /** The pause between two mails to an address that has proved nothing; 0 for none. */
    unprovedMs: values.UNPROVED_MAIL_MINUTES * 60_000,
    /** The origin of links in mails. */
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
    /** Without TLS from the start: requires STARTTLS before sending, except on this machine. */
    needsStartTls: !isSecure && !isLoopback(hostname),
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null,
  }
}
