/**
 * An order as the office page shows it, and a hook that changes it. A change sends the version that the page showed.
 */
import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useOfficeChange } from '../../../data/office/officeChange'
import type { MutationError, MutationData } from '../../../data/sendMutation'
import type { DialogProps } from '../kit/DialogRoute'
import type { OfficeOrderState_OrderFragment } from './OrderPage.generated'

export type OfficeOrder = Omit<OfficeOrderState_OrderFragment, ' $fragmentName'>

export interface OrderDialogProps extends DialogProps {
  office: OfficeOrder
}

/**
 * The returned function resolves to the errors, to an empty list on success, or to null if a change is already in progress.
 */
export function useStaffOrderChange<Data extends MutationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  done: string,
): [send: (variables: Variables) => Promise<MutationError[] | null>, busy: boolean] {
  const [change, { loading }] = useOfficeChange(document, done)
  const send = async (variables: Variables) => (await change(variables))?.errors ?? null
  return [send, loading]
}
