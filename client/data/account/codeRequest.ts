/**
 * Requests codes by email. A code works only together with the id of its request. The tab keeps the id, because a phone may reload the page
 * while the shopper reads the email in another app.
 */
import { useSyncExternalStore } from 'react'
import { readInTab, writeInTab } from '../storage'
import type { FormError } from '../sendMutation'
import { browserKey } from '../session/browserKey'
import { RequestCodeDocument } from '../session/session.generated'
import { useAction } from '../useAction'

/** What the page uses the code for. Each has a request of its own. */
export type CodePurpose = 'login' | 'password' | 'confirm' | 'proof' | 'newEmail' | 'news'

interface CodeRequest {
  email: string
  requestId: string
  /** In milliseconds since 1970. */
  at: number
  /** True if the code is in the welcome email. */
  isWelcome?: boolean
}

/** The server accepts a code for as long. */
const VALID_MS = 10 * 60_000

/** The error if the tab has no request, for example because it was opened again after the email arrived. */
export const NO_REQUEST: FormError = {
  field: 'code',
  message: 'This page did not ask for this code, so the code does not work here. Press Send a new code.',
}

const keyOf = (purpose: CodePurpose): string => `codeRequest-${purpose}`
const listeners = new Set<() => void>()

function write(purpose: CodePurpose, request: CodeRequest | null): void {
  writeInTab({ [keyOf(purpose)]: request && JSON.stringify(request) })
  for (const listener of [...listeners]) listener()
}

function parse(text: string | null): CodeRequest | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as CodeRequest
  } catch {
    return null
  }
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Keeps a request that another mutation made. */
export const keepCodeRequest = (
  purpose: CodePurpose,
  email: string,
  requestId: string,
  more: Pick<CodeRequest, 'isWelcome'> = {},
): void => write(purpose, { email, requestId, at: Date.now(), ...more })

export interface CodeRequests {
  /** The email to which a code was sent within the last 10 minutes, or null. */
  sentTo: string | null
  /** True if that code is in the welcome email, which the page did not ask for. */
  isWelcome: boolean
  /** Resolves to null if the shop emailed a code, or otherwise to the error. A new code replaces the earlier one on this page. */
  request: (email: string) => Promise<FormError | null>
  /** Sends a code with the id of its request, unless this tab has none. Forgets the request after a success. */
  enter: (
    email: string,
    send: (entered: { requestId: string }) => Promise<FormError | null>,
  ) => Promise<FormError | null>
  /** The id of the request for a code to this email, or null if the tab has none. */
  findId: (email: string) => string | null
  forget: () => void
}

export function useCodeRequest(purpose: CodePurpose): CodeRequests {
  const read = () => parse(readInTab(keyOf(purpose)))
  const readSentTo = () => {
    const request = read()
    return request && Date.now() < request.at + VALID_MS ? request.email : null
  }
  // The server renders the page without a request, and hydration must start with the same output.
  const sentTo = useSyncExternalStore(subscribe, readSentTo, () => null)
  const findId = (email: string) => {
    const request = read()
    return request?.email === email ? request.requestId : null
  }
  const [send] = useAction(RequestCodeDocument, (_cache, email: string) => ({
    variables: { input: { email, browserKey: browserKey() } },
    failed: 'Could not request a code',
  }))
  return {
    sentTo,
    isWelcome: sentTo !== null && read()?.isWelcome === true,
    async request(email) {
      const { data, errors } = await send(email)
      const requestId = data?.requestCode.requestId
      if (requestId) keepCodeRequest(purpose, email, requestId)
      return errors[0] ?? null
    },
    async enter(email, sendCode) {
      const requestId = findId(email)
      if (requestId === null) return NO_REQUEST
      const error = await sendCode({ requestId })
      if (!error) write(purpose, null)
      return error
    },
    findId,
    forget: () => write(purpose, null),
  }
}
