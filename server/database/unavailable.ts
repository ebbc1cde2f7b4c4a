/**
 * Recognizes temporary errors, after which the same call may soon succeed: the database cannot be reached or has no free connection, or two
 * transactions conflicted.
 */

/**
 * Prisma's codes: not reachable, timed out, connection closed, no free connection in the pool, transaction not started in time, too many
 * connections.
 */
const PRISMA_CODES = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']
/** The names that Prisma's driver adapter uses for the same failures. */
const KINDS = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']
const SOCKET_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']
/** PostgreSQL's code for a change on a read-only server, for example a standby. */
export const READ_ONLY = '25006'
/** lock_timeout, idle_in_transaction_session_timeout and transaction_timeout, which some hosts set. Each undoes the transaction. */
const TIME_LIMITS = ['55P03', '25P03', '25P04']
const CODES = new Set([...PRISMA_CODES, ...KINDS, ...SOCKET_CODES, READ_ONLY])

/** PostgreSQL's classes for connection exceptions, insufficient resources and operator intervention (a shutdown or a statement timeout). */
const SQLSTATE_CLASSES = /^(08|53|57)[0-9A-Z]{3}$/

/** Messages of driver errors that have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout e(xceeded|xpired)|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool)/

interface ErrorLike {
  code?: unknown
  originalCode?: unknown
  kind?: unknown
  message?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown }
}

/** Two transactions conflicted, and PostgreSQL rolled one of them back. */
const CONFLICTS = ['40001', '40P01', 'P2034', 'TransactionWriteConflict']
const ROLLED_BACK = new Set([...CONFLICTS, ...TIME_LIMITS, READ_ONLY])

/** No server accepted the connection, so it never received the call: unreachable, too many connections, still starting. */
const NEVER_SENT = new Set([
  ...['P1001', 'P2037', 'DatabaseNotReachable', 'TooManyConnections', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['53300', '57P03'],
])
/** The driver's and its pool's time limit for a connection. */
const NOT_CONNECTED = /^(timeout e(xceeded|xpired)|Connection terminated due to connection timeout)/

export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCode(error, (code) => CODES.has(code) || SQLSTATE_CLASSES.test(code), DRIVER_MESSAGES)

/** PostgreSQL cancelled the statement, for example because of statement_timeout. */
export const hasTimedOut = (error: unknown): boolean => hasCode(error, (code) => code === '57014')

/** PostgreSQL rolled the call back, so it had no effect. */
export const wasRolledBack = (error: unknown): boolean => hasCode(error, (code) => ROLLED_BACK.has(code))

export const wasNeverSent = (error: unknown): boolean => hasCode(error, (code) => NEVER_SENT.has(code), NOT_CONNECTED)

/**
 * Checks the codes of the error and of its causes, and their messages. Prisma puts the driver's error into `meta` if a query fails, and
 * throws it as it is if BEGIN or COMMIT fails; the driver's codes are in its `cause`.
 */
function hasCode(error: unknown, isCode: (code: string) => boolean, messages?: RegExp): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, originalCode, kind, message, cause, meta } = error as ErrorLike
  return (
    [code, originalCode, kind].some((each) => typeof each === 'string' && isCode(each)) ||
    (typeof message === 'string' && messages?.test(message) === true) ||
    hasCode(cause, isCode, messages) ||
    hasCode(meta?.driverAdapterError, isCode, messages)
  )
}
