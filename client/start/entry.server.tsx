/**
 * Renders the pages that visitors see first. It uses the browser's routes and components, and gets its data inside the server process.
 */
import { text } from 'node:stream/consumers'
import { ApolloClient, ApolloLink, type DocumentNode } from '@apollo/client'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { ApolloProvider } from '@apollo/client/react'
import { getOperationAST, print, visit } from 'graphql'
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
import { fillPath, PAGES, type Page } from '../../server/shared/pages'
import {
  NOT_FOUND_PATH,
  ROOT_ID,
  STATE_ID,
  type ExecutePageOperation,
  type PageRenderer,
} from '../../server/shared/rendering'
import { PublicOrigin } from '../components/page/PageHead'
import type { RenderingContext } from '../data/apollo/apollo'
import { RenderedData } from '../data/reading'
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

/** The operations of the client as the server executes them: with `__typename`, which the cache needs, and without Apollo's own directive. */
const texts = new Map<DocumentNode, string>()
const typed = newCache()

function textOf(query: DocumentNode): string {
  let text = texts.get(query)
  if (text === undefined) {
    text = print(
      visit(typed.transformDocument(query), { Directive: ({ name }) => (name.value === 'unmask' ? null : undefined) }),
    )
    texts.set(query, text)
  }
  return text
}

interface Rendering extends RenderingContext {
  /** Its cache becomes the state of the page. The queries go around it, because its work for them takes as long as React's. */
  client: ApolloClient
}

/** Each page gets a new client, so pages never share data. */
function newRendering(execute: ExecutePageOperation): Rendering {
  const client = new ApolloClient({ cache: newCache(), link: ApolloLink.empty(), ssrMode: true })
  const arrived = new Map<DocumentNode, unknown>()
  return {
    client,
    data: arrived,
    async preload(query, { variables = {} } = {}) {
      const { data, errors } = await execute({
        query: textOf(query),
        operationName: getOperationAST(query)?.name?.value,
        variables,
      })
      if (errors) throw new CombinedGraphQLErrors({ data, errors })
      client.cache.writeQuery({ query, variables, data })
      arrived.set(query, data)
      return data
    },
  }
}

const load: PageRenderer['load'] = async (url, execute) => {
  const requestContext = newRendering(execute)
  const code = shellCode(url.pathname)
  const used = code ? shellHandler : handler
  const context = await used.query(new Request(url), { requestContext })
  if (context instanceof Response) throw new Error(`${url.pathname} redirects, with ${context.status}`)
  const errors = Object.values(context.errors ?? {}) as unknown[]
  const failures = errors.filter((error) => !isRouteErrorResponse(error))
  if (failures.length > 0) throw failures[0]
  const isProduct = context.matches.at(-1)?.route.path === PAGES.product.path
  return {
    status: context.statusCode,
    missing: context.statusCode !== 404 ? null : isProduct ? 'product' : 'page',
    async render() {
      const { head, root } = await render(url, requestContext, used, context)
      // A shell is not hydrated, so it has no state. The browser replaces its head and its content.
      if (code) return { head: head.replace(/<(title|meta)\b/g, '<$1 data-until-page=""'), root, code }
      const state = JSON.stringify({
        origin: url.origin,
        cache: requestContext.client.extract(),
        error: errors[0],
      }).replaceAll('<', '\\u003c')
      const script = `<script type="application/json" id="${STATE_ID}">${state}</script>`
      return { head, root: root + script, code: [] }
    },
  }
}

async function render(
  { origin }: URL,
  { client, preload, data }: Rendering,
  { dataRoutes }: StaticHandler,
  context: StaticHandlerContext,
) {
  await preload(ShopQueryDocument)
  // By default, React would leave a failed part of the page for the browser to render.
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <div id={ROOT_ID}>
      <StrictMode>
        <ApolloProvider client={client}>
          <PublicOrigin value={origin}>
            <RenderedData value={data}>
              <StaticRouterProvider
                router={createStaticRouter(dataRoutes, context)}
                context={context}
                hydrate={false}
              />
            </RenderedData>
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
}

export const renderer: PageRenderer = { match, load }
