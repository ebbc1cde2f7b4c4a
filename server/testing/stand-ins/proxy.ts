/** A proxy between the shop and its database that simulates network failures. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export interface Proxy {
  /** The URL of the same database through the proxy. */
  url: string
  /** Stops all traffic on the open connections without closing them. */
  silence(): void
  /** Passes on the next message that contains these words, and closes its connection instead of passing on the response. */
  loseAnswerTo(words: string): void
  /** Like loseAnswerTo, but resets the connection, as a machine does that lost its state. */
  resetAnswerTo(words: string): void
  /**
   * Ends each connection after the next response that is complete, as pg_terminate_backend does: the FATAL message is in the same packet as
   * the response. Stays in effect until it is called with false.
   */
  terminate(isTerminating: boolean): void
  /** Closes the connection of the next message that contains these words, without passing on the message. */
  loseQuestion(words: string): void
  /** Sets whether connections are accepted. If they are not, new and open connections are closed immediately. */
  open(isOpen: boolean): void
  close(): Promise<void>
}

/** PostgreSQL's ReadyForQuery outside a transaction. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')
const READY_BYTES = READY.length
const FIELDS = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command']
const FATAL = Buffer.from(`${FIELDS.join('\0')}\0\0`, 'latin1')
/** PostgreSQL's ErrorResponse when an administrator terminates a connection. */
const TERMINATED = Buffer.concat([Buffer.from('E'), lengthOf(FATAL), FATAL])

function lengthOf(content: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(content.length + bytes.length)
  return bytes
}

export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const pairs = new Set<[Socket, Socket]>()
  let isOpen = true
  let isTerminating = false
  let lost: { words: string; isAnswer: boolean; isReset?: boolean } | null = null
  const server = createServer((near) => {
    if (!isOpen) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const losing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!lost || !chunk.includes(lost.words)) return done(null, chunk)
        const { isAnswer, isReset } = lost
        lost = null
        if (!isAnswer) return void near.destroy()
        far
          .unpipe()
          .once('data', () => (isReset ? near.resetAndDestroy() : near.destroy()))
          .resume()
        done(null, chunk)
      },
    })
    const ending = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!isTerminating || !chunk.subarray(-READY_BYTES).equals(READY)) return done(null, chunk)
        done(null, Buffer.concat([chunk, TERMINATED]))
        near.end()
      },
    })
    near.pipe(losing).pipe(far).pipe(ending).pipe(near)
    for (const [socket, other] of [pair, [far, near]] as const) {
      socket
        .on('error', () => {})
        .once('close', () => {
          pairs.delete(pair)
          other.destroy()
        })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe().resume()
        far.unpipe().resume()
      }
    },
    loseAnswerTo: (words) => void (lost = { words, isAnswer: true }),
    resetAnswerTo: (words) => void (lost = { words, isAnswer: true, isReset: true }),
    terminate: (terminating) => void (isTerminating = terminating),
    loseQuestion: (words) => void (lost = { words, isAnswer: false }),
    open(open) {
      isOpen = open
      if (!open) for (const [near] of pairs) near.destroy()
    },
    async close() {
      for (const [near] of pairs) near.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
