/** How the client is built, and how the development server passes calls on to the shop's own server. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { visualizer } from 'rollup-plugin-visualizer'
import { defineConfig, type Plugin } from 'vite'
import { shareFragments } from './viteFragments.ts'
import { pageTemplates } from './vitePages.ts'

const server = `http://localhost:${process.env.PORT ?? 3001}`

/** Starts fetching the two text fonts with the page itself, before any style sheet names them. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
})

/** `npm run analyze`: what each file of code is made of, as a page to look at. */
const bundleReport = () =>
  visualizer({
    filename: fileURLToPath(new URL('../dist/bundle.html', import.meta.url)),
    gzipSize: true,
    title: 'Cerashop',
  })

/** What every page needs comes in a few files instead of twenty. Dialogs stay apart: no page shows one at first sight. */
const FIRST_CHUNKS = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\/|client\/react\.ts/,
  },
  { name: 'apollo', test: /node_modules\/(@apollo|@wry|optimism|rxjs|tslib)\// },
  // start.ts needs the little ones alone, and would else fetch the shop's code with them.
  { name: 'preload', test: /vite\/preload-helper|client\/data\/(storage|recentlyViewed)/ },
  { name: 'shop', test: /client\/(?!.*Dialog)|server\/shared\/(?!validation)|virtual:fragment/, minShareCount: 4 },
]

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const routerBuild = fileURLToPath(new URL('../node_modules/react-router/dist/production', import.meta.url))

export default defineConfig(({ command, mode, isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [shareFragments(), react(), preloadFonts(), pageTemplates(), mode === 'analyze' && bundleReport()],
  define: {
    // The build gives the photos' version; in development none of them is kept.
    __PHOTO_VERSION__: JSON.stringify(process.env.PHOTO_VERSION ?? 'dev'),
    // In what the server draws pages with, the packages' forms for development would else stand beside those for production.
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
  // The package itself leads to the build that warns developers, also where nobody develops.
  resolve:
    command === 'build' && !isSsrBuild
      ? {
          alias: [
            { find: /^react-router$/, replacement: `${routerBuild}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${routerBuild}/dom-export.mjs` },
          ],
        }
      : {},
  build: isSsrBuild
    ? // What the server draws pages with: one file, with all that it needs in the form for production.
      {
        outDir: '../dist/render',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: { input: source('render.tsx') },
      }
    : {
        outDir: '../dist/client',
        emptyOutDir: true,
        // What checkBudgets.ts reads.
        manifest: 'files.json',
        target: 'baseline-widely-available',
        rolldownOptions: {
          input: { index: source('index.html'), start: source('start.ts') },
          output: { codeSplitting: { groups: FIRST_CHUNKS } },
        },
      },
  ssr: { noExternal: true },
  server: {
    port: 3000,
    proxy: Object.fromEntries(['/api', '/graphql', '/photos'].map((path) => [path, server])),
  },
}))
