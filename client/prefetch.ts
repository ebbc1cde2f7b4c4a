/** Prefetches a page, its code and what anyone may see of its data, as soon as a link to it is about to be followed. */
import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom'
import { RequireSession } from './components/RequireSession'

/** A pointer that only passes over a link is gone again by then. */
const HOVER_MS = 70

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

async function prefetch(routes: RouteObject[], url: URL): Promise<void> {
  const matches = matchRoutes(routes, url.pathname)
  const match = matches?.at(-1)
  if (!matches || !match) return
  const { lazy } = match.route
  const { loader } = typeof lazy === 'function' ? await lazy() : match.route
  // A shopper's own things are asked for when they are shown, so that they are fresh.
  if (typeof loader !== 'function' || matches.some(({ route }) => route.Component === RequireSession)) return
  await loader({ params: match.params, request: new Request(url) } as LoaderFunctionArgs)
}

export function prefetchLinks(routes: RouteObject[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onIntent = (event: Event) => {
    clearTimeout(timer)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.origin !== window.location.origin || savesData()) return
    if (link.href === window.location.href) return
    // What fails here fails again, and is shown, when the link is followed.
    const start = () => prefetch(routes, new URL(link.href)).catch(() => undefined)
    timer = setTimeout(start, event.type === 'touchstart' ? 0 : HOVER_MS)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, onIntent, { passive: true })
  }
}
