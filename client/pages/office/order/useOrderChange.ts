/** Sends a change of the order that the page shows. */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useOfficeChange } from '../../../data/office/officeChange'
import { queryOffice } from '../../../data/office/officeQuery'
import { isStale, type MutationData, type Sent } from '../../../data/sendMutation'
import { decidedOn, type OfficeOrder } from './orderChange'
import { OfficeOrderPageQueryDocument } from './OrderPage.generated'

/**
 * `send` gets the variables for a version of the order. A report about a refund raises the version too, often seconds after staff requested
 * the refund. So after STALE_VERSION, `send` reads the order, and repeats the change once if the order is still what staff decided on.
 */
export function useOrderChange<Data extends MutationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  done: string,
  office: OfficeOrder,
): (variablesOf: (version: number) => Variables) => Promise<Sent<Data> | null> {
  const [send] = useOfficeChange(document, done)
  const { number, version } = office.order
  return async (variablesOf) => {
    const sent = await send(variablesOf(version))
    if (!sent || !isStale(sent.errors)) return sent
    const now = await queryOffice(OfficeOrderPageQueryDocument, { number }).catch(() => null)
    const order = now?.office.order
    return order && decidedOn(order) === decidedOn(office) ? send(variablesOf(order.order.version)) : sent
  }
}
