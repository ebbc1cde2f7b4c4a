/** Where a shopper wanted to go before logging in: remembered in the history entry of the login page. */
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import type { Intent } from '../../data/cart/intents'
import { useShopper } from '../../data/session/shopper'
import { paths } from '../../paths'

export interface LoginState {
  from?: string
}

const asPath = ({ pathname, search }: Location): string => pathname + search

export const rememberPath = (location: Location): LoginState => ({ from: asPath(location) })

/** Runs an action for a logged-in shopper, and sends anyone else to the login page, which adds what they meant to add. */
export function useRequireLogin(): (intent: Intent, action: () => void) => void {
  const { loggedIn } = useShopper()
  const navigate = useNavigate()
  const location = useLocation()
  return (intent, action) => {
    if (loggedIn) return action()
    const logIn = () => void navigate(paths.login(), { state: rememberPath(location) })
    // Comes with the login page's code.
    import('../../data/cart/intents').then(({ keepIntent }) => keepIntent(intent)).then(logIn, logIn)
  }
}
