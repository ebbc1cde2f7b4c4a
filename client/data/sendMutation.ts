/** Sends a change to the shop. Every mutation of the client goes through here. */
import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMutation } from '@apollo/client/react'

export interface Fault {
  /** Of UserErrorCode; null if the shop could not be reached, and the same change may be sent again. */
  code: string | null
  /** The name of the input's field at fault; null for a fault of the whole form. */
  field: string | null
  message: string
}

/** A fault of a form, found before or after it was sent. */
export type FormFault = Omit<Fault, 'code'>

/** A mutation's data: one field with its payload. A payload with `userErrors` has changed nothing. */
export type MutationData = Record<string, { userErrors: { code?: string; message: string; field?: string[] | null }[] }>

export interface Sent<Data> {
  /** Null without an answer. */
  data: Unmasked<Data> | null
  /** Empty once the change is made. */
  faults: Fault[]
  /** The shop did not answer, or answered with an error: the change may have been made or not. */
  unreachable: boolean
}

/** The fault of a change that was sent without an answer. */
export const UNREACHABLE: Fault = {
  code: null,
  field: null,
  message: 'The shop could not be reached. Please try again.',
}

/** Never rejects. Logs `failed` with the cause if no answer comes, and calls `onError` with the cause. */
export async function sendMutation<Data extends MutationData>(
  mutate: () => Promise<ApolloClient.MutateResult<unknown>>,
  failed: string,
  onError?: (cause: unknown) => void,
): Promise<Sent<Data>> {
  try {
    const data = (await mutate()).data as Unmasked<Data>
    const [payload] = Object.values(data as MutationData)
    const faults = payload!.userErrors.map(({ code, message, field }) => ({
      code: code ?? null,
      field: field?.at(-1) ?? null,
      message,
    }))
    return { data, faults, unreachable: false }
  } catch (cause) {
    onError?.(cause)
    console.error(failed, cause)
    return { data: null, faults: [UNREACHABLE], unreachable: true }
  }
}

/** `sendMutation` for changes that need no more than their variables. */
export function useSendMutation<Data extends MutationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  failed: string,
): (variables: Variables) => Promise<Sent<Data>> {
  const [mutate] = useMutation<Data, OperationVariables>(document)
  return (variables) => sendMutation<Data>(() => mutate({ variables }), failed)
}
