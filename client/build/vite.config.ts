/** How the client is built, and how the development server passes requests on to the shop's own server. */
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { visualizer } from 'rollup-plugin-visualizer'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

const client = resolve(import.meta.dirname, '..')
const source = (name: string) => resolve(client, name)
const server = `http://localhost:${process.env.PORT ?? 3001}`
const PROXIED = ['/api', '/graphql', '/photos', '/office/photos', '/robots.txt', '/sitemap']

/** Names the files of the code, each after those that it imports, for hydrateWhenIdle.ts to fetch. */
const nameCode = (): Plugin => ({
  name: 'name-code',
  apply: 'build',
  transformIndexHtml(html, { bundle = {} }) {
    const importsFirst = (name: string): string[] => {
      const file = bundle[name]
      return [...(file?.type === 'chunk' ? file.imports.flatMap(importsFirst) : []), `/${name}`]
    }
    const entry = Object.keys(bundle).find((name) => bundle[name]!.name === 'entry.client')!
    return html.replace('<script', `<script data-code="${[...new Set(importsFirst(entry))].join(' ')}"`)
  },
})

/** What many pages need comes in a few files instead of twenty, each evaluated on its own. */
const SHARED_CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/(react-router|react-router-dom)\// },
  { name: 'apollo', test: /node_modules\/(@apollo\/client\/(?!link)|(@wry|optimism|rxjs|tslib)\/)/, minShareCount: 4 },
  // hydrateWhenIdle.ts needs these alone, and would else fetch the whole of the next chunk with them.
  {
    name: 'idle',
    test: /vite\/preload-helper|client\/(replayClicks|idle|data\/(storage|catalogue\/recentlyViewed|apollo\/reachability))\.|shared\/rendering\./,
  },
  {
    name: 'shop',
    test: /client\/(components\/(?!(\w+\/)?\w*(Dialog|Field|InvoiceSheet|OrderActions|OrderStatus|form|PriceSummary|AddressText|ShopperPage|ForVisitors|days)\b)|data\/(?!(\w+\/)?(intents|orders|awaitedPayment|checkout|payment|office|photoUpload|network|publicOperation))|paths)|server\/shared\/(?!validation|indianNumbers|officeInput|goods|paise)/,
    minShareCount: 4,
  },
  { name: 'forms', test: /client\/components\/(\w+\/)?(FormPage|ForVisitors)\b|client\/data\/(\w+\/)?(accounts|intents)\b/ },
  { name: 'placed', test: /client\/(components\/(\w+\/)?OrderActions|data\/(\w+\/)?(orders|awaitedPayment|checkout|payment))\b/ },
  {
    name: 'orders',
    test: /client\/components\/(\w+\/)?(AddressText|CartWarning|OrderLine|OrderNews|OrderStatus|PriceSummary|days)\b|shared\/paise\./,
  },
]

/** The files that every page is started with; hydrateWhenIdle.ts fetches them. */
const STARTED_WITH = /^assets\/(rolldown-runtime|react|router|apollo|idle|shop|entry\.client)-[\w-]{8}\.js$/
const LIBRARIES = /^(react|router|apollo)$/

const routerBuild = source('../node_modules/react-router/dist/production')

export default defineConfig(({ command, mode, isSsrBuild }) => ({
  root: client,
  base: '/',
  plugins: [
    react(),
    nameCode(),
    // At the highest level, as each file is sent a thousand times.
    compression({ include: /\.(js|css|svg|json|txt)$/, threshold: 1000 }),
    // `npm run analyze`: what each file of code is made of, as a page to look at.
    mode === 'analyze' && visualizer({ filename: source('../dist/bundle.html'), gzipSize: true, title: 'Cerashop' }),
  ],
  define: {
    // The build gives the photos' version; in development none of them is cached.
    __PHOTO_VERSION__: JSON.stringify(process.env.PHOTO_VERSION ?? 'dev'),
    // In the server build, the packages' forms for development would else stand beside those for production.
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
  resolve:
    command === 'build' && !isSsrBuild
      ? {
          // Of RxJS, which Apollo uses, the form in today's JavaScript.
          conditions: ['es2015', ...defaultClientConditions],
          // The package itself leads to the build that warns developers, also where nobody develops.
          alias: [
            { find: /^react-router$/, replacement: `${routerBuild}/index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${routerBuild}/dom-export.mjs` },
          ],
        }
      : {},
  build: isSsrBuild
    ? // One file, with all that it needs in the form for production.
      {
        outDir: '../dist/ssr',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: { input: source('entry.server.tsx') },
      }
    : {
        outDir: '../dist/client',
        emptyOutDir: true,
        // What budgets.ts reads.
        manifest: 'files.json',
        // Every browser of the target knows it.
        modulePreload: {
          polyfill: false,
          // What a page was started with needs no link again, each of which would take its time.
          resolveDependencies: (_, files, { hostType }) =>
            hostType === 'html' ? files : files.filter((file) => !STARTED_WITH.test(file)),
        },
        target: 'baseline-widely-available',
        // All styles together are as small as a photo's preview.
        cssCodeSplit: false,
        rolldownOptions: {
          // No getter of these packages does anything by being read.
          treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          output: {
            codeSplitting: { groups: SHARED_CHUNKS },
            // Chromium then compiles them whole beside the page, and not each function in it when it is first called.
            postBanner: ({ name }) => (LIBRARIES.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
          },
        },
      },
  ssr: { noExternal: true },
  // The explorer has a build of its own, and is no part of this one.
  optimizeDeps: { entries: ['index.html', 'routes.tsx'] },
  server: { port: 3000, proxy: Object.fromEntries(PROXIED.map((path) => [path, server])) },
}))
