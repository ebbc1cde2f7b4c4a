/**
 * Errors that the client can fix. The domain throws them, and each transport maps the codes in one table. The messages are those of the
 * contract's error catalogue, if it has them.
 */
export const ERROR_MESSAGES = {
  INVALID_INPUT: 'Please enter valid information',
  EMAIL_TAKEN: 'Unprocessable Entity. Email Already Exists.',
  EMAIL_UNKNOWN: 'The email you entered is not Registered. Not Found error',
  CODE_INVALID: 'This code is wrong, used or expired. Check it, or request a new one.',
  MAIL_UNAVAILABLE: 'This shop does not send emails.',
  ADDRESS_NOT_SERVED: 'We do not deliver to this address.',
  ADDRESS_UNCHECKED: 'Please check this address before you order.',
  WRONG_PASSWORD: 'The credentials you entered are invalid. Unauthorized access error.',
  UNAUTHENTICATED: 'The token is invalid. Unauthorized access error.',
  FORBIDDEN: 'Only staff of the shop can do this.',
  SECOND_FACTOR_REQUIRED: 'Enter a code from your authenticator app again.',
  SECOND_FACTOR_EXISTS: 'This account already has an authenticator app. Remove it first.',
  SECOND_FACTOR_UNKNOWN: 'This account has no authenticator app yet.',
  LAST_OWNER: 'The shop needs at least one owner. Make someone else an owner first.',
  STAFF_NOT_FOUND: 'There is no such member of staff.',
  ROLE_NOT_FOUND: 'There is no such role.',
  ROLE_IN_USE: 'This role cannot be changed like this, because it is in use or ships with the shop.',
  INVITATION_NOT_FOUND: 'This invitation has expired, was used or was ended.',
  EMAIL_UNVERIFIED: 'Log in with a code by email first.',
  KEY_NOT_FOUND: 'There is no such API key.',
  WEBHOOK_NOT_FOUND: 'This webhook message does not exist or has been deleted.',
  ACCOUNT_BLOCKED: 'This account is blocked. Please write to the shop.',
  TOO_MANY_ATTEMPTS: 'Too many attempts. Please try again later.',
  DEMO_ACCOUNT: 'This demo account is shared, so it cannot be changed or deleted.',
  CUSTOMER_NOT_FOUND: 'There is no such customer.',
  MAIL_NOT_FOUND: 'This email does not exist or has been deleted.',
  PRODUCT_NOT_FOUND: 'There is no such product.',
  CATEGORY_NOT_FOUND: 'There is no such category.',
  LIMIT_REACHED: 'The list is full. Please remove something first.',
  NOT_IN_CART: 'The product is not in the cart.',
  OUT_OF_STOCK: 'Not enough items are left in stock.',
  COUPON_UNKNOWN: 'There is no such coupon.',
  COUPON_NOT_USABLE: 'The coupon cannot be used now.',
  ADDRESS_NOT_FOUND: 'There is no such address.',
  CART_EMPTY: 'Oops! Your cart looks empty!',
  TOTAL_CHANGED: 'The total has changed. Please check it and confirm again.',
  ORDER_NOT_FOUND: 'There is no such order.',
  ORDER_NOT_PAYABLE: 'This order can no longer be paid.',
  ORDER_NOT_CANCELLABLE: 'This order can no longer be cancelled.',
  ORDER_NOT_CHANGEABLE: 'The address of this order can no longer be changed.',
  CHANGES_UNACCEPTED: 'The new address changes the order. Please check and accept the changes.',
  ORDER_NOT_DELIVERED: 'This order has not been delivered yet.',
  ORDER_ITEM_NOT_FOUND: 'There is no such item in an order.',
  REVIEW_NOT_FOUND: 'There is no such review.',
  ALREADY_REPLIED: 'This review already has a reply.',
  RETURN_WINDOW_CLOSED: 'This order can no longer be returned.',
  RETURN_ALREADY_REQUESTED: 'A return was already requested for this order.',
  ORDER_STATUS_CONFLICT: 'The current status of the order does not allow this.',
  TRACKING_NUMBER_USED: 'Another order was sent with this tracking number.',
  STALE_VERSION: 'Something changed in the meantime. Please check it again.',
  REFUND_TOO_LARGE: 'You cannot refund more than was paid.',
  PAY_ON_DELIVERY_UNAVAILABLE: 'Cash on delivery is not available for this order.',
  PAYMENT_SIGNATURE_INVALID: 'The payment could not be verified.',
  PAYMENT_PROVIDER_UNAVAILABLE: 'The payment provider could not be reached. You were not charged. Please try again.',
  IDEMPOTENCY_KEY_REUSED: 'This idempotency key was already used for a different request.',
  SEARCH_TOO_BROAD: 'This search takes too long. Please use fewer or more precise words.',
  STALE_CURSOR: 'The cursor belongs to a different filter or sort. Please start from the first page.',
} as const

export type ErrorCode = keyof typeof ERROR_MESSAGES

export interface InputError {
  /** The invalid input field, such as 'zipCode'. Null if the error does not belong to a single field. */
  field: string | null
  message: string
}

export interface DomainErrorDetails {
  /** Replaces the code's default message. */
  message?: string
  /** With INVALID_INPUT: all errors, in the order of the fields. */
  inputErrors?: InputError[]
  /** The invalid input field, if there is exactly one. */
  field?: string
  /** With TOO_MANY_ATTEMPTS: when to try again, if known. */
  retryAfterSeconds?: number
  /** With TOTAL_CHANGED: the amount that would be charged, in whole rupees. */
  total?: number
  /** With OUT_OF_STOCK and PAY_ON_DELIVERY_UNAVAILABLE: how many pieces of the product can be ordered now. */
  possible?: number
  /** True if the error no longer occurs once the account's email is confirmed. */
  confirmEmail?: boolean
  /** The product of `possible`. */
  productId?: string
  /** With TRACKING_NUMBER_USED: the order that has the number. */
  orderNumber?: string
  /** Used only in the log. */
  cause?: unknown
}

export class DomainError extends Error {
  readonly code: ErrorCode
  readonly inputErrors: InputError[]
  readonly retryAfterSeconds: number | undefined
  readonly total: number | undefined
  readonly possible: number | undefined
  readonly confirmEmail: boolean
  readonly productId: string | undefined
  readonly orderNumber: string | undefined

  constructor(code: ErrorCode, details: DomainErrorDetails = {}) {
    const message = details.inputErrors?.[0]?.message ?? details.message ?? ERROR_MESSAGES[code]
    super(message, { cause: details.cause })
    this.name = 'DomainError'
    this.code = code
    this.retryAfterSeconds = details.retryAfterSeconds
    this.total = details.total
    this.possible = details.possible
    this.confirmEmail = details.confirmEmail ?? false
    this.productId = details.productId
    this.orderNumber = details.orderNumber
    this.inputErrors = details.inputErrors ?? [{ field: details.field ?? null, message }]
  }
}

export const invalidInput = (field: string, message: string): DomainError =>
  new DomainError('INVALID_INPUT', { field, message })
