/** The same as a preset does, over GraphQL: an operation, its variables, and the address that opens both in the explorer. */
import { parse, print } from 'graphql'
import type { Draft } from './draft'
import type { Params, Preset } from './presets'

export interface Twin {
  /** Laid out to be read. */
  query: string
  variables: Record<string, unknown>
}

/** Null where GraphQL has nothing like it. What is known wins over the contract's samples. */
export function twinOf({ endpoint: { graphql } }: Preset, known: Params = {}): Twin | null {
  if (!graphql) return null
  const { variables = {} } = graphql
  const told = Object.entries(known).filter(([name]) => name in variables)
  return { query: print(parse(graphql.query)), variables: { ...variables, ...Object.fromEntries(told) } }
}

export const draftOfTwin = (twin: Twin, { headers }: Draft): Draft => ({
  method: 'POST',
  endpoint: '/graphql',
  headers,
  body: JSON.stringify(twin, null, 2),
})

/** The explorer reads its hash, which no server sees. */
export const explorerLinkOf = ({ query, variables }: Twin): string =>
  `/graphql#${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) }).toString()}`
