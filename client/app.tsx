/** Opens the shop: takes over the page that the server has drawn, or draws it from nothing. */
import type { NormalizedCacheObject } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom'
import { ROOT_ID, STATE_ID } from '../server/shared/rendering'
import { pageIsLive, PublicOrigin } from './components/PageHead'
import { apollo, watchBrowser } from './data/apollo'
import { watchCode } from './data/missingCode'
import { installPrefetch } from './prefetch'
import { routes } from './routes'
import './styles/tokens.css'
import './styles/base.css'

/** On the timeline of the browser's own tools, and for tests: from here on links are followed without a new page. */
const OPEN_MARK = 'shop-open'

/** What a drawn page was made of. */
interface SentPage {
  origin: string
  cache: NormalizedCacheObject
}

function readSentPage(): SentPage | null {
  const element = document.getElementById(STATE_ID)
  return element && (JSON.parse(element.textContent) as SentPage)
}

/** Resolves once the page answers to its shopper; `beforehand` is called at the last moment before. */
export async function openShop(beforehand?: () => void): Promise<void> {
  const sent = readSentPage()
  if (sent) apollo.cache.restore(sent.cache)
  watchBrowser()
  watchCode()
  const router = createBrowserRouter(routes, sent ? { hydrationData: await loadPage() } : {})
  await isReady(router)
  beforehand?.()
  const page = (
    <StrictMode>
      <ApolloProvider client={apollo}>
        <PublicOrigin value={sent?.origin ?? window.location.origin}>
          <RouterProvider router={router} />
        </PublicOrigin>
      </ApolloProvider>
    </StrictMode>
  )
  const root = document.getElementById(ROOT_ID)!
  // As a transition it is done in small steps, between which the page answers.
  if (sent) {
    startTransition(() => void hydrateRoot(root, page))
    await pageIsLive
  } else {
    // The title and description that hold for any page give way to the page's own.
    for (const element of document.head.querySelectorAll('[data-until-page]')) element.remove()
    createRoot(root).render(page)
  }
  installPrefetch(routes)
  performance.mark(OPEN_MARK)
}

/**
 * The code and the data of the page that stands here already. The router then takes it for a page that has been there all the time,
 * and leaves it where its reader has scrolled to.
 */
async function loadPage(): Promise<{ loaderData: Record<string, unknown> }> {
  const match = matchRoutes(routes, window.location)?.at(-1)
  if (typeof match?.route.lazy !== 'function') return { loaderData: {} }
  const { params, route } = match
  const page = (await match.route.lazy()) as { loader?: (args: unknown) => unknown }
  const id = route.path!
  Object.assign(route, page, { id, lazy: undefined })
  const data = await page.loader?.({ params, request: new Request(window.location.href) })
  return { loaderData: page.loader ? { [id]: data } : {} }
}

/** The page as it was sent stays until the first one can take its place whole: its code and its data are there. */
function isReady(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
