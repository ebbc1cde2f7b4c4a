/** Resolves a connection's fields from a page that the domain returns. */
import type { CountedPage } from '../domain/counted'
import type { Page } from '../domain/cursor'
import type { Resolvers } from '../generated/graphql'

/** @public for codegen.ts */
export type AnyPage = Page<unknown>

export const nodes = <Node>({ edges }: Page<Node>): Node[] => edges.map((edge) => edge.node)

/** Cursors are computed only when a client selects them. */
export const pageInfo = (page: AnyPage): AnyPage => page

/** A connection whose count has a limit. */
export const countedPage = {
  nodes,
  pageInfo,
  totalCount: async (page: CountedPage<unknown>) => (await page.count()).count,
  isMore: async (page: CountedPage<unknown>) => (await page.count()).isMore,
}

export const PageInfo: Resolvers['PageInfo'] = {
  startCursor: ({ edges }) => edges[0]?.cursor ?? null,
  endCursor: ({ edges }) => edges.at(-1)?.cursor ?? null,
}
