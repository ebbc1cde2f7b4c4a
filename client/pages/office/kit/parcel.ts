/** What a packer needs to know about an order's parcel. */
import { arrivalDay, dayInIndia } from '../../../../server/shared/delivery/delivery'
import { sentPieces } from '../../../../server/shared/money/orderNow'

interface Item {
  quantity: number
  cancelled: number
  estimatedDelivery: string
  weightGrams: number | null
}

/** The items with the pieces that are sent. Cancelled ones are left out. */
export const packedItems = <Row extends { quantity: number; cancelled: number }>(items: readonly Row[]): Row[] =>
  items.flatMap((item) => (sentPieces(item) > 0 ? [{ ...item, quantity: sentPieces(item), cancelled: 0 }] : []))

export const piecesOf = (items: readonly Pick<Item, 'quantity'>[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

/** In grams, without the box. Null if the weight of any piece is unknown. */
export function weightOf(items: readonly Pick<Item, 'quantity' | 'weightGrams'>[]): number | null {
  let sum = 0
  for (const { quantity, weightGrams } of items) {
    if (weightGrams === null) return null
    sum += quantity * weightGrams
  }
  return sum
}

/** `850 g`, `1.25 kg`. */
export const formatWeight = (grams: number): string =>
  grams < 1000 ? `${grams} g` : `${(grams / 1000).toLocaleString('en-IN', { maximumFractionDigits: 2 })} kg`

interface Due {
  /** When the shop cancels the order unless it is shipped. Null for most orders. */
  shipBy: string | null
  order: { number: string; items: readonly Pick<Item, 'estimatedDelivery' | 'quantity' | 'cancelled'>[] }
}

/** YYYY-MM-DD: the day that the shop promised to the buyer. */
export const promisedDayOf = ({ order }: Pick<Due, 'order'>): string => arrivalDay(order.items) ?? ''

/** YYYY-MM-DD: the promised day, or the day by which the shop must ship the order, if that is earlier. */
export function dueDayOf({ shipBy, order }: Due): string {
  const promised = promisedDayOf({ order })
  const last = shipBy ? dayInIndia(new Date(shipBy)) : promised
  return promised === '' || last < promised ? last : promised
}

/** The most urgent first, and the older order first on the same day. */
export const byDueDay = <Row extends Due>(rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, day: dueDayOf(row) }))
    .sort((a, b) => a.day.localeCompare(b.day) || a.row.order.number.localeCompare(b.row.order.number))
    .map(({ row }) => row)

/** The tick for two orders with one tracking number. */
export const inOneParcel = (order: string, other: string): string => `${order} and ${other} are in one parcel`
