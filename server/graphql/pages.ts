/** A connection's fields over a page of the domain's. */
import type { Page } from '../domain/cursor'

export const nodes = <Node>({ edges }: Page<Node>): Node[] => edges.map((edge) => edge.node)

export const pageInfo = <Node>({ edges, hasNextPage, hasPreviousPage }: Page<Node>) => ({
  hasNextPage,
  hasPreviousPage,
  get startCursor() {
    return edges[0]?.cursor ?? null
  },
  get endCursor() {
    return edges.at(-1)?.cursor ?? null
  },
})
