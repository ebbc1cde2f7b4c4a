/** Starts the client in the browser: hydrates a page that the server has rendered, or renders one from nothing. */
import type { NormalizedCacheObject } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { ROOT_ID, STATE_ID } from '../server/shared/rendering'
import { PublicOrigin } from './components/PageHead'
import { apollo, watchBrowser } from './data/apollo'
import { watchCode } from './data/missingCode'
import { prefetchPages } from './prefetch'
import { replayClicks, stopRecording } from './replayClicks'
import { routes } from './routes'
import './styles/tokens.css'
import './styles/base.css'

const element = document.getElementById(STATE_ID)
const state = element && (JSON.parse(element.textContent) as { origin: string; cache: NormalizedCacheObject })
if (state) apollo.cache.restore(state.cache)
watchBrowser()
watchCode()

// Query references cannot be serialised: the loaders run again, from the restored cache. The router takes the page for hydrated
// all the same, and leaves it where its reader has scrolled to.
const router = createBrowserRouter(routes, state ? { hydrationData: {} } : {})
const unsubscribe = router.subscribe(({ initialized }) => initialized && start())
if (router.state.initialized) start()

function start(): void {
  unsubscribe()
  const root = document.getElementById(ROOT_ID)!
  const app = (
    <StrictMode>
      <ApolloProvider client={apollo}>
        <PublicOrigin value={state?.origin ?? window.location.origin}>
          <Started />
          <RouterProvider router={router} />
        </PublicOrigin>
      </ApolloProvider>
    </StrictMode>
  )
  // From here on React itself hydrates what is clicked first.
  stopRecording()
  if (state) return startTransition(() => void hydrateRoot(root, app))
  // The title and description that hold for any page give way to the page's own.
  for (const each of document.head.querySelectorAll('[data-until-page]')) each.remove()
  createRoot(root).render(app)
}

function Started() {
  useEffect(() => {
    replayClicks()
    prefetchPages(routes)
    // For the browser's own tools and for tests.
    performance.mark('hydrated')
  }, [])
  return null
}
