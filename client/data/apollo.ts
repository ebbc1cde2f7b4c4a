/** The one GraphQL client: headers of the session, what happens when the session ends, and loading for the routes. */
import { ApolloClient, ApolloLink, CombinedGraphQLErrors } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { createQueryPreloader } from '@apollo/client/react'
import { from, map, mergeMap } from 'rxjs'
import { newCache } from './cache'
import { notify } from './notifications'
import { followOtherTabs, tellOtherTabs } from './otherTabs'
import { endSession, onSessionChange, sessionToken } from './session'
import { ShopperQueryDocument } from './shopper.generated'
import { XSRF_HEADER, xsrfToken } from './xsrf'

const sessionHeaders = new SetContextLink((previous) => {
  const headers = previous['headers'] as Record<string, string> | undefined
  const token = sessionToken()
  const xsrf = xsrfToken()
  return {
    headers: {
      ...headers,
      accept: 'application/json',
      ...(token && { authorization: token }),
      ...(xsrf && { [XSRF_HEADER]: xsrf }),
    },
  }
})

const loggedOutByServer = new ErrorLink(({ error }) => {
  if (!CombinedGraphQLErrors.is(error) || !sessionToken()) return
  if (!error.errors.some((each) => each.extensions?.code === 'UNAUTHENTICATED')) return
  endSession('server')
  notify.error('You were logged out. Please log in again.')
})

/** Personal data that was asked for in a session that ended meanwhile must not reach the next one. */
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

/** Loaded with the first operation: a page that was rendered on the server sends none. */
const network = new ApolloLink((operation, forward) =>
  from(import('./network')).pipe(mergeMap((loaded) => loaded.network.request(operation, forward))),
)

export const apollo = new ApolloClient({
  cache: newCache(),
  link: ApolloLink.from([ofThisSession, tellOtherTabs, loggedOutByServer, sessionHeaders, network]),
  dataMasking: true,
})

/** Takes the shopper's data out of the cache: what the page shows of it is fetched again. */
export function evictShopper(): void {
  apollo.cache.evict({ id: 'ROOT_QUERY', fieldName: 'me' })
  apollo.cache.gc()
}

/** After a checkout, which takes lines, coupon and gift wrap out of the cart. */
export async function refreshShopper(): Promise<void> {
  try {
    await apollo.query({ query: ShopperQueryDocument, fetchPolicy: 'network-only' })
  } catch (cause) {
    console.error('Could not load the cart', cause)
  }
}

/** Listens to what changes beside the page: the session, and the other tabs. */
export function watchBrowser(): void {
  onSessionChange(evictShopper)
  followOtherTabs(apollo)
}

/** Starts a page's query from its route's loader; the page reads it with `useReadQuery`. */
export const preloadQuery = createQueryPreloader(apollo)

/** The client of a route's loader: the browser's, or on the server that of the page which is being rendered. */
export const clientOf = ({ context }: { context?: unknown }): ApolloClient =>
  (context as { client?: ApolloClient } | undefined)?.client ?? apollo

export const preloaderOf = (args: { context?: unknown }) => createQueryPreloader(clientOf(args))

/** The same for a page behind the login: null where nobody is logged in. */
export const whenLoggedIn = <Ref>(preload: () => Ref): Ref | null => (sessionToken() ? preload() : null)

const BRIEFLY_MS = 250

/**
 * Holds a navigation back until its data is there, for 250 ms at most: most pages then open complete instead of with a skeleton.
 * A failed query is left to the page, which throws it to its error boundary. On the server it waits for all of it.
 */
export async function waitBriefly<Ref extends Parameters<typeof preloadQuery.toPromise>[0]>(query: Ref): Promise<Ref> {
  const arrived = preloadQuery.toPromise(query).catch(() => undefined)
  const late = new Promise((resolve) => setTimeout(resolve, BRIEFLY_MS))
  await (typeof window === 'undefined' ? arrived : Promise.race([arrived, late]))
  return query
}
