/**
 * `npm run fonts` trims the shop's fonts. Headings need one optical size and one weight, and all text needs only
 * Western letters. A phone therefore loads 34 KB instead of 87.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installTools } from './install'

installTools()
// A dynamic import, because the package is missing until it is installed above.
const { default: subsetFont } = await import('subset-font')

const read = (file: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@fontsource-variable/${file}`))

/** Each range includes its first and last code points. */
const lettersOf = (...ranges: [first: number, last: number][]): string =>
  ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
    .join('')

const FOLDER = join(import.meta.dirname, '../client/styles/fonts')
const WESTERN = lettersOf([0x20, 0x7e], [0xa0, 0xff])

const FONTS = {
  'fraunces.woff2': {
    from: read('fraunces/files/fraunces-latin-opsz-normal.woff2'),
    letters: `${WESTERN}‘’“”–—…×`,
    axes: { opsz: 48, wght: 420 },
  },
  'figtree.woff2': {
    from: read('figtree/files/figtree-latin-wght-normal.woff2'),
    letters: `${WESTERN}ıŒœ€™↑↓−∕${lettersOf([0x2000, 0x206f])}`,
    axes: { wght: { min: 400, max: 650 } },
  },
}

for (const [name, { from, letters, axes }] of Object.entries(FONTS)) {
  const font = await subsetFont(from, letters, { targetFormat: 'woff2', variationAxes: axes })
  writeFileSync(join(FOLDER, name), font)
  console.log(`${name}: ${font.length} bytes`)
}
