/**
 * Products that a visitor tried to add to the cart or wishlist. This device keeps them until the login, for an hour at most.
 */
import { refreshShopper } from '../apollo/apollo'
import { useAddToCart } from './cart'
import { newIdempotencyKey } from '../idempotency'
import { notify } from '../notifications'
import { readStored, writeStored } from '../storage'
import { useAddToWishlist } from './wishlist'

export interface Intent {
  list: 'cart' | 'wishlist'
  productId: string
  title: string
  quantity: number
}

/** With this key the server adds the product once, even if two tabs log in at the same time. */
type KeptIntent = Intent & { at: number; idempotencyKey: string }

const KEY = 'intents'
const MOST = 20
const KEPT_FOR_MS = 60 * 60 * 1000

const isKept = (value: unknown): value is KeptIntent => {
  const { list, productId, title, quantity, at, idempotencyKey } = Object(value) as Record<string, unknown>
  return (
    (list === 'cart' || list === 'wishlist') &&
    [productId, title, idempotencyKey].every((text) => typeof text === 'string') &&
    typeof quantity === 'number' &&
    typeof at === 'number' &&
    Date.now() - at < KEPT_FOR_MS
  )
}

/** Oldest first. */
function keptIntents(): KeptIntent[] {
  try {
    const kept: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return [] // Another script wrote to this entry.
  }
}

/** Keeps each product only once per list. The last click sets the quantity. */
export function keepIntent(intent: Intent): void {
  const others = keptIntents().filter(({ list, productId }) => list !== intent.list || productId !== intent.productId)
  const kept: KeptIntent = { ...intent, at: Date.now(), idempotencyKey: newIdempotencyKey() }
  writeStored({ [KEY]: JSON.stringify([...others, kept].slice(-MOST)) })
}

/** The most recent intent, or null if there is none. */
export const lastIntent = (): Intent | null => keptIntents().at(-1) ?? null

/** Adds the kept products once, after the login. */
export function useAddIntended(): () => Promise<void> {
  const [addToCart] = useAddToCart()
  const [addToWishlist] = useAddToWishlist()
  return async () => {
    const kept = keptIntents()
    if (kept.length === 0) return
    writeStored({ [KEY]: null })
    // Without this wait, a response with the old cart could arrive after the response to an addition.
    await refreshShopper()
    for (const { list, productId, title, quantity, idempotencyKey } of kept) {
      if (list === 'wishlist') await addToWishlist(productId)
      else if ((await addToCart(productId, quantity, idempotencyKey)).errors.length > 0)
        notify.error(`Sorry! Could not add ${title} to your cart`)
    }
  }
}
