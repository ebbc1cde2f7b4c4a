/** The contract between the server and the client's server build, `client/entry.server.tsx`. */
import type { FormattedExecutionResult } from 'graphql'

/** One GraphQL operation of a page, executed in the same process. */
export interface PageOperation {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
}

export type PageResult = FormattedExecutionResult<Record<string, unknown>>

/** `path` has path and query in their one spelling, for the cache key; NOT_FOUND_PATH for every path that leads nowhere. `module` is the page's, as Vite's manifest names it, if it has one. */
export type MatchedPage = { path: string; module: string | null }

/** `head` has the title, description and the like; `root` the root element, and the state to hydrate it with. */
export type RenderedPage = { status: number; head: string; root: string }

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

/** Stands for all paths without a route: their page is the same. */
export const NOT_FOUND_PATH = '/not-found'

export const ROOT_ID = 'root'
export const STATE_ID = 'page-state'
