/** Changes that staff makes. The result lists the faults of a refused change. A double click sends one change. */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMutation } from '@apollo/client/react'
import { useRef } from 'react'
import { newIdempotencyKey } from '../idempotency'
import { noteOfficeChange } from '../apollo/network'
import { notify } from '../notifications'
import { noteRefusal } from './officeQuery'

export interface OfficeFault {
  /** Of UserErrorCode; null where the shop could not be reached, and the same may be sent again. */
  code: string | null
  /** The name of the input's field at fault. */
  field: string | null
  message: string
}

interface Payload {
  userErrors: { code: string; message: string; field: string[] | null }[]
}

const UNREACHABLE: OfficeFault = {
  code: null,
  field: null,
  message: 'The shop could not be reached. Please try again.',
}

export interface Outcome<Data> {
  faults: OfficeFault[]
  /** Null where there was no answer; with STALE_VERSION it has the newer thing. */
  data: Unmasked<Data> | null
}

/** `done` is said once the change is made. Nothing is sent while the one before is under way: that resolves to null. */
export function useOfficeChange<Data extends Record<string, Payload>, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  done?: string,
): [send: (variables: Variables) => Promise<Outcome<Data> | null>, result: { loading: boolean }] {
  const [mutate, { loading }] = useMutation<Data, OperationVariables>(document)
  const isUnderWay = useRef(false)
  const send = async (variables: Variables): Promise<Outcome<Data> | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    try {
      const { data } = await mutate({ variables })
      const { userErrors } = Object.values(data!)[0]!
      if (userErrors.length === 0 && done) notify.success(done)
      const faults = userErrors.map(({ code, message, field }) => ({ code, message, field: field?.at(-1) ?? null }))
      return { faults, data: data as Unmasked<Data> }
    } catch (cause) {
      noteRefusal(cause)
      console.error('Could not change it', cause)
      return { faults: [UNREACHABLE], data: null }
    } finally {
      // Also where the answer was lost: the change may have been made.
      noteOfficeChange()
      isUnderWay.current = false
    }
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

export const isStale = (faults: OfficeFault[]): boolean => faults.some(({ code }) => code === 'STALE_VERSION')
