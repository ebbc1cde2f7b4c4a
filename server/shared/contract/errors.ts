/** REST's error responses: statuses, messages and shapes. */
import * as z from 'zod/mini'
import { ERROR_MESSAGES, type ErrorCode } from '../errors'
import { component } from './schemas'

export const HTTP_STATUS = {
  INVALID_INPUT: 422,
  EMAIL_TAKEN: 422,
  EMAIL_UNKNOWN: 404,
  CODE_INVALID: 401,
  MAIL_UNAVAILABLE: 503,
  ADDRESS_NOT_SERVED: 409,
  ADDRESS_UNCHECKED: 409,
  WRONG_PASSWORD: 401,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_EXISTS: 409,
  SECOND_FACTOR_UNKNOWN: 409,
  LAST_OWNER: 409,
  STAFF_NOT_FOUND: 404,
  ROLE_NOT_FOUND: 404,
  ROLE_IN_USE: 409,
  INVITATION_NOT_FOUND: 404,
  EMAIL_UNVERIFIED: 403,
  KEY_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  ACCOUNT_BLOCKED: 403,
  TOO_MANY_ATTEMPTS: 429,
  DEMO_ACCOUNT: 403,
  CUSTOMER_NOT_FOUND: 404,
  MAIL_NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  CATEGORY_NOT_FOUND: 404,
  LIMIT_REACHED: 422,
  NOT_IN_CART: 404,
  OUT_OF_STOCK: 409,
  COUPON_UNKNOWN: 404,
  COUPON_NOT_USABLE: 422,
  ADDRESS_NOT_FOUND: 404,
  CART_EMPTY: 422,
  TOTAL_CHANGED: 409,
  ORDER_NOT_FOUND: 404,
  ORDER_NOT_PAYABLE: 409,
  ORDER_NOT_CANCELLABLE: 409,
  ORDER_NOT_CHANGEABLE: 409,
  CHANGES_UNACCEPTED: 409,
  ORDER_NOT_DELIVERED: 409,
  ORDER_ITEM_NOT_FOUND: 404,
  REVIEW_NOT_FOUND: 404,
  ALREADY_REPLIED: 409,
  RETURN_WINDOW_CLOSED: 409,
  RETURN_ALREADY_REQUESTED: 409,
  ORDER_STATUS_CONFLICT: 409,
  TRACKING_NUMBER_USED: 409,
  STALE_VERSION: 409,
  REFUND_TOO_LARGE: 409,
  PAY_ON_DELIVERY_UNAVAILABLE: 409,
  PAYMENT_SIGNATURE_INVALID: 400,
  PAYMENT_PROVIDER_UNAVAILABLE: 503,
  IDEMPOTENCY_KEY_REUSED: 422,
  SEARCH_TOO_BROAD: 422,
  STALE_CURSOR: 422,
} as const satisfies Record<ErrorCode, number>

/** Of a personal response. */
export const MAX_RESPONSE_BYTES = 2_000_000

/** The message for a response that is too large, for REST and GraphQL. */
export const responseTooLarge = (bytes: number): string =>
  `The response would be larger than ${bytes} bytes. Please request less data.`

/** Errors that only REST has. */
export const REST_ERRORS = {
  MALFORMED_BODY: { status: 400, message: 'The request body is not valid JSON.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The request body must be JSON, with content-type application/json.',
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please try again later.' },
  RESPONSE_TOO_LARGE: { status: 400, message: responseTooLarge(MAX_RESPONSE_BYTES) },
  WEBHOOK_SIGNATURE_INVALID: { status: 400, message: 'The signature of the webhook is invalid.' },
  SANDBOX_ORDER_NOT_FOUND: { status: 404, message: 'There is no such sandbox order.' },
} as const

export type RestErrorCode = keyof typeof REST_ERRORS
export type AnyErrorCode = ErrorCode | RestErrorCode

export const errorOf = (code: AnyErrorCode): { status: number; message: string } =>
  code in REST_ERRORS
    ? REST_ERRORS[code as RestErrorCode]
    : { status: HTTP_STATUS[code as ErrorCode], message: ERROR_MESSAGES[code as ErrorCode] }

export const UNEXPECTED_MESSAGE = 'Something went wrong on our side.'
export const UNAVAILABLE_MESSAGE = 'The shop is temporarily unavailable. Please try again in a few seconds.'

export const failure = component(
  'Failure',
  z.strictObject({ error: z.strictObject({ message: z.string(), requestId: z.string() }) }),
  'An unexpected failure. The log has the details under the id of the request.',
)

export const clientError = component(
  'ClientError',
  z.strictObject({ errors: z.array(z.string()), error: z.string(), message: z.string(), statusCode: z.int() }),
  'An error for a request that is not valid HTTP.',
)
