/** Measures how long the first tap on a slow phone takes. A script of client/e2e measures it in a separate process. */
import type { BuiltShop } from '../../server/testing'
import { runScript } from './processes'
import { median, rowOf, type Row } from './rows'

const FIRST_TAP_MS = 500
const AT_ONCE_MS = 1_500

/** Milliseconds per button and run. */
type Taps = Record<string, { first: number; later: number; atOnce: number }[]>

/** `runs` is the number of times that each page is opened. The table shows the median of each value. */
export async function measureFirstTaps({ origin }: BuiltShop, runs: number): Promise<Row[]> {
  const buttons = await runScript<Taps>('firstTap.ts', origin, String(runs))
  return Object.entries(buttons).flatMap(([button, taps]) => {
    const later = median(taps.map((tap) => tap.later)).toFixed(0)
    const name = `First tap, ${button}, four seconds after load (a later one: ${later} ms)`
    const atOnce = `First tap, ${button}, right after load, 300 ms and 1.6 Mbit/s`
    return [
      rowOf(name, median(taps.map(({ first }) => first)), 'ms', FIRST_TAP_MS),
      rowOf(atOnce, median(taps.map((tap) => tap.atOnce)), 'ms', AT_ONCE_MS),
    ]
  })
}
