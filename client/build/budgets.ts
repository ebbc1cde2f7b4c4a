/** What a phone pays for each page, as gzip compresses it: the build fails where it is over its budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'

const KB = 1000
const HOME = 'pages/home/HomePage.tsx'
const PAGE = /^pages\/[^/]+\/\w+Page\.tsx$/
const PRELOADED_FONTS = 2

/** In bytes; brotli, which browsers get, is smaller by a seventh. */
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

/** Everything that has a budget, in a built client. Throws where a page does not preload just the two fonts of its text. */
export function weigh(folder: string): Weight[] {
  const read = (file: string) => readFileSync(join(folder, file))
  const manifest = JSON.parse(read('files.json').toString()) as Manifest
  const fonts =
    read('index.html')
      .toString()
      .match(/<link rel="preload"[^>]+\.woff2"/g) ?? []
  if (fonts.length !== PRELOADED_FONTS) throw new Error(`Pages preload ${fonts.length} fonts, not ${PRELOADED_FONTS}`)

  /** Modules of the manifest, with all that they import statically. */
  const withImports = (...keys: string[]): Set<string> =>
    new Set(keys.flatMap((key) => [key, ...withImports(...(manifest[key]!.imports ?? []))]))
  const weight = (files: string[]) =>
    [...new Set(files)].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
  const scripts = (keys: Iterable<string>) => [...keys].map((key) => manifest[key]!.file)
  const styles = (keys: Set<string>) => [...keys].flatMap((key) => manifest[key]!.css ?? [])

  const home = withImports('index.html', HOME)
  const added = (page: string) => [...withImports(page)].filter((key) => !home.has(key))
  const pages = Object.keys(manifest).filter((key) => PAGE.test(key))
  return [
    {
      what: 'Scripts of a page before it is idle',
      bytes: weight(scripts(withImports('hydrateWhenIdle.ts'))),
      budget: 5 * KB,
    },
    // 170 KB is the aim.
    { what: 'Scripts of home, hydrated', bytes: weight(scripts(home)), budget: 174 * KB },
    ...pages.flatMap((page) => [
      { what: `Scripts that ${page} adds`, bytes: weight(scripts(added(page))), budget: 30 * KB },
      { what: `Styles of ${page}`, bytes: weight(styles(withImports('index.html', page))), budget: 20 * KB },
    ]),
  ]
}
