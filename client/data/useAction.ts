/**
 * Wraps Apollo's `useMutation` for the shopper's actions: shows notifications, logs failures, and marks the control of
 * a failed change.
 */
import type { ApolloCache, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMutation } from '@apollo/client/react'
import { notify } from './notifications'
import { sendMutation, type MutationData } from './sendMutation'
import { hasShopper, refreshShopper } from './session/refreshShopper'
import { sessionToken } from './session/session'
import { noteUnsaved } from './unsaved'

interface Action<Data, Variables> {
  /** A key from data/unsaved.ts, which identifies the control that shows a failure. */
  control?: string
  variables: NoInfer<Variables>
  /** Undefined if the cache lacks data. The page then waits for the server. */
  optimisticResponse?: Unmasked<NoInfer<Data>> | undefined
  update: (cache: ApolloCache, data: Unmasked<NoInfer<Data>>) => void
  /** The success notifications, in order. */
  done: string[]
  /** Shows a success message in another way than a notification. */
  announce?: (message: string) => void
  /** Offered as a button in the success notifications. */
  undo?: () => void
  /** The text that the console shows on failure. */
  failed: string
  /**
   * The failure notification. If a list is full, the server's message is shown instead. If omitted, a failure shows no notification,
   * because the page already shows the current state.
   */
  failedNotice?: string
}

/**
 * Calls `action` on every run, with the cache as it was before the change. The returned function never rejects. It
 * resolves to the response's data, or to null if nothing changed, and continues after its component is unmounted.
 */
export function useAction<Data extends MutationData, Variables extends OperationVariables, Args extends unknown[]>(
  document: TypedDocumentNode<Data, Variables>,
  action: (cache: ApolloCache, ...args: Args) => Action<Data, Variables>,
): [run: (...args: Args) => Promise<Unmasked<Data> | null>, result: { loading: boolean }] {
  const [mutate, { client, loading }] = useMutation<Data, OperationVariables>(document)
  /** A retry passes the variables of the failed request, including its idempotency key. */
  const attempt = async (args: Args, again?: Variables): Promise<Unmasked<Data> | null> => {
    const {
      control = '',
      optimisticResponse,
      update,
      done,
      announce,
      undo,
      failed,
      ...rest
    } = action(client.cache, ...args)
    const variables = again ?? rest.variables
    noteUnsaved(control)
    const hadShopper = hasShopper(client.cache)
    const { data, errors, unreachable } = await sendMutation<Data>(
      () =>
        mutate({
          variables,
          optimisticResponse,
          update: (cache, { data }) => data && update(cache, data),
        }),
      failed,
    )
    const [error] = errors
    if (!error) {
      // Without the shopper's data, the update is not visible, and a pending query may return data from before the change.
      if (!hadShopper) void refreshShopper(client)
      done.forEach(announce ?? ((message) => notify.success(message, undo && { label: 'Undo', run: undo })))
      return data
    }
    const message = unreachable ? undefined : error.message
    if (!unreachable) console.error(failed, message)
    // If the session has ended, its unsaved changes are dropped.
    if (sessionToken()) noteUnsaved(control, { error: message, retry: () => void attempt(args, variables) })
    const notice = error.code === 'LIMIT_REACHED' ? message : rest.failedNotice
    // The end of the session was already announced.
    if (notice && sessionToken()) notify.error(notice)
    return null
  }
  return [(...args) => attempt(args), { loading }]
}
