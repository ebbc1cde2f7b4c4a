/** `npm run analyze` rebuilds the client and generates a page that shows what each JavaScript file contains. */
import { build } from 'vite'
import { installTools } from './install'

const PAGE = 'dist/bundle.html'

installTools()
// A dynamic import, because the package is missing until it is installed above.
const { visualizer } = await import('rollup-plugin-visualizer')
await build({
  configFile: 'client/build/vite.config.ts',
  plugins: [visualizer({ filename: PAGE, gzipSize: true, title: 'Cerashop' })],
  build: { outDir: '../dist/analyzed' },
  logLevel: 'error',
})
console.log(`Open ${PAGE}`)
