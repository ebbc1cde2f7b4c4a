/** The session on this device: token and user in local storage, and functions that start and end a session. */
import { useSyncExternalStore } from 'react'
import { forgetVisited } from '../../keptAnswers'
import { readToken, TOKEN, writeStored } from '../storage'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
}

const USER = 'user'
/** A sign-up also stores the token under this key. */
const SIGNUP = 'signup'

let token = readToken()
const listeners = new Set<() => void>()

function setToken(next: string | null): void {
  if (next === token) return
  token = next
  for (const listener of [...listeners]) listener()
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

export const sessionToken = (): string | null => token
/** The server renders every page for a visitor, and hydration must start with the same output. */
export const useLoggedIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => token !== null,
    () => false,
  )

export function startSession(newToken: string, user: SessionUser, options: { signup: boolean }): void {
  writeStored({ [TOKEN]: newToken, [USER]: JSON.stringify(user), ...(options.signup ? { [SIGNUP]: newToken } : {}) })
  setToken(newToken)
}

/** Continues the session of the same account with another token, such as one with a second factor. */
export function replaceToken(newToken: string): void {
  writeStored({ [TOKEN]: newToken })
  setToken(newToken)
}

/** The reason why the last session ended. The client redirects to the login page after an expired session, but not after a logout. */
let endedBy: 'shopper' | 'server' = 'server'
export const loggedOutByShopper = (): boolean => endedBy === 'shopper'

export function endSession(by: 'shopper' | 'server'): void {
  endedBy = by
  writeStored({ [TOKEN]: null, [USER]: null, [SIGNUP]: null })
  setToken(null)
  // A browser that refuses access to its caches keeps none.
  forgetVisited().catch(() => {})
}

/** Calls `changed` after each login or logout, in this tab or another one. */
export function onSessionChange(changed: () => void): void {
  subscribe(changed)
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN || event.key === null) setToken(readToken())
  })
  // Another tab may have changed the token before this listener was added.
  setToken(readToken())
}
