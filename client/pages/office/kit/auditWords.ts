/** Formats audit log entries: the change, the record, and the differences. */
import { PRODUCT_FIELDS, type ProductField } from '../../../../server/shared/goods'
import { formatPaise, formatRupees } from '../../../../server/shared/money/money'
import { isPermission } from '../../../../server/shared/permissions'
import { isUuid } from '../../../../server/shared/validation'
import { formatMoment } from '../../../components/days'
import { statusText } from '../../../components/order/OrderStatus'
import { permissionWords } from './form/permissionWords'
import type { OfficeChange, OfficeSubjectKind, OrderStatus } from '../../../generated/types'

const CHANGES: Record<OfficeChange, string> = {
  ACCEPT_RETURN: 'Return accepted',
  DECIDE_RETURN: 'Return answered',
  RECEIVE_RETURN: 'Return received',
  ADD_API_KEY: 'API key added',
  ADD_CUSTOMER_NOTE: 'Note about a customer added',
  ADD_ORDER_NOTE: 'Note added',
  ADD_SECOND_FACTOR: 'Authenticator app set up',
  ADD_STAFF: 'Staff added',
  BLOCK_CUSTOMER: 'Customer blocked or unblocked',
  CANCEL_ORDER_BY_SHOP: 'Order cancelled',
  CHANGE_ORDER_ADDRESS: 'Delivery address changed',
  CHANGE_STAFF_ROLE: 'Role changed',
  DELIVER_ORDER: 'Order marked as delivered',
  DISCARD_MAIL: 'Email discarded',
  DISCARD_WEBHOOK: 'Webhook discarded',
  END_API_KEY: 'API key deactivated',
  END_COUPON: 'Coupon deactivated or activated',
  END_INVITATION: 'Invitation withdrawn',
  HIDE_PRODUCT: 'Product hidden or shown',
  HIDE_REVIEW: 'Review hidden',
  IMPORT_CATALOGUE: 'Catalogue imported',
  INVITE_STAFF: 'Staff invited',
  REFUND_ORDER: 'Refund requested',
  REFUSE_RETURN: 'Return refused',
  SET_PLACE_OF_SUPPLY: 'Place of supply set',
  REMOVE_SECOND_FACTOR: 'Authenticator app removed',
  REMOVE_STAFF: 'Staff removed',
  REMOVE_STAFF_ROLE: 'Role removed',
  RENEW_RECOVERY_CODES: 'Recovery codes renewed',
  REPLY_TO_REVIEW: 'Reply to a review',
  RESEND_MAIL: 'Email sent again',
  RESEND_WEBHOOK: 'Webhook sent again',
  REVOKE_ORDER_LINK: 'Order links disabled',
  SAVE_COUPON: 'Coupon saved',
  SAVE_PRODUCT: 'Product saved',
  SAVE_STAFF_ROLE: 'Role saved',
  SET_STOCK: 'Stock changed',
  SHIP_ORDER: 'Order shipped',
  SHOW_REVIEW: 'Review shown again',
  UPLOAD_PHOTO: 'Photo uploaded',
  USE_RECOVERY_CODE: 'Recovery code used',
}

const KIND_WORDS: Record<OfficeSubjectKind, string> = {
  API_KEY: 'API key',
  CATALOGUE: 'Catalogue',
  COUPON: 'Coupon',
  MAIL: 'Email',
  ORDER: 'Order',
  PHOTO: 'Photo',
  PRODUCT: 'Product',
  REVIEW: 'Review',
  STAFF_INVITATION: 'Invitation',
  STAFF_ROLE: 'Role',
  USER: 'Account',
  WEBHOOK: 'Webhook',
}

/** The text for a record: its name, an id that people use, or only its kind if its id is a UUID. */
export function subjectText({ subjectKind: kind, subjectId: id, subjectName: name }: Subject): string {
  if (name) return name
  if (kind === 'MAIL' || kind === 'WEBHOOK') return `${KIND_WORDS[kind]} ${id}`
  if (!isUuid(id)) return id
  return kind === null ? id : KIND_WORDS[kind]
}

interface Subject {
  subjectKind: OfficeSubjectKind | null
  subjectId: string
  subjectName: string | null
}

/** A newer server may record changes that this page does not recognize. */
export const changeText = (change: OfficeChange | null): string =>
  (change !== null && CHANGES[change]) || 'Another change'

/** Labels for fields whose names are unclear to staff. */
const NAMES: Record<string, string> = {
  alt: 'Description of the photo',
  amount: 'Amount',
  blocked: 'Blocked',
  carrier: 'Courier',
  categoryId: 'Category',
  customerLimit: 'Uses per customer',
  discounted: 'Selling price',
  endedAt: 'Deactivated',
  endedKeys: 'API keys ended',
  hidden: 'In the shop',
  imageAlt: 'Description of the photo',
  imageUrl: 'Photo',
  images: 'Photos',
  isBestseller: 'Bestseller',
  isGraded: "Studio's rating is shown",
  isPlaceUnclear: 'Place of supply to be set',
  keptKeys: 'API keys kept',
  minimumAmount: 'Minimum order value',
  original: 'Price',
  owedPaise: 'To be refunded',
  pieces: 'Single items of a set',
  rating: 'Rating shown',
  restock: 'Returned to stock',
  state: 'Status',
  studioRating: "Studio's rating",
  trackingUrl: 'Tracking link',
  url: 'Photo',
  useLimit: 'Total uses',
  whole: 'Full refund',
}

/** Formats `productsAdded` as `Products added`, `isOwner` as `Owner` and `refundedPaise` as `Refunded`. */
function nameText(name: string): string {
  const known = NAMES[name] ?? (PRODUCT_FIELDS as Record<string, ProductField>)[name]?.label
  if (known) return known
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^is | (paise|at|id)$/g, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const STATUS = /^[A-Z][A-Z_]+$/

/** Formatters for values that need a unit or words, keyed by field. */
const FORMATS: Record<string, (value: unknown) => string | null> = {
  amount: (value) => (typeof value === 'number' ? formatPaise(value) : null),
  discounted: rupees,
  event: codeText,
  hidden: (value) => (typeof value === 'boolean' ? (value ? 'no' : 'yes') : null),
  kind: codeText,
  minimumAmount: rupees,
  original: rupees,
  permissions: permissionText,
  role: (value) => (value === 'CUSTOMER' ? 'Customer' : value === 'STAFF' ? 'Staff' : null),
  percent: (value) => (typeof value === 'number' ? `${value}%` : null),
  state: codeText,
  status: (value) => (isStatus(value) ? statusText(value) : null),
}

/** A newer server may record permissions that this page does not recognize. The page shows their names. */
function permissionText(value: unknown): string | null {
  if (!Array.isArray(value)) return null
  const names = value.map(String)
  const known = names.filter(isPermission)
  const unknown = names.filter((name) => !isPermission(name))
  return [permissionWords(known), ...unknown].filter(Boolean).join(', ')
}

/** Names may also be in capitals, so only fields that contain codes are converted. */
function codeText(value: unknown): string | null {
  return typeof value === 'string' && STATUS.test(value) ? inWords(value) : null
}

function rupees(value: unknown): string | null {
  return typeof value === 'number' ? formatRupees(value) : null
}

const isStatus = (value: unknown): value is OrderStatus =>
  typeof value === 'string' && STATUS.test(value) && statusText(value as OrderStatus) !== undefined

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

export interface Difference {
  name: string
  /** Null if there was no value. */
  before: string | null
  after: string | null
}

/** Longer values are truncated to this length. */
const LONGEST = 200

function valueText(name: string, value: unknown): string | null {
  const text = fieldText(name, value)
  if (text === '') return null
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function fieldText(name: string, value: unknown): string {
  if (name.endsWith('Paise') && typeof value === 'number') return formatPaise(value)
  return FORMATS[name]?.(value) ?? plainText(value)
}

/** Also formats nested values, such as `quantity: 1, reason: chipped`. Semicolons separate several objects. */
function plainText(value: unknown): string {
  // A UUID means nothing to staff.
  if (value === undefined || value === null || (typeof value === 'string' && isUuid(value))) return ''
  if (typeof value === 'string' && INSTANT.test(value)) return formatMoment(value)
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    const apart = value.some((each) => typeof each === 'object') ? '; ' : ', '
    return value.map(plainText).join(apart)
  }
  return Object.entries(value)
    .map(([name, each]) => ({ name: nameText(name).toLowerCase(), text: fieldText(name, each) }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `${name}: ${text}`)
    .join(', ')
}

/** Formats `RETURN_REQUESTED` as `Return requested`. */
function inWords(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function fieldsOf(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? {} : JSON.parse(json)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value }
}

/** `before` and `after` contain the record as JSON. Unchanged fields are omitted. */
export function differencesOf(before: string | null, after: string | null): Difference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({ name: nameText(name), before: valueText(name, old[name]), after: valueText(name, now[name]) }))
    .filter((each) => each.before !== each.after)
}
