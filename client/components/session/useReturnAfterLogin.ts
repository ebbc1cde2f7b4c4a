/** Navigates after a login. It is separate from `returnPath.ts`, which every page loads. */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useLoggedIn } from '../../data/session/session'
import { paths } from '../../paths'
import type { LoginState } from './returnPath'

/**
 * After a login, navigates to the remembered path, or else to the products. Returns true while the navigation is
 * pending.
 */
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
