/**
 * The only script that a page runs when it opens. It fetches the client's code when a server-rendered page is idle after its largest paint,
 * or at the first touch. It then evaluates the code in slices. The entry is evaluated last and hydrates the page.
 */
// The styles of the first file come first, so that those of components override them.
import '../styles/tokens.css'
import '../styles/base.css'
import { STATE_ID } from '../../server/shared/rendering'
import { rememberViewedPage } from '../data/catalogue/recentlyViewed'
import { nextTask, savesData, whenIdle } from '../idle'
import { recordClicks } from './replayClicks'

/** The time limit for a page whose photos do not arrive, and for a background tab, which is never painted. */
const LOADED_AT_THE_LATEST_MS = 5000
let retryAfterMs = 1000

/** The client's files that each page needs, in dependency order, and the one that the first touches need. The build writes both into the page. */
const { code = '', more = '' } = document.querySelector<HTMLElement>('[data-code]')?.dataset ?? {}
const files = code.split(' ').filter(Boolean)
const address = () => window.location.pathname + window.location.search
const rendered = address()
let hydrating: Promise<void> | undefined
let attempts = 0
let failed: string | undefined

/** Downloads and compiles a file. Evaluating it later needs no cache, because the browser keeps the module. */
const preload = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      failed = href
      reject(new Error(`${href} did not load`))
    }
    document.head.append(link)
  })

async function hydrate(): Promise<void> {
  attempts += 1
  failed = undefined
  const loading = files.map(preload)
  // The connection is then free soon.
  void Promise.race(loading)
    .then(() => preload(more))
    .catch(() => undefined)
  await Promise.all(loading)
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await nextTask()
  }
  await (await import('./entry.client')).hydrate()
  window.removeEventListener('popstate', onPopState)
}

/**
 * A new version of the shop may have replaced this one, or the browser may never fetch a failed module again, as Chromium did in 2025. Only a
 * reload helps then.
 */
async function reloadIfItHelps(): Promise<void> {
  if (failed === undefined) return
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const { ok, status } = await fetch(failed)
  if (ok ? attempts > 1 : status === 404 && navigation?.type !== 'reload') window.location.reload()
}

/**
 * If hydration fails, the page stays readable and its links work. It tries again at growing intervals, and at the next
 * touch.
 */
function start(): void {
  hydrating ??= hydrate().catch(async (error: unknown) => {
    console.error('The page could not be hydrated', error)
    setTimeout(() => (hydrating = undefined), 1000)
    if (!savesData()) setTimeout(start, (retryAfterMs *= 2))
    await reloadIfItHelps().catch(() => undefined)
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
