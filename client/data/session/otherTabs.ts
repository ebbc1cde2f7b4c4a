/** Keeps the shopper's tabs in sync: changes in one tab appear in the others. */
import type { ApolloClient } from '@apollo/client'
import { refreshShopper } from './refreshShopper'
import { sessionToken } from './session'

/** Opened on first use, because the server also renders pages with this code and has no other tabs. */
let opened: BroadcastChannel | undefined
const channel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : (opened ??= new BroadcastChannel('shopper'))

/** Several changes within this time trigger one fetch. */
const SETTLES_AFTER_MS = 150

/** Notifies the other tabs that the shopper changed something. */
export const tellOtherTabs = (): void => channel()?.postMessage('changed')

/**
 * Refetches the cart and wishlist when another tab has changed them. The cache ignores a response with a lower cart version.
 */
export function followOtherTabs(apollo: ApolloClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    if (sessionToken()) void refreshShopper(apollo)
  }
  channel()?.addEventListener('message', () => {
    clearTimeout(timer)
    timer = setTimeout(refresh, SETTLES_AFTER_MS)
  })
}
