/** Tokens by one click: the demo guest's, who is logged in once for it, and that of whoever is logged in here. */
import { useRef } from 'react'
import { useLoggedIn, sessionToken } from '../../data/session/session'
import { useShopSettings } from '../../data/catalogue/shop'
import type { LoginInput } from '../../generated/types'
import { callOf, type TokenOwner } from './draft'
import { exchange } from './exchange'

export function useTokens() {
  const { guestAccount } = useShopSettings()
  const loggedIn = useLoggedIn()
  const guest = useRef<Promise<string> | null>(null)

  /** Null where nobody is logged in, or the shop has no guest; rejects where the guest cannot log in. */
  const tokenOf = async (owner: TokenOwner): Promise<string | null> => {
    if (owner === 'own') return sessionToken()
    if (!guestAccount) return null
    guest.current ??= logIn(guestAccount).catch((cause: unknown) => {
      guest.current = null
      throw cause
    })
    return guest.current
  }
  return { available: { guest: guestAccount !== null, own: loggedIn }, tokenOf }
}

async function logIn({ email, password }: LoginInput): Promise<string> {
  const body = JSON.stringify({ email, password })
  const login = callOf({ method: 'POST', endpoint: '/api/auth/login', headers: [], body }, location.origin)
  const { status, reason, json } = await exchange(login)
  const token = (json as { encodedToken?: unknown } | null | undefined)?.encodedToken
  if (typeof token !== 'string') throw new Error(`The guest could not log in: ${status} ${reason}`)
  return token
}
