/** Days in Indian time, which is five and a half hours ahead of UTC all year. */

const AHEAD_MS = 5.5 * 60 * 60 * 1000

/** `2026-04-01` */
export const indianDay = (instant: Date): string => new Date(instant.getTime() + AHEAD_MS).toISOString().slice(0, 10)

/** The time at which that day begins, or null for an invalid date. */
export function beginningOf(day: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const instant = new Date(`${day}T00:00:00+05:30`)
  return Number.isNaN(instant.getTime()) || indianDay(instant) !== day ? null : instant
}
