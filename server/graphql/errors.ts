/** GraphQL's error responses. Mutations return errors that the user can fix in `userErrors`; other failures are errors with a code. */
import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { UserError } from '../generated/graphql'
import { UNAVAILABLE_MESSAGE } from '../shared/contract/errors'
import { DomainError, type ErrorCode } from '../shared/errors'
import { isUnavailable } from '../external/unavailable'

/** The `extensions.code` of a failed query. */
const CODES = {
  INVALID_INPUT: 'BAD_USER_INPUT',
  EMAIL_TAKEN: 'BAD_USER_INPUT',
  EMAIL_UNKNOWN: 'NOT_FOUND',
  CODE_INVALID: 'BAD_USER_INPUT',
  MAIL_UNAVAILABLE: 'BAD_USER_INPUT',
  ADDRESS_NOT_SERVED: 'BAD_USER_INPUT',
  ADDRESS_UNCHECKED: 'BAD_USER_INPUT',
  WRONG_PASSWORD: 'BAD_USER_INPUT',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  FORBIDDEN: 'FORBIDDEN',
  SECOND_FACTOR_REQUIRED: 'FORBIDDEN',
  SECOND_FACTOR_EXISTS: 'BAD_USER_INPUT',
  SECOND_FACTOR_UNKNOWN: 'BAD_USER_INPUT',
  LAST_OWNER: 'BAD_USER_INPUT',
  STAFF_NOT_FOUND: 'NOT_FOUND',
  ROLE_NOT_FOUND: 'NOT_FOUND',
  ROLE_IN_USE: 'BAD_USER_INPUT',
  INVITATION_NOT_FOUND: 'NOT_FOUND',
  EMAIL_UNVERIFIED: 'BAD_USER_INPUT',
  KEY_NOT_FOUND: 'NOT_FOUND',
  WEBHOOK_NOT_FOUND: 'NOT_FOUND',
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
  ORDER_NOT_CHANGEABLE: 'BAD_USER_INPUT',
  CHANGES_UNACCEPTED: 'BAD_USER_INPUT',
  ORDER_NOT_DELIVERED: 'BAD_USER_INPUT',
  ORDER_ITEM_NOT_FOUND: 'NOT_FOUND',
  REVIEW_NOT_FOUND: 'NOT_FOUND',
  ALREADY_REPLIED: 'BAD_USER_INPUT',
  RETURN_WINDOW_CLOSED: 'BAD_USER_INPUT',
  RETURN_ALREADY_REQUESTED: 'BAD_USER_INPUT',
  ORDER_STATUS_CONFLICT: 'BAD_USER_INPUT',
  TRACKING_NUMBER_USED: 'BAD_USER_INPUT',
  STALE_VERSION: 'BAD_USER_INPUT',
  REFUND_TOO_LARGE: 'BAD_USER_INPUT',
  PAY_ON_DELIVERY_UNAVAILABLE: 'BAD_USER_INPUT',
  PAYMENT_SIGNATURE_INVALID: 'BAD_USER_INPUT',
  PAYMENT_PROVIDER_UNAVAILABLE: 'BAD_USER_INPUT',
  IDEMPOTENCY_KEY_REUSED: 'BAD_USER_INPUT',
  SEARCH_TOO_BROAD: 'BAD_USER_INPUT',
  STALE_CURSOR: 'BAD_USER_INPUT',
} as const satisfies Record<
  ErrorCode,
  'BAD_USER_INPUT' | 'NOT_FOUND' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'TOO_MANY_REQUESTS'
>

/**
 * Maps a field in the domain to its path in a mutation's arguments. The domain names only the field, because REST does not nest its
 * arguments.
 */
export type ArgumentPath = (field: string) => string[]

/** The argument of an error about a new delivery address. */
export const inAddress: ArgumentPath = (field) =>
  ['number', 'version', 'acceptChanges', 'address'].includes(field) ? [field] : ['address', field]

/** Returns a mutation's payload, with errors that the user can fix in `userErrors`. */
export async function withUserErrors<Payload extends object>(
  work: () => Promise<Payload>,
  argumentPath: ArgumentPath = (field) => [field],
): Promise<Partial<Payload> & { userErrors: UserError[] }> {
  try {
    return { ...(await work()), userErrors: [] }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, inputErrors, total, possible, confirmEmail, productId, orderNumber } = error
    // Users cannot fix these errors in a form, so mutations also fail with a GraphQL error.
    if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' || code === 'CATEGORY_NOT_FOUND') throw error
    const userErrors = inputErrors.map(({ field, message }): UserError => ({
      code,
      message,
      field: field === null ? null : argumentPath(field),
      total: total ?? null,
      possibleQuantity: possible ?? null,
      productId: productId ?? null,
      orderNumber: orderNumber ?? null,
      confirmEmail,
    }))
    return { userErrors } as Partial<Payload> & { userErrors: UserError[] }
  }
}

/** Errors with these codes reach the client with their own message. All others are internal failures. */
const TOLD = new Set<string>([...Object.values(ApolloServerErrorCode), 'BAD_USER_INPUT'])
const INTERNAL = ApolloServerErrorCode.INTERNAL_SERVER_ERROR
TOLD.delete(INTERNAL)

/** Some of Apollo's rejections before execution have a status but no code, for example if a hash does not match its text. */
function isRefused(error: unknown): boolean {
  const status = error instanceof GraphQLError && (error.extensions['http'] as { status?: number } | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 500
}

export function isUnexpected(formatted: GraphQLFormattedError, error: unknown): boolean {
  if (unwrapResolverError(error) instanceof DomainError || isRefused(error)) return false
  return !TOLD.has(String(formatted.extensions?.['code']))
}

/** graphql-js includes input in its messages, such as the entire value of an invalid variable. */
const MAX_MESSAGE_LENGTH = 200

/** Keeps the beginning of the message, and its end, which names the problem. */
function shorten(message: string): string {
  if (message.length <= MAX_MESSAGE_LENGTH) return message
  const half = MAX_MESSAGE_LENGTH / 2
  return `${message.slice(0, half - 2)} … ${message.slice(1 - half)}`
}

/** Errors that a program must distinguish from others with the same code. */
const REASONS = new Set<ErrorCode>(['SEARCH_TOO_BROAD', 'SECOND_FACTOR_REQUIRED', 'STALE_CURSOR'])

export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path } = formatted
  const cause = unwrapResolverError(error)
  if (cause instanceof DomainError) {
    const reason = REASONS.has(cause.code) ? { reason: cause.code } : {}
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
