/// <reference lib="webworker" />
/**
 * The service worker: keeps what anyone may see of the shop, as it was seen, for times without a network. A shopper's own things never
 * pass through it. `client/build/serviceWorker.config.ts` builds it, and names the files that the shop starts with.
 */
import { CacheFirst, ExpirationPlugin, NetworkFirst, NetworkOnly, Serwist, type SerwistPlugin } from 'serwist'
import { ASK_NETWORK, NETWORK_FAILED } from './data/apollo/reachability'
import { PAGES, type Page } from '../server/shared/pages'

declare const self: ServiceWorkerGlobalScope
/** The files of the client's code, styles and fonts. They change their names whenever they change. */
declare const __STARTING_FILES__: string[]

const FILES = 'files'
const SHELL = 'shell'
/** Any page that the browser renders is the same bare template: it starts the client, which renders what was asked for. */
const SHELL_PATH = PAGES.login.path
/** On a network that is slower, what was seen before is read meanwhile. */
const SLOW_SECONDS = 3
const DAY_SECONDS = 24 * 60 * 60

const atMost = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true })

/** The server says of each response whether it is the same for everyone. */
const publicAlone: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get('cache-control')?.includes('public') ? response : null,
}
const orShell: SerwistPlugin = {
  handlerDidError: () => caches.match(SHELL_PATH, { cacheName: SHELL, ignoreVary: true }),
}

/** Whether the last request found no network. A page that was answered from the cache asks for it. */
let networkFailed = false
const noteNetwork: SerwistPlugin = {
  async fetchDidSucceed({ response }) {
    networkFailed = false
    return response
  },
  async fetchDidFail({ error }) {
    // The page has gone on to another.
    if (error.name === 'AbortError') return
    networkFailed = true
    for (const client of await self.clients.matchAll()) client.postMessage(NETWORK_FAILED)
  },
}

const networkFirst = (cacheName: string, most: number, ...plugins: SerwistPlugin[]) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: SLOW_SECONDS,
    // The server's own Vary tells apart what is not kept here.
    matchOptions: { ignoreVary: true },
    plugins: [publicAlone, noteNetwork, atMost(most), ...plugins],
  })

const patterns = (pages: Page[]) =>
  pages.map(({ path }) => new RegExp(`^${path.replace(/:\w+/, '[^/]+').replace('/*', '(/.*)?')}$`))
const pages: Page[] = Object.values(PAGES)
const publicPages = patterns(pages.filter(({ visibility }) => visibility === 'index'))
const otherPages = patterns(pages.filter(({ visibility }) => visibility !== 'index'))
const isOneOf = (paths: RegExp[], { pathname }: URL): boolean => paths.some((path) => path.test(pathname))

const serwist = new Serwist({
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
      handler: new CacheFirst({ cacheName: FILES, plugins: [atMost(150)] }),
    },
    {
      matcher: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/photos/'),
      handler: new CacheFirst({ cacheName: 'photos', plugins: [atMost(200)] }),
    },
    {
      matcher: ({ sameOrigin, url, request }) =>
        sameOrigin && url.pathname === '/graphql' && !request.headers.has('authorization'),
      handler: networkFirst('answers', 80),
    },
    {
      matcher: ({ sameOrigin, url }) => sameOrigin && isOneOf(publicPages, url),
      handler: networkFirst('pages', 60, orShell),
    },
    {
      matcher: ({ sameOrigin, url, request }) => sameOrigin && request.mode === 'navigate' && isOneOf(otherPages, url),
      handler: new NetworkOnly({ plugins: [noteNetwork, orShell] }),
    },
  ],
})

/** The page has loaded these files itself: they come from the browser's own cache, and only a new version's from the network. */
async function install(): Promise<void> {
  const [files, shell] = await Promise.all([caches.open(FILES), caches.open(SHELL)])
  const missing = async (file: string) => !(await files.match(file))
  await Promise.all([
    shell.add(SHELL_PATH),
    ...__STARTING_FILES__.map(async (file) => {
      if (await missing(file)) await files.add(file)
    }),
  ])
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('message', ({ data, source }) => {
  if (data === ASK_NETWORK && networkFailed) source?.postMessage(NETWORK_FAILED)
})
serwist.addEventListeners()
