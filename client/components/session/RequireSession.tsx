/**
 * Renders the page for a logged-in shopper. It redirects visitors to the login page, which remembers the requested
 * path.
 */
import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { loggedOutByShopper, useLoggedIn } from '../../data/session/session'
import { paths } from '../../paths'
import { rememberPath } from './returnPath'

export function RequireSession() {
  const loggedIn = useLoggedIn()
  const [wasLoggedIn] = useState(loggedIn)
  const location = useLocation()
  if (loggedIn) return <Outlet />
  if (wasLoggedIn && loggedOutByShopper()) return <Navigate to={paths.home()} replace />
  return <Navigate to={paths.login()} replace state={rememberPath(location)} />
}
