/**
 * Prints as JSON Lighthouse's results for the most important pages, on its simulated phone with slow 4G.
 * Arguments: the path of Lighthouse's command, the shop's origin and a number of runs. The benchmark calls this script and turns the output
 * into table rows.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { freePort } from '../../server/testing/processes'
import { launch } from './launch'

const PAGES = { home: '/', listing: '/products', product: '/product/sea-glass-serving-bowl' }

/** The part of Lighthouse's output that this script uses. */
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const [lighthouse, origin, runs] = process.argv.slice(2)

/**
 * Chromium sometimes records a trace without its start (NO_NAVSTART). Lighthouse's error message then suggests another
 * run.
 */
const ATTEMPTS = 3

/** Lighthouse's report on a page, created in a new browser. Throws after three failed attempts. */
async function report(url: string, attempt = 1): Promise<Report> {
  const port = await freePort()
  const browser = await launch(`--remote-debugging-port=${port}`)
  const options = [`--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting']
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [lighthouse!, url, ...options], { maxBuffer: 64e6 })
    return JSON.parse(stdout) as Report
  } catch (cause) {
    const { stderr } = cause as { stderr?: string }
    const message = `Lighthouse, attempt ${attempt} of ${ATTEMPTS} at ${url}: ${stderr ?? String(cause)}`
    // Drops the cause, because it repeats the whole report.
    // eslint-disable-next-line preserve-caught-error
    if (attempt === ATTEMPTS) throw new Error(message)
    console.error(message)
  } finally {
    await browser.close()
  }
  return await report(url, attempt + 1)
}

/** One run: scores from 0 to 100, times in milliseconds. */
async function run(url: string) {
  const { categories, audits } = await report(url)
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

const pages: Record<string, Run[]> = {}
for (const [name, path] of Object.entries(PAGES)) {
  pages[name] = []
  for (let i = 0; i < Number(runs); i += 1) pages[name].push(await run(origin + path))
}
console.log(JSON.stringify(pages))
