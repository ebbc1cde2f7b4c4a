/** What every action of the shopper does around Apollo's `useMutation`: notifications, and failures, which are logged and shown at their control. */
import type { ApolloCache, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMutation } from '@apollo/client/react'
import { notify } from './notifications'
import { sendMutation, type MutationData } from './sendMutation'
import { sessionToken } from './session/session'
import { shopperId } from './session/shopperCache'
import { noteUnsaved } from './cart/unsaved'

interface Action<Data, Variables> {
  /** Of data/unsaved.ts: where a failure is shown. */
  control?: string
  variables: NoInfer<Variables>
  /** Left out where the cache knows too little: the page then waits for the server. */
  optimisticResponse?: Unmasked<NoInfer<Data>> | undefined
  update: (cache: ApolloCache, data: Unmasked<NoInfer<Data>>) => void
  /** The notifications of success, in their order. */
  done: string[]
  /** Offered beside them. */
  undo?: () => void
  /** The line on the console. */
  failed: string
  /** The notification of a failure, unless a list is full, which the server's own message says; none where the page, which shows what is true, says enough. */
  failedNotice?: string
}

/**
 * `action` is called with every run, with the cache as it is before the change. The function in the result never rejects: it
 * resolves to the data of the response, or to null where nothing was changed, and goes on when its component is unmounted.
 */
export function useAction<Data extends MutationData, Variables extends OperationVariables, Args extends unknown[]>(
  document: TypedDocumentNode<Data, Variables>,
  action: (cache: ApolloCache, ...args: Args) => Action<Data, Variables>,
): [run: (...args: Args) => Promise<Unmasked<Data> | null>, result: { loading: boolean }] {
  const [mutate, { client, loading }] = useMutation<Data, OperationVariables>(document)
  /** Sent again, it is the very call that failed, with its idempotency key. */
  const attempt = async (args: Args, again?: Variables): Promise<Unmasked<Data> | null> => {
    const { control = '', optimisticResponse, update, done, undo, failed, ...rest } = action(client.cache, ...args)
    const variables = again ?? rest.variables
    noteUnsaved(control)
    const { data, faults, unreachable } = await sendMutation<Data>(
      () =>
        mutate({
          variables,
          optimisticResponse,
          update: (cache, { data }) => data && update(cache, data),
          // A query that is still under way may be older than the change, and has no place for its result yet.
          refetchQueries: shopperId(client.cache) ? [] : ['ShopperQuery'],
        }),
      failed,
    )
    const [fault] = faults
    if (!fault) {
      done.forEach((message) => notify.success(message, undo && { label: 'Undo', run: undo }))
      return data
    }
    const refusal = unreachable ? undefined : fault.message
    if (!unreachable) console.error(failed, refusal)
    // A session that has ended takes what it has not saved with it.
    if (sessionToken()) noteUnsaved(control, { refusal, retry: () => void attempt(args, variables) })
    const notice = fault.code === 'LIMIT_REACHED' ? refusal : rest.failedNotice
    if (notice) notify.error(notice)
    return null
  }
  return [(...args) => attempt(args), { loading }]
}
