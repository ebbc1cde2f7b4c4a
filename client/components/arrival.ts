/** Formats an order's expected arrival. */
import { formatDay } from './days'

/** `by Tue, 5 Aug`: an order has one day, on which its last line arrives. */
export function arrivalText(days: string[]): string {
  const last = [...days].sort().at(-1)
  return last === undefined ? '' : `by ${formatDay(last)}`
}
