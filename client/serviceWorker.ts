/// <reference lib="webworker" />
/**
 * The service worker caches visited public parts of the shop for offline use. Personal requests never pass through it.
 * `client/build/serviceWorker.config.ts` builds it and lists the startup files.
 */
import { CacheFirst, ExpirationPlugin, NetworkFirst, NetworkOnly, Serwist, type SerwistPlugin } from 'serwist'
import { ASK_NETWORK, NETWORK_FAILED } from './data/apollo/reachability'
import { isLasting, isPublic, VISITED } from './keptAnswers'
import { PAGES, type Page } from '../server/shared/pages'

declare const self: ServiceWorkerGlobalScope
/** The client's code, styles and fonts. A file's name changes with its content. */
declare const __STARTING_FILES__: string[]

const FILES = 'files'
const SHELL = 'shell'
/**
 * One bare template serves every page that the browser renders. It starts the client, which renders the requested page.
 */
const SHELL_PATH = PAGES.login.path
/** If the network takes longer than this, the service worker sends the cached copy. */
const SLOW_SECONDS = 3
const DAY_SECONDS = 24 * 60 * 60

const atMost = (maxEntries: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: 30 * DAY_SECONDS, purgeOnQuotaError: true })

const only = (mayKeep: (response: Response) => boolean): SerwistPlugin => ({
  cacheWillUpdate: async ({ response }) => (mayKeep(response) ? response : null),
})
const orShell: SerwistPlugin = {
  handlerDidError: () => caches.match(SHELL_PATH, { cacheName: SHELL, ignoreVary: true }),
}

/** True if the last request failed because there was no network. A cached page requests this value. */
let networkFailed = false
const noteNetwork: SerwistPlugin = {
  async fetchDidSucceed({ response }) {
    networkFailed = false
    return response
  },
  async fetchDidFail({ error }) {
    // The user has left the page.
    if (error.name === 'AbortError') return
    networkFailed = true
    for (const client of await self.clients.matchAll()) client.postMessage(NETWORK_FAILED)
  },
}

const networkFirst = (cacheName: string, most: number, ...plugins: SerwistPlugin[]) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: SLOW_SECONDS,
    // The server's Vary header separates public responses from personal ones, and personal ones are never cached.
    matchOptions: { ignoreVary: true },
    plugins: [only(isPublic), noteNetwork, atMost(most), ...plugins],
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
      handler: new CacheFirst({ cacheName: VISITED.photos, plugins: [only(isLasting), atMost(200)] }),
    },
    {
      matcher: ({ sameOrigin, url, request }) =>
        sameOrigin && url.pathname === '/graphql' && !request.headers.has('authorization'),
      handler: networkFirst(VISITED.answers, 80),
    },
    {
      matcher: ({ sameOrigin, url }) => sameOrigin && isOneOf(publicPages, url),
      handler: networkFirst(VISITED.pages, 60, orShell),
    },
    {
      matcher: ({ sameOrigin, url, request }) => sameOrigin && request.mode === 'navigate' && isOneOf(otherPages, url),
      handler: new NetworkOnly({ plugins: [noteNetwork, orShell] }),
    },
  ],
})

/**
 * The page has already loaded these files, so they come from the browser's cache. Only files of a new version come from
 * the network.
 */
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
