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
  /** Closes the connection of the next message that contains these words, without passing on the message. */
  loseQuestion(words: string): void
  /** Sets whether connections are accepted. If they are not, new and open connections are closed immediately. */
  open(isOpen: boolean): void
  close(): Promise<void>
}

export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const pairs = new Set<[Socket, Socket]>()
  let isOpen = true
  let lost: { words: string; isAnswer: boolean } | null = null
  const server = createServer((near) => {
    if (!isOpen) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const losing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (!lost || !chunk.includes(lost.words)) return done(null, chunk)
        const { isAnswer } = lost
        lost = null
        if (!isAnswer) return void near.destroy()
        far
          .unpipe(near)
          .once('data', () => near.destroy())
          .resume()
        done(null, chunk)
      },
    })
    near.pipe(losing).pipe(far).pipe(near)
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
        far.unpipe(near).resume()
      }
    },
    loseAnswerTo: (words) => void (lost = { words, isAnswer: true }),
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
