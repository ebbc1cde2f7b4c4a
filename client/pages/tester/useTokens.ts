/** Tokens by one click: the demo guest's, who is logged in once for it, and that of whoever is logged in here. */
import { useRef } from 'react'
import { useLoggedIn, sessionToken } from '../../data/session'
import { useShopSettings } from '../../data/shop'
import type { TokenOwner } from './draft'
import { exchange } from './exchange'

interface Account {
  email: string
  password: string
}

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

async function logIn({ email, password }: Account): Promise<string> {
  const { status, reason, json } = await exchange(
    {
      method: 'POST',
      url: new URL('/api/auth/login', location.origin).href,
      headers: [
        ['accept', 'application/json'],
        ['content-type', 'application/json'],
      ],
      body: JSON.stringify({ email, password }),
    },
    new AbortController().signal,
  )
  const token = (json as { encodedToken?: unknown } | null | undefined)?.encodedToken
  if (typeof token !== 'string') throw new Error(`The guest could not log in: ${status} ${reason}`)
  return token
}
