/** How GraphQL responds to what went wrong: `userErrors` for what a person can mend in a mutation, an error with a code elsewhere. */
import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { UserError } from '../generated/graphql'
import { UNAVAILABLE_MESSAGE } from '../shared/contract/errors'
import { DomainError, type ErrorCode } from '../shared/errors'
import { isUnavailable } from '../http/unavailable'

/** `extensions.code` where a query fails. */
const CODES = {
  INVALID_INPUT: 'BAD_USER_INPUT',
  EMAIL_TAKEN: 'BAD_USER_INPUT',
  EMAIL_UNKNOWN: 'NOT_FOUND',
  WRONG_PASSWORD: 'BAD_USER_INPUT',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  FORBIDDEN: 'FORBIDDEN',
  ACCOUNT_BLOCKED: 'BAD_USER_INPUT',
  TOO_MANY_ATTEMPTS: 'TOO_MANY_REQUESTS',
  DEMO_ACCOUNT: 'BAD_USER_INPUT',
  CUSTOMER_NOT_FOUND: 'NOT_FOUND',
  MAIL_NOT_FOUND: 'NOT_FOUND',
  PRODUCT_NOT_FOUND: 'NOT_FOUND',
  CATEGORY_NOT_FOUND: 'NOT_FOUND',
  LIMIT_REACHED: 'BAD_USER_INPUT',
  NOT_IN_CART: 'NOT_FOUND',
  OUT_OF_STOCK: 'BAD_USER_INPUT',
  COUPON_UNKNOWN: 'NOT_FOUND',
  COUPON_NOT_USABLE: 'BAD_USER_INPUT',
  ADDRESS_NOT_FOUND: 'NOT_FOUND',
  CART_EMPTY: 'BAD_USER_INPUT',
  TOTAL_CHANGED: 'BAD_USER_INPUT',
  ORDER_NOT_FOUND: 'NOT_FOUND',
  ORDER_NOT_PAYABLE: 'BAD_USER_INPUT',
  ORDER_NOT_CANCELLABLE: 'BAD_USER_INPUT',
  ORDER_NOT_DELIVERED: 'BAD_USER_INPUT',
  RETURN_WINDOW_CLOSED: 'BAD_USER_INPUT',
  RETURN_ALREADY_REQUESTED: 'BAD_USER_INPUT',
  ORDER_STATUS_CONFLICT: 'BAD_USER_INPUT',
  STALE_VERSION: 'BAD_USER_INPUT',
  REFUND_TOO_LARGE: 'BAD_USER_INPUT',
  PAY_ON_DELIVERY_UNAVAILABLE: 'BAD_USER_INPUT',
  PAYMENT_SIGNATURE_INVALID: 'BAD_USER_INPUT',
  PAYMENT_PROVIDER_UNAVAILABLE: 'BAD_USER_INPUT',
  IDEMPOTENCY_KEY_REUSED: 'BAD_USER_INPUT',
  STALE_CURSOR: 'BAD_USER_INPUT',
} as const satisfies Record<
  ErrorCode,
  'BAD_USER_INPUT' | 'NOT_FOUND' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'TOO_MANY_REQUESTS'
>

/** Where a mutation's arguments hold one of the domain's fields. */
export type ArgumentPath = (field: string) => string[]

/** A mutation's payload, with what a person can mend in `userErrors`. */
export async function withUserErrors<Payload extends object>(
  work: () => Promise<Payload>,
  argumentPath: ArgumentPath = (field) => [field],
): Promise<Partial<Payload> & { userErrors: UserError[] }> {
  try {
    return { ...(await work()), userErrors: [] }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, issues, total } = error
    // Nothing that a person can mend in a form: a mutation fails with a GraphQL error too.
    if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' || code === 'CATEGORY_NOT_FOUND') throw error
    const userErrors = issues.map(({ field, message }): UserError => ({
      code,
      message,
      field: field === null ? null : argumentPath(field),
      total: total ?? null,
    }))
    return { userErrors } as Partial<Payload> & { userErrors: UserError[] }
  }
}

/** Codes that reach a caller with their own message; anything else is a failure of the shop's. */
const TOLD = new Set<string>([...Object.values(ApolloServerErrorCode), 'BAD_USER_INPUT'])
const INTERNAL = ApolloServerErrorCode.INTERNAL_SERVER_ERROR
TOLD.delete(INTERNAL)

/** What Apollo refuses before it runs anything has sometimes no code but a status, such as a hash that is not its text's. */
function isRefused(error: unknown): boolean {
  const status = error instanceof GraphQLError && (error.extensions['http'] as { status?: number } | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 500
}

export function isUnexpected(formatted: GraphQLFormattedError, error: unknown): boolean {
  if (unwrapResolverError(error) instanceof DomainError || isRefused(error)) return false
  return !TOLD.has(String(formatted.extensions?.['code']))
}

/** graphql-js writes what was sent into its messages: a bad variable whole. */
const LONGEST_MESSAGE = 200

/** Its beginning and its end, which says what is wrong. */
function shorten(message: string): string {
  if (message.length <= LONGEST_MESSAGE) return message
  const half = LONGEST_MESSAGE / 2
  return `${message.slice(0, half - 2)} … ${message.slice(1 - half)}`
}

export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path } = formatted
  const cause = unwrapResolverError(error)
  if (cause instanceof DomainError) {
    const reason = cause.code === 'STALE_CURSOR' ? { reason: cause.code } : {}
    return { message: cause.message, locations, path, extensions: { code: CODES[cause.code], ...reason } }
  }
  if (!isUnexpected(formatted, error)) {
    const { code, cost } = formatted.extensions ?? {}
    const extensions = { code: code === INTERNAL ? 'BAD_REQUEST' : code, ...(cost !== undefined && { cost }) }
    return { message: shorten(message), locations, path, extensions }
  }
  const requestId = formatted.extensions?.['requestId']
  if (isUnavailable(cause))
    return { message: UNAVAILABLE_MESSAGE, path, extensions: { code: 'SERVICE_UNAVAILABLE', requestId } }
  return {
    message: 'Something went wrong on our side.',
    path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
  }
}
