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

export function checkBudgets(folder: string): void {
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
  const faults: string[] = []
  const check = (what: string, bytes: number, budget: number) => {
    if (bytes > budget) faults.push(`${what}: ${(bytes / KB).toFixed(1)} KB, ${budget / KB} KB at most`)
  }

  check('Scripts of the open shop at home', weight(open), BUDGETS.openShop)
  for (const route of routes) {
    const added = [...scriptsOf(route)].filter((file) => !open.has(file))
    check(`Scripts that ${route} adds`, weight(added), BUDGETS.laterRoute)
  }
  for (const { template } of DRAWN_ROUTES) {
    const page = html(template)
    const named = matches(page, /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+)"/g)
    check(`Scripts of ${template}`, weight(named.flatMap((file) => [...scriptsOf(keyOf(file))])), BUDGETS.firstView)
    check(
      `Styles of ${template}`,
      weight(matches(page, /<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)),
      BUDGETS.styles,
    )
    const fonts = matches(page, /<link rel="preload" href="\/([^"]+\.woff2)"/g).length
    if (fonts !== PRELOADED_FONTS) faults.push(`${template} preloads ${fonts} fonts, not ${PRELOADED_FONTS}`)
  }
  if (faults.length > 0)
    throw new Error(`The client is over its budgets:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}
