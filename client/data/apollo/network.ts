/**
 * Apollo's HTTP link and the links around it. Queries are persisted: the client sends a hash by GET, so browsers and CDNs can cache public
 * responses.
 */
import { ApolloLink, CombinedGraphQLErrors, HttpLink, ServerError, type OperationVariables } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { map, tap, timeout, TimeoutError } from 'rxjs'
import { notify } from '../notifications'
import { tellOtherTabs } from '../session/otherTabs'
import { noteAnswer, noteNoAnswer } from './reachability'
import { isPublic } from './publicOperation'
import { endSession, sessionToken } from '../session/session'
import { sha256 } from './sha256'
import { XSRF_HEADER, xsrfToken } from './xsrf'

/** A proxy may resend a request with an idempotency key to another server. The change is still made only once. */
function idempotencyKeyOf(variables: OperationVariables): string | undefined {
  const { idempotencyKey, input } = variables as { idempotencyKey?: string; input?: { idempotencyKey?: string } }
  return idempotencyKey ?? input?.idempotencyKey
}

/** Must exceed the time for which browsers may cache public product data. */
const FRESH_MS = 2 * 60_000
let officeChangedAt = -Infinity

/**
 * Call this after a change in the office. For two minutes, staff requests then bypass caches, so staff see their change.
 */
export function noteOfficeChange(): void {
  officeChangedAt = Date.now()
}

const requestHeaders = new SetContextLink((previous, { query, variables }) => {
  const headers = previous['headers'] as Record<string, string> | undefined
  const mustBeFresh = Date.now() - officeChangedAt < FRESH_MS
  const token = isPublic(query) && !mustBeFresh ? null : sessionToken()
  const xsrf = xsrfToken()
  const key = idempotencyKeyOf(variables)
  return {
    headers: {
      ...headers,
      accept: 'application/json',
      ...(token && { authorization: token }),
      ...(xsrf && { [XSRF_HEADER]: xsrf }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(mustBeFresh && { fetchOptions: { cache: 'no-cache' } }),
  }
})

/** Ends the session on UNAUTHENTICATED, unless this tab or another one has renewed the token since the request. */
const loggedOutByServer = new ErrorLink(({ error, operation }) => {
  const { headers } = operation.getContext() as { headers?: { authorization?: string } }
  if (!CombinedGraphQLErrors.is(error) || !sessionToken() || headers?.authorization !== sessionToken()) return
  if (!error.errors.some((each) => each.extensions?.code === 'UNAUTHENTICATED')) return
  endSession('server')
  notify.error('You were logged out. Please log in again.')
})

/** Discards personal data that was requested in an earlier session, so that it does not show up in the next one. */
const ofThisSession = new ApolloLink((operation, forward) => {
  const token = sessionToken()
  return forward(operation).pipe(
    map((result) => {
      if (token !== sessionToken() && result.data?.me)
        throw new Error('This response belongs to a session that has ended.')
      return result
    }),
  )
})

const announceChanges = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(() => {
      if (operation.operationType === 'mutation' && sessionToken()) tellOtherTabs()
    }),
  ),
)

/** Longer than any operation takes, even on a slow network. */
const OPERATION_MS = 60_000

/**
 * `fetch` rejects with a TypeError if no response arrives. A response that takes too long counts as missing, and its request is cancelled.
 */
const reachability = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    timeout(OPERATION_MS),
    tap({
      next: noteAnswer,
      error: (error: unknown) => {
        if (error instanceof TypeError || error instanceof TimeoutError) noteNoAnswer()
        else if (ServerError.is(error)) noteAnswer()
      },
    }),
  ),
)

export const network = ApolloLink.from([
  ofThisSession,
  announceChanges,
  loggedOutByServer,
  requestHeaders,
  new PersistedQueryLink({ sha256, useGETForHashedQueries: true }),
  reachability,
  new HttpLink({ uri: '/graphql' }),
])
