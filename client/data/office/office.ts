/** Changes by staff. The result lists the faults of a refused change. A double click sends only one change. */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useRef } from 'react'
import { newIdempotencyKey } from '../idempotency'
import { noteOfficeChange } from '../apollo/network'
import { notify } from '../notifications'
import { sendMutation, type Fault, type MutationData, type Sent } from '../sendMutation'
import { noteRefusal } from './officeQuery'

/**
 * `done` is the text of the success notification. While a change is in progress, `send` sends nothing and resolves to
 * null.
 */
export function useOfficeChange<Data extends MutationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  done?: string,
): [send: (variables: Variables) => Promise<Sent<Data> | null>, result: { loading: boolean }] {
  const [mutate, { loading }] = useMutation<Data, OperationVariables>(document)
  const isUnderWay = useRef(false)
  const send = async (variables: Variables): Promise<Sent<Data> | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    const sent = await sendMutation<Data>(() => mutate({ variables }), 'Could not change it', noteRefusal)
    if (sent.faults.length === 0 && done) notify.success(done)
    // Also applies without a response, because the server may have made the change.
    noteOfficeChange()
    isUnderWay.current = false
    return sent
  }
  return [send, { loading }]
}

/**
 * The idempotency key of a call. The same content gets the same key, so a retry after a lost response is executed only
 * once.
 */
export function useCallKey(): (content: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() }
    return last.current.key
  }
}

export const isStale = (faults: Fault[]): boolean => faults.some(({ code }) => code === 'STALE_VERSION')
