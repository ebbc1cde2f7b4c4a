/** The GraphQL operation that is equivalent to a preset, and its URL in the explorer. */
import { parse, print } from 'graphql'
import type { Draft } from '../draft'
import type { Params, Preset } from '../presets'

export interface Twin {
  /** Formatted. */
  query: string
  variables: Record<string, unknown>
}

/** Null if GraphQL has no such operation. Known values replace the contract's samples. */
export function twinOf({ endpoint: { graphql } }: Preset, known: Params = {}): Twin | null {
  if (!graphql) return null
  const { variables = {} } = graphql
  const used = Object.entries(known).filter(([name]) => name in variables)
  return { query: print(parse(graphql.query)), variables: { ...variables, ...Object.fromEntries(used) } }
}

export const draftOfTwin = (twin: Twin, { headers }: Draft): Draft => ({
  method: 'POST',
  endpoint: '/graphql',
  headers,
  body: JSON.stringify(twin, null, 2),
})

/** The explorer reads the hash, which browsers do not send to the server. */
export const explorerLinkOf = ({ query, variables }: Twin): string =>
  `/graphql#${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) }).toString()}`
