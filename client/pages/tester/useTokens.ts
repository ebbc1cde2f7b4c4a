/** Fills in tokens with one click: the demo guest's token, obtained by a login, or the current session's token. */
import { useApolloClient } from '@apollo/client/react'
import { useRef } from 'react'
import { useShopSettings } from '../../data/catalogue/shop'
import { ShopQueryDocument } from '../../data/catalogue/shop.generated'
import { sessionToken, useLoggedIn } from '../../data/session/session'
import { callOf, type TokenOwner } from './draft'
import { exchange } from './exchange'

export function useTokens() {
  const client = useApolloClient()
  const { guestAccount } = useShopSettings()
  const loggedIn = useLoggedIn()
  const guest = useRef<Promise<string | null> | null>(null)

  /** Null if no shopper is logged in, or if the shop has no guest account. Rejects if the guest's login fails. */
  const tokenOf = async (owner: TokenOwner): Promise<string | null> => {
    if (owner === 'own') return sessionToken()
    guest.current ??= logInGuest().catch((cause: unknown) => {
      guest.current = null
      throw cause
    })
    return guest.current
  }
  // useShopSettings() has no guest account until the server has responded.
  const logInGuest = async (): Promise<string | null> => {
    const { data } = await client.query({ query: ShopQueryDocument })
    if (!data?.shop.guestAccount) return null
    const { email, password } = data.shop.guestAccount
    const body = JSON.stringify({ email, password })
    const login = callOf({ method: 'POST', endpoint: '/api/auth/login', headers: [], body }, location.origin)
    const { status, reason, json } = await exchange(login)
    const token = (json as { encodedToken?: unknown } | null | undefined)?.encodedToken
    if (typeof token !== 'string') throw new Error(`Could not log in as guest: ${status} ${reason}`)
    return token
  }
  return { available: { guest: guestAccount !== null, own: loggedIn }, tokenOf }
}
