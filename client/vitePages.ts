/**
 * Writes the file that the server draws a page into, for each page that it draws: its styles stand in it, so that a slow network shows
 * it as soon as it has come, and all the code that it runs at first is `start.ts`.
 */
import type { Plugin } from 'vite'
import { DRAWN_ROUTES } from './pageTable.ts'

const STYLES = /\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g
const SCRIPTS = /\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g

export function pageTemplates(): Plugin {
  return {
    name: 'page-templates',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') return
      const html = String(index.source)
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const chunkOf = (module: string) => {
        const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`client/${module}`))
        if (!found) throw new Error(`No code was built for ${module}`)
        return found
      }
      /** Files, and all that they import at once. */
      const codeOf = (names: string[], found = new Set<string>()): Set<string> => {
        for (const name of names) {
          const file = bundle[name]
          if (file?.type !== 'chunk' || found.has(name)) continue
          codeOf(file.imports, found.add(name))
        }
        return found
      }
      const styleOf = (name: string): string => {
        const file = bundle[name]
        if (file?.type !== 'asset') throw new Error(`No styles were built as ${name}`)
        return String(file.source).trim()
      }
      const stylesOfAll = [...html.matchAll(STYLES)].map(([, name]) => name!)
      const start = chunkOf('start.ts')
      for (const { module, template } of DRAWN_ROUTES) {
        const { fileName } = chunkOf(module)
        const stylesOfPage = [...codeOf([fileName])].flatMap((name) => {
          const file = bundle[name]
          return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
        })
        const styles = [...new Set([...stylesOfAll, ...stylesOfPage])]
        const code = [...codeOf([...start.dynamicImports, fileName])].map((name) => `/${name}`).join(' ')
        const preloads = start.imports.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join('')
        const script = `<script type="module" crossorigin src="/${start.fileName}" data-page="${code}"></script>`
        const files = styles.map((name) => `/${name}`).join(' ')
        const style = `<style data-files="${files}">${styles.map(styleOf).join('')}</style>`
        this.emitFile({
          type: 'asset',
          fileName: template,
          source: html
            .replace(STYLES, '')
            .replace(SCRIPTS, '')
            .replace('</head>', () => `${style}${script}${preloads}</head>`),
        })
      }
    },
  }
}
