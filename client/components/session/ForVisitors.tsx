/** Redirects a logged-in shopper to the profile. A login on this page handles its own navigation. */
import { useState, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { useLoggedIn } from '../../data/session/session'
import { paths } from '../../paths'

export function ForVisitors({ children }: { children: ReactNode }) {
  const loggedIn = useLoggedIn()
  const [wasLoggedIn] = useState(loggedIn)
  return wasLoggedIn && loggedIn ? <Navigate to={paths.profile()} replace /> : children
}
