/**
 * Whether the shop can be reached: the one source of it for the whole client. `navigator.onLine` is true in a Wi-Fi without internet
 * too, so a failed request, the service worker or the browser only raise a doubt, and a small request to the shop decides.
 */

/** The service worker sends this to a page when a request has failed for lack of a connection. */
export const NETWORK_FAILED = 'network-failed'
/** A page sends this to the service worker, to learn whether its own document came from the cache. */
export const ASK_NETWORK = 'ask-network'

/** Small, public, and the service worker never answers it. */
const CHECKED = '/robots.txt'
const CHECK_TIMEOUT_MS = 5_000
const FIRST_RECHECK_MS = 2_000
const LONGEST_RECHECK_MS = 60_000

let reachable = true
let checking: Promise<boolean> | undefined
let recheck: ReturnType<typeof setTimeout> | undefined
let recheckMs = FIRST_RECHECK_MS
const listeners = new Set<() => void>()

export const isReachable = (): boolean => reachable

/** Calls back after each change. Returns what ends it. */
export function onReachabilityChange(changed: () => void): () => void {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Asks the shop, and remembers the result. Never rejects. */
export const checkReachability = (): Promise<boolean> =>
  (checking ??= ask().then((answered) => {
    checking = undefined
    setReachable(answered)
    return answered
  }))

/** Any answer of the shop will do; a redirect is that of a Wi-Fi's login page. */
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
    recheckMs = Math.min(recheckMs * 2, LONGEST_RECHECK_MS)
  }
  if (next === reachable) return
  reachable = next
  for (const listener of [...listeners]) listener()
}

/** A page in the background waits until it is seen again. */
function recheckIfVisible(): void {
  if (!reachable && !document.hidden) void checkReachability()
}

/** To be called when a request has got no answer at all. */
export function noteNoAnswer(): void {
  if (reachable) void checkReachability()
}

/** To be called when a request has got an answer. It may be one that the service worker has kept, so this asks again. */
export function noteAnswer(): void {
  if (!reachable) void checkReachability()
}

/** Starts to listen to the browser and the service worker. */
export function watchReachability(): void {
  if (!navigator.onLine) setReachable(false)
  window.addEventListener('offline', () => setReachable(false))
  window.addEventListener('online', () => void checkReachability())
  document.addEventListener('visibilitychange', recheckIfVisible)
  // Absent on plain http.
  const worker = (navigator as Partial<Navigator>).serviceWorker
  worker?.addEventListener('message', ({ data }) => data === NETWORK_FAILED && noteNoAnswer())
  worker?.controller?.postMessage(ASK_NETWORK)
}
