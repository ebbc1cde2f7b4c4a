/** The description of an endpoint of the REST contract, and sample values that several endpoints share. */
import type * as z from 'zod/mini'
import type { AnyErrorCode } from './errors'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** In Fastify's notation, with `:name` for parameters. */
  path: string
  tag: 'Catalogue' | 'Accounts' | 'Cart' | 'Wishlist' | 'Addresses' | 'Payments' | 'Contract'
  summary: string
  /** True if the endpoint needs a token. */
  auth: boolean
  /** The shape of the endpoint's JSON body, or 'raw' for signed bytes. The domain validates the values. */
  body?: z.ZodMiniType | 'raw'
  /** True if the endpoint accepts an Idempotency-Key. */
  idempotent?: boolean
  /** True if the endpoint's response is public, with an ETag and a cache lifetime. */
  cached?: boolean
  /** The status and body of a successful response. */
  status: 200 | 201
  response: z.ZodMiniObject
  /** Errors specific to this endpoint. `auth`, `body` and `idempotent` add more. */
  errors?: readonly AnyErrorCode[]
  /** A sample request: values for the path's parameters, and a body. */
  sample?: { params?: Record<string, string>; body?: unknown }
}

/** An endpoint for the shop's clients, with the equivalent GraphQL operation. */
export interface ClientEndpoint extends Endpoint {
  graphql: { query: string; variables?: Record<string, unknown> }
}

export const SAMPLE_PRODUCT = 'sea-glass-serving-bowl'
