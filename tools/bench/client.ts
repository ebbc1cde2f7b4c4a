/** The Lighthouse results of the built client, measured by a script of client/e2e in a separate process. */
import type { BuiltShop } from '../../server/testing'
import { runScript } from './processes'
import { median, rowOf, type Row } from './rows'
import { LIGHTHOUSE } from '../install'

const SCORES = ['performance', 'accessibility', 'bestPractices', 'seo'] as const
const LOWEST_SCORE = 97
const LCP_MS = 1800

/** Scores from 0 to 100, and the largest contentful paint in milliseconds. */
type Lighthouse = Record<(typeof SCORES)[number] | 'lcp', number>

/** `runs` is the number of Lighthouse runs per page. The table shows the median of each value. */
export async function measureClient({ origin }: BuiltShop, runs: number): Promise<Row[]> {
  const pages = await runScript<Record<string, Lighthouse[]>>('lighthouse.ts', LIGHTHOUSE, origin, String(runs))
  return Object.entries(pages).flatMap(([page, all]): Row[] => {
    const middle = (key: keyof Lighthouse) => median(all.map((run) => run[key]))
    const scores = SCORES.map(middle)
    return [
      {
        measured: `Lighthouse, ${page}: performance, accessibility, best practices, SEO`,
        figure: scores.join(', '),
        target: `each at least ${LOWEST_SCORE}`,
        met: Math.min(...scores) >= LOWEST_SCORE ? 'yes' : 'no',
      },
      rowOf(`Lighthouse, ${page}: LCP`, middle('lcp'), 'ms', LCP_MS),
    ]
  })
}
