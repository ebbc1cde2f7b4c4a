/** How an endpoint of the REST contract is described, and the sample values of several. */
import type * as z from 'zod/mini'
import type { RefusalCode } from './errors'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** As Fastify writes it, with `:name` for what varies. */
  path: string
  tag: 'Catalogue' | 'Accounts' | 'Cart' | 'Wishlist' | 'Addresses' | 'Payments' | 'Contract'
  summary: string
  /** Whether it needs a token. */
  auth: boolean
  /** The shape of its JSON body, or 'raw' for bytes that are signed. What a body means is validated in the domain. */
  body?: z.ZodMiniType | 'raw'
  /** Whether it takes an Idempotency-Key. */
  idempotent?: boolean
  /** Whether its answer is the same for everyone, with an ETag and a time that it may be kept for. */
  cached?: boolean
  /** The status of a call that succeeds, and what its response holds. */
  status: 200 | 201
  response: z.ZodMiniObject
  /** Its own refusals; those that follow from `auth`, `body` and `idempotent` are added. */
  refusals?: readonly RefusalCode[]
  /** Something to try: values for the path's parameters, and a body. */
  sample?: { params?: Record<string, string>; body?: unknown }
}

/** An endpoint for a shop's client, with the same through GraphQL. */
export interface ClientEndpoint extends Endpoint {
  graphql: { query: string; variables?: Record<string, unknown> }
}

export const SAMPLE_PRODUCT = 'sea-glass-serving-bowl'
