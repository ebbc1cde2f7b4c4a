/** Which errors say that the same call may succeed a little later: the database cannot be reached, has no room for more, or two stood in each other's way. */

/** Prisma's codes: not reachable, timed out, connection closed, none free in the pool, no transaction in time, too many. */
const PRISMA_CODES = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']
/** What its driver adapter calls the same. */
const KINDS = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']
const SOCKET_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']
/** A server that is only a copy for the moment. */
export const READ_ONLY = '25006'
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

/** Two transactions stood in each other's way, and one of them was undone. */
const CONFLICTS = new Set(['40001', '40P01', 'P2034', 'TransactionWriteConflict'])

export const isDatabaseAway = (error: unknown): boolean =>
  isToldOf(error, (code) => CODES.has(code) || SQLSTATE_CLASSES.test(code), DRIVER_MESSAGES)

/** Whether nothing at all was done, so that any call may be made again. */
export const isUndone = (error: unknown): boolean =>
  isToldOf(error, (code) => CONFLICTS.has(code) || code === READ_ONLY)

/** By any of the codes that it and its causes have, or by their messages. */
function isToldOf(error: unknown, isCode: (code: string) => boolean, messages?: RegExp): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause, meta } = error as Told
  const { originalCode, kind } = meta?.driverAdapterError?.cause ?? {}
  return (
    [code, originalCode, kind].some((each) => typeof each === 'string' && isCode(each)) ||
    (typeof message === 'string' && messages?.test(message) === true) ||
    isToldOf(cause, isCode, messages)
  )
}
