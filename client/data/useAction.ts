/** What every action of the shopper does around Apollo's `useMutation`: notifications, and failures that are logged. */
import type { ApolloCache, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMutation } from '@apollo/client/react'
import { notify } from './notifications'
import { shopperId } from './shopperCache'

/** A mutation's data: one field with its payload. A payload with `userErrors` has changed nothing. */
type MutationData = Record<string, { userErrors: { code: string; message: string }[] }>

interface Action<Data, Variables> {
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
  const run = async (...args: Args): Promise<Unmasked<Data> | null> => {
    const { variables, optimisticResponse, update, done, undo, failed, failedNotice } = action(client.cache, ...args)
    let notice = failedNotice
    try {
      const { data } = await mutate({
        variables,
        optimisticResponse,
        update: (cache, { data }) => data && update(cache, data),
        // What is still on its way may be older than the change, and has no place for its result yet.
        refetchQueries: shopperId(client.cache) ? [] : ['ShopperQuery'],
      })
      const error = Object.values(data ?? {})[0]?.userErrors[0]
      if (error?.code === 'LIMIT_REACHED') notice = error.message
      if (error) throw new Error(error.message)
      done.forEach((message) => notify.success(message, undo && { label: 'Undo', run: undo }))
      return data as Unmasked<Data>
    } catch (cause) {
      console.error(failed, cause)
      if (notice) notify.error(notice)
      return null
    }
  }
  return [run, { loading }]
}
