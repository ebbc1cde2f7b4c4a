/**
 * Writes the file that the server draws a page into, for each page that it draws: its styles are named, and all the code
 * that it runs at first is `start.ts`.
 */
import type { Plugin } from 'vite'
import { DRAWN_ROUTES } from './pageTable.ts'

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
      const start = chunkOf('start.ts')
      for (const { module, template } of DRAWN_ROUTES) {
        const { fileName } = chunkOf(module)
        const styles = [...codeOf([fileName])]
          .flatMap((name) => {
            const file = bundle[name]
            return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
          })
          .filter((name) => !html.includes(name))
          .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`)
        const code = [...codeOf([...start.dynamicImports, fileName])].map((name) => `/${name}`).join(' ')
        const preloads = start.imports.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join('')
        const script = `<script type="module" crossorigin src="/${start.fileName}" data-page="${code}"></script>`
        this.emitFile({
          type: 'asset',
          fileName: template,
          source: html.replace(SCRIPTS, '').replace('</head>', `${styles.join('')}${script}${preloads}</head>`),
        })
      }
    },
  }
}
