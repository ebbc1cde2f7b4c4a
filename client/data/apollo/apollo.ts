/** The one GraphQL client, and loading for the routes. */
import { ApolloClient, ApolloLink } from '@apollo/client'
import { createQueryPreloader } from '@apollo/client/react'
import { from, mergeMap } from 'rxjs'
import { newCache } from './cache'
import { followOtherTabs } from '../session/otherTabs'
import { watchReachability } from './reachability'
import { onSessionChange, sessionToken } from '../session/session'
import { ShopperQueryDocument } from '../session/shopper.generated'
import { forgetUnsaved } from '../cart/unsaved'

/** Loaded with the first operation: a page that was rendered on the server sends none. */
const network = new ApolloLink((operation, forward) =>
  from(import('./network')).pipe(mergeMap((loaded) => loaded.network.request(operation, forward))),
)

export const apollo = new ApolloClient({
  cache: newCache(),
  link: network,
  dataMasking: true,
})

/** Takes the shopper's data out of the cache, and what they have not saved: what the page shows is fetched again. */
export function evictShopper(): void {
  apollo.cache.evict({ id: 'ROOT_QUERY', fieldName: 'me' })
  apollo.cache.gc()
  forgetUnsaved()
}

/** Loads cart and wishlist afresh: after a login, and after a checkout, which takes lines, coupon and gift wrap out of the cart. */
export async function refreshShopper(): Promise<void> {
  try {
    await apollo.query({ query: ShopperQueryDocument, fetchPolicy: 'network-only' })
  } catch (cause) {
    console.error('Could not load the cart', cause)
  }
}

/** Listens to what changes outside the page: the session, the other tabs, and the network. */
export function watchBrowser(): void {
  onSessionChange(evictShopper)
  followOtherTabs(apollo)
  watchReachability()
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
