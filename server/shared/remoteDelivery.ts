/** Where a parcel needs longer than to the rest of India, and how much longer. */
import { isIndia } from './indianNumbers'
import { SHOP } from './shop'

export interface Destination {
  country: string
  zipCode: string
}

/** Islands, and mountains that are closed by snow or reached by one road: by sorting district, and Lakshadweep's part of Kochi's. */
const REMOTE = /^(194|682(?=55)|737|744|79[0-9])/

export const DAYS_TO_REMOTE = 5

/** Days beyond what any order takes. */
const furtherDays = ({ country, zipCode }: Destination): number =>
  isIndia(country) && REMOTE.test(zipCode) ? DAYS_TO_REMOTE : 0

const DAY_MS = 24 * 60 * 60 * 1000
const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The day of an estimate, YYYY-MM-DD, that was made without knowing where the parcel goes. */
export const estimateFor = (day: string, destination: Destination): string => later(day, furtherDays(destination))

/** YYYY-MM-DD: no line that is ordered `today`, a day in India, is estimated to arrive there later. */
export const arrivesBy = (today: string, destination: Destination): string =>
  later(today, SHOP.deliveryDays.maximum + furtherDays(destination))
