/** The page's single GraphQL client, and helpers that let route loaders start queries. */
import { ApolloClient, ApolloLink } from '@apollo/client'
import { createQueryPreloader } from '@apollo/client/react'
import { unwrapQueryRef } from '@apollo/client/react/internal'
import { from, mergeMap } from 'rxjs'
import { newCache } from './cache'
import { followOtherTabs } from '../session/otherTabs'
import { watchReachability } from './reachability'
import { onSessionChange, sessionToken } from '../session/session'
import { refreshShopper as refreshShopperOf } from '../session/refreshShopper'
import { forgetUnsaved } from '../unsaved'

/** The network code loads with the first operation. A server-rendered page sends no operation at first. */
const network = new ApolloLink((operation, forward) =>
  from(import('./network')).pipe(mergeMap((loaded) => loaded.network.request(operation, forward))),
)

export const apollo = new ApolloClient({
  cache: newCache(),
  link: network,
  dataMasking: true,
})

/** Removes the shopper's data and unsaved changes from the cache. The open page then fetches its data again. */
export function evictShopper(): void {
  apollo.cache.evict({ id: 'ROOT_QUERY', fieldName: 'me' })
  apollo.cache.gc()
  forgetUnsaved()
}

/**
 * Reloads the cart and wishlist after a login or a checkout. A checkout removes the cart's lines and choices.
 */
export const refreshShopper = (): Promise<void> => refreshShopperOf(apollo)

/** Watches for changes outside the page: the session, other tabs and the network. */
export function watchBrowser(): void {
  onSessionChange(evictShopper)
  followOtherTabs(apollo)
  watchReachability()
}

/** The Apollo client for a route loader: the page's client in the browser, or the current render's client on the server. */
export const clientOf = ({ context }: { context?: unknown }): ApolloClient =>
  (context as { client?: ApolloClient } | undefined)?.client ?? apollo

type PreloadQuery = ReturnType<typeof createQueryPreloader>

/** Starts a page's query from its route's loader: `preloaderOf(args)(Document)`. The page reads it with `useReadQuery`. */
export function preloaderOf(args: { context?: unknown }): PreloadQuery {
  const preload = createQueryPreloader(clientOf(args))
  return import.meta.env.SSR
    ? (((...query: Parameters<PreloadQuery>) => retained(preload(...query))) as PreloadQuery)
    : preload
}

/**
 * Takes the reference out of Apollo's registry, which would keep the page's data until two garbage collections later. V8 takes such data for
 * long-lived and collects ever more rarely, so the server's memory would grow to its limit. Nothing needs to release the reference: it is
 * collected with the page.
 */
function retained<Ref extends Parameters<PreloadQuery['toPromise']>[0]>(ref: Ref): Ref {
  unwrapQueryRef(ref)?.retain()
  return ref
}

/** Calls `start` with a preloader for a logged-in shopper. Returns null for a visitor. */
export const whenLoggedIn = <Ref>(args: { context?: unknown }, start: (preload: PreloadQuery) => Ref): Ref | null =>
  sessionToken() ? start(preloaderOf(args)) : null

const BRIEFLY_MS = 250
/** Its toPromise depends on the reference only, not on the client. */
const preloader = createQueryPreloader(apollo)

/**
 * Delays a navigation until its data has arrived, for 250 ms at most. Most pages then open with their data instead of a skeleton. If a
 * query fails, this promise still resolves, and the page throws the error to the error boundary. On the server there is no time limit.
 */
export async function waitBriefly<Ref extends Parameters<PreloadQuery['toPromise']>[0]>(query: Ref): Promise<Ref> {
  const arrived = preloader.toPromise(query).catch(() => undefined)
  const late = new Promise((resolve) => setTimeout(resolve, BRIEFLY_MS))
  await (typeof window === 'undefined' ? arrived : Promise.race([arrived, late]))
  return query
}
