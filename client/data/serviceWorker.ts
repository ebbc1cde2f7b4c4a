/** Registers the service worker, and caches the current page for offline use. */

/** Public files, which the browser also has in its own cache. */
const KEPT = /^\/(assets|photos)\//

/** Does nothing in development, or in a browser without service workers, e.g. on plain http. */
export async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  const { origin, pathname, search } = window.location
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = loaded.filter((url) => url.origin === origin && KEPT.test(url.pathname)).map(({ href }) => href)
  // The message that tells Serwist to cache the files that were loaded before the worker was active.
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [origin + pathname + search, ...files] } })
}
