/** Lets logged-in shoppers through; anyone else goes to the login page, which remembers where they wanted to go. */
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useLoggedIn } from '../data/session'
import { paths } from '../paths'
import { rememberOrigin } from './origin'

export function RequireSession() {
  const loggedIn = useLoggedIn()
  const location = useLocation()
  return loggedIn ? <Outlet /> : <Navigate to={paths.login()} replace state={rememberOrigin(location)} />
}
