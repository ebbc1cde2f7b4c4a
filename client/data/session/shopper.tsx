/** The shopper's data on every page: the cart and wishlist counts, and the products in each. */
import { createContext, use, useMemo, type ReactNode } from 'react'
import { useQuery } from '../reading'
import { useLoggedIn } from './session'
import { ShopperQueryDocument } from './shopper.generated'

interface Shopper {
  loggedIn: boolean
  /** The total quantity of all cart lines. */
  cartCount: number
  wishlistCount: number
  /** 0 if the product is not in the cart. */
  quantityInCart: (productId: string) => number
  hasOnWishlist: (productId: string) => boolean
}

const ShopperContext = createContext<Shopper | null>(null)

export function ShopperProvider({ children }: { children: ReactNode }) {
  const loggedIn = useLoggedIn()
  // No loader: every page needs it, and logins and logouts need no navigation.
  const { data } = useQuery(ShopperQueryDocument, { skip: !loggedIn })
  const me = loggedIn ? data?.me : null

  const shopper = useMemo((): Shopper => {
    const inCart = new Map(me?.cart.items.map((item) => [item.product.id, item.quantity]))
    const onWishlist = new Set(me?.wishlist.map((item) => item.product.id))
    return {
      loggedIn,
      cartCount: me?.cart.totalQuantity ?? 0,
      wishlistCount: onWishlist.size,
      quantityInCart: (id) => inCart.get(id) ?? 0,
      hasOnWishlist: (id) => onWishlist.has(id),
    }
  }, [loggedIn, me])

  return <ShopperContext value={shopper}>{children}</ShopperContext>
}

export function useShopper(): Shopper {
  const shopper = use(ShopperContext)
  if (!shopper) throw new Error('ShopperProvider is missing')
  return shopper
}
