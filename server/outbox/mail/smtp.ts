/** Sends emails to an SMTP server. */
import { createTransport } from 'nodemailer'
import type { Outcome } from '../sending'

export interface SmtpServer {
  host: string
  port: number
  isSecure: boolean
  needsStartTls: boolean
  auth: { user: string; pass: string } | null
  /** The CA of the server's certificate, for tests. */
  ca?: string
}

interface Parcel {
  from: string
  to: string
  raw: Buffer
}

const MAX_WHY_LENGTH = 200

/** Opens a connection for each email. */
export function smtpSender({ host, port, isSecure, needsStartTls, auth, ca }: SmtpServer, timeoutMs: number) {
  const transport = createTransport({
    ...{ host, port, secure: isSecure, requireTLS: needsStartTls },
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs },
    // Aborting an attempt destroys its connection. If a late attempt went on, another server might send the same email too.
    socketCloseTimeout: 0,
    ...(auth && { auth, forceAuth: true }),
    ...(ca !== undefined && { tls: { ca } }),
  })
  return {
    async send({ from, to, raw }: Parcel, signal: AbortSignal): Promise<Outcome> {
      try {
        await transport.sendMail({ envelope: { from, to: [to] }, raw, signal })
        return { is: 'sent' }
      } catch (error) {
        if (signal.aborted) throw error
        return outcomeOf(error as SmtpError)
      }
    },
  }
}

interface SmtpError extends Error {
  /** nodemailer's error code, such as EENVELOPE, or the system's. */
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/**
 * `refused` if the server permanently refuses this address or this email. A refused sender or password does not count, because the operator
 * must fix that.
 */
function outcomeOf({ message, command = '', response, responseCode = 0 }: SmtpError): Outcome {
  const why = (response ?? message)
    .replace(/[^\P{C}]+|\s+/gu, ' ')
    .trim()
    .slice(0, MAX_WHY_LENGTH)
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA' || command === 'API'
  return isOfThisMail && responseCode >= 500 ? { is: 'refused', why } : { is: 'failed', why }
}
