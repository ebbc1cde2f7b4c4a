/** How GraphQL responds to what went wrong: `userErrors` for what a person can mend in a mutation, an error with a code elsewhere. */
import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { UserError, UserErrorCode } from '../generated/graphql'
import { DomainError, type ErrorCode } from '../shared/errors'

interface Mapping {
  /** The code in `userErrors`; null where a mutation fails with a GraphQL error too. */
  userError: UserErrorCode | null
  /** `extensions.code` where a query fails. */
  code: 'BAD_USER_INPUT' | 'NOT_FOUND' | 'UNAUTHENTICATED' | 'TOO_MANY_REQUESTS'
}

const invalid = (userError: UserErrorCode): Mapping => ({ userError, code: 'BAD_USER_INPUT' })
const missing = (userError: UserErrorCode | null): Mapping => ({ userError, code: 'NOT_FOUND' })

const MAPPING = {
  INVALID_INPUT: invalid('INVALID_INPUT'),
  EMAIL_TAKEN: invalid('EMAIL_TAKEN'),
  EMAIL_UNKNOWN: missing('EMAIL_UNKNOWN'),
  WRONG_PASSWORD: invalid('WRONG_PASSWORD'),
  UNAUTHENTICATED: { userError: null, code: 'UNAUTHENTICATED' },
  TOO_MANY_ATTEMPTS: { userError: 'TOO_MANY_ATTEMPTS', code: 'TOO_MANY_REQUESTS' },
  PRODUCT_NOT_FOUND: missing('PRODUCT_NOT_FOUND'),
  CATEGORY_NOT_FOUND: missing(null),
  NOT_IN_CART: missing('NOT_IN_CART'),
  OUT_OF_STOCK: invalid('OUT_OF_STOCK'),
  COUPON_UNKNOWN: missing('COUPON_UNKNOWN'),
  ADDRESS_NOT_FOUND: missing('ADDRESS_NOT_FOUND'),
  CART_EMPTY: invalid('CART_EMPTY'),
  ORDER_NOT_FOUND: missing('ORDER_NOT_FOUND'),
  ORDER_NOT_PAYABLE: invalid('ORDER_NOT_PAYABLE'),
  PAYMENT_SIGNATURE_INVALID: invalid('PAYMENT_SIGNATURE_INVALID'),
  PAYMENT_PROVIDER_UNAVAILABLE: invalid('PAYMENT_PROVIDER_UNAVAILABLE'),
  IDEMPOTENCY_KEY_REUSED: invalid('IDEMPOTENCY_KEY_REUSED'),
  STALE_CURSOR: invalid('STALE_CURSOR'),
} as const satisfies Record<ErrorCode, Mapping>

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
    const code = error instanceof DomainError ? MAPPING[error.code].userError : null
    if (!code) throw error
    const userErrors = (error as DomainError).issues.map(({ field, message }) => ({
      code,
      message,
      field: field === null ? null : argumentPath(field),
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

export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path } = formatted
  const cause = unwrapResolverError(error)
  if (cause instanceof DomainError) {
    const reason = cause.code === 'STALE_CURSOR' ? { reason: cause.code } : {}
    return { message: cause.message, locations, path, extensions: { code: MAPPING[cause.code].code, ...reason } }
  }
  if (!isUnexpected(formatted, error)) {
    const code = formatted.extensions?.['code']
    return { message, locations, path, extensions: { code: code === INTERNAL ? 'BAD_REQUEST' : code } }
  }
  const requestId = formatted.extensions?.['requestId']
  return {
    message: 'Something went wrong on our side.',
    path,
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
  }
}
