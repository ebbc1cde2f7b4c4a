/** What a phone pays for each page, as gzip compresses it: the build fails where it is over its budget. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'

const KB = 1000
const PAGE = /^pages\/[^/]+\/\w+Page\.tsx$/
const PRELOADED_FONT = /<link rel="preload"[^>]+\.woff2"/g

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
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const manifest = JSON.parse(read('files.json')) as Manifest
  const fonts = read('index.html').match(PRELOADED_FONT) ?? []
  if (fonts.length !== 2) throw new Error(`Pages preload ${fonts.length} fonts, not two`)

  /** Modules of the manifest, with all that they import statically. */
  const withImports = (...keys: string[]): string[] => [
    ...new Set(keys.flatMap((key) => [key, ...withImports(...(manifest[key]!.imports ?? []))])),
  ]
  const weight = (files: string[]) =>
    [...new Set(files)].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
  const scripts = (keys: string[], budget: number, what: string): Weight => {
    return { what: `Scripts ${what}`, bytes: weight(keys.map((key) => manifest[key]!.file)), budget: budget * KB }
  }
  const styles = (keys: string[], budget: number, what: string): Weight => {
    return {
      what: `Styles ${what}`,
      bytes: weight(keys.flatMap((key) => manifest[key]!.css ?? [])),
      budget: budget * KB,
    }
  }

  const home = withImports('index.html', 'pages/home/HomePage.tsx')
  const added = (page: string) => withImports(page).filter((key) => !home.includes(key))
  return [
    scripts(withImports('hydrateWhenIdle.ts'), 5, 'of a page before it is idle'),
    scripts(home, 171, 'of home, hydrated'),
    ...Object.keys(manifest)
      .filter((key) => PAGE.test(key))
      .flatMap((page) => [
        scripts(added(page), 30, `that ${page} adds`),
        styles(withImports('index.html', page), 20, `of ${page}`),
      ]),
  ]
}
