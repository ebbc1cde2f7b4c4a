/** Starts the client in the browser: hydrates a page that the server has rendered, or renders one from nothing. */
import type { NormalizedCacheObject } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider, type LoaderFunctionArgs } from 'react-router-dom'
import { ROOT_ID, STATE_ID } from '../server/shared/rendering'
import { PublicOrigin } from './components/page/PageHead'
import { apollo, watchBrowser } from './data/apollo/apollo'
import { watchCode } from './data/apollo/missingCode'
import { nextTask } from './idle'
import { leaveClicksToReact, replayClicks } from './replayClicks'
import { routes } from './routes'
import './styles/tokens.css'
import './styles/base.css'

const element = document.getElementById(STATE_ID)
const state = element && (JSON.parse(element.textContent) as { origin: string; cache: NormalizedCacheObject })
if (state) apollo.cache.restore(state.cache)
watchBrowser()
watchCode()

/**
 * The code and the data of the page that stands here, so that the router leaves it where its reader has scrolled to. Query references
 * cannot be sent with a page: its loader runs again, from the restored cache. Each part is a task of its own, so that the page can answer
 * a finger in between. Throws where the code does not arrive.
 */
async function loadPage() {
  const { route, params } = matchRoutes(routes, window.location)!.at(-1)!
  await nextTask()
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
  if (typeof route.loader !== 'function') return {}
  await nextTask()
  route.id = route.path!
  const args = { params, request: new Request(window.location.href) } as LoaderFunctionArgs
  try {
    return { loaderData: { [route.id]: await route.loader(args) } }
  } catch {
    // The router's to handle: it runs the loader itself.
    return {}
  }
}

const hydrationData = state ? await loadPage() : undefined
await nextTask()
const router = createBrowserRouter(routes, { hydrationData })
if (!router.state.initialized) {
  await new Promise<void>((resolve) => router.subscribe(({ initialized }) => initialized && resolve()))
}

function Started() {
  useEffect(() => {
    // In a task of its own: React hydrates nothing for a click within an effect.
    setTimeout(() => void replayClicks())
    // Links work without it.
    import('./prefetch').then(({ prefetchPages }) => prefetchPages(routes)).catch(() => undefined)
    // For the browser's own tools and for tests.
    performance.mark('hydrated')
  }, [])
  return null
}

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
leaveClicksToReact()
if (state) startTransition(() => void hydrateRoot(root, app))
else {
  // The title and description that hold for any page give way to the page's own.
  document.head.querySelectorAll('[data-until-page]').forEach((each) => each.remove())
  createRoot(root).render(app)
}
