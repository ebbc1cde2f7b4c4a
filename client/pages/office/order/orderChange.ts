/** An order as the office's page has it, and how a change of it is sent: with the version that was seen, after which the page asks again. */
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

/** The function in the result resolves to what is wrong, to nothing once it is done, and to null where it is under way already. */
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
