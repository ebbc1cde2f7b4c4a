/** Lets logged-in shoppers through; anyone else goes to the login page, which remembers where they wanted to go. */
import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { loggedOutByShopper, useLoggedIn } from '../data/session'
import { paths } from '../paths'
import { rememberOrigin } from './origin'

export function RequireSession() {
  const loggedIn = useLoggedIn()
  const [cameLoggedIn] = useState(loggedIn)
  const location = useLocation()
  if (loggedIn) return <Outlet />
  if (cameLoggedIn && loggedOutByShopper()) return <Navigate to={paths.home()} replace />
  return <Navigate to={paths.login()} replace state={rememberOrigin(location)} />
}
