/** What shoppers do with placed orders, beside paying them, which stands in checkout.ts. */
import type { ApolloCache, ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useMutation } from '@apollo/client/react'
import type { FormFault } from '../session/accounts'
import { AwaitedPaymentQueryDocument } from './awaitedPayment.generated'
import { notify } from '../notifications'
import { BuyAgainDocument, CancelOrderDocument, RequestReturnDocument } from './orders.generated'
import { writeCart } from '../session/shopperCache'

const UNREACHABLE: FormFault = { field: null, message: 'The shop could not be reached. Please try again.' }

interface Payload {
  userErrors: { message: string; field: string[] | null }[]
}

/** Reads again how an order stands: what the page offers was refused, so it shows something else by now. */
export async function refreshOrder(client: ApolloClient, number: string): Promise<void> {
  try {
    await client.query({ query: AwaitedPaymentQueryDocument, variables: { number }, fetchPolicy: 'network-only' })
  } catch (cause) {
    console.error('Could not load the order', cause)
  }
}

/** The function in the result resolves to null once it is done, else to what was wrong. */
function useOrderChange<Data extends Record<string, Payload>, Variables extends { number: string }>(
  document: TypedDocumentNode<Data, Variables>,
  done: (payload: Data[keyof Data]) => void,
  update?: (cache: ApolloCache, data: Unmasked<Data>) => void,
): [send: (variables: Variables) => Promise<FormFault | null>, result: { loading: boolean }] {
  const [mutate, { client, loading }] = useMutation<Data, OperationVariables>(document)
  const send = async (variables: Variables): Promise<FormFault | null> => {
    try {
      const { data } = await mutate({
        variables,
        ...(update && { update: (cache, { data }) => data && update(cache, data) }),
      })
      const payload = Object.values(data!)[0] as Data[keyof Data]
      const fault = payload.userErrors[0]
      if (!fault) {
        done(payload)
        return null
      }
      await refreshOrder(client, variables.number)
      return { field: fault.field?.at(-1) ?? null, message: fault.message }
    } catch (cause) {
      console.error('Could not change the order', cause)
      return UNREACHABLE
    }
  }
  return [send, { loading }]
}

export const useCancelOrder = () => useOrderChange(CancelOrderDocument, () => notify.success('Order cancelled'))

export const useRequestReturn = () => useOrderChange(RequestReturnDocument, () => notify.success('Return requested'))

/** What could not be added is announced. */
export const useBuyAgain = () =>
  useOrderChange(
    BuyAgainDocument,
    ({ notAdded }) => {
      if (notAdded?.length) notify.error(notAdded.map(({ message }) => message).join(' '))
      else notify.success('Added to Cart')
    },
    (cache, { buyAgain }) => writeCart(cache, buyAgain.cart),
  )
