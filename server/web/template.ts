/** The HTML around a page: `index.html` as Vite builds it where the browser renders the page, and with less in it where the server does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import type { RenderedPage } from '../shared/rendering'

const ENTRY = 'index.html'
const SCRIPT = 'hydrateWhenIdle.ts'
const ASSETS = /\s*<(?:script type="module"|link rel="modulepreload"|link rel="stylesheet")[^>]*>(?:<\/script>)?/g
const HEAD = /<!-- head -->[^]*<!-- \/head -->/
const ROOT = /<!-- root -->[^]*<!-- \/root -->/

export type FillTemplate = (module: string | null, page: RenderedPage) => string

/** Reads the client as it was built into `folder`. `module` is a page's, as Vite's manifest names it. */
export function readTemplate(folder: string): FillTemplate {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const manifest = JSON.parse(read('files.json')) as Manifest
  const html = read(ENTRY).replace(ASSETS, '')
  const known = new Map<string | null, string>()

  /** A module after all that it imports, so that each can be evaluated on its own. */
  const importsFirst = (key: string): string[] => [...(manifest[key]!.imports ?? []).flatMap(importsFirst), key]
  const unique = (files: string[]) => [...new Set(files)].map((file) => `/${file}`)

  function templateOf(module: string | null): string {
    const { file, imports = [] } = manifest[SCRIPT]!
    const keys = [...(module ? importsFirst(module) : []), ...importsFirst(ENTRY)]
    const code = unique(keys.map((key) => manifest[key]!.file))
    // The styles stand in the page, which is painted sooner for it. Vite adds a link only where there is none; a disabled one is not fetched.
    const styles = unique([ENTRY, ...keys].flatMap((key) => manifest[key]!.css ?? []))
    const assets = [
      `<style>${styles.map(read).join('')}</style>`,
      ...styles.map((href) => `<link rel="stylesheet" disabled href="${href}">`),
      `<script type="module" crossorigin src="/${file}" data-code="${code.join(' ')}"></script>`,
      ...imports.map((key) => `<link rel="modulepreload" crossorigin href="/${manifest[key]!.file}">`),
    ]
    return html.replace('</head>', () => `${assets.join('')}</head>`)
  }

  return (module, { head, root }) => {
    const template = known.get(module) ?? templateOf(module)
    known.set(module, template)
    return template.replace(HEAD, () => head).replace(ROOT, () => root)
  }
}
