/** Prefetches a page's code and public data when the user is about to open it. */
import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom'
import { sessionToken } from '../data/session/session'
import { savesData, whenIdle } from '../idle'
import { paths } from '../paths'
import type { PageHandle } from '../components/page/PageHead'

/** Ignores a pointer that only passes over a link. */
const HOVER_MS = 70

async function prefetch(routes: RouteObject[], url: URL): Promise<void> {
  // The last route in the table matches every path.
  const matches = matchRoutes(routes, url.pathname)!
  const { route, params } = matches.at(-1)!
  const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route
  // Personal data is requested when it is shown, so that it is up to date.
  if (typeof loader !== 'function' || (route.handle as PageHandle).visibility === 'private') return
  await loader({ params, request: new Request(url) } as LoaderFunctionArgs)
}

export function prefetchPages(routes: RouteObject[]): void {
  if (savesData()) return
  // A failure here is ignored, because opening the page tries again and shows the error.
  const start = (url: URL) => void prefetch(routes, url).catch(() => undefined)
  // When a visitor adds a product to the cart or the wishlist, the button stores the product and opens the login page.
  if (!sessionToken())
    whenIdle(() => {
      start(new URL(paths.login(), window.location.origin))
      void import('../data/cart/intents').catch(() => undefined)
    })
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
