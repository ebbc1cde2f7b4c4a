/**
 * Errors that the client can fix. The domain throws them, and each transport maps the codes in one table. The texts are those of the
 * contract's error catalogue if it has them.
 */
export const ERROR_MESSAGES = {
  INVALID_INPUT: 'Please enter valid information',
  EMAIL_TAKEN: 'Unprocessable Entity. Email Already Exists.',
  EMAIL_UNKNOWN: 'The email you entered is not Registered. Not Found error',
  WRONG_PASSWORD: 'The credentials you entered are invalid. Unauthorized access error.',
  UNAUTHENTICATED: 'The token is invalid. Unauthorized access error.',
  FORBIDDEN: "This account is none of the shop's staff.",
  ACCOUNT_BLOCKED: 'This account is blocked. Please write to the shop.',
  TOO_MANY_ATTEMPTS: 'Too many attempts. Please try again later.',
  DEMO_ACCOUNT: 'Many people share this demo account: it can be neither changed nor deleted.',
  CUSTOMER_NOT_FOUND: 'There is no such customer.',
  MAIL_NOT_FOUND: 'There is no such mail, or not any more.',
  PRODUCT_NOT_FOUND: 'There is no such product.',
  CATEGORY_NOT_FOUND: 'There is no such category.',
  LIMIT_REACHED: 'The list is full. Please remove something first.',
  NOT_IN_CART: 'The product is not in the cart.',
  OUT_OF_STOCK: 'There are not enough pieces left.',
  COUPON_UNKNOWN: 'There is no such coupon.',
  COUPON_NOT_USABLE: 'The coupon cannot be used now.',
  ADDRESS_NOT_FOUND: 'There is no such address.',
  CART_EMPTY: 'Oops! Your cart looks empty!',
  TOTAL_CHANGED: 'The total has changed. Please check it and confirm again.',
  ORDER_NOT_FOUND: 'There is no such order.',
  ORDER_NOT_PAYABLE: 'This order can no longer be paid.',
  ORDER_NOT_CANCELLABLE: 'This order can no longer be cancelled: it has left the shop, or has come to its end.',
  ORDER_NOT_DELIVERED: 'This order was not delivered yet.',
  RETURN_WINDOW_CLOSED: 'This order can no longer be returned.',
  RETURN_ALREADY_REQUESTED: 'A return of this order was requested before.',
  ORDER_STATUS_CONFLICT: 'The order does not stand where this can be done.',
  STALE_VERSION: 'Somebody changed it meanwhile. Please look at it again.',
  REFUND_TOO_LARGE: 'More than came cannot go back.',
  PAY_ON_DELIVERY_UNAVAILABLE: 'This order cannot be paid on delivery.',
  PAYMENT_SIGNATURE_INVALID: 'The payment could not be verified.',
  PAYMENT_PROVIDER_UNAVAILABLE: 'The payment provider could not be reached. Nothing was charged; please try again.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used before, for something else.',
  STALE_CURSOR: 'The cursor belongs to another filter or sort: start again at the first page.',
} as const

export type ErrorCode = keyof typeof ERROR_MESSAGES

export interface InputIssue {
  /** The invalid input field, such as 'zipCode'. Null if the error does not belong to a single field. */
  field: string | null
  message: string
}

interface DomainErrorDetails {
  /** Replaces the code's default text. */
  message?: string
  /** With INVALID_INPUT: all faults, in the order of the fields. */
  issues?: InputIssue[]
  /** The invalid input field, if there is exactly one. */
  field?: string
  /** With TOO_MANY_ATTEMPTS: when to try again, if known. */
  retryAfterSeconds?: number
  /** With TOTAL_CHANGED: the amount that would be charged, in whole rupees. */
  total?: number
  /** Only for the log. */
  cause?: unknown
}

export class DomainError extends Error {
  readonly code: ErrorCode
  readonly issues: InputIssue[]
  readonly retryAfterSeconds: number | undefined
  readonly total: number | undefined

  constructor(code: ErrorCode, details: DomainErrorDetails = {}) {
    const message = details.issues?.[0]?.message ?? details.message ?? ERROR_MESSAGES[code]
    super(message, { cause: details.cause })
    this.name = 'DomainError'
    this.code = code
    this.retryAfterSeconds = details.retryAfterSeconds
    this.total = details.total
    this.issues = details.issues ?? [{ field: details.field ?? null, message }]
  }
}

export const invalidInput = (field: string, message: string): DomainError =>
  new DomainError('INVALID_INPUT', { field, message })
