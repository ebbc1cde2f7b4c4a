/** How the client is built, and how the development server passes calls on to the shop's own server. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { shareFragments } from './vite-fragments.ts'
import { pageVariants } from './vite-pages.ts'

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

/** What every page needs comes in a few files instead of twenty. Dialogs stay apart: no page shows one at first sight. */
const FIRST_CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\// },
  { name: 'apollo', test: /node_modules\/(@apollo|@wry|optimism|rxjs|tslib)\// },
  { name: 'shop', test: /client\/(?!.*Dialog)|server\/shared\/|virtual:fragment/, minShareCount: 4 },
]

const routerBuild = fileURLToPath(new URL('../node_modules/react-router/dist/production', import.meta.url))

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: '/',
  plugins: [shareFragments(), react(), preloadFonts(), pageVariants()],
  // The build gives the photos' version; in development none of them is kept.
  define: { __PHOTO_VERSION__: JSON.stringify(process.env.PHOTO_VERSION ?? 'dev') },
  // The package itself leads to the build that warns developers, also where nobody develops.
  resolve:
    command === 'build'
      ? {
          alias: [
            { find: /^react-router$/, replacement: `${routerBuild}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${routerBuild}/dom-export.mjs` },
          ],
        }
      : {},
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_CHUNKS } } },
  },
  server: {
    port: 3000,
    proxy: Object.fromEntries(['/api', '/graphql', '/photos'].map((path) => [path, server])),
  },
}))
