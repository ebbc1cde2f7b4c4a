/** The logged-in account's permissions in the office, and the prompt for a second-factor code. */
import { CombinedGraphQLErrors, makeVar } from '@apollo/client'
import { useReactiveVar } from '@apollo/client/react'
import type { Permission } from '../../generated/types'
import { apollo } from '../apollo/apollo'
import { replaceToken, sessionToken } from '../session/session'
import { sendMutation, type MutationError } from '../sendMutation'
import { queryOffice } from './officeQuery'
import {
  ConfirmSecondFactorDocument,
  OfficeAccessQueryDocument,
  type ConfirmSecondFactorMutation,
  type OfficeAccessQuery,
} from './access.generated'

export type OfficeAccess = NonNullable<OfficeAccessQuery['me']>

/** The access of a session, which is loaded once. */
let known: { token: string; access: Promise<OfficeAccess> } | null = null

/** Call this when the office opens, and when the role may have changed. Null for a visitor. */
export async function readAccess(): Promise<OfficeAccess | null> {
  const token = sessionToken()
  if (token === null) return null
  const earlier = known?.token === token ? known.access : null
  const access = queryOffice(OfficeAccessQueryDocument, {}).then(
    ({ me }) => {
      if (!me) throw new Error('The session has ended.')
      return me
    },
    // If the shop did not respond, the earlier response still applies, so that an open page keeps its text.
    (cause: unknown) => {
      if (!earlier || CombinedGraphQLErrors.is(cause)) throw cause
      return earlier
    },
  )
  known = { token, access }
  return access
}

export const officeAccess = async (): Promise<OfficeAccess | null> =>
  known && known.token === sessionToken() ? known.access : readAccess()

export const may = (access: OfficeAccess | null, permission: Permission): boolean =>
  access !== null && access.permissions.includes(permission)

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

/** Resolves to the errors and, after the first code, the recovery codes. This device gets a new token, so the caller reloads the account's access. */
export async function confirmSecondFactor(code: string): Promise<{ errors: MutationError[]; recoveryCodes: string[] }> {
  const { data, errors } = await sendMutation<ConfirmSecondFactorMutation>(
    () => apollo.mutate({ mutation: ConfirmSecondFactorDocument, variables: { code } }),
    'Could not check the code',
  )
  const payload = data?.confirmSecondFactor
  if (payload?.token) replaceToken(payload.token)
  return { errors, recoveryCodes: payload?.recoveryCodes ?? [] }
}
