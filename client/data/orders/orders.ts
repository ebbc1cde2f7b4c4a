/** Changes to placed orders, except payment, which is in checkout.ts. */
import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client'
import type { Unmasked } from '@apollo/client/masking'
import { useApolloClient } from '@apollo/client/react'
import { AwaitedPaymentQueryDocument } from './awaitedPayment.generated'
import { notify } from '../notifications'
import type { MutationData, Sent } from '../sendMutation'
import { useAction } from '../useAction'
import {
  BuyAgainDocument,
  CancelOrderDocument,
  ChangeOrderAddressDocument,
  RequestReturnDocument,
} from './orders.generated'
import { writeCart } from '../cart/shopperCache'

/**
 * Reloads an order after the server rejected a change, because the order's state differs from what the page shows. Does not wait for a
 * pending poll, which may hang or return older data.
 */
export async function refreshOrder(client: ApolloClient, number: string): Promise<void> {
  try {
    await client.query({
      query: AwaitedPaymentQueryDocument,
      variables: { number },
      fetchPolicy: 'network-only',
      context: { queryDeduplication: false },
    })
  } catch (cause) {
    console.error('Could not load the order', cause)
  }
}

function useShopperOrderChange<Data extends MutationData, Variables extends { number: string }>(
  document: TypedDocumentNode<Data, Variables>,
  done: (payload: Data[keyof Data]) => void,
  update?: (cache: ApolloCache, data: Unmasked<NoInfer<Data>>) => void,
): [send: (variables: Variables) => Promise<Sent<Data>>, result: { loading: boolean }] {
  const client = useApolloClient()
  const [run, result] = useAction(document, (_cache, variables: Variables) => ({
    variables,
    update,
    failed: 'Could not change the order',
  }))
  const send = async (variables: Variables) => {
    const sent = await run(variables)
    if (sent.errors.length === 0) done(Object.values(sent.data as Data)[0] as Data[keyof Data])
    else if (!sent.unreachable) await refreshOrder(client, variables.number)
    return sent
  }
  return [send, result]
}

export const useCancelOrder = () =>
  useShopperOrderChange(CancelOrderDocument, ({ order }) =>
    notify.success(order && isUnderway(order) ? 'Items cancelled' : 'Order cancelled'),
  )

/** An order that keeps some pieces keeps its status. */
const isUnderway = ({ status }: { status: string }): boolean => ['PAID', 'CONFIRMED'].includes(status)

export const useChangeOrderAddress = () =>
  useShopperOrderChange(ChangeOrderAddressDocument, () => notify.success('Delivery address changed'))

export const useRequestReturn = () =>
  useShopperOrderChange(RequestReturnDocument, () => notify.success('Return requested'))

/** Announces the products that could not be added. */
export const useBuyAgain = () =>
  useShopperOrderChange(
    BuyAgainDocument,
    ({ notAdded }) => {
      if (notAdded?.length) notify.error(notAdded.map(({ message }) => message).join(' '))
      else notify.success('Added to Cart')
    },
    (cache, { buyAgain }) => writeCart(cache, buyAgain.cart),
  )
