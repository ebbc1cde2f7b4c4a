/** Changes that staff makes. The result lists the faults of a refused change. A double click sends one change. */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useRef } from 'react'
import { newIdempotencyKey } from '../idempotency'
import { noteOfficeChange } from '../apollo/network'
import { notify } from '../notifications'
import { sendMutation, type Fault, type MutationData, type Sent } from '../sendMutation'
import { noteRefusal } from './officeQuery'

/** `done` is the notification of success. While a change is under way, `send` sends nothing and resolves to null. */
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
    // Also without an answer: the change may have been made.
    noteOfficeChange()
    isUnderWay.current = false
    return sent
  }
  return [send, { loading }]
}

/** The key of a call: the same for the same content, so that what is sent again after a lost answer is done once. */
export function useCallKey(): (content: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.text !== text) last.current = { text, key: newIdempotencyKey() }
    return last.current.key
  }
}

export const isStale = (faults: Fault[]): boolean => faults.some(({ code }) => code === 'STALE_VERSION')
