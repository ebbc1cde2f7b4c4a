/** The contract between the server and the client's server build, `client/entry.server.tsx`. */

/** One GraphQL operation of a page, executed in the same process. */
export interface PageOperation {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
}

export interface PageResult {
  data?: Record<string, unknown> | null
  errors?: readonly { message: string }[]
}

export interface MatchedPage {
  /** Path and query in their one spelling, for the cache key. */
  path: string
  /** The page's module as Vite's manifest names it; null where the page has no module of its own. */
  module: string | null
}

export interface RenderedPage {
  status: number
  /** Title, description and the like. */
  head: string
  /** The root element, and the state to hydrate it with. */
  root: string
}

export interface PageRenderer {
  /** Null for the pages that the browser renders: a shopper's own, the forms and the tester. */
  match(url: URL): MatchedPage | null
  /** Renders a page as a visitor sees it; `origin` is for absolute links. Throws where an operation fails. */
  render(
    path: string,
    origin: string,
    execute: (operation: PageOperation) => Promise<PageResult>,
  ): Promise<RenderedPage>
}

export const ROOT_ID = 'root'
export const STATE_ID = 'page-state'
