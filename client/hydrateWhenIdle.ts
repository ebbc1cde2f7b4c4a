/**
 * The one script of every page. It fetches the client's code, when a page that the server has rendered is idle after its largest paint,
 * or at the first touch, and evaluates it in slices, the entry last, which hydrates the page.
 */
import { STATE_ID } from '../server/shared/rendering'
import { checkReachability } from './data/apollo/reachability'
import { rememberViewedPage } from './data/catalogue/recentlyViewed'
import { nextTask, savesData, whenIdle } from './idle'
import { recordClicks } from './replayClicks'

/** For a page whose photos do not arrive, or a tab in the background, which is not painted. */
const LOADED_AT_THE_LATEST_MS = 5000
/** Long enough for the slowest network that anyone shops on; without an end, a request that hangs would be waited for for ever. */
const TIMEOUT_MS = 60_000
let retryAfterMs = 1000

/** The files of the code, each after what it imports; the build names them. */
const files = document.querySelector<HTMLElement>('[data-code]')?.dataset['code']?.split(' ') ?? []
const address = () => window.location.pathname + window.location.search
const rendered = address()
let hydrating: Promise<void> | undefined
let wasImported = false

async function hydrate(): Promise<void> {
  // Before any is imported: Chromium never asks again for a module that has failed once.
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const responses = await Promise.all(files.map((file) => fetch(file, { signal })))
  await Promise.all(responses.map((response) => response.arrayBuffer()))
  // Another version of the shop has taken this one's place; if it still says so after a reload, another one does not help.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (responses.some(({ status }) => status === 404) && navigation?.type !== 'reload') return window.location.reload()
  if (!responses.every(({ ok }) => ok)) throw new Error('A file is missing')
  // The module that failed, the page's own perhaps, would do so again.
  if (wasImported && (await checkReachability())) return window.location.reload()
  wasImported = true
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await nextTask()
  }
  await import('./entry.client')
  window.removeEventListener('popstate', onPopState)
}

/** Where it fails, the page stays readable, and its links work; it tries again by itself, more and more seldom, and at the next touch. */
function start(): void {
  hydrating ??= hydrate().catch((error: unknown) => {
    console.error('The page could not be hydrated', error)
    setTimeout(() => (hydrating = undefined), 1000)
    if (!savesData()) setTimeout(start, (retryAfterMs *= 2))
  })
}

/** Back and Forward lead to another page than the one that was rendered. */
const onPopState = () => address() !== rendered && window.location.reload()

recordClicks()
window.addEventListener('popstate', onPopState)
for (const type of ['pointerdown', 'touchstart', 'keydown', 'focusin'])
  document.addEventListener(type, start, { capture: true, passive: true })
if (document.getElementById(STATE_ID)) {
  // On a fast connection a page is loaded before it is painted.
  const painted = new PerformanceObserver(() => whenIdle(start))
  window.addEventListener('load', () => painted.observe({ type: 'paint', buffered: true }))
  setTimeout(() => whenIdle(start), LOADED_AT_THE_LATEST_MS)
} else start()
rememberViewedPage()
