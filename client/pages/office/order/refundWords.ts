/** What staff must do about an order that has a refund due. */
import { formatPaise } from '../../../../server/shared/money/money'
import type { OrderStatus, RefundState } from '../../../generated/types'

interface Refunding {
  order: { status: OrderStatus; owedPaise: number }
  refundablePaise: number
  refunds: readonly { state: RefundState }[]
}

/** Null if no refund is due. With AUTO_REFUND, the shop requests a refund within seconds, except after a failed one. The newest refund is the last. */
export function refundWords({ order, refundablePaise, refunds }: Refunding): string | null {
  if (order.status !== 'REFUND_DUE') {
    if (order.owedPaise === 0) return null
    const words = `${formatPaise(order.owedPaise)} is to be refunded for cancelled or returned items.`
    return refunds.at(-1)?.state === 'FAILED'
      ? `The last refund failed. ${words} Press Refund to try again.`
      : `${words} Press Refund.`
  }
  if (refundablePaise === 0)
    return 'The refund is requested. The order becomes Refunded when the payment provider confirms it.'
  const amount = formatPaise(refundablePaise)
  if (refunds.some(({ state }) => state === 'FAILED'))
    return `A refund failed, and ${amount} is still to be refunded. Press Refund to try again.`
  return `${amount} is still to be refunded. Press Refund, unless this shop refunds automatically.`
}
