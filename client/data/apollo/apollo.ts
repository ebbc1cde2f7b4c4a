/** The page's single GraphQL client, and helpers that let route loaders start queries. */
import {
  ApolloClient,
  ApolloLink,
  type DocumentNode,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import { createQueryPreloader } from '@apollo/client/react'
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

const preloader = createQueryPreloader(apollo)

/** What a loader gets from the server. The browser passes nothing. */
export interface RenderingContext {
  /** Resolves to the data, which `useReadQuery` of reading.ts then returns. */
  preload: (...query: Parameters<PreloadQuery>) => Promise<unknown>
  /** The data that has arrived. */
  data: ReadonlyMap<DocumentNode, unknown>
}

interface LoaderContext {
  context?: unknown
}

type PreloadQuery = typeof preloader

const renderingOf = ({ context }: LoaderContext) => context as RenderingContext

/** Starts a page's query from its route's loader: `preloaderOf(args)(Document)`. The page reads it with `useReadQuery` of reading.ts. */
export const preloaderOf = (args: LoaderContext): PreloadQuery =>
  import.meta.env.SSR ? (renderingOf(args).preload as unknown as PreloadQuery) : preloader

/** The data of a loader's query. Null if it has not arrived. */
export const arrivedData = <Data, Variables extends OperationVariables>(
  args: LoaderContext,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Data | null =>
  import.meta.env.SSR
    ? ((renderingOf(args).data.get(query) as Data) ?? null)
    : (apollo.readQuery<unknown>({ query, variables }) as Data | null)

/** Calls `start` with a preloader for a logged-in shopper. Returns null for a visitor. */
export const whenLoggedIn = <Ref>(args: LoaderContext, start: (preload: PreloadQuery) => Ref): Ref | null =>
  sessionToken() ? start(preloaderOf(args)) : null

const BRIEFLY_MS = 250

/**
 * Delays a navigation until its data has arrived, for 250 ms at most. Most pages then open with their data instead of a skeleton. If a
 * query fails, this promise still resolves, and the page throws the error to the error boundary. On the server there is no time limit, and
 * a failed query fails the page.
 */
export async function waitBriefly<Ref extends Parameters<typeof preloader.toPromise>[0]>(query: Ref): Promise<Ref> {
  if (import.meta.env.SSR) return query
  const arrived = preloader.toPromise(query).catch(() => undefined)
  const late = new Promise((resolve) => setTimeout(resolve, BRIEFLY_MS))
  await Promise.race([arrived, late])
  return query
}
