/**
 * The one script of a page that the server has rendered. It fetches the client's code when the page is idle after its largest
 * paint, or at the first touch, and evaluates it in slices, the entry last, which hydrates the page.
 */
import { rememberViewed } from './data/recentlyViewed'
import { savesData, whenIdle } from './idle'
import { recordClicks } from './replayClicks'

const FIRST_TOUCH = ['pointerdown', 'touchstart', 'keydown', 'focusin'] as const
/** For a page whose photos do not arrive. */
const LOADED_AT_THE_LATEST_MS = 5000
const RETRY_AFTER_MS = 1000

/** The files of the code, each after what it imports; the entry is the last. */
const files = document.querySelector<HTMLScriptElement>('script[data-code]')!.dataset['code']!.split(' ')
const address = () => window.location.pathname + window.location.search
const rendered = address()
let hydrating: Promise<void> | undefined

async function hydrate(): Promise<void> {
  // Before any is imported: Chromium never asks again for a module that has failed once.
  const responses = await Promise.all(files.map((file) => fetch(file)))
  await Promise.all(responses.map((response) => response.arrayBuffer()))
  // Another version of the shop has taken this one's place; if it still says so after a reload, another one does not help.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (responses.some(({ status }) => status === 404) && navigation?.type !== 'reload') return window.location.reload()
  if (!responses.every(({ ok }) => ok)) throw new Error('A file is missing')
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await new Promise((resolve) => setTimeout(resolve))
  }
  window.removeEventListener('popstate', onPopState)
}

function start(): void {
  hydrating ??= hydrate().catch((error: unknown) => {
    // The page stays readable, and its links work; the next touch tries again.
    console.error('The page could not be hydrated', error)
    setTimeout(() => (hydrating = undefined), RETRY_AFTER_MS)
  })
}

/** Back and Forward lead to another page than the one that was rendered. */
function onPopState(): void {
  if (address() !== rendered) window.location.reload()
}

recordClicks()
window.addEventListener('popstate', onPopState)
for (const type of FIRST_TOUCH) document.addEventListener(type, start, { capture: true, passive: true })
if (!savesData()) {
  window.addEventListener('load', () => whenIdle(start))
  setTimeout(start, LOADED_AT_THE_LATEST_MS)
}

// Whoever leaves by a link before the page is hydrated has seen the product all the same.
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
const product = canonical?.match(/\/product\/([^/]+)$/)?.[1]
if (product) rememberViewed(decodeURIComponent(product))
