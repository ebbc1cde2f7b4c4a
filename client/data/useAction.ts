/**
 * Sends a change by a shopper, with Apollo's `useMutation`: shows notifications, logs failures, and marks the control of a failed change. The
 * office's changes use data/office/officeChange.ts.
 */
import type { ApolloCache, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMutation } from '@apollo/client/react'
import { notify } from './notifications'
import { sendMutation, type MutationData, type Sent } from './sendMutation'
import { hasShopper, refreshShopper } from './session/refreshShopper'
import { sessionToken } from './session/session'
import { noteUnsaved } from './unsaved'

interface Action<Data, Variables> {
  /** A key from data/unsaved.ts, which identifies the control that shows a failure. Without it, the caller shows the errors. */
  control?: string
  variables: NoInfer<Variables>
  /** Undefined if the cache lacks data. The page then waits for the server. */
  optimisticResponse?: Unmasked<NoInfer<Data>> | undefined
  /** Needed if the response has more than the objects that the cache already knows. */
  update?: ((cache: ApolloCache, data: Unmasked<NoInfer<Data>>) => void) | undefined
  /** The success notifications, in order. */
  done?: string[]
  /** Shows a success message in another way than a notification. */
  announce?: (message: string) => void
  /** Offered as a button in the success notifications. */
  undo?: () => void
  /** The text that the console shows on failure. */
  failed: string
  /**
   * The failure notification. If a list is full, the server's message is shown instead. If omitted, a failure shows no notification,
   * because the page already shows the current state, or the caller shows the errors.
   */
  failedNotice?: string
}

/**
 * Calls `action` on every run, with the cache as it was before the change. The returned function never rejects, and continues after its
 * component is unmounted. If the result lists errors, nothing changed.
 */
export function useAction<Data extends MutationData, Variables extends OperationVariables, Args extends unknown[]>(
  document: TypedDocumentNode<Data, Variables>,
  action: (cache: ApolloCache, ...args: Args) => Action<Data, Variables>,
): [run: (...args: Args) => Promise<Sent<Data>>, result: { loading: boolean }] {
  // eslint-disable-next-line no-restricted-syntax -- All of the shop's changes come through here.
  const [mutate, { client, loading }] = useMutation<Data, OperationVariables>(document)
  /** A retry passes the variables of the failed request, including its idempotency key. */
  const attempt = async (args: Args, again?: Variables): Promise<Sent<Data>> => {
    const {
      control,
      optimisticResponse,
      update,
      done = [],
      announce,
      undo,
      failed,
      ...rest
    } = action(client.cache, ...args)
    const variables = again ?? rest.variables
    if (control !== undefined) noteUnsaved(control)
    const hadShopper = hasShopper(client.cache)
    const sent = await sendMutation<Data>(
      () =>
        mutate({
          variables,
          optimisticResponse,
          update: (cache, { data }) => data && update?.(cache, data),
        }),
      failed,
    )
    const [error] = sent.errors
    if (!error) {
      // Without the shopper's data, the update is not visible, and a pending query may return data from before the change.
      if (update && !hadShopper) void refreshShopper(client)
      done.forEach(announce ?? ((message) => notify.success(message, undo && { label: 'Undo', run: undo })))
      return sent
    }
    const message = sent.unreachable ? undefined : error.message
    const isShownByCaller = control === undefined && rest.failedNotice === undefined
    if (!sent.unreachable && !isShownByCaller) console.error(failed, message)
    // If the session has ended, its unsaved changes are dropped.
    if (control !== undefined && sessionToken())
      noteUnsaved(control, { error: message, retry: () => void attempt(args, variables) })
    const notice = error.code === 'LIMIT_REACHED' ? message : rest.failedNotice
    // The end of the session was already announced.
    if (notice && !isShownByCaller && sessionToken()) notify.error(notice)
    return sent
  }
  return [(...args) => attempt(args), { loading }]
}
