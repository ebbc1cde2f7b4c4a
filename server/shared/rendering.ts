/** The contract between the server and the client's server build, `client/start/entry.server.tsx`. */
import type { FormattedExecutionResult } from 'graphql'

/** Executes one GraphQL operation for a page, in the same process. */
export type ExecutePageOperation = (operation: {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
}) => Promise<FormattedExecutionResult<Record<string, unknown>>>

export interface PageRenderer {
  /**
   * The page's URL in its canonical form, or NOT_FOUND_PATH for all unknown paths. A page that the browser renders has the
   * path of its route, such as `/orders/:number`. Parameters that the page does not know are left out; `options` are the slugs of the
   * values of the product's options, by the slugs of the options, for the page of a product.
   */
  match(url: URL, options: ReadonlyMap<string, ReadonlySet<string>>): URL
  /** Runs a page's loaders for a visitor. Rejects if one fails. */
  load(url: URL, execute: ExecutePageOperation): Promise<LoadedPage>
}

/** The browser hydrates what the server sent, so both must show the same page. */
export type MissingPage = 'product' | 'page'

interface LoadedPage {
  /** The status from the page's loader, which is 404 if the loader finds nothing. */
  status: number
  /** Null, or which of the "not found" pages this is: the one for products, or the one for everything else. */
  missing: MissingPage | null
  /** Rejects if an operation fails. */
  render(): Promise<RenderedPage>
}

interface RenderedPage {
  /** The content of the document's head. */
  head: string
  /** The root element, with the state to hydrate it. A page that the browser renders has only its skeleton and no state. */
  root: string
  /** The names of the client's files that the browser fetches early, besides those that each page needs (client/build/files.ts). */
  code: string[]
}

/** Stands for all paths without a route, which share one page. */
export const NOT_FOUND_PATH = '/not-found'

export const ROOT_ID = 'root'
export const STATE_ID = 'page-state'
