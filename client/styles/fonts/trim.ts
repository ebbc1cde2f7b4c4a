/**
 * `npm run fonts`: makes fraunces.woff2 from the whole font. Headings are all that it sets: one optical size, a few weights and
 * the letters of Western languages are enough, and less than half of what a phone would load.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const WHOLE = createRequire(import.meta.url).resolve(
  '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
)
/** From the first code point to the last. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
] as const
const PUNCTUATION = '‘’“”–—…₹×'

const letters = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
).join('')

const trimmed = await subsetFont(readFileSync(WHOLE), letters + PUNCTUATION, {
  targetFormat: 'woff2',
  variationAxes: { opsz: 48, wght: { min: 400, max: 600 } },
})
writeFileSync(join(import.meta.dirname, 'fraunces.woff2'), trimmed)
console.log(`fraunces.woff2: ${trimmed.length} bytes`)
