/**
 * Changes by staff. If the server rejects a change, the result lists the errors. A double click sends only one change.
 */
import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useRef } from 'react'
import { useRevalidator } from 'react-router-dom'
import { newIdempotencyKey } from '../idempotency'
import { noteOfficeChange } from '../apollo/network'
import { notify } from '../notifications'
import { sendMutation, type MutationData, type Sent } from '../sendMutation'
import { askForCode } from './access'
import { forbiddenMessageOf } from './officeQuery'

/** After these errors, the page shows the record's current state. */
const RELOADING = ['STALE_VERSION', 'ORDER_STATUS_CONFLICT']

interface Options {
  /** False if the page stays as it is, or reloads later. */
  reloads?: boolean
}

/**
 * Sends one change. The result also lists FORBIDDEN, which may mean that the role has changed. Several changes can be in progress at the
 * same time.
 */
export async function sendOfficeChange<Data extends MutationData>(
  mutate: () => Promise<ApolloClient.MutateResult<unknown>>,
): Promise<Sent<Data>> {
  const call = async (): Promise<Sent<Data>> => {
    let forbidden: string | null = null
    const note = (cause: unknown) => (forbidden = forbiddenMessageOf(cause))
    const sent = await sendMutation<Data>(mutate, 'Could not change it', note)
    if (forbidden === null) return sent
    return { ...sent, errors: [{ code: 'FORBIDDEN', field: null, message: forbidden }], unreachable: false }
  }
  let sent = await call()
  // Refunds and changes to staff and keys need a fresh second-factor code. Once the user has entered it, the same change is sent again.
  if (sent.errors.some(({ code }) => code === 'SECOND_FACTOR_REQUIRED') && (await askForCode())) sent = await call()
  // Also called if no response arrived, because the server may have made the change.
  noteOfficeChange()
  return sent
}

/**
 * `done` is the text of the success notification. The page's data is reloaded before `send` resolves. While a change is in progress, `send`
 * sends nothing and resolves to null.
 */
export function useOfficeChange<Data extends MutationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  done?: string,
  { reloads = true }: Options = {},
): [send: (variables: Variables) => Promise<Sent<Data> | null>, result: { loading: boolean }] {
  // eslint-disable-next-line no-restricted-syntax -- All of the office's changes come through here.
  const [mutate, { loading }] = useMutation<Data, OperationVariables>(document)
  const { revalidate } = useRevalidator()
  const isUnderWay = useRef(false)
  const send = async (variables: Variables): Promise<Sent<Data> | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    const sent = await sendOfficeChange<Data>(() => mutate({ variables }))
    if (sent.errors.length === 0 && done) notify.success(done)
    const codes = sent.errors.map(({ code }) => code ?? '')
    const isNews = codes.length === 0 || codes.some((code) => RELOADING.includes(code))
    if ((reloads && isNews) || codes.includes('FORBIDDEN')) await revalidate()
    isUnderWay.current = false
    return sent
  }
  return [send, { loading }]
}

/**
 * The idempotency key of a change. The same content gets the same key, so a retry after a lost response is executed only once.
 */
export function useCallKey(): (content: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() }
    return last.current.key
  }
}
