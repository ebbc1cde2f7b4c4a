/** Days in Indian time, which is five and a half hours ahead of UTC all year. `dayInIndia` is the reverse. */
import { dayInIndia } from './delivery/delivery'

/** The time at which that day begins, or null for an invalid date. */
export function beginningOf(day: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const instant = new Date(`${day}T00:00:00+05:30`)
  return Number.isNaN(instant.getTime()) || dayInIndia(instant) !== day ? null : instant
}
