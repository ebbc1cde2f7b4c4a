/**
 * Takes a shopper without an address from the checkout to the address form and back. The history state contains the
 * target and the new address.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { paths } from '../../paths'

interface CheckoutState {
  toCheckout?: boolean
  /** Opens the dialog for a new address immediately. */
  adding?: boolean
  addressId?: string
}

/**
 * The state for a link to a page with an address form. After adding an address there, the shopper returns to the
 * checkout.
 */
export const ON_THE_WAY_TO_CHECKOUT: CheckoutState = { toCheckout: true }

/** The address that the checkout selects at first: the default, or else the first one. */
export const preselected = <Address extends { isDefault: boolean }>(
  addresses: readonly Address[],
): Address | undefined => addresses.find(({ isDefault }) => isDefault) ?? addresses[0]

export function useCheckoutAddress() {
  const state = useLocation().state as CheckoutState | null
  const navigate = useNavigate()
  return {
    toCheckout: state?.toCheckout ?? false,
    adding: state?.adding ?? false,
    /** The address that the shopper has just added. */
    addressId: state?.addressId ?? null,
    goToCheckout: (addressId?: string) =>
      void navigate(paths.checkout(), { state: { addressId } satisfies CheckoutState }),
  }
}

/**
 * Opens the dialog for a new address on this page. If the shopper has left this page, or another page is already
 * loading, the dialog opens on the profile page.
 */
export function useAddingAddress() {
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  const [adding, setAdding] = useState(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = !isLeaving
    return () => {
      isShown.current = false
    }
  }, [isLeaving])
  const add = useCallback(() => {
    if (isShown.current) setAdding(true)
    else void navigate(paths.profile(), { state: { ...ON_THE_WAY_TO_CHECKOUT, adding: true } satisfies CheckoutState })
  }, [navigate])
  return { adding, add, close: () => setAdding(false) }
}
