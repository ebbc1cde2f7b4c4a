/** The gzipped size of the files that each page loads on a phone. The build fails if a page exceeds its budget. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'

/** The budgets, in bytes after gzip. Browsers receive Brotli files, which are a seventh smaller. */
export interface Weight {
  what: string
  bytes: number
  budget: number
}

export function checkBudgets(folder: string): void {
  const faults = weigh(folder)
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ what, bytes, budget }) => `  ${what}: ${bytes} bytes, ${budget} at most`)
  if (faults.length > 0) throw new Error(`The client is over its budgets:\n${faults.join('\n')}`)
}

/** Measures the size of a built client's files for each budget. */
export function weigh(folder: string): Weight[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as Manifest
  const weight = (files: string[], budget: number, what: string): Weight => {
    const gzipped = [...new Set(files)].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
    return { what, bytes: gzipped.reduce((sum, bytes) => sum + bytes, 0), budget }
  }
  /** The files of the given manifest modules and of all their static imports. */
  const scripts = (...keys: string[]): string[] =>
    keys.flatMap((key) => [manifest[key]!.file, ...scripts(...(manifest[key]!.imports ?? []))])

  const home = scripts('entry.client.tsx', 'pages/home/HomePage.tsx')
  const pages = Object.keys(manifest).filter((key) => /^pages\/(office\/)?[^/]+\/\w+Page\.tsx$/.test(key))
  const styles = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'))
  return [
    weight(scripts('index.html'), 5_000, 'Scripts of a page before it is idle'),
    weight(home, 185_000, 'Scripts of home, hydrated'),
    weight(['service-worker.js'], 13_000, 'Service worker'),
    ...pages.map((page) => {
      const added = scripts(page).filter((file) => !home.includes(file))
      // Shoppers load neither the tester nor the office, so those pages have a larger budget.
      const budget = /\/(tester|office)\//.test(page) ? 35_000 : 30_000
      return weight(added, budget, `Scripts that ${page} adds`)
    }),
    weight(
      styles.map((name) => `assets/${name}`),
      20_000,
      'Styles',
    ),
  ]
}
