/**
 * Queries for the office pages. Responses are not cached: staff must see current data, customers' data must not stay in the browser, and
 * reloading 25 rows is simpler than rules for a cache.
 */
import {
  CombinedGraphQLErrors,
  makeVar,
  type ApolloClient,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useReactiveVar } from '@apollo/client/react'
import { data as routeResponse } from 'react-router-dom'
import { apollo } from '../apollo/apollo'
import { sessionToken } from '../session/session'

/** The shop's reason if it refused a request with FORBIDDEN, which may also mean a missing second factor. Null for any other error. */
export function forbiddenMessageOf(cause: unknown): string | null {
  if (!CombinedGraphQLErrors.is(cause)) return null
  return cause.errors.find(({ extensions }) => extensions?.['code'] === 'FORBIDDEN')?.message ?? null
}

/** Always sends a new request, because a pending one may return data from before a change. Rejects if the query fails. */
export async function queryOffice<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): Promise<Unmasked<Data>> {
  const options = { query: document, variables, fetchPolicy: 'no-cache', context: { queryDeduplication: false } }
  const { data } = await apollo.query<Data>(options as ApolloClient.QueryOptions<Data>)
  return data as Unmasked<Data>
}

/** The newest page's data, with its query and the session that loaded it. `isOld` is true if a later attempt to load the same data failed. */
interface Loaded {
  token: string
  document: unknown
  variables: string
  data: unknown
  isOld: boolean
}

const newest = makeVar<Loaded | null>(null)

export const useIsOutOfDate = (): boolean => useReactiveVar(newest)?.isOld ?? false

/**
 * For the loader of an office page. If the page's data cannot be reloaded, the page keeps it, because it may contain text that is not
 * saved yet.
 */
export async function loadOffice<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): Promise<Unmasked<Data>> {
  // RequireSession redirects visitors to the login, so no page shows this error.
  const token = sessionToken()
  if (!token) throw routeResponse(null, { status: 401 })
  const text = JSON.stringify(variables)
  try {
    const data = await queryOffice(document, variables)
    newest({ token, document, variables: text, data, isOld: false })
    return data
  } catch (cause) {
    const last = newest()
    // Data of another session may be more than this account may read.
    const isSame = last?.token === token && last.document === document && last.variables === text
    if (!isSame || forbiddenMessageOf(cause) !== null) throw cause
    newest({ ...last, isOld: true })
    return last.data as Unmasked<Data>
  }
}
