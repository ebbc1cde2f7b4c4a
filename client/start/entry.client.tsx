/**
 * Starts the client in the browser. It hydrates a page that the server rendered, or renders the page from scratch. After a change in
 * development, Vite reruns files that contain components, so this file contains none.
 */
import type { NormalizedCacheObject } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
  type ErrorResponse,
  type HydrationState,
  type LoaderFunctionArgs,
} from 'react-router-dom'
import { ROOT_ID, STATE_ID } from '../../server/shared/rendering'
import { PublicOrigin } from '../components/page/PageHead'
import { apollo, watchBrowser } from '../data/apollo/apollo'
import { watchCode } from '../data/apollo/missingCode'
import { nextTask } from '../idle'
import { leaveClicksToReact } from './replayClicks'
import { routes } from '../routes'
import { Started } from './Started'

const element = document.getElementById(STATE_ID)
/** What `entry.server.tsx` writes into the page. `error` is the 404 response of a page that does not exist. */
interface PageState {
  origin: string
  cache: NormalizedCacheObject
  error?: ErrorResponse
}
const state = element && (JSON.parse(element.textContent) as PageState)
if (state) apollo.cache.restore(state.cache)
watchBrowser()
watchCode()

/**
 * Loads the data of the current page, so that the router keeps the scroll position. A page cannot contain query references, so its loader
 * runs again with the restored cache.
 */
async function loadPage({ error }: PageState): Promise<HydrationState> {
  const matches = matchRoutes(routes, window.location)!
  const { route, params } = matches.at(-1)!
  if (error) {
    // Its loader would not find the reason in the cache, because the server renders one page for all unknown products.
    const boundary = matches.findLast((match) => match.route.ErrorBoundary)!.route
    boundary.id = 'boundary'
    return { errors: { [boundary.id]: error } }
  }
  if (typeof route.loader !== 'function') return {}
  route.id = route.path!
  const args = { params, request: new Request(window.location.href) } as LoaderFunctionArgs
  try {
    return { loaderData: { [route.id]: await route.loader(args) } }
  } catch {
    // The router handles this error: it runs the loader again.
    return {}
  }
}

/** Each part runs in a separate task, so the page can respond to touches in between. Throws if the page's code does not load. */
export async function hydrate(): Promise<void> {
  const hydrationData = state ? await loadPage(state) : undefined
  await nextTask()
  const router = createBrowserRouter(routes, { hydrationData })
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => router.subscribe(({ initialized }) => initialized && resolve()))
  }
  const root = document.getElementById(ROOT_ID)!
  const app = (
    <StrictMode>
      <ApolloProvider client={apollo}>
        <PublicOrigin value={state?.origin ?? window.location.origin}>
          <Started>
            <RouterProvider router={router} />
          </Started>
        </PublicOrigin>
      </ApolloProvider>
    </StrictMode>
  )
  leaveClicksToReact()
  if (state) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}
