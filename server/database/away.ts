/** Which errors say that the database cannot be reached or has no room for more, so that the same call may succeed a little later. */

/** Prisma's codes: not reachable, timed out, connection closed, none free in the pool, no transaction in time, too many. */
const PRISMA_CODES = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']
/** What its driver adapter calls the same. */
const KINDS = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']
const SOCKET_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']
/** A server that is only a copy for the moment. */
const READ_ONLY = '25006'
const CODES = new Set([...PRISMA_CODES, ...KINDS, ...SOCKET_CODES, READ_ONLY])

/** PostgreSQL's classes: connection exceptions, insufficient resources, operator intervention (a shutdown, a statement's time-out). */
const SQLSTATE_CLASSES = /^(08|53|57)[0-9A-Z]{3}$/

/** What the driver says without a code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout e(xceeded|xpired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool)/

interface Told {
  code?: unknown
  message?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown; kind?: unknown } } }
}

export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause, meta } = error as Told
  const { originalCode, kind } = meta?.driverAdapterError?.cause ?? {}
  return (
    [code, originalCode, kind].some(
      (each) => typeof each === 'string' && (CODES.has(each) || SQLSTATE_CLASSES.test(each)),
    ) ||
    (typeof message === 'string' && DRIVER_MESSAGES.test(message)) ||
    isDatabaseAway(cause)
  )
}
