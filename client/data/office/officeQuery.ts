/** Queries of the office's pages. Each route's loader starts its query together with the others. The cache keeps no answer. */
import {
  CombinedGraphQLErrors,
  makeVar,
  type ApolloClient,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useReactiveVar } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { apollo } from '../apollo/apollo'
import { sessionToken } from '../session/session'

/** The token of an account that the office refused. */
const refusedToken = makeVar<string | null>(null)

/** Whether the office refused this session. */
export const useIsRefused = (): boolean => useReactiveVar(refusedToken) === sessionToken()

/** Called when the office is opened: the account may have become staff since it was refused. */
export const forgetRefusal = (): void => void refusedToken(null)

/** Remembers a FORBIDDEN error. */
export function noteRefusal(cause: unknown): void {
  if (CombinedGraphQLErrors.is(cause) && cause.errors.some(({ extensions }) => extensions?.['code'] === 'FORBIDDEN'))
    refusedToken(sessionToken())
}

/** Asks the office; null if that fails. */
export async function queryOffice<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): Promise<Unmasked<Data> | null> {
  try {
    const options = { query: document, variables, fetchPolicy: 'no-cache' } as ApolloClient.QueryOptions<Data>
    const { data } = await apollo.query<Data>(options)
    return data as Unmasked<Data>
  } catch (cause) {
    noteRefusal(cause)
    // An error that the server sends is in its own log.
    if (!CombinedGraphQLErrors.is(cause)) console.error('Could not load the office', cause)
    return null
  }
}

/** A query that a loader has started. */
export interface OfficeQuery<Data> {
  /** Sends the query again; resolves to null if that fails. */
  send: () => Promise<Data | null>
  first: Promise<Data | null>
  /** The result of `first`, once it is there. */
  result?: { data: Data | null }
}

/** Most pages open complete if a navigation waits this long for its data. */
const BRIEFLY_MS = 250

/** Starts a query; null for a visitor, whom the page's route sends to the login. */
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
  /** While a query is under way, the answer to the one before. */
  data: Data | null
  loading: boolean
  failed: boolean
  /** Sends the query again. */
  refresh: () => Promise<void>
}

export function useOfficeAnswer<Data>(query: OfficeQuery<Data>): OfficeAnswer<Data> {
  const [{ of, data, failed }, setAnswer] = useState(() => answerOf(query))
  const [isAsking, setAsking] = useState(false)
  // A query whose result is there needs no rendering without it.
  if (of !== query && query.result) setAnswer(answerOf(query, data))
  useEffect(() => {
    let isCurrent = true
    // Also if the result is there by now: it may have come after this rendering.
    void query.first.then(
      () => isCurrent && setAnswer((last) => (last.of === query ? last : answerOf(query, last.data))),
    )
    return () => void (isCurrent = false)
  }, [query])
  const refresh = async () => {
    setAsking(true)
    const data = await query.send()
    setAsking(false)
    setAnswer((last) => ({ of: query, data: data ?? last.data, failed: data === null }))
  }
  return { data, loading: isAsking || of !== query, failed, refresh }
}

function answerOf<Data>(query: OfficeQuery<Data>, before: Data | null = null) {
  const { result } = query
  return { of: result ? query : null, data: result?.data ?? before, failed: result?.data === null }
}
