/** Formats an order's expected arrival. */
import { lastDay } from '../../server/shared/delivery/delivery'
import { formatDay } from './days'

/** `by Tue, 5 Aug`: an order has one day, on which its last line arrives. */
export function arrivalText(days: string[]): string {
  const last = lastDay(days)
  return last === null ? '' : `by ${formatDay(last)}`
}
