/** What the built client weighs, and what Lighthouse says of it; measured by a process of the client's own. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../settings'
import type { Running } from './processes'
import { median, type Row } from './rows'
import { LIGHTHOUSE } from './tools'

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

interface Measured {
  weights: { what: string; bytes: number; budget: number }[]
  pages: Record<string, Lighthouse[]>
}

/** `runs` is how often Lighthouse looks at each page; the middle one of each figure counts. */
export async function measureClient({ origin }: Running, runs: number): Promise<Row[]> {
  const script = join(projectRoot, 'client/e2e/lighthouse.ts')
  const args = ['--import', 'tsx', script, LIGHTHOUSE, origin, String(runs)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot })
  const { weights, pages } = JSON.parse(stdout) as Measured
  return [...rowsOfWeights(weights), ...Object.entries(pages).flatMap(([page, all]) => rowsOfPage(page, all))]
}

/** The heaviest of each kind: where it is within the budget, so are all others. */
function rowsOfWeights(weights: Measured['weights']): Row[] {
  const kinds = {
    'Scripts of a page before it is idle': /^Scripts of a page/,
    'Scripts of home, hydrated': /^Scripts of home/,
    'Scripts that a later page adds': /^Scripts that/,
    'Styles of a page': /^Styles/,
  }
  return Object.entries(kinds).map(([name, kind]) => {
    const { bytes, budget } = weights.filter(({ what }) => kind.test(what)).sort((a, b) => b.bytes - a.bytes)[0]!
    return { name: `${name}, at most, as gzip`, value: bytes / 1000, unit: 'KB', target: budget / 1000 }
  })
}

function rowsOfPage(page: string, runs: Lighthouse[]): Row[] {
  const middle = (figure: keyof Lighthouse) => median(runs.map((run) => run[figure]))
  const score = (name: string, figure: keyof Lighthouse, target: number): Row => ({
    name: `Lighthouse, ${page}: ${name}`,
    value: middle(figure),
    unit: 'points',
    target,
    atLeast: true,
  })
  const least = (name: string, figure: keyof Lighthouse, unit: Row['unit'], target: number): Row => ({
    name: `Lighthouse, ${page}: ${name}`,
    value: middle(figure),
    unit,
    target,
    atLeast: false,
  })
  return [
    score('performance', 'performance', 95),
    score('accessibility', 'accessibility', 100),
    score('best practices', 'bestPractices', 100),
    score('SEO', 'seo', 100),
    least('LCP', 'lcp', 'ms', 1800),
    least('CLS', 'cls', '', 0.02),
    least('TBT', 'tbt', 'ms', 250),
  ]
}
