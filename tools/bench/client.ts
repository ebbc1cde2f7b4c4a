/** The Lighthouse results of the built client, measured by a script of client/e2e in a separate process. */
import { runScript, type Running } from './processes'
import { median, type Row } from './rows'
import { LIGHTHOUSE } from '../install'

interface Lighthouse {
  /** Scores, 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Milliseconds. */
  lcp: number
  cls: number
  /** Milliseconds. */
  tbt: number
}

/** `runs` is the number of Lighthouse runs per page. The table shows the median of each value. */
export async function measureClient({ origin }: Running, runs: number): Promise<Row[]> {
  const pages = await runScript<Record<string, Lighthouse[]>>('lighthouse.ts', LIGHTHOUSE, origin, String(runs))
  return Object.entries(pages).flatMap(([page, all]) => rowsOfPage(page, all))
}

type Figure = Omit<Row, 'value'> & { key: keyof Lighthouse }

const FIGURES: Figure[] = [
  { name: 'performance', key: 'performance', unit: 'points', target: 97, atLeast: true },
  { name: 'accessibility', key: 'accessibility', unit: 'points', target: 97, atLeast: true },
  { name: 'best practices', key: 'bestPractices', unit: 'points', target: 97, atLeast: true },
  { name: 'SEO', key: 'seo', unit: 'points', target: 97, atLeast: true },
  { name: 'LCP', key: 'lcp', unit: 'ms', target: 1800 },
  { name: 'CLS', key: 'cls', unit: '', target: 0.02 },
  { name: 'TBT', key: 'tbt', unit: 'ms', target: 250 },
]

const rowsOfPage = (page: string, runs: Lighthouse[]): Row[] =>
  FIGURES.map(({ name, key, ...row }) => ({
    ...row,
    name: `Lighthouse, ${page}: ${name}`,
    value: median(runs.map((run) => run[key])),
  }))
