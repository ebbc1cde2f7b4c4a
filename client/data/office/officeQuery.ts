/**
 * Queries for the office pages. A route's loader starts its query in parallel with the other loaders. Responses are not cached: staff must
 * see current data, customers' data must not stay in the browser, and reloading 25 rows is simpler than rules for a cache.
 */
import {
  CombinedGraphQLErrors,
  type ApolloClient,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useEffect, useRef, useState } from 'react'
import { apollo } from '../apollo/apollo'
import { readAgain } from './access'
import { sessionToken } from '../session/session'

/**
 * After FORBIDDEN, which may also mean a missing second factor, reloads the account's access. OfficePage then shows only what the account
 * may do. Returns the shop's reason, or null for any other error.
 */
export function noteRefusal(cause: unknown): string | null {
  const refusals = CombinedGraphQLErrors.is(cause)
    ? cause.errors.filter(({ extensions }) => extensions?.['code'] === 'FORBIDDEN')
    : []
  if (refusals.length === 0) return null
  void readAgain()
  return refusals[0]!.message
}

/**
 * Queries the office. Returns null if the query fails. Always sends a new request, because a pending one may return data from before a
 * change.
 */
export async function queryOffice<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): Promise<Unmasked<Data> | null> {
  try {
    const options = { query: document, variables, fetchPolicy: 'no-cache', context: { queryDeduplication: false } }
    const { data } = await apollo.query<Data>(options as ApolloClient.QueryOptions<Data>)
    return data as Unmasked<Data>
  } catch (cause) {
    noteRefusal(cause)
    // The server has already logged its own errors.
    if (!CombinedGraphQLErrors.is(cause)) console.error('Could not load the office', cause)
    return null
  }
}

/** A query that a loader has started. */
export interface OfficeQuery<Data> {
  /** Sends the query again. Resolves to null if that fails. */
  send: () => Promise<Data | null>
  first: Promise<Data | null>
  /** The result of `first`, once it has arrived. */
  result?: { data: Data | null }
}

/** A navigation waits this long, so that most pages have their data when they open. */
const BRIEFLY_MS = 250

/** Starts a query. Returns null for a visitor, whom the route redirects to the login. */
export async function startOfficeQuery<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): Promise<OfficeQuery<Unmasked<Data>> | null> {
  if (!sessionToken()) return null
  const send = () => queryOffice(document, variables)
  const query: OfficeQuery<Unmasked<Data>> = { send, first: send() }
  const arrived = query.first.then((data) => (query.result = { data }))
  await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, BRIEFLY_MS))])
  return query
}

export interface OfficeAnswer<Data> {
  /** While a query is loading, this is the previous query's response. */
  data: Data | null
  loading: boolean
  failed: boolean
  /** Sends the query again. */
  refresh: () => Promise<void>
}

export function useOfficeAnswer<Data>(query: OfficeQuery<Data>): OfficeAnswer<Data> {
  const [{ of, data, failed }, setAnswer] = useState(() => answerOf(query))
  const [isAsking, setAsking] = useState(false)
  const requests = useRef(0)
  // If the result has already arrived, it is used immediately, to avoid a render without it.
  if (of !== query && query.result) setAnswer(answerOf(query, data))
  useEffect(() => {
    let isCurrent = true
    // Needed even if the result is known, because it may have arrived after this render.
    void query.first.then(
      () => isCurrent && setAnswer((last) => (last.of === query ? last : answerOf(query, last.data))),
    )
    return () => void (isCurrent = false)
  }, [query])
  const refresh = async () => {
    requests.current += 1
    const request = requests.current
    setAsking(true)
    const data = await query.send()
    // Responses may arrive in another order, and only the last request's response includes all changes.
    if (request !== requests.current) return
    setAsking(false)
    setAnswer((last) => ({ of: query, data: data ?? last.data, failed: data === null }))
  }
  return { data, loading: isAsking || of !== query, failed, refresh }
}

function answerOf<Data>(query: OfficeQuery<Data>, before: Data | null = null) {
  const { result } = query
  return { of: result ? query : null, data: result?.data ?? before, failed: result?.data === null }
}
