/**
 * The only script that a page runs when it opens. It fetches the client's code when a server-rendered page is idle after its largest paint,
 * or at the first touch. It then evaluates the code in slices. The entry is evaluated last and hydrates the page.
 */
import { STATE_ID } from '../../server/shared/rendering'
import { checkReachability } from '../data/apollo/reachability'
import { rememberViewedPage } from '../data/catalogue/recentlyViewed'
import { nextTask, savesData, whenIdle } from '../idle'
import { recordClicks } from './replayClicks'

/** The time limit for a page whose photos do not arrive, and for a background tab, which is never painted. */
const LOADED_AT_THE_LATEST_MS = 5000
/** Long enough for the slowest usable network. Without a limit, a hanging request would block the hydration forever. */
const TIMEOUT_MS = 60_000
let retryAfterMs = 1000

/** The client's JavaScript files, in dependency order. The build writes this list into the page. */
const files = document.querySelector<HTMLElement>('[data-code]')?.dataset['code']?.split(' ') ?? []
const address = () => window.location.pathname + window.location.search
const rendered = address()
let hydrating: Promise<void> | undefined
let wasImported = false

async function hydrate(): Promise<void> {
  // Downloads all files before the first import, because Chromium never fetches a failed module again.
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const responses = await Promise.all(files.map((file) => fetch(file, { signal })))
  await Promise.all(responses.map((response) => response.arrayBuffer()))
  // A 404 means that a new version of the shop has replaced this one. The page reloads only once, because another
  // reload would not help.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (responses.some(({ status }) => status === 404) && navigation?.type !== 'reload') return window.location.reload()
  if (!responses.every(({ ok }) => ok)) throw new Error('A file is missing')
  // A module that failed, such as the page's, would fail again without a reload.
  if (wasImported && (await checkReachability())) return window.location.reload()
  wasImported = true
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await nextTask()
  }
  await import('./entry.client')
  window.removeEventListener('popstate', onPopState)
}

/**
 * If hydration fails, the page stays readable and its links work. It tries again at growing intervals, and at the next
 * touch.
 */
function start(): void {
  hydrating ??= hydrate().catch((error: unknown) => {
    console.error('The page could not be hydrated', error)
    setTimeout(() => (hydrating = undefined), 1000)
    if (!savesData()) setTimeout(start, (retryAfterMs *= 2))
  })
}

/** Back and Forward may open a page other than the rendered one. */
const onPopState = () => address() !== rendered && window.location.reload()

recordClicks()
window.addEventListener('popstate', onPopState)
for (const type of ['pointerdown', 'touchstart', 'keydown', 'focusin'])
  document.addEventListener(type, start, { capture: true, passive: true })
if (document.getElementById(STATE_ID)) {
  // On a fast connection, the load event comes before the first paint.
  const painted = new PerformanceObserver(() => whenIdle(start))
  window.addEventListener('load', () => painted.observe({ type: 'paint', buffered: true }))
  setTimeout(() => whenIdle(start), LOADED_AT_THE_LATEST_MS)
} else start()
rememberViewedPage()
