/** An order as the office page shows it. A change sends the version that the page showed. */
import { statusText } from '../../../components/order/OrderStatus'
import type { OfficeOrderAction } from '../../../generated/types'
import type { DialogProps } from '../kit/DialogRoute'
import { changedMeanwhile } from '../kit/form/changedMeanwhile'
import type { OfficeOrderState_OrderFragment } from './OrderPage.generated'

export type OfficeOrder = Omit<OfficeOrderState_OrderFragment, ' $fragmentName'>

export interface OrderDialogProps extends DialogProps {
  office: OfficeOrder
}

/**
 * The actions that the page offers, each for one purpose. The answer to a return also refuses it, and the items of an answered return come
 * back by lines, so the actions for a whole return are left to programs, except for a parcel that the buyer did not accept.
 */
export function offeredActions({ actions, order: { status } }: OfficeOrder): OfficeOrderAction[] {
  const isLeftOut: Partial<Record<OfficeOrderAction, boolean>> = {
    ACCEPT_RETURN: status !== 'SHIPPED',
    REFUSE_RETURN: actions.includes('DECIDE_RETURN'),
  }
  return actions.filter((action) => !isLeftOut[action])
}

/**
 * What staff see and decide on, as text to compare: the order without its version, its timeline and the progress of refunds. A failed refund
 * counts, because its amount can be refunded again.
 */
export function decidedOn({ order: { version, timeline, ...order }, refunds, ...office }: OfficeOrder): string {
  const { actions, refundablePaise, payments, isPlaceUnclear, addressChangedAt, waitsForReturnOf } = office
  const made = refunds.map(({ id, amountPaise, state, lines }) => [id, amountPaise, state === 'FAILED', lines])
  return JSON.stringify([
    order,
    made,
    actions,
    refundablePaise,
    payments,
    isPlaceUnclear,
    addressChangedAt,
    waitsForReturnOf,
  ])
}

/** The notice after someone else changed the order. */
export const staleOf = ({ status }: OfficeOrder['order']): string => changedMeanwhile(statusText(status))
