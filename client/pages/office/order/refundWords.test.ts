import { describe, expect, it } from 'vitest'
import type { OrderStatus, RefundState } from '../../../generated/types'
import { refundWords } from './refundWords'

const office = (status: OrderStatus, refundablePaise: number, states: RefundState[] = [], owedPaise = 0) => ({
  order: { status, owedPaise },
  refundablePaise,
  refunds: states.map((state) => ({ state })),
})

describe('refundWords', () => {
  it.each([
    ['no refund', office('REFUND_DUE', 119_900), /^Rs\. 1,199.* is still to be refunded\. Press Refund, unless/],
    ['a partial one', office('REFUND_DUE', 5_000, ['PROCESSED']), /^Rs\. 50.* is still to be refunded\. Press Refund/],
    ['an open partial one', office('REFUND_DUE', 100, ['REQUESTED']), /^Rs\. 1.* is still to be refunded\. Press/],
    ['a failed one', office('REFUND_DUE', 119_900, ['FAILED']), /^A refund failed, and Rs\. 1,199.* try again\.$/],
    ['a failed second one', office('REFUND_DUE', 900, ['PROCESSED', 'FAILED']), /^A refund failed, and Rs\. 9/],
    ['an open one', office('REFUND_DUE', 0, ['REQUESTED']), /^The refund is requested\./],
    ['an open one after a failed one', office('REFUND_DUE', 0, ['FAILED', 'REQUESTED']), /^The refund is requested\./],
  ])('says what staff must do after %s', (_, order, words) => {
    expect(refundWords(order)).toMatch(words)
  })

  it('says what is to be refunded for cancelled and returned items', () => {
    expect(refundWords(office('DELIVERED', 119_900, [], 45_000))).toBe(
      'Rs. 450 is to be refunded for cancelled or returned items. Press Refund.',
    )
  })

  it('says that the refund for such items failed, until another is requested', () => {
    expect(refundWords(office('DELIVERED', 119_900, ['FAILED'], 45_000))).toBe(
      'The last refund failed. Rs. 450 is to be refunded for cancelled or returned items. Press Refund to try again.',
    )
    expect(refundWords(office('DELIVERED', 119_900, ['FAILED', 'PROCESSED'], 45_000))).not.toContain('failed')
  })

  it.each<OrderStatus>(['PAID', 'CANCELLED', 'REFUNDED', 'RETURNED', 'DELIVERED', 'SHIPPED', 'AWAITING_PAYMENT'])(
    'says nothing about an order that is %s',
    (status) => {
      expect(refundWords(office(status, 119_900, ['PROCESSED']))).toBeNull()
    },
  )
})
