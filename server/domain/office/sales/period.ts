/** The periods of the Sales page and of its files. */
import { dayInIndia } from '../../../shared/delivery/delivery'
import { DAY_MS } from '../../../shared/durations'
import { invalidInput } from '../../../shared/errors'
import { beginningOf } from '../../../shared/indianDays'

/** From the first time up to, but not including, the second. */
export interface Period {
  from: Date
  to: Date
}

const MAX_PERIOD_DAYS = 731

/** Includes both days, in Indian time. At most two years (731 days). Throws INVALID_INPUT. */
export function periodOf({ from, to }: { from: string; to: string }): Period {
  const [first, last] = [startOf('from', from), startOf('to', to)]
  const length = (last.getTime() - first.getTime()) / DAY_MS + 1
  if (length < 1 || length > MAX_PERIOD_DAYS)
    throw invalidInput('to', `The period must have 1 to ${MAX_PERIOD_DAYS} days.`)
  return { from: first, to: new Date(last.getTime() + DAY_MS) }
}

function startOf(field: string, day: string): Date {
  const start = beginningOf(day)
  if (start && start.toISOString() > '0001') return start
  throw invalidInput(field, `\`${field}\` must be a date as YYYY-MM-DD.`)
}

/** The days as YYYY-MM-DD. */
export function daysOf({ from, to }: Period): string[] {
  const length = (to.getTime() - from.getTime()) / DAY_MS
  return Array.from({ length }, (_, n) => dayInIndia(new Date(from.getTime() + n * DAY_MS)))
}
