import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../generated/types'
import { buyerStatusText, headlineOf, nextSteps } from './progress'

const NOW = Date.parse('2026-11-27T10:00:00Z')

const order = (status: OrderStatus, days = ['2026-12-02'], deliveredAt: string | null = null) => ({
  status,
  items: days.map((estimatedDelivery) => ({ estimatedDelivery })),
  deliveredAt,
})

describe("an order's headline", () => {
  it.each<[string, ReturnType<typeof order>, string | null]>([
    ['a paid order', order('PAID'), 'Arrives by Wed, 2 Dec'],
    ['an order on delivery', order('CONFIRMED'), 'Arrives by Wed, 2 Dec'],
    ['lines of several days', order('SHIPPED', ['2026-12-04', '2026-11-30', '2026-12-01']), 'Arrives by Fri, 4 Dec'],
    ['the day itself', order('SHIPPED', ['2026-11-27']), 'Arrives by Fri, 27 Nov'],
    ['a parcel that is late', order('SHIPPED', ['2026-11-26']), 'On its way'],
    ['a late order that is not shipped', order('PAID', ['2026-11-26']), null],
    ['an unpaid order', order('AWAITING_PAYMENT'), null],
    ['a delivery after midnight in India', order('DELIVERED', [], '2026-11-26T19:00:00Z'), 'Delivered on Fri, 27 Nov'],
    ['a delivery without a time', order('DELIVERED'), null],
    ['a cancelled order', order('CANCELLED'), null],
    ['a refund', order('REFUND_DUE'), null],
  ])('fits %s', (_, given, headline) => expect(headlineOf(given, NOW)).toBe(headline))

  it('counts the day in India, which begins at half past six in the evening of UTC', () => {
    expect(headlineOf(order('PAID', ['2026-11-27']), Date.parse('2026-11-27T18:29:00Z'))).toBe('Arrives by Fri, 27 Nov')
    expect(headlineOf(order('PAID', ['2026-11-27']), Date.parse('2026-11-27T18:30:00Z'))).toBeNull()
  })
})

describe('the steps to come', () => {
  it.each<[OrderStatus, string[]]>([
    ['PAID', ['Packed and shipped: Next', 'Delivered: Expected by Wed, 2 Dec']],
    ['CONFIRMED', ['Packed and shipped: Next', 'Delivered: Expected by Wed, 2 Dec']],
    ['SHIPPED', ['Delivered: Expected by Wed, 2 Dec']],
    ['AWAITING_PAYMENT', []],
    ['DELIVERED', []],
    ['CANCELLED', []],
    ['RETURN_REQUESTED', []],
    ['RETURNED', []],
    ['REFUND_DUE', []],
    ['REFUNDED', []],
  ])('fit an order that is %s', (status, steps) =>
    expect(nextSteps(order(status), NOW).map(({ name, about }) => `${name}: ${about}`)).toEqual(steps),
  )
})

describe("the status in the buyer's words", () => {
  it.each<[OrderStatus[], string]>([
    [['AWAITING_PAYMENT', 'PAID', 'REFUND_DUE'], 'Cancelled. Refund to come'],
    [['AWAITING_PAYMENT', 'CANCELLED', 'REFUND_DUE'], 'Cancelled. Refund to come'],
    [['PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUND_DUE'], 'Returned. Refund to come'],
    [['PAID', 'SHIPPED', 'RETURNED', 'REFUND_DUE'], 'Returned. Refund to come'],
    [['PAID', 'SHIPPED', 'DELIVERED', 'REFUND_DUE'], 'Refund to come'],
    [['AWAITING_PAYMENT', 'PAID'], 'Paid'],
    [['AWAITING_PAYMENT', 'CANCELLED'], 'Cancelled'],
  ])('fits %s', (statuses, text) =>
    expect(buyerStatusText({ status: statuses.at(-1)!, timeline: statuses.map((status) => ({ status })) })).toBe(text),
  )
})
