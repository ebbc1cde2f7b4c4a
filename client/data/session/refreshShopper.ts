/** Reloads the shopper's cart and wishlist into the cache. */
import type { ApolloCache, ApolloClient } from '@apollo/client'
import { ShopperQueryDocument } from './shopper.generated'

/** False if the shopper's data has not loaded, for example because the connection was lost while the page loaded. */
export const hasShopper = (cache: ApolloCache): boolean => cache.readQuery({ query: ShopperQueryDocument }) !== null

/**
 * Never rejects. A pending query may return data from before a change, so this function always sends a new request. The
 * cache keeps the newer cart, even if it arrives first.
 */
export async function refreshShopper(client: ApolloClient): Promise<void> {
  try {
    await client.query({
      query: ShopperQueryDocument,
      fetchPolicy: 'network-only',
      context: { queryDeduplication: false },
    })
  } catch (cause) {
    // A page that the shopper leaves cancels its requests. Its timers no longer run, so it reports no error.
    await new Promise((resolve) => setTimeout(resolve))
    console.error('Could not load the cart', cause)
  }
}
