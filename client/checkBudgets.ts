/** What a shopper's phone pays for each page, held to the budgets below: the build fails where one is broken. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { DRAWN_ROUTES } from './pageTable.ts'

const KB = 1000
/** Bytes as gzip packs them; brotli, which browsers get, is smaller by a seventh. */
const BUDGETS = {
  /** All that a drawn page fetches for whoever only looks; that it fetches no more is e2e/drawn.test.ts's to prove. */
  firstView: 130 * KB,
  /** What home fetches at the first sign of intent. */
  openShop: 180 * KB,
  /** What another page adds to that. */
  laterRoute: 30 * KB,
  styles: 20 * KB,
}
const PRELOADED_FONTS = 2

const HOME = 'pages/home/HomePage.tsx'

/** What a page, or the whole shop, costs a phone. */
export interface Weight {
  what: string
  bytes: number
  budget: number
}

export function checkBudgets(folder: string): void {
  const faults = weigh(folder)
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ what, bytes, budget }) => `  ${what}: ${(bytes / KB).toFixed(1)} KB, ${budget / KB} KB at most`)
  if (faults.length > 0) throw new Error(`The client is over its budgets:\n${faults.join('\n')}`)
}

/** Everything that has a budget, in a built client. Throws where a page preloads fonts that it should not, or lacks one. */
export function weigh(folder: string): Weight[] {
  const read = (file: string): Buffer => readFileSync(join(folder, file))
  const manifest = JSON.parse(read('files.json').toString()) as Manifest
  const weight = (files: Iterable<string>): number =>
    [...new Set(files)].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)

  /** A module's own file, and all that it imports at once. */
  const scriptsOf = (key: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`No code was built for ${key}`)
    if (seen.has(chunk.file)) return seen
    seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) scriptsOf(imported, seen)
    return seen
  }
  const keyOf = (file: string): string => Object.keys(manifest).find((key) => manifest[key]!.file === file) ?? file
  const html = (template: string): string => read(template).toString()
  const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, file]) => file!)

  const open = new Set([...scriptsOf('index.html'), ...scriptsOf(HOME)])
  const routes = Object.keys(manifest).filter((key) => /^pages\/[^/]+\/\w+Page\.tsx$/.test(key))
  const fontsOf = (template: string) => matches(html(template), /<link rel="preload" href="\/([^"]+\.woff2)"/g)
  for (const { template } of DRAWN_ROUTES) {
    const fonts = fontsOf(template).length
    if (fonts !== PRELOADED_FONTS) throw new Error(`${template} preloads ${fonts} fonts, not ${PRELOADED_FONTS}`)
  }
  return [
    ...DRAWN_ROUTES.flatMap(({ template }) => {
      const named = matches(html(template), /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+)"/g)
      const styles = matches(html(template), /<style data-files="([^"]+)"/g).flatMap((files) => files.split(' '))
      const scripts = named.flatMap((file) => [...scriptsOf(keyOf(file))])
      return [
        { what: `Scripts of the first view of ${template}`, bytes: weight(scripts), budget: BUDGETS.firstView },
        { what: `Styles of ${template}`, bytes: weight(styles), budget: BUDGETS.styles },
      ]
    }),
    { what: 'Scripts of the open shop at home', bytes: weight(open), budget: BUDGETS.openShop },
    ...routes.map((route) => ({
      what: `Scripts that ${route} adds`,
      bytes: weight([...scriptsOf(route)].filter((file) => !open.has(file))),
      budget: BUDGETS.laterRoute,
    })),
  ]
}
