/** Prefetches a page, its code and what anyone may see of its data, as soon as it is about to be opened. */
import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom'
import { sessionToken } from './data/session/session'
import { savesData, whenIdle } from './idle'
import { paths } from './paths'
import type { PageHandle } from './routes'

/** A pointer that only passes over a link is gone again by then. */
const HOVER_MS = 70

async function prefetch(routes: RouteObject[], url: URL): Promise<void> {
  // The last route of the table matches every path.
  const matches = matchRoutes(routes, url.pathname)!
  const { route, params } = matches.at(-1)!
  const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route
  // A shopper's own things are asked for when they are shown, so that they are fresh.
  if (typeof loader !== 'function' || (route.handle as PageHandle).visibility === 'private') return
  await loader({ params, request: new Request(url) } as LoaderFunctionArgs)
}

export function prefetchPages(routes: RouteObject[]): void {
  if (savesData()) return
  // What fails here fails again, and is shown, when the page is opened.
  const start = (url: URL) => void prefetch(routes, url).catch(() => undefined)
  // A visitor who adds something to the cart or the wishlist is led there by a button.
  if (!sessionToken()) whenIdle(() => start(new URL(paths.login(), window.location.origin)))
  let timer: ReturnType<typeof setTimeout> | undefined
  const onIntent = (event: Event) => {
    clearTimeout(timer)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.origin !== window.location.origin || link.href === window.location.href) return
    const url = new URL(link.href)
    timer = setTimeout(start, event.type === 'touchstart' ? 0 : HOVER_MS, url)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, onIntent, { passive: true })
}
