/**
 * An order as the office page shows it, and a hook that changes it. A change sends the version that the page showed.
 * Afterwards, the page reloads the order.
 */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { isStale, useOfficeChange } from '../../../data/office/office'
import type { Fault, MutationData } from '../../../data/sendMutation'
import type { OfficeOrderState_OrderFragment } from './OrderPage.generated'

export type OfficeOrder = Omit<OfficeOrderState_OrderFragment, ' $fragmentName'>

export interface OrderDialogProps {
  office: OfficeOrder
  refresh: () => Promise<void>
  onClose: () => void
}

/**
 * The returned function resolves to the errors, to an empty list on success, or to null if a change is already in progress.
 */
export function useStaffOrderChange<Data extends MutationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  done: string,
  refresh: () => Promise<void>,
): [send: (variables: Variables) => Promise<Fault[] | null>, busy: boolean] {
  const [change, { loading }] = useOfficeChange(document, done)
  const send = async (variables: Variables) => {
    const outcome = await change(variables)
    if (!outcome) return null
    const { faults } = outcome
    if (faults.length === 0 || isStale(faults) || faults[0]!.code === 'ORDER_STATUS_CONFLICT') await refresh()
    return faults
  }
  return [send, loading]
}
