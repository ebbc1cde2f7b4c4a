/**
 * Prints, as JSON, what the built client weighs, and what Lighthouse says of the pages that visitors see first, on its phone with slow 4G.
 * To be called with the file of Lighthouse's command, the shop's origin and a number of runs; the bench does, and makes rows of it.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { weigh } from '../build/budgets'
import { freePort, launch } from './launch'

const PAGES = { home: '/', listing: '/products', product: '/product/sea-glass-serving-bowl' }

/** The part that counts here of what Lighthouse prints. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const [lighthouse, origin, runs] = process.argv.slice(2)

/** One run: scores of 0 to 100, times in milliseconds. Throws where Lighthouse could not look at the page. */
async function run(url: string, port: number) {
  const options = [`--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting']
  const { stdout } = await promisify(execFile)(process.execPath, [lighthouse!, url, ...options], { maxBuffer: 64e6 })
  const { categories, audits } = JSON.parse(stdout) as Report
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const figure = (name: string) => audits[name]!.numericValue!
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    tbt: figure('total-blocking-time'),
  }
}

type Run = Awaited<ReturnType<typeof run>>

const port = await freePort()
const browser = await launch(`--remote-debugging-port=${port}`)
try {
  const pages: Record<string, Run[]> = {}
  for (const [name, path] of Object.entries(PAGES)) {
    pages[name] = []
    for (let i = 0; i < Number(runs); i += 1) pages[name].push(await run(origin + path, port))
  }
  console.log(JSON.stringify({ weights: weigh('dist/client'), pages }))
} finally {
  await browser.close()
}
