/**
 * Renders the pages that visitors see first. It uses the browser's routes and components, and gets its data within the
 * server process.
 */
import { text } from 'node:stream/consumers'
import { ApolloClient, ApolloLink } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { print } from 'graphql'
import { StrictMode } from 'react'
// Not the build for Node, because its AsyncLocalStorage slows down all later responses of the server on Node 20.
import { prerender } from 'react-dom/static.edge'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouterProvider,
  type Params,
  type StaticHandlerContext,
} from 'react-router-dom'
import { from } from 'rxjs'
import { fillPath, PAGES } from '../server/shared/pages'
import { NOT_FOUND_PATH, ROOT_ID, STATE_ID, type PageRenderer } from '../server/shared/rendering'
import { PublicOrigin } from './components/page/PageHead'
import { newCache } from './data/apollo/cache'
import { ShopQueryDocument } from './data/catalogue/shop.generated'
import { parseListing, paths } from './paths'
import { routes, type PageHandle } from './routes'

const handler = createStaticHandler(routes)

const match: PageRenderer['match'] = (url) => {
  const { route, params } = matchRoutes(handler.dataRoutes, url.pathname)?.at(-1) ?? {}
  if ((route?.handle as PageHandle | undefined)?.visibility !== 'index') return null
  return new URL(onePathOf(route!.path!, params!, url.searchParams), url)
}

/** The canonical path. A request may use capitals, a trailing slash or unknown query parameters. */
function onePathOf(path: string, params: Params, query: URLSearchParams): string {
  if (path === '*') return NOT_FOUND_PATH
  return path === PAGES.products.path
    ? paths.products(parseListing(query))
    : fillPath(path, Object.values(params)[0] ?? '')
}

const load: PageRenderer['load'] = async (url, execute) => {
  // Each page gets a new client, so pages never share data.
  const client = new ApolloClient({
    cache: newCache(),
    link: new ApolloLink(({ query, operationName, variables }) =>
      from(execute({ query: print(query), operationName, variables })),
    ),
    dataMasking: true,
    ssrMode: true,
    defaultOptions: { react: { suspense: { autoDisposeTimeoutMs: 500 } } },
  })
  const context = await handler.query(new Request(url), { requestContext: { client } })
  if (context instanceof Response) throw new Error(`${url.pathname} redirects, with ${context.status}`)
  const failures = Object.values(context.errors ?? {}).filter((error) => !isRouteErrorResponse(error)) as unknown[]
  if (failures.length > 0) throw failures[0]
  return { status: context.statusCode, render: () => render(url, client, context) }
}

async function render({ origin }: URL, client: ApolloClient, context: StaticHandlerContext) {
  try {
    await client.query({ query: ShopQueryDocument })
    // By default React would leave a failed part to the browser.
    const failures: unknown[] = []
    const { prelude } = await prerender(
      <div id={ROOT_ID}>
        <StrictMode>
          <ApolloProvider client={client}>
            <PublicOrigin value={origin}>
              <StaticRouterProvider
                router={createStaticRouter(handler.dataRoutes, context)}
                context={context}
                hydrate={false}
              />
            </PublicOrigin>
          </ApolloProvider>
        </StrictMode>
      </div>,
      // Without this, React moves large parts into place with inline scripts, which the content security policy
      // forbids.
      { onError: (error) => void failures.push(error), progressiveChunkSize: Infinity },
    )
    const html = await text(prelude)
    if (failures.length > 0) throw failures[0]
    // React writes the elements for the head before the rest.
    const start = html.indexOf(`<div id="${ROOT_ID}">`)
    const state = JSON.stringify({ origin, cache: client.extract() }).replaceAll('<', '\\u003c')
    return {
      head: html.slice(0, start),
      root: `${html.slice(start)}<script type="application/json" id="${STATE_ID}">${state}</script>`,
    }
  } finally {
    client.stop()
  }
}

export const renderer: PageRenderer = { match, load }
