import { describe, expect, it } from 'vitest'
import type { OrderReturnLineState, OrderStatus, ReturnReason, ReturnWish } from '../../generated/types'
import { buyerStatusText, headlineOf, nextSteps } from './progress'

const NOW = Date.parse('2026-11-27T10:00:00Z')

const order = (status: OrderStatus, days = ['2026-12-02'], deliveredAt: string | null = null) => ({
  status,
  items: days.map((estimatedDelivery) => ({ estimatedDelivery, quantity: 1, cancelled: 0 })),
  deliveredAt,
})

describe("an order's headline", () => {
  it.each<[string, Parameters<typeof headlineOf>[0], string | null]>([
    ['a paid order', order('PAID'), 'Arrives by Wed, 2 Dec'],
    ['an order on delivery', order('CONFIRMED'), 'Arrives by Wed, 2 Dec'],
    [
      'a replacement that waits for the returned items',
      { ...order('CONFIRMED'), waitsForReturn: true },
      'Waiting for the items that you return',
    ],
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

const request = (
  reasons: Partial<Record<ReturnReason, OrderReturnLineState>>,
  { wish = 'REFUND', isDecided = false }: { wish?: ReturnWish; isDecided?: boolean } = {},
) => ({
  wish,
  requestedAt: '2026-11-27T09:00:00Z',
  decidedAt: isDecided ? '2026-11-26T10:00:00Z' : null,
  lines: Object.entries(reasons).map(([reason, state]) => ({ reason: reason as ReturnReason, state })),
})

describe('the headline after the sale', () => {
  const delivered = order('DELIVERED', [], '2026-11-20T10:00:00Z')
  it.each<[string, Parameters<typeof headlineOf>[0], string | null]>([
    ['a request', { ...order('RETURN_REQUESTED'), expectsReturn: false }, 'You asked for a return'],
    ['an accepted request', { ...order('RETURN_REQUESTED'), expectsReturn: true }, 'Please send us your return'],
    ['pieces to refund', { ...delivered, owedPaise: 45_000 }, 'We are refunding Rs. 450'],
    ['a cancelled order', { ...order('REFUND_DUE'), owedPaise: 72_000, refunds: [] }, 'We are refunding Rs. 720'],
    [
      'a cancelled order whose refund was requested',
      {
        ...order('REFUND_DUE'),
        refunds: [
          { state: 'REQUESTED', amountPaise: 70_000 },
          { state: 'REQUESTED', amountPaise: 2_050 },
          { state: 'FAILED', amountPaise: 1 },
        ],
      },
      'Rs. 720.50 is on its way back',
    ],
    ['items cancelled before the shipment', { ...order('PAID'), owedPaise: 1_000 }, 'Arrives by Wed, 2 Dec'],
    ['a requested refund', { ...delivered, refunds: [{ state: 'REQUESTED' }] }, 'Refund on its way'],
    ['a requested full refund', { ...order('REFUND_DUE'), refunds: [{ state: 'REQUESTED' }] }, 'Refund on its way'],
    ['a refund that is paid out', { ...delivered, refunds: [{ state: 'PROCESSED' }] }, 'Delivered on Fri, 20 Nov'],
    [
      'a full refund',
      { ...order('REFUNDED'), refunds: [{ state: 'PROCESSED', at: '2026-11-26T19:00:00Z' }] },
      'Refunded on Fri, 27 Nov',
    ],
    ['a parcel to come', { ...order('PAID'), refunds: [{ state: 'REQUESTED' }] }, 'Arrives by Wed, 2 Dec'],
  ])('fits %s', (_, given, headline) => expect(headlineOf(given, NOW)).toBe(headline))
})

describe('the steps to come', () => {
  const names = (given: Parameters<typeof nextSteps>[0]) => nextSteps(given, NOW).map(({ name }) => name)

  it.each<[string, ReturnType<typeof request>, string[]]>([
    ['open', request({ OTHER: 'REQUESTED' }), ['Our answer', 'Items back with us', 'Refund sent']],
    ['open, of broken pieces', request({ DAMAGED: 'REQUESTED' }), ['Our answer', 'Refund sent']],
    [
      'open, for a replacement',
      request({ DAMAGED: 'REQUESTED', WRONG_ITEM: 'REQUESTED' }, { wish: 'REPLACEMENT' }),
      ['Our answer', 'Items back with us', 'Replacement sent'],
    ],
    [
      'accepted',
      request({ DAMAGED: 'COMPLETED', OTHER: 'ACCEPTED' }, { isDecided: true }),
      ['Items back with us', 'Refund sent'],
    ],
    [
      'accepted, for a replacement',
      request({ WRONG_ITEM: 'ACCEPTED' }, { wish: 'REPLACEMENT', isDecided: true }),
      ['Items back with us', 'Replacement sent'],
    ],
  ])('fit a return that is %s', (_, asked, steps) =>
    expect(names({ ...order('RETURN_REQUESTED'), returns: [asked] })).toEqual(steps),
  )

  it('include the refund of cancelled and returned pieces, until it is paid out', () => {
    expect(names({ ...order('DELIVERED'), owedPaise: 1, refunds: [] })).toEqual(['Refund sent'])
    expect(names({ ...order('DELIVERED'), refunds: [{ state: 'REQUESTED' }] })).toEqual(['Refund sent'])
    expect(names({ ...order('DELIVERED'), refunds: [{ state: 'PROCESSED' }] })).toEqual([])
    const both = nextSteps({ ...order('PAID'), owedPaise: 1, refunds: [] }, NOW)
    expect(both.map(({ name }) => name)).toEqual(['Refund sent', 'Packed and shipped', 'Delivered'])
    // Only one step is the next one.
    expect(both.filter(({ about }) => about === 'Next step')).toHaveLength(1)
  })

  it.each<[OrderStatus, string[]]>([
    ['PAID', ['Packed and shipped: Next step', 'Delivered: Expected by Wed, 2 Dec']],
    ['CONFIRMED', ['Packed and shipped: Next step', 'Delivered: Expected by Wed, 2 Dec']],
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
  it('says that a return is accepted while the shop waits for its items', () => {
    const textIf = (expectsReturn: boolean) =>
      buyerStatusText({ status: 'RETURN_REQUESTED', timeline: [], items: [], expectsReturn })
    expect(textIf(true)).toBe('Return accepted')
    expect(textIf(false)).toBe('Return requested')
  })

  const textOf = (statuses: OrderStatus[], items: Parameters<typeof buyerStatusText>[0]['items']) =>
    buyerStatusText({
      ...{ status: statuses.at(-1)!, timeline: statuses.map((status) => ({ status })) },
      ...{ items, expectsReturn: false },
    })

  it.each<[OrderStatus[], string]>([
    [['AWAITING_PAYMENT', 'PAID', 'REFUND_DUE'], 'Cancelled, refund in progress'],
    [['AWAITING_PAYMENT', 'CANCELLED', 'REFUND_DUE'], 'Cancelled, refund in progress'],
    [['PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUND_DUE'], 'Returned, refund in progress'],
    [['PAID', 'SHIPPED', 'RETURNED', 'REFUND_DUE'], 'Returned, refund in progress'],
    [['PAID', 'SHIPPED', 'DELIVERED', 'REFUND_DUE'], 'Refund in progress'],
    [['AWAITING_PAYMENT', 'PAID'], 'Paid'],
    [['AWAITING_PAYMENT', 'CANCELLED'], 'Cancelled'],
  ])('fits %s', (statuses, text) => expect(textOf(statuses, [])).toBe(text))

  const line = (returned: number, returnedBroken: number) => ({
    ...{ returned, returnedBroken },
    ...{ returnedPieces: 0, returnedBrokenPieces: 0 },
  })
  it.each<[string, ReturnType<typeof line>[], returned: string, refundDue: string]>([
    ['all items', [line(2, 2), line(1, 1)], 'Return accepted', 'Refund in progress'],
    ['some of a line', [line(2, 1)], 'Returned', 'Returned, refund in progress'],
    ['one of two lines', [line(2, 0), line(1, 1)], 'Returned', 'Returned, refund in progress'],
    [
      'items of a set',
      [{ ...line(0, 0), returnedPieces: 3, returnedBrokenPieces: 3 }],
      'Return accepted',
      'Refund in progress',
    ],
    [
      'some items of a set',
      [{ ...line(0, 0), returnedPieces: 3, returnedBrokenPieces: 2 }],
      'Returned',
      'Returned, refund in progress',
    ],
    ['nothing', [line(0, 0)], 'Returned', 'Returned, refund in progress'],
  ])('does not call what the buyer keeps returned: %s arrived broken', (_, items, returned, refundDue) => {
    const statuses: OrderStatus[] = ['DELIVERED', 'RETURN_REQUESTED', 'RETURNED']
    expect([textOf(statuses, items), textOf([...statuses, 'REFUND_DUE'], items)]).toEqual([returned, refundDue])
  })
})
