/** The places where parcels take longer to arrive than in the rest of India, and how much longer. */
import { isInIndia, type Place } from './countries'
import { DAY_MS } from '../durations'

/**
 * Islands, and mountain areas that are cut off by snow or reached by only one road. Listed by sorting district, except for Lakshadweep,
 * which is part of Kochi's district.
 */
const REMOTE = /^(194|682(?=55)|737|744|79[0-9])/

export const DAYS_TO_REMOTE = 5

/** The extra days for a remote destination. */
export const furtherDays = (place: Place): number =>
  isInIndia(place) && REMOTE.test(place.zipCode) ? DAYS_TO_REMOTE : 0

/** The date, YYYY-MM-DD, this many days later. */
export const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Adds the destination's extra days to an estimate, YYYY-MM-DD, that excludes them. */
export const estimateFor = (day: string, destination: Place): string => laterDay(day, furtherDays(destination))
