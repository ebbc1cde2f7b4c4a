/**
 * All that runs with a page that the server has drawn. Whoever only looks needs no more: the shop's code is fetched at the first
 * sign that someone wants to do something. For a shopper who is logged in it is fetched once the page is in sight, as it shows
 * their name and cart. Nothing else on a drawn page comes by itself; recently viewed products stand where one has to scroll to.
 */
import { doAgain, takeBack, watchActs } from './acts'
import { rememberViewed } from './data/recentlyViewed'
import { readStored, TOKEN } from './data/storage'

const SIGNS_OF_INTENT = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'] as const
/** For a page whose photos do not arrive. */
const AT_THE_LATEST_MS = 5000
const TRIES_AGAIN_AFTER_MS = 1000

const own = document.querySelector<HTMLScriptElement>('script[data-page]')!
const styles = document.querySelector<HTMLStyleElement>('style[data-files]')!
let opening: Promise<void> | undefined

const addressOf = ({ pathname, search }: Location): string => pathname + search
const sentFor = addressOf(window.location)

/** Back and Forward lead to a page that does not stand here: nobody but the server can draw it yet. */
function onTravel(): void {
  if (addressOf(window.location) !== sentFor) window.location.reload()
}

async function open(): Promise<void> {
  await fetchCode()
  nameStyles()
  // One after the other, so that a slow phone can answer a finger in between.
  await import('./react')
  await pause()
  await import('./data/apollo')
  await pause()
  const { openShop } = await import('./app')
  await openShop(() => {
    window.removeEventListener('popstate', onTravel)
    takeBack()
  })
  await doAgain()
}

const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * All of it at once, and before any of it runs: a browser never asks again for a module that has not come. The page may have stood
 * here for days; where its files have made room for another version's, that one is shown.
 */
async function fetchCode(): Promise<void> {
  const answers = await Promise.all([own.src, ...own.dataset['page']!.split(' ')].map((file) => fetch(file)))
  if (answers[0]!.status === 404) window.location.reload()
  if (!answers.every(({ ok }) => ok)) throw new Error('A file is missing')
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
}

/** The page's styles stand in it. Code comes with links to its styles, where there are none yet; a disabled one is not fetched. */
function nameStyles(): void {
  for (const href of styles.dataset['files']!.split(' ')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }))
  }
}

function start(): void {
  opening ??= open().catch(async (cause: unknown) => {
    // The page stays readable, and its links lead on; the next sign of intent tries again.
    console.error('The shop could not be opened', cause)
    await pause(TRIES_AGAIN_AFTER_MS)
    opening = undefined
  })
}

/** A browser also tells of a pointer that rests, as the page appears below it. */
function onMove({ movementX, movementY }: PointerEvent): void {
  if (movementX || movementY) start()
}

function startForShopper(): void {
  if (readStored(TOKEN) !== null) start()
}

watchActs(start)
for (const sign of SIGNS_OF_INTENT) document.addEventListener(sign, start, { capture: true, passive: true })
document.addEventListener('pointermove', onMove, { capture: true, passive: true })
window.addEventListener('popstate', onTravel)
// Painted first, then run; also for a page that comes back as it was left, before a login.
window.addEventListener('pageshow', () => requestAnimationFrame(() => setTimeout(startForShopper)))
setTimeout(startForShopper, AT_THE_LATEST_MS)
// A login in another tab.
window.addEventListener('storage', startForShopper)

// Whoever leaves by a link gives the shop no time to do so itself. A product that does not exist has no canonical address.
const product = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href.match(/\/product\/([^/]+)$/)?.[1]
if (product) rememberViewed(decodeURIComponent(product))
