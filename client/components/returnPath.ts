/** Where a shopper wanted to go before logging in: remembered in the history entry of the login page. */
import { useEffect } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import { useLoggedIn } from '../data/session'
import type { Intent } from '../data/intents'
import { useShopper } from '../data/shopper'
import { paths } from '../paths'

interface LoginState {
  from?: string
}

const asPath = ({ pathname, search }: Location): string => pathname + search

export const rememberPath = (location: Location): LoginState => ({ from: asPath(location) })

/** Once someone is logged in, navigates to the remembered path, or else to the products; true while that is about to happen. */
export function useReturnAfterLogin(delays: { returnMs: number; productsMs: number }): boolean {
  const { returnMs, productsMs } = delays
  const loggedIn = useLoggedIn()
  const navigate = useNavigate()
  const returnPath = (useLocation().state as LoginState | null)?.from ?? null
  useEffect(() => {
    if (!loggedIn) return
    const go = () => void navigate(returnPath ?? paths.products(), { replace: true })
    const timer = setTimeout(go, returnPath ? returnMs : productsMs)
    return () => clearTimeout(timer)
  }, [loggedIn, navigate, returnPath, returnMs, productsMs])
  return loggedIn
}

/** Runs an action for a logged-in shopper, and sends anyone else to the login page, which adds what they meant to add. */
export function useRequireLogin(): (intent: Intent, action: () => void) => void {
  const { loggedIn } = useShopper()
  const navigate = useNavigate()
  const location = useLocation()
  return (intent, action) => {
    if (loggedIn) return action()
    const logIn = () => void navigate(paths.login(), { state: rememberPath(location) })
    // Comes with the login page's code.
    import('../data/intents').then(({ keepIntent }) => keepIntent(intent)).then(logIn, logIn)
  }
}
