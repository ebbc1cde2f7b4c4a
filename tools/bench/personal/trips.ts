/** A proxy in front of PostgreSQL that counts the shop's statements and round trips. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Trips {
  statements: number
  /** Round trips that do more than begin or end a transaction. */
  roundTrips: number
  /** Round trips that only begin or end a transaction. */
  transactionTrips: number
}

const TRANSACTION = /^\s*(BEGIN|COMMIT|ROLLBACK|START TRANSACTION|SAVEPOINT|RELEASE)/i

export async function startCountingProxy(url: string) {
  const target = new URL(url)
  let counted: Trips = { statements: 0, roundTrips: 0, transactionTrips: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const statements = readStatements()
    let flight: 'none' | 'transaction' | 'work' = 'none'
    near.on('data', (bytes: Buffer) => {
      for (const text of statements(bytes)) {
        counted.statements += 1
        const isWork = !TRANSACTION.test(text)
        if (flight === 'none') counted[isWork ? 'roundTrips' : 'transactionTrips'] += 1
        else if (flight === 'transaction' && isWork) {
          counted.transactionTrips -= 1
          counted.roundTrips += 1
        }
        if (flight !== 'work') flight = isWork ? 'work' : 'transaction'
      }
    })
    // Statements that arrive before the next response share one round trip.
    far.on('data', () => (flight = 'none'))
    near.pipe(far).pipe(near)
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket)
      socket.on('error', () => undefined).once('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    /** Resets the counts to zero. */
    reset: () => void (counted = { statements: 0, roundTrips: 0, transactionTrips: 0 }),
    read: (): Trips => ({ ...counted }),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Parses a connection's messages (PostgreSQL's frontend protocol) and returns the text of the statements that it executes. */
function readStatements(): (bytes: Buffer) => string[] {
  const prepared = new Map<string, string>()
  let bound = ''
  let rest = Buffer.alloc(0)
  let hasStarted = false
  return (bytes) => {
    const executed: string[] = []
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      // The first message has no type.
      const head = hasStarted ? 1 : 0
      if (rest.length < head + 4) return executed
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return executed
      const type = hasStarted ? String.fromCharCode(rest[0]!) : ''
      const [first = '', second = ''] = rest.toString('utf8', head + 4, end).split('\0', 2)
      if (type === 'P') prepared.set(first, second)
      else if (type === 'B') bound = prepared.get(second) ?? ''
      else if (type === 'E') executed.push(bound)
      else if (type === 'Q') executed.push(first)
      hasStarted = true
      rest = rest.subarray(end)
    }
  }
}
