/**
 * Lists each column of an order once, with its uses. The code does not compile until a new column has an entry here. Otherwise, a forgotten
 * column could keep personal data after its account is deleted.
 */
import type { Address, Order as OrderRow, Prisma } from '../../generated/prisma/client'
import type { CartChoices } from '../../shared/validation'

/** A column is shown in the customer's export or erased with the account. Otherwise, `neither` gives the reason. */
type Personal<Value> =
  | { export: string; erase?: Extract<'' | null | never[], Value>; neither?: never }
  | { export?: never; erase: Extract<'' | null | never[], Value>; neither?: never }
  | { export?: never; erase?: never; neither: string }

/** A text that a shopper chose in the cart is erased with the account, or `keeps` gives the reason. */
type Chosen<Value> =
  string extends NonNullable<Value> ? { insert?: true } | { erase: unknown } | { keeps: string } : { keeps?: never }

/** `export` and `webhook` are paths; `a.b` is b within a. Columns that are combined into one value share a path. */
type Column<Value> = Personal<Value> &
  Chosen<Value> & {
    /** True if the checkout supplies the value, 'choice' if it is the cart's choice of this name. Other columns start with their default. */
    insert?: true | 'choice'
    webhook?: string
    /** The column's name in the audit log of staff changes. */
    audit?: string
  }

const same = <const Names extends readonly (keyof OrderRow)[], const Uses>(names: Names, uses: Uses) =>
  Object.fromEntries(names.map((name) => [name, uses])) as Record<Names[number], Uses>

const AMOUNTS = ['cartTotal', 'offerDiscount', 'couponDiscount', 'giftWrap', 'convenienceFee', 'totalAmount'] as const

export const ORDER_COLUMNS = {
  id: { webhook: 'id', neither: 'an id' },
  serial: { export: 'number', webhook: 'number' },
  status: { insert: true, export: 'status', webhook: 'status', audit: 'status' },
  placedAt: { insert: true, export: 'placedAt', webhook: 'placedAt' },
  ...same(AMOUNTS, { insert: true, export: 'price', webhook: 'priceDetails' }),
  giftMessage: { insert: 'choice', export: 'giftMessage', erase: null },
  hidePrices: { insert: 'choice', export: 'hidePrices', webhook: 'hidePrices' },
  couponCode: { insert: 'choice', export: 'coupon', webhook: 'couponCode', keeps: 'the terms of the coupon' },
  ...same(['couponPercent', 'couponDescription'], { insert: true, neither: 'the terms of the coupon' }),
  deliveryName: { insert: true, export: 'deliveryAddress.name', erase: '' },
  deliveryStreet: { insert: true, export: 'deliveryAddress.street', erase: '' },
  deliveryCity: { insert: true, export: 'deliveryAddress.city', webhook: 'deliveryAddress.city' },
  deliveryState: { insert: true, export: 'deliveryAddress.state', webhook: 'deliveryAddress.state' },
  deliveryCountry: { insert: true, export: 'deliveryAddress.country', webhook: 'deliveryAddress.country' },
  deliveryCountryCode: { insert: true, neither: 'follows from the country' },
  deliveryZipCode: { insert: true, export: 'deliveryAddress.zipCode', webhook: 'deliveryAddress.zipCode' },
  deliveryMobile: { insert: true, export: 'deliveryAddress.mobile', erase: '' },
  payOnDelivery: { insert: true, export: 'payOnDelivery', webhook: 'payOnDelivery' },
  provider: { insert: true, export: 'payment.provider', webhook: 'paymentProvider' },
  paymentId: { export: 'payment.id', webhook: 'paymentId' },
  carrier: { export: 'shipment.carrier', audit: 'carrier' },
  trackingNumber: { export: 'shipment.trackingNumber', audit: 'trackingNumber' },
  trackingUrl: { export: 'shipment.trackingUrl', audit: 'trackingUrl' },
  addressChangedAt: { neither: 'the course of the order', audit: 'addressChangedAt' },
  ...same(['idempotencyKey', 'network', 'addressHash'], { insert: true, erase: null }),
  networks: { insert: true, erase: [] },
  isUnproven: { insert: true, neither: 'the course of the order' },
  eraseAddressAt: { erase: null },
  ...same(['userId', 'addressId'], { insert: true, neither: 'an id' }),
  invoiceTerms: { insert: true, neither: 'the seller and the tax of its invoice' },
  isPlaceUnclear: { insert: true, neither: 'a question about the tax of its invoice', audit: 'isPlaceUnclear' },
  ...same(['expiresAt', 'heldSince'], { insert: true, neither: 'the course of the order' }),
  ...same(['cancelledByBuyer', 'cancelledByShop', 'paymentAskedAt'], { neither: 'the course of the order' }),
  ...same(['version', 'linkGeneration', 'providerOrderId'], { neither: 'an id or a counter' }),
  reviewAskedAt: { neither: 'the course of the order' },
  isReplacement: { export: 'isReplacement', webhook: 'isReplacement', audit: 'isReplacement' },
  owedPaise: { neither: 'follows from lines and refunds', audit: 'owedPaise' },
} satisfies { [Name in keyof OrderRow]: Column<OrderRow[Name]> }

type Columns = typeof ORDER_COLUMNS
type ColumnWith<Use> = { [Name in keyof Columns]: Columns[Name] extends Use ? Name : never }[keyof Columns]

/** The columns that the checkout sets, including null values. */
export type NewOrder = Required<
  Pick<Prisma.OrderUncheckedCreateInput, ColumnWith<{ insert: unknown }> | 'lines' | 'events'>
>

const entries = Object.entries(ORDER_COLUMNS) as [keyof OrderRow, Column<unknown>][]

type KeptChoices = Pick<CartChoices, ColumnWith<{ insert: 'choice' }>>

/** The cart's choices that its order keeps. */
export function keptChoices(choices: CartChoices): KeptChoices {
  const all: Record<string, unknown> = { ...choices }
  const kept = entries.filter(([, { insert }]) => insert === 'choice').map(([name]) => [name, all[name]])
  return Object.fromEntries(kept) as KeptChoices
}

/** The columns of a delivery address. */
export const deliveryColumns = ({
  name,
  street,
  city,
  state,
  country,
  countryCode,
  zipCode,
  mobile,
}: Pick<Address, 'name' | 'street' | 'city' | 'state' | 'country' | 'countryCode' | 'zipCode' | 'mobile'>) => ({
  deliveryName: name,
  deliveryStreet: street,
  deliveryCity: city,
  deliveryState: state,
  deliveryCountry: country,
  deliveryCountryCode: countryCode,
  deliveryZipCode: zipCode,
  deliveryMobile: mobile,
})

/** The values that replace an order's personal data. */
export const ERASED: Prisma.OrderUpdateManyMutationInput = Object.fromEntries(
  entries.filter(([, { erase }]) => erase !== undefined).map(([name, { erase }]) => [name, erase]),
)

/** The columns that an export, a webhook or the audit log shows, in their stored form. */
export function shownIn(place: 'export' | 'webhook' | 'audit', order: OrderRow): Prisma.InputJsonObject {
  const shown: Record<string, Prisma.InputJsonValue | null> = {}
  for (const [name, { [place]: path }] of entries) {
    if (path === undefined) continue
    const [first, second] = path.split('.') as [string, string?]
    shown[first] = second === undefined ? order[name] : { ...(shown[first] as object), [second]: order[name] }
  }
  return shown
}
