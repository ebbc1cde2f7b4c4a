/** Remembers the path that a shopper requested before the login, in the login page's history entry. */
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import type { Intent } from '../../data/cart/intents'
import { sessionToken } from '../../data/session/session'
import { paths } from '../../paths'

export interface LoginState {
  from?: string
}

/** The hash of an invitation link is the invitation's key. */
const asPath = ({ pathname, search, hash }: Location): string => pathname + search + hash

export const rememberPath = (location: Location): LoginState => ({ from: asPath(location) })

/**
 * Runs an action for a logged-in shopper. Redirects visitors to the login page, and adds the product after they log in.
 */
export function useRequireLogin(): (intent: Intent, action: () => void) => void {
  const navigate = useNavigate()
  const location = useLocation()
  return (intent, action) => {
    // Does not use `useLoggedIn`, because a click during hydration comes before React renders the page for a logged-in
    // shopper.
    if (sessionToken()) return action()
    const logIn = () => void navigate(paths.login(), { state: rememberPath(location) })
    // The code that stores the product loads together with the login page.
    import('../../data/cart/intents').then(({ keepIntent }) => keepIntent(intent)).then(logIn, logIn)
  }
}
