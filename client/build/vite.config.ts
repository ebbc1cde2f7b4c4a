/**
 * The client's build configuration. The development server forwards requests to the shop's server. No file has a size limit: such a limit
 * fails on the next icon, but not on a slow page. The benchmark measures the pages on a slow phone instead.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { FILES, withoutTinyFiles } from './files'

const client = resolve(import.meta.dirname, '..')
const source = (name: string) => resolve(client, name)
/** dev.ts sets both ports. */
const { PORT: serverPort = '3001', PAGE_PORT: pagePort = '3000' } = process.env
const PROXIED = [
  '/api',
  '/graphql',
  '/photos',
  '/office/photos',
  '/office/invoices.csv',
  '/office/sales.csv',
  '/payments/return',
  '/robots.txt',
  '/sitemap',
]

/** Writes the names of the client's files into the page: those that each page needs, in dependency order, and `more`. */
function nameCode(): Plugin {
  let names = ''
  return {
    name: 'name-code',
    apply: 'build',
    enforce: 'pre',
    // The list is complete only after bundling.
    generateBundle(_, bundle) {
      const importsFirst = (name: string): string[] => {
        const file = bundle[name]
        return [...(file?.type === 'chunk' && !file.isEntry ? file.imports.flatMap(importsFirst) : []), name]
      }
      const named = (wanted: string) => Object.keys(bundle).find((name) => bundle[name]!.name === wanted)!
      const start = named('start')
      const code = [...new Set(importsFirst(named('shop')))].filter((name) => name !== start)
      names = `data-code="${code.map((name) => `/${name}`).join(' ')}" data-more="/${named('more')}"`
    },
    transformIndexHtml: (html) => html.replace('<script', `<script ${names}`),
  }
}

async function serverListens(): Promise<boolean> {
  const socket = connect(Number(serverPort), 'localhost')
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Holds requests for up to 30 s while the server starts. Otherwise the page would show an error. */
const waitForServer = (): Plugin => ({
  name: 'wait-for-server',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      const isProxied = PROXIED.some((path) => request.url?.startsWith(path))
      void (async () => {
        const latest = Date.now() + 30_000
        while (isProxied && !(await serverListens()) && Date.now() < latest) await setTimeout(100)
      })().then(() => next())
    })
  },
})

/** Without this, Rolldown would warn about slow plugins on a busy machine. */
const CHECKS = { bundlerTimings: false }

const LIBRARIES = /^(react|router|apollo)$/

const routerBuild = source('../node_modules/react-router/dist/production')

export default defineConfig(({ command, isSsrBuild }) => ({
  root: client,
  base: '/',
  plugins: [
    react(),
    !isSsrBuild && withoutTinyFiles(),
    nameCode(),
    waitForServer(),
    // Compresses at the highest level, because each file is compressed once and sent many times.
    !isSsrBuild && compression({ include: /\.(js|css|svg|json|txt)$/, threshold: 1000 }),
  ],
  define: {
    // The build sets the version of the photos. In development, photos are not cached.
    __PHOTO_VERSION__: JSON.stringify(process.env.PHOTO_VERSION ?? 'dev'),
    // Without this, the server build would contain the packages' development code in addition to the production code.
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
  resolve:
    command === 'build' && !isSsrBuild
      ? {
          // Selects the modern JavaScript version of RxJS, which Apollo uses.
          conditions: ['es2015', ...defaultClientConditions],
          // By default the package resolves to its development build, which contains warnings for developers.
          alias: [
            { find: /^react-router$/, replacement: `${routerBuild}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${routerBuild}/dom-export.mjs` },
          ],
        }
      : {},
  build: isSsrBuild
    ? // One file that contains all pages and dependencies as production code. The server never loads code later, when it may be short of
      // file descriptors: Node would remember the failure, and the page would fail until the next start.
      {
        outDir: '../dist/ssr',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: { input: source('start/entry.server.tsx'), checks: CHECKS, output: { codeSplitting: false } },
      }
    : {
        outDir: '../dist/client',
        emptyOutDir: true,
        // The server and the service worker read this manifest.
        manifest: 'files.json',
        // Every target browser supports module preload.
        modulePreload: { polyfill: false },
        target: 'baseline-widely-available',
        // All the CSS together is no larger than one photo preview, so it is not split by page.
        cssCodeSplit: false,
        rolldownOptions: {
          checks: CHECKS,
          // Reading a property of these packages has no side effects.
          treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          output: {
            codeSplitting: FILES,
            // Chromium then compiles these files as a whole in the background, instead of compiling each function when the page first calls
            // it.
            postBanner: ({ name }) => (LIBRARIES.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
          },
        },
      },
  ssr: { noExternal: true },
  // The explorer has a separate build, so its dependencies are omitted here.
  optimizeDeps: { entries: ['index.html', 'routes.tsx'] },
  server: {
    port: Number(pagePort),
    strictPort: true,
    proxy: Object.fromEntries(PROXIED.map((path) => [path, `http://localhost:${serverPort}`])),
  },
}))
