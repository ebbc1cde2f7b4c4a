/** The way of a shopper without an address to the checkout: pages on it hand on where it leads, and which address was added. */
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths'

interface CheckoutState {
  toCheckout?: boolean
  addressId?: string
}

/** Of a link to a page that takes addresses: what is added there leads back to the checkout. */
export const ON_THE_WAY_TO_CHECKOUT: CheckoutState = { toCheckout: true }

export function useCheckoutAddress() {
  const state = useLocation().state as CheckoutState | null
  const navigate = useNavigate()
  return {
    toCheckout: state?.toCheckout ?? false,
    /** The address that was added on the way. */
    addressId: state?.addressId ?? null,
    goToCheckout: (addressId?: string) =>
      void navigate(paths.checkout(), { state: { addressId } satisfies CheckoutState }),
  }
}
