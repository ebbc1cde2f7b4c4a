/** The logged-in account's permissions in the office, and the prompt for a second-factor code. */
import { CombinedGraphQLErrors, makeVar } from '@apollo/client'
import { useReactiveVar } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import type { Permission } from '../../generated/types'
import { apollo } from '../apollo/apollo'
import { replaceToken, sessionToken } from '../session/session'
import { sendMutation, type Fault } from '../sendMutation'
import {
  ConfirmSecondFactorDocument,
  OfficeAccessQueryDocument,
  type ConfirmSecondFactorMutation,
  type OfficeAccessQuery,
} from './access.generated'

export type OfficeAccess = NonNullable<OfficeAccessQuery['me']>

interface Known {
  token: string | null
  access: Promise<OfficeAccess | null>
}

/** The current token's access to the office. Null if the shop did not respond. */
const known = makeVar<Known | null>(null)

async function read(): Promise<OfficeAccess | null> {
  try {
    const { data } = await apollo.query({ query: OfficeAccessQueryDocument, fetchPolicy: 'no-cache' })
    return data?.me ?? null
  } catch (cause) {
    if (!CombinedGraphQLErrors.is(cause)) console.error('Could not load the office', cause)
    return null
  }
}

/** Loads the account's access once per token. */
export function officeAccess(): Promise<OfficeAccess | null> {
  const token = sessionToken()
  const last = known()
  if (last?.token === token) return last.access
  return readAgain()
}

/** Call this when the office opens and when the server rejects a request, because the role may have changed. */
export function readAgain(): Promise<OfficeAccess | null> {
  const access = read()
  known({ token: sessionToken(), access })
  return access
}

/** The most recently loaded access. `isRead` is false until the first response. Null if the shop did not respond. */
export function useOfficeAccess(): { isRead: boolean; access: OfficeAccess | null } {
  const last = useReactiveVar(known)
  const [answer, setAnswer] = useState<{ isRead: boolean; access: OfficeAccess | null }>({
    isRead: false,
    access: null,
  })
  useEffect(() => {
    let isCurrent = true
    void last?.access.then((access) => isCurrent && setAnswer({ isRead: true, access }))
    return () => void (isCurrent = false)
  }, [last])
  return answer
}

export const may = ({ permissions }: OfficeAccess, permission: Permission): boolean => permissions.includes(permission)

/** The open prompt for a code, or null. OfficePage shows its dialog. */
const asking = makeVar<{ answer: (isConfirmed: boolean) => void } | null>(null)

export const useAsking = () => useReactiveVar(asking)

/** Resolves to true once the session has a fresh second factor, and to false if the person cancels. */
export const askForCode = (): Promise<boolean> =>
  new Promise((resolve) =>
    asking({
      answer(isConfirmed) {
        asking(null)
        resolve(isConfirmed)
      },
    }),
  )

/** Resolves to the errors and, after the first code, the recovery codes. This device gets a new token. */
export async function confirmSecondFactor(code: string): Promise<{ faults: Fault[]; recoveryCodes: string[] }> {
  const { data, faults } = await sendMutation<ConfirmSecondFactorMutation>(
    () => apollo.mutate({ mutation: ConfirmSecondFactorDocument, variables: { code } }),
    'Could not check the code',
  )
  const payload = data?.confirmSecondFactor
  const recoveryCodes = payload?.recoveryCodes ?? []
  if (payload?.token) {
    replaceToken(payload.token)
    // The page shows the recovery codes before it reloads the account's permissions.
    if (recoveryCodes.length === 0) await readAgain()
  }
  return { faults, recoveryCodes }
}
