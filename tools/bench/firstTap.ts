/**
 * Measures how long the first tap takes on a slow phone, compared with a later one. A script of client/e2e measures it in a separate
 * process.
 */
import { runScript, type Running } from './processes'
import { median, type Row } from './rows'

/** Milliseconds per button and run. */
type Taps = Record<string, { first: number; later: number }[]>

/** `runs` is the number of times that each page is opened. The table shows the median of each value. */
export async function measureFirstTaps({ origin }: Running, runs: number): Promise<Row[]> {
  const buttons = await runScript<Taps>('firstTap.ts', origin, String(runs))
  return Object.entries(buttons).flatMap(([button, taps]): Row[] => {
    const first = median(taps.map((tap) => tap.first))
    const later = median(taps.map((tap) => tap.later))
    return [
      { name: `First tap, ${button}, four seconds after load`, value: first, unit: 'ms', target: 500 },
      { name: `First tap, ${button}, of a later one`, value: first / later, unit: 'x', target: 3 },
    ]
  })
}
