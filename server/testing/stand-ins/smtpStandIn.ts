/** An SMTP server on loopback: accepts emails with or without STARTTLS, stores them, and fails on demand. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A private key that is used only in tests, for localhost. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghR0xla7D1+sepE8p
C6TXJs6Y2M+ZwbENOZh07VwjuiyhRANCAAR0prOlfc5ro9qluwbldVrnjaQL3ZKj
QaWe+jfpMqwvlYUO4lv411gPhFlfg1tarGN/pYFx9Dm1mt3H7pAjG+8m
-----END PRIVATE KEY-----`
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUdLGiSo5bskze+hhVeY6NoyHS5V0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE4NTUzNloYDzIxMjYxMDI5
MTg1NTM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR0prOlfc5ro9qluwbldVrnjaQL3ZKjQaWe+jfpMqwvlYUO4lv411gP
hFlfg1tarGN/pYFx9Dm1mt3H7pAjG+8mo2kwZzAdBgNVHQ4EFgQU9/jAIDA08dSA
Vp0B+YJXzbNSwpwwHwYDVR0jBBgwFoAU9/jAIDA08dSAVp0B+YJXzbNSwpwwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgf7OPLPP3nfRG1ezzYbnhj6e+kpHwBykxGbRuq72BLGYCIQCWEW8r+YXx
IeP5bdjabt/VoeSmotHvJAIuGQXbltorBQ==
-----END CERTIFICATE-----`

export const LOGIN = { user: 'shop', pass: 'a password of the shop' }

interface Received {
  from: string
  to: string[]
  /** Headers and body, as received. */
  raw: string
  /** True if the email was sent over TLS. */
  isSecure: boolean
}

/** The step that fails, with the code to respond with. */
interface Faults {
  connect?: number
  login?: number
  sender?: number
  recipient?: number
  data?: number | 'silence'
}

interface Options {
  port?: number
  /** True to offer STARTTLS, and to reject emails without it. */
  hasTls?: boolean
}

const refusal = (code: number) => Object.assign(new Error(`told to say ${code}`), { responseCode: code })

export async function startSmtp({ port = 0, hasTls = true }: Options = {}) {
  const received: Received[] = []
  let faultsOf: (to: string) => Faults = () => ({})
  let logins = 0
  const server = new SMTPServer({
    ...{ key: KEY, cert: CERTIFICATE, allowInsecureAuth: !hasTls, authOptional: !hasTls },
    disabledCommands: hasTls ? [] : ['STARTTLS'],
    onConnect(_session, done) {
      const { connect } = faultsOf('')
      done(connect ? refusal(connect) : null)
    },
    onAuth({ username, password }, _session, done) {
      logins += 1
      const { login } = faultsOf('')
      const isGood = username === LOGIN.user && password === LOGIN.pass && !login
      done(isGood ? null : refusal(login ?? 535), isGood ? { user: username } : undefined)
    },
    onMailFrom(_address, _session, done) {
      const { sender } = faultsOf('')
      done(sender ? refusal(sender) : null)
    },
    onRcptTo({ address }, _session, done) {
      const { recipient } = faultsOf(address)
      done(recipient ? refusal(recipient) : null)
    },
    onData(stream, { envelope, secure }, done) {
      const take = (raw: string) => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const { data } = faultsOf(to[0]!)
        if (data === 'silence') return
        if (data) return done(refusal(data))
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to, raw, isSecure: secure })
        done(null)
      }
      // If a sender is killed in the middle of an email, only half of it arrives, which any mail server rejects.
      text(stream).then(take, done)
    },
  })
  // Some tests close connections on purpose.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    port: address.port,
    received,
    logins: () => logins,
    /** The number of open connections. */
    connections: () => server.connections.size,
    /** Sets the faults for later connections, by recipient if the recipient is already known. */
    fail(how: (to: string) => Faults) {
      faultsOf = how
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
