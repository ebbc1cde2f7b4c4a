/**
 * The build configuration of the service worker, which is bundled into a single file at the site's root. It runs after the client's build
 * and lists the client's files.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type Manifest } from 'vite'
import { compression } from 'vite-plugin-compression2'

const client = resolve(import.meta.dirname, '..')
const built = resolve(client, '../dist/client')

/** The files that every page needs (`files.ts`). A phone has loaded all of them by the time the page is idle. */
const STARTING = ['start', 'react', 'router', 'apollo', 'shop', 'more']

/** The names of these files, of the styles, the fonts and the drawings. */
function startingFiles(): string[] {
  const manifest = JSON.parse(readFileSync(resolve(built, 'files.json'), 'utf8')) as Manifest
  return Object.values(manifest)
    .filter(({ name }) => name === undefined || STARTING.includes(name))
    .map(({ file }) => `/${file}`)
}

export default defineConfig({
  root: client,
  plugins: [compression({ include: /service-worker\.js$/ })],
  define: { __STARTING_FILES__: JSON.stringify(startingFiles()), 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    outDir: '../dist/client',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'baseline-widely-available',
    rolldownOptions: {
      input: resolve(client, 'serviceWorker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})
