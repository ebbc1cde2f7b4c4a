/** Has the service worker keep what is seen, from the page on that stands here. */

/** Only what anyone may see, and what the browser has in its own cache anyway. */
const KEPT = /^\/(assets|photos)\//

/** Does nothing where the browser has none, as on plain http, and in development. */
export async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  const { origin, pathname, search } = window.location
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = loaded.filter((url) => url.origin === origin && KEPT.test(url.pathname)).map(({ href }) => href)
  // Serwist's own message: what was loaded before the worker was there.
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [origin + pathname + search, ...files] } })
}
