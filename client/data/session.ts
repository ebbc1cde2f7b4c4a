/** Who is logged in on this device: the token and user in local storage, and the ways in and out. */
import { makeVar } from '@apollo/client'
import { useReactiveVar } from '@apollo/client/react'
import { readStored, writeStored } from './storage'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
}

const TOKEN = 'token'
const USER = 'user'
/** Holds the token once more after a signup. */
const SIGNUP = 'signup'

const token = makeVar(readStored(TOKEN))

export const sessionToken = (): string | null => token()
export const useLoggedIn = (): boolean => useReactiveVar(token) !== null

export function startSession(newToken: string, user: SessionUser, options: { signup: boolean }): void {
  writeStored({ [TOKEN]: newToken, [USER]: JSON.stringify(user), ...(options.signup ? { [SIGNUP]: newToken } : {}) })
  token(newToken)
}

/** Whose doing the last end was: a shopper who logs out wants no login page, one whose session has run out does. */
let endedBy: 'shopper' | 'server' = 'server'
export const loggedOutByShopper = (): boolean => endedBy === 'shopper'

export function endSession(by: 'shopper' | 'server'): void {
  endedBy = by
  writeStored({ [TOKEN]: null, [USER]: null, [SIGNUP]: null })
  token(null)
}

/** Calls back whenever someone logs in or out, here or in another tab. */
export function onSessionChange(changed: () => void): void {
  const watch = () =>
    token.onNextChange(() => {
      watch()
      changed()
    })
  watch()
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN || event.key === null) token(readStored(TOKEN))
  })
}
