/** Formats an order's expected arrival. */
import { formatDay } from './days'

/** `by Tue, 5 Aug` if all its lines arrive on that day, else `5 to 9 Aug` or `30 Jul to 2 Aug`. */
export function arrivalText(days: string[]): string {
  const sorted = [...days].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last) return `by ${formatDay(first)}`
  const [from, to] = [first, last].map((day) => formatDay(day).split(', ')[1]!) as [string, string]
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${isSameMonth ? from.split(' ')[0] : from} to ${to}`
}
