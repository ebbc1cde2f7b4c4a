/**
 * Sends emails to an SMTP server over connections that stay open for a while. Each attempt can be aborted at any time, which nodemailer's
 * own pool does not support. If a late attempt could not be aborted, another server might send the same email too.
 */
import SMTPConnection from 'nodemailer/lib/smtp-connection'
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

const IDLE_MS = 5_000
/** SMTP servers close connections that have sent too many emails. */
const MOST_PER_CONNECTION = 100
const LONGEST_WHY = 200

export function smtpSender(server: SmtpServer, timeoutMs: number) {
  const idle: { connection: SMTPConnection; sent: number; timer: NodeJS.Timeout }[] = []

  async function open(signal: AbortSignal): Promise<SMTPConnection> {
    const { host, port, isSecure, needsStartTls, auth, ca } = server
    const connection = new SMTPConnection({
      ...{ host, port, secure: isSecure, requireTLS: needsStartTls },
      ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs },
      ...(ca !== undefined && { tls: { ca } }),
    })
    // A connection can also fail while it is idle.
    connection.on('error', () => {})
    await whole(connection, signal, (done) => connection.connect(done))
    if (auth) await whole(connection, signal, (done) => connection.login({ credentials: auth }, done))
    return connection
  }

  function takeIdle() {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer)
      if (!kept.connection.destroyed) return kept
    }
    return null
  }

  function keep(connection: SMTPConnection, sent: number): void {
    if (sent >= MOST_PER_CONNECTION) return connection.quit()
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(kept), 1)
      connection.quit()
    }, IDLE_MS)
    timer.unref()
    const kept = { connection, sent, timer }
    idle.push(kept)
  }

  return {
    async send({ from, to, raw }: Parcel, signal: AbortSignal): Promise<Outcome> {
      let connection: SMTPConnection | undefined
      try {
        const kept = takeIdle()
        connection = kept?.connection ?? (await open(signal))
        const sending = connection
        await whole(sending, signal, (done) => sending.send({ from, to: [to] }, raw, done))
        keep(sending, (kept?.sent ?? 0) + 1)
        return { is: 'sent' }
      } catch (error) {
        connection?.close()
        if (signal.aborted) throw error
        return outcomeOf(error as SmtpError)
      }
    },
    close(): void {
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer)
        connection.close()
      }
    },
  }
}

/** One step of a connection. An error or a timeout closes the connection. */
function whole(
  connection: SMTPConnection,
  signal: AbortSignal,
  step: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error | null) => {
      connection.off('error', end)
      connection.off('end', cut)
      signal.removeEventListener('abort', stop)
      if (!error) return resolve()
      connection.close()
      reject(error)
    }
    const cut = () => end(new Error('The connection was closed.'))
    const stop = () => end(signal.reason instanceof Error ? signal.reason : new Error('Time is up.'))
    connection.on('error', end)
    connection.on('end', cut)
    signal.addEventListener('abort', stop)
    if (signal.aborted) return stop()
    step(end)
  })
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
    .slice(0, LONGEST_WHY)
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA' || command === 'API'
  return isOfThisMail && responseCode >= 500 ? { is: 'refused', why } : { is: 'failed', why }
}
