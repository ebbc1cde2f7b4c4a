/** The contract between the server and the client's server build, `client/entry.server.tsx`. */
import type { FormattedExecutionResult } from 'graphql'

/** Executes one GraphQL operation for a page, in the same process. */
export type ExecutePageOperation = (operation: {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
}) => Promise<FormattedExecutionResult<Record<string, unknown>>>

export interface PageRenderer {
  /**
   * The page's address in its canonical form, or NOT_FOUND_PATH for all unknown paths. Null for pages that the browser renders: a shopper's
   * own pages, the forms and the tester.
   */
  match(url: URL): URL | null
  /** Runs a page's loaders for a visitor. Rejects if one fails. */
  load(url: URL, execute: ExecutePageOperation): Promise<LoadedPage>
}

interface LoadedPage {
  /** The status from the page's loader, which is 404 if it finds nothing. */
  status: number
  /** The content of the head, and the root element with the state to hydrate it. Rejects if an operation fails. */
  render(): Promise<{ head: string; root: string }>
}

/** Stands for all paths without a route, which share one page. */
export const NOT_FOUND_PATH = '/not-found'

export const ROOT_ID = 'root'
export const STATE_ID = 'page-state'
