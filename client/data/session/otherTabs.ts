/** What one tab changes, the shopper's other tabs show too. */
import type { ApolloClient } from '@apollo/client'
import { sessionToken } from './session'
import { ShopperQueryDocument } from './shopper.generated'

/** Opened when it is needed: the server, which renders pages with the same code, has no tabs. */
let opened: BroadcastChannel | undefined
const channel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : (opened ??= new BroadcastChannel('shopper'))

/** Several changes in a row are fetched once. */
const SETTLES_AFTER_MS = 150

/** Tells the other tabs that the shopper has changed something. */
export const tellOtherTabs = (): void => channel()?.postMessage('changed')

/** A response that is older than what is shown changes nothing: the cache goes by the cart's version. */
export function followOtherTabs(apollo: ApolloClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    if (!sessionToken()) return
    apollo
      .query({ query: ShopperQueryDocument, fetchPolicy: 'network-only' })
      .catch((cause: unknown) => console.error('Could not load the cart', cause))
  }
  channel()?.addEventListener('message', () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, SETTLES_AFTER_MS)
  })
}
