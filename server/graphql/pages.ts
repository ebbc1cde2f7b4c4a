/** Resolves a connection's fields from a page of the domain. */
import type { Page } from '../domain/cursor'
import type { Resolvers } from '../generated/graphql'

/** @public for codegen.ts */
export type AnyPage = Page<unknown>

export const nodes = <Node>({ edges }: Page<Node>): Node[] => edges.map((edge) => edge.node)

/** Cursors are computed only when a caller selects them. */
export const pageInfo = (page: AnyPage): AnyPage => page

export const PageInfo: Resolvers['PageInfo'] = {
  startCursor: ({ edges }) => edges[0]?.cursor ?? null,
  endCursor: ({ edges }) => edges.at(-1)?.cursor ?? null,
}
