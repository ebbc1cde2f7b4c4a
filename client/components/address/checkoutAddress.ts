/** The way of a shopper without an address to the checkout: pages on it hand on where it leads, and which address was added. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../paths'

interface CheckoutState {
  toCheckout?: boolean
  /** Whether the dialog of a new address is open at once. */
  adding?: boolean
  addressId?: string
}

/** Of a link to a page that takes addresses: what is added there leads back to the checkout. */
export const ON_THE_WAY_TO_CHECKOUT: CheckoutState = { toCheckout: true }

export function useCheckoutAddress() {
  const state = useLocation().state as CheckoutState | null
  const navigate = useNavigate()
  return {
    toCheckout: state?.toCheckout ?? false,
    adding: state?.adding ?? false,
    /** The address that was added on the way. */
    addressId: state?.addressId ?? null,
    goToCheckout: (addressId?: string) =>
      void navigate(paths.checkout(), { state: { addressId } satisfies CheckoutState }),
  }
}

/** The dialog of a new address: on this page, or on the profile's where a notification opens it after the page has been left. */
export function useAddingAddress() {
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const add = useCallback(() => {
    if (isShown.current) setAdding(true)
    else void navigate(paths.profile(), { state: { ...ON_THE_WAY_TO_CHECKOUT, adding: true } satisfies CheckoutState })
  }, [navigate])
  return { adding, add, close: () => setAdding(false) }
}
