/**
 * Renders the pages that visitors see first. It uses the browser's routes and components, and gets its data inside the server process.
 */
import { text } from 'node:stream/consumers'
import { ApolloClient, ApolloLink } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { print } from 'graphql'
import { StrictMode } from 'react'
// Not React's build for Node, because its AsyncLocalStorage slows down all later responses of the server on Node 20.
import { prerender } from 'react-dom/static.edge'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouterProvider,
  type Params,
  type RouteMatch,
  type RouteObject,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router-dom'
import { from } from 'rxjs'
import { fillPath, PAGES, type Page } from '../../server/shared/pages'
import {
  NOT_FOUND_PATH,
  ROOT_ID,
  STATE_ID,
  type ExecutePageOperation,
  type PageRenderer,
} from '../../server/shared/rendering'
import { PublicOrigin } from '../components/page/PageHead'
import { newCache } from '../data/apollo/cache'
import { ShopQueryDocument } from '../data/catalogue/shop.generated'
import { parseChoices, parseListing, paths, type OptionSlugs } from '../paths'
import { routes } from '../routes'
import { shellCode, shellRoutes } from './shells'

const handler = createStaticHandler(routes)
const shellHandler = createStaticHandler(shellRoutes)

/**
 * The pages without their code. `matchRoutes` sorts its routes on each call, and the routes of the office's dialogs alone would double its
 * time.
 */
const pages: RouteObject[] = [
  ...Object.values<Page>(PAGES).map(({ path, visibility }) => ({ path, handle: visibility })),
  { path: '*', handle: 'index' satisfies Page['visibility'] },
]

const match: PageRenderer['match'] = (url, options) => {
  // `*` does not match a line break.
  const [{ route, params }] = (matchRoutes(pages, url.pathname) ?? [{ route: pages.at(-1)!, params: {} }]) as [
    RouteMatch,
  ]
  const visibility = route.handle as Page['visibility']
  // All orders share the shell of `/orders/:number`.
  return new URL(visibility === 'index' ? onePathOf(route.path!, params, url.searchParams, options) : route.path!, url)
}

/** The canonical path. A request may contain uppercase letters, a trailing slash or unknown query parameters. */
function onePathOf(path: string, params: Params, query: URLSearchParams, options: OptionSlugs): string {
  if (path === '*') return NOT_FOUND_PATH
  if (path === PAGES.products.path) return paths.products(parseListing(query))
  const own = Object.values(params)[0] ?? ''
  return path === PAGES.product.path ? paths.product(own, parseChoices(query, options)) : fillPath(path, own)
}

/**
 * Each page gets a new client, so pages never share data. Apollo holds every query reference's client in a module-wide registry until the
 * reference is collected. So nothing that the client reaches, such as the scope of its link, may lead back to what the page's loaders
 * returned: the page would stay in memory forever.
 */
const newClient = (execute: ExecutePageOperation): ApolloClient =>
  new ApolloClient({
    cache: newCache(),
    link: new ApolloLink(({ query, operationName, variables }) =>
      from(execute({ query: print(query), operationName, variables })),
    ),
    dataMasking: true,
    ssrMode: true,
    defaultOptions: { react: { suspense: { autoDisposeTimeoutMs: 500 } } },
  })

const load: PageRenderer['load'] = async (url, execute) => {
  const client = newClient(execute)
  const code = shellCode(url.pathname)
  const used = code ? shellHandler : handler
  const context = await used.query(new Request(url), { requestContext: { client } })
  if (context instanceof Response) throw new Error(`${url.pathname} redirects, with ${context.status}`)
  const errors = Object.values(context.errors ?? {}) as unknown[]
  const failures = errors.filter((error) => !isRouteErrorResponse(error))
  if (failures.length > 0) throw failures[0]
  const isProduct = context.matches.at(-1)?.route.path === PAGES.product.path
  return {
    status: context.statusCode,
    missing: context.statusCode !== 404 ? null : isProduct ? 'product' : 'page',
    async render() {
      const { head, root } = await render(url, client, used, context)
      // A shell is not hydrated, so it has no state. The browser replaces its head and its content.
      if (code) return { head: head.replace(/<(title|meta)\b/g, '<$1 data-until-page=""'), root, code }
      const state = JSON.stringify({ origin: url.origin, cache: client.extract(), error: errors[0] }).replaceAll(
        '<',
        '\\u003c',
      )
      const script = `<script type="application/json" id="${STATE_ID}">${state}</script>`
      return { head, root: root + script, code: [] }
    },
  }
}

async function render(
  { origin }: URL,
  client: ApolloClient,
  { dataRoutes }: StaticHandler,
  context: StaticHandlerContext,
) {
  try {
    await client.query({ query: ShopQueryDocument })
    // By default, React would leave a failed part of the page for the browser to render.
    const failures: unknown[] = []
    const { prelude } = await prerender(
      <div id={ROOT_ID}>
        <StrictMode>
          <ApolloProvider client={client}>
            <PublicOrigin value={origin}>
              <StaticRouterProvider
                router={createStaticRouter(dataRoutes, context)}
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
    return { head: html.slice(0, start), root: html.slice(start) }
  } finally {
    client.stop()
  }
}

export const renderer: PageRenderer = { match, load }
