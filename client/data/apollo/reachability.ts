/**
 * The single source of truth about whether the client can reach the shop. `navigator.onLine` is true even on Wi-Fi without internet. A
 * failed request, the service worker or the browser therefore only triggers a check: a small request to the shop.
 */

/** The service worker sends this message to a page when a request failed because there was no connection. */
export const NETWORK_FAILED = 'network-failed'
/** A page sends this message to ask the service worker whether the page's document came from the cache. */
export const ASK_NETWORK = 'ask-network'

/** A small public file that the service worker never serves from its cache. */
const CHECKED = '/robots.txt'
const CHECK_TIMEOUT_MS = 5_000
const FIRST_RECHECK_MS = 2_000
const MAX_RECHECK_MS = 60_000

/** `offline`: the browser has no network. `unreached`: it has one, but the shop does not respond. */
export type Reachability = 'reached' | 'unreached' | 'offline'

let reachability: Reachability = 'reached'
let checking: Promise<boolean> | undefined
let recheck: ReturnType<typeof setTimeout> | undefined
let recheckMs = FIRST_RECHECK_MS
const listeners = new Set<() => void>()

export const currentReachability = (): Reachability => reachability
export const isReachable = (): boolean => reachability === 'reached'

/** Calls `changed` after each change. Returns a function that unsubscribes. */
export function onReachabilityChange(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Checks whether the shop responds, and stores the result. Never rejects. */
export const checkReachability = (): Promise<boolean> =>
  (checking ??= ask().then((answered) => {
    checking = undefined
    setReachable(answered)
    return answered
  }))

/** Any response except a redirect shows that the shop is reachable. The login page of a Wi-Fi network sends a redirect. */
async function ask(): Promise<boolean> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), CHECK_TIMEOUT_MS)
  try {
    await fetch(CHECKED, { method: 'HEAD', cache: 'no-store', redirect: 'error', signal: timeout.signal })
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

function setReachable(next: boolean): void {
  clearTimeout(recheck)
  if (next) recheckMs = FIRST_RECHECK_MS
  else {
    recheck = setTimeout(recheckIfVisible, recheckMs)
    recheckMs = Math.min(recheckMs * 2, MAX_RECHECK_MS)
  }
  const changed = next ? 'reached' : navigator.onLine ? 'unreached' : 'offline'
  if (changed === reachability) return
  reachability = changed
  for (const listener of [...listeners]) listener()
}

/** A page in the background waits until it is visible again. */
function recheckIfVisible(): void {
  if (!isReachable() && !document.hidden) void checkReachability()
}

/** Call this when a request got no response. */
export function noteNoAnswer(): void {
  if (isReachable()) void checkReachability()
}

/**
 * Call this when a request got a response. The response may come from the service worker's cache, so the shop is
 * checked again.
 */
export function noteAnswer(): void {
  if (!isReachable()) void checkReachability()
}

/** Starts listening to the browser and the service worker. */
export function watchReachability(): void {
  if (!navigator.onLine) setReachable(false)
  window.addEventListener('offline', () => setReachable(false))
  window.addEventListener('online', () => void checkReachability())
  document.addEventListener('visibilitychange', recheckIfVisible)
  // The service worker API is missing on plain http.
  const worker = (navigator as Partial<Navigator>).serviceWorker
  worker?.addEventListener('message', ({ data }) => data === NETWORK_FAILED && noteNoAnswer())
  worker?.controller?.postMessage(ASK_NETWORK)
}
