/** Draws the pages that visitors see first, on the server: the same routes and components, with the data from the same process. */
import { text } from 'node:stream/consumers'
import { ApolloClient, ApolloLink } from '@apollo/client'
import { ApolloProvider, createQueryPreloader } from '@apollo/client/react'
import { print } from 'graphql'
import { StrictMode } from 'react'
// Not its build for Node: that one uses an AsyncLocalStorage, after which Node 20 follows each step of every answer.
import { prerender } from 'react-dom/static.edge'
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from 'react-router-dom'
import { from } from 'rxjs'
import {
  ROOT_ID,
  STATE_ID,
  type DrawnPage,
  type PageAddress,
  type PageOperation,
  type PageRenderer,
  type PageResult,
} from '../server/shared/rendering'
import { PublicOrigin } from './components/PageHead'
import { newCache } from './data/cache'
import { ShopQueryDocument } from './data/shop.generated'
import { DRAWN_ROUTES } from './pageTable'
import { parseListing, paths } from './paths'
import { routes } from './routes'

const handler = createStaticHandler(routes)

function findPage({ pathname, searchParams }: URL): PageAddress | null {
  const own = routePathOf(pathname)
  const drawn = DRAWN_ROUTES.find(({ path }) => path === own)
  if (!drawn) return null
  const path = pathname === paths.products() ? paths.products(parseListing(searchParams)) : pathname
  return { path, template: drawn.template }
}

/** The path in the table of routes that leads to a page. */
function routePathOf(pathname: string): string | undefined {
  return handler.dataRoutes
    .flatMap((route) => route.children ?? [])
    .flatMap((route) => route.children ?? [])
    .flatMap((route) => [route, ...(route.children ?? [])])
    .find((route) => route.path && matchPath(route.path, pathname))?.path
}

const LET_GO_AFTER_MS = 500

type Run = (operation: PageOperation) => Promise<PageResult>

/** One for each drawing: what one visitor's page was made of is no other's. */
const newClient = (run: Run) =>
  new ApolloClient({
    cache: newCache(),
    link: new ApolloLink(({ query, operationName, variables }) =>
      from(run({ query: print(query), operationName, variables })),
    ),
    dataMasking: true,
    ssrMode: true,
    // What a page was made of is let go with it, and not half a minute later.
    defaultOptions: { react: { suspense: { autoDisposeTimeoutMs: LET_GO_AFTER_MS } } },
  })

async function drawPage({ path }: PageAddress, origin: string, run: Run): Promise<DrawnPage> {
  const client = newClient(run)
  try {
    const requestContext = { preloadQuery: createQueryPreloader(client) }
    const [context] = await Promise.all([
      handler.query(new Request(new URL(path, origin)), { requestContext }),
      client.query({ query: ShopQueryDocument }),
    ])
    if (context instanceof Response) throw new Error(`${path} leads elsewhere, with ${context.status}`)
    const html = await toHtml(
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
    )
    // React writes what belongs into the head in front of the rest.
    const start = html.indexOf(`<div id="${ROOT_ID}">`)
    const head = html.slice(0, start)
    const state = JSON.stringify({ origin, cache: client.extract() }).replaceAll('<', '\\u003c')
    return {
      status: head.includes('content="noindex"') ? 404 : 200,
      head,
      root: `${html.slice(start)}<script type="application/json" id="${STATE_ID}">${state}</script>`,
    }
  } finally {
    client.stop()
  }
}

async function toHtml(page: React.ReactNode): Promise<string> {
  const faults: unknown[] = []
  const { prelude } = await prerender(page, {
    onError: (cause) => void faults.push(cause),
    // All of the page in its own place: large parts would else be moved there by scripts.
    progressiveChunkSize: Infinity,
  })
  const html = await text(prelude)
  // A part that failed is left to the browser by React, with a page in which it is missing.
  if (faults.length > 0) throw faults[0]
  return html
}

export const renderer: PageRenderer = { findPage, drawPage }
