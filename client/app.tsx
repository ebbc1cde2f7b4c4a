/** Opens the shop: takes over the page that the server has drawn, or draws it from nothing. */
import type { NormalizedCacheObject } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { ROOT_ID, STATE_ID } from '../server/shared/rendering'
import { PublicOrigin } from './components/PageHead'
import { apollo, watchBrowser } from './data/apollo'
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
  const router = createBrowserRouter(routes)
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
  if (sent) startTransition(() => void hydrateRoot(root, page))
  else {
    // The title and description that hold for any page give way to the page's own.
    for (const element of document.head.querySelectorAll('[data-until-page]')) element.remove()
    createRoot(root).render(page)
  }
  installPrefetch(routes)
  performance.mark(OPEN_MARK)
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
