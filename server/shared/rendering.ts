/** What the server asks of the client's code in order to draw a page for a visitor. */

/** One GraphQL operation of a page, run in the same process. */
export interface PageOperation {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
}

export interface PageResult {
  data?: Record<string, unknown> | null
  errors?: readonly { message: string }[]
}

/** A page that is drawn for visitors. */
export interface PageAddress {
  /** Path and query in one spelling: what stands for the same page is the same text. */
  path: string
  /** The file of dist/client that the page is written into. */
  template: string
}

export interface DrawnPage {
  /** 404 where the page says that there is nothing. */
  status: 200 | 404
  /** Title, description and the like, for the head. */
  head: string
  /** What stands in place of the template's own root element. */
  root: string
}

export interface PageRenderer {
  /** Null for the pages that the browser draws alone: a shopper's own, the forms and the tester. */
  findPage(url: URL): PageAddress | null
  /**
   * Draws a page as a visitor sees it. Throws where an operation fails.
   * `origin` is the shop's public one, e.g. https://shop.example, for links that must be whole.
   */
  drawPage(
    page: PageAddress,
    origin: string,
    run: (operation: PageOperation) => Promise<PageResult>,
  ): Promise<DrawnPage>
}

/** The elements that a template and a drawn page share. */
export const ROOT_ID = 'root'
export const STATE_ID = 'page-state'
