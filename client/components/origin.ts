/** Where a shopper wanted to go before logging in: remembered in the history entry of the login page. */
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import { useShopper } from '../data/shopper'
import { paths } from '../paths'

interface LoginState {
  from?: string
}

const asPath = ({ pathname, search }: Location): string => pathname + search

export const rememberOrigin = (location: Location): LoginState => ({ from: asPath(location) })

/** The path that was remembered, or null. */
export function useOrigin(): string | null {
  const state = useLocation().state as LoginState | null
  return state?.from ?? null
}

/** Runs an action for a logged-in shopper, and sends anyone else to the login page. */
export function useForShopper(): (action: () => void) => void {
  const { loggedIn } = useShopper()
  const navigate = useNavigate()
  const location = useLocation()
  return (action) => {
    if (loggedIn) action()
    else void navigate(paths.login(), { state: rememberOrigin(location) })
  }
}
