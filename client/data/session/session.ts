/** Who is logged in on this device: the token and user in local storage, and the ways in and out. */
import { useSyncExternalStore } from 'react'
import { readStored, TOKEN, writeStored } from '../storage'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
}

const USER = 'user'
/** Holds the token once more after a signup. */
const SIGNUP = 'signup'

let token = readStored(TOKEN)
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
/** The server renders every page for a visitor, and hydration has to start from the same. */
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

/** Who ended the last session: a shopper who logged out wants no login page, one whose session has expired does. */
let endedBy: 'shopper' | 'server' = 'server'
export const loggedOutByShopper = (): boolean => endedBy === 'shopper'

export function endSession(by: 'shopper' | 'server'): void {
  endedBy = by
  writeStored({ [TOKEN]: null, [USER]: null, [SIGNUP]: null })
  setToken(null)
}

/** Calls back whenever someone logs in or out, here or in another tab. */
export function onSessionChange(changed: () => void): void {
  subscribe(changed)
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN || event.key === null) setToken(readStored(TOKEN))
  })
}
