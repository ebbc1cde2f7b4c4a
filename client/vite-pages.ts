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
      for (const { module, template } of DRAWN_ROUTES) {
        const chunk = chunkOf(module)
        const files = [chunk.fileName, ...chunk.imports]
        const styles = files
          .flatMap((name) => {
            const file = bundle[name]
            return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
          })
          .filter((name) => !html.includes(name))
          .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`)
        const code = files.map((name) => `/${name}`).join(' ')
        const start = `<script type="module" crossorigin src="/${chunkOf('start.ts').fileName}" data-page="${code}"></script>`
        this.emitFile({
          type: 'asset',
          fileName: template,
          source: html.replace(SCRIPTS, '').replace('</head>', `${styles.join('')}${start}</head>`),
        })
      }
    },
  }
}
