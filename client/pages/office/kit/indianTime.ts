/**
 * Converts days and times that staff type. They are Indian times, regardless of the computer's time zone. India is at
 * UTC+05:30 all year.
 */
import { DAY_MS } from '../../../../server/shared/durations'

const ZONE = '+05:30'
const ZONE_MS = 5.5 * 60 * 60 * 1000

/** Formats an instant as `2026-11-22T09:00`, the value of a datetime-local field. */
export const localTime = (instant: string | null): string =>
  instant === null ? '' : new Date(new Date(instant).getTime() + ZONE_MS).toISOString().slice(0, 16)

export const instantOf = (local: string): string | null => (local === '' ? null : `${local.slice(0, 16)}:00${ZONE}`)

/** The calendar day of an instant. */
export const dayOf = (instant: Date): string => localTime(instant.toISOString()).slice(0, 10)

/** Returns the text if it is a calendar day, or an empty string otherwise. */
export function dayIn(text: string | null): string {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text ?? '')) return ''
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text!) ? text! : ''
}

/** The calendar day `days` later; a negative number gives an earlier day. */
export const daysAfter = (day: string, days: number): string =>
  new Date(new Date(`${day}T00:00:00Z`).getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** The number of days from `from` to `to`, inclusive. */
export const daysFromTo = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1

/** The start of the day. */
export const startOfDay = (day: string): string => `${day}T00:00:00${ZONE}`
