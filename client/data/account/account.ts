/** Changes to the shopper's account. Only the profile page loads this file. */
import type { TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import {
  AccountExportQueryDocument,
  ChangePasswordDocument,
  ConfirmEmailChangeDocument,
  ConfirmEmailDocument,
  DeleteAccountDocument,
  LogoutEverywhereDocument,
  RequestEmailChangeDocument,
  UpdateAccountDocument,
  type RequestEmailChangeMutationVariables,
} from './account.generated'
import { notify } from '../notifications'
import { saveFile } from '../saveFile'
import { browserKey } from '../session/browserKey'
import { keepCodeRequest } from './codeRequest'
import { endSession, startSession } from '../session/session'
import type { FormError, MutationData } from '../sendMutation'
import { useAction } from '../useAction'

/** The returned function resolves to null on success, or otherwise to the error. */
function useAccountForm<Data extends MutationData, Input>(
  document: TypedDocumentNode<Data, { input: Input }>,
  done: (payload: Data[keyof Data], input: Input) => void,
): [send: (input: Input) => Promise<FormError | null>, result: { loading: boolean }] {
  const [run, result] = useAction(document, (_cache, input: Input) => ({
    variables: { input },
    failed: 'Could not change the account',
  }))
  const send = async (input: Input): Promise<FormError | null> => {
    const { data, errors } = await run(input)
    if (errors.length === 0) done(Object.values(data as Data)[0] as Data[keyof Data], input)
    return errors[0] ?? null
  }
  return [send, result]
}

/** This device stays logged in and gets a new token. */
export const useChangePassword = () =>
  useAccountForm(ChangePasswordDocument, ({ token, user }) => {
    if (token && user) startSession(token, user, { signup: false })
    notify.success('Password changed')
  })

/** Confirms the account's email with a code. This device stays logged in. */
export const useConfirmEmail = () =>
  useAccountForm(ConfirmEmailDocument, ({ token, user }) => {
    if (token && user) startSession(token, user, { signup: false })
    notify.success('Email confirmed')
  })

export const useUpdateAccount = () => useAccountForm(UpdateAccountDocument, () => notify.success('Details saved'))

/** Emails a code to the new address. The tab keeps the request for `useCodeRequest('newEmail')`. */
export function useRequestEmailChange() {
  const [send, result] = useAccountForm(RequestEmailChangeDocument, ({ requestId }, { email }) => {
    if (requestId) keepCodeRequest('newEmail', email, requestId)
  })
  const request = (input: RequestEmailChangeMutationVariables['input']) => send({ ...input, browserKey: browserKey() })
  return [request, result] as const
}

/** This device stays logged in and gets a new token. */
export const useConfirmEmailChange = () =>
  useAccountForm(ConfirmEmailChangeDocument, ({ token, user }) => {
    if (token && user) startSession(token, user, { signup: false })
    notify.success('Email changed')
  })

export const useDeleteAccount = () =>
  useAccountForm(DeleteAccountDocument, () => {
    endSession('shopper')
    notify.success('Account deleted')
  })

/** Logs out all devices, including this one. */
export function useLogOutEverywhere() {
  const [run, result] = useAction(LogoutEverywhereDocument, () => ({
    variables: {},
    done: ['Logged out everywhere'],
    failed: 'Could not log out everywhere',
    failedNotice: 'Sorry! Could not log out everywhere',
  }))
  const logOutEverywhere = async () => {
    if ((await run()).errors.length === 0) endSession('shopper')
  }
  return [logOutEverywhere, result] as const
}

const FILE = 'my-cerashop-data.json'

/** Downloads the shopper's data as a file. The query bypasses the cache. */
export function useDownloadData() {
  const client = useApolloClient()
  const [loading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      const { data } = await client.query({ query: AccountExportQueryDocument, fetchPolicy: 'no-cache' })
      saveFile(new Blob([data!.me!.export], { type: 'application/json' }), FILE)
    } catch (cause) {
      console.error('Could not download the data', cause)
      notify.error('Sorry! Could not download your data')
    }
    setLoading(false)
  }
  return [download, { loading }] as const
}
