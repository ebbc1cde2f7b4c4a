/** An order as the office page shows it. A change sends the version that the page showed. */
import { statusText } from '../../../components/order/OrderStatus'
import type { DialogProps } from '../kit/DialogRoute'
import { changedMeanwhile } from '../kit/form/changedMeanwhile'
import type { OfficeOrderState_OrderFragment } from './OrderPage.generated'

export type OfficeOrder = Omit<OfficeOrderState_OrderFragment, ' $fragmentName'>

export interface OrderDialogProps extends DialogProps {
  office: OfficeOrder
}

/** The notice after someone else changed the order. */
export const staleOf = ({ status }: OfficeOrder['order']): string => changedMeanwhile(statusText(status))
