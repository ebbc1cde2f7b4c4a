/** Which changes of an order stop a change that staff are about to send, and which returned items go back to stock. */
import { describe, expect, it } from 'vitest'
import { decidedOn, type OfficeOrder } from './orderChange'
import { goodOnReturn } from './ReturnDialogs'

const line = {
  id: 'line',
  title: 'Mug',
  quantity: 3,
  piecesInSet: null,
  cancelled: 0,
  returned: 0,
  returnedPieces: 0,
  replaced: 0,
  replacedPieces: 0,
}
const refund = { id: 'refund', amountPaise: 100, state: 'REQUESTED', endedAt: null, lines: [] }
const office = {
  actions: ['RECEIVE_RETURN', 'REFUND'],
  refundablePaise: 900,
  payments: [{ id: 'pay', amountPaise: 1000, refundablePaise: 900, excess: null }],
  isPlaceUnclear: false,
  addressChangedAt: null,
  waitsForReturnOf: null,
  refunds: [refund],
  notes: [],
  audit: [],
  order: {
    number: 'CER-000001',
    version: 3,
    status: 'RETURN_REQUESTED',
    owedPaise: 0,
    items: [line],
    returns: [],
    timeline: [],
  },
}
const decided = (change: object = {}, order: object = {}): string =>
  decidedOn({ ...office, ...change, order: { ...office.order, ...order } } as unknown as OfficeOrder)

describe('what staff decide on', () => {
  it.each<[string, object, object]>([
    [
      'a paid-out refund',
      { refunds: [{ ...refund, state: 'PROCESSED', endedAt: '2026-11-29T00:00:00Z' }] },
      { version: 5 },
    ],
    ['an entry in the timeline', {}, { version: 4, timeline: [{ note: 'We refunded Rs. 1.' }] }],
    ['a note of a colleague', { notes: [{ text: 'Called' }], audit: [{ change: 'ADD_ORDER_NOTE' }] }, {}],
  ])('is the same after %s', (_, change, order) => {
    expect(decided(change, order)).toBe(decided())
  })

  it.each<[string, object, object]>([
    ['a failed refund', { refunds: [{ ...refund, state: 'FAILED' }] }, {}],
    ['another refund', { refunds: [refund, { ...refund, id: 'other' }] }, {}],
    ['a refund of another amount', { refunds: [{ ...refund, amountPaise: 90 }] }, {}],
    ['another payment', { payments: [...office.payments, { id: 'second' }] }, {}],
    ['another amount to refund', { refundablePaise: 800 }, {}],
    ['another status', {}, { status: 'DELIVERED' }],
    ['an action that is no longer offered', { actions: ['REFUND'] }, {}],
    ['a cancelled item', {}, { items: [{ ...line, cancelled: 1 }] }],
    ['an answered return', {}, { returns: [{ decidedAt: '2026-11-29T00:00:00Z' }] }],
    ['another address', { addressChangedAt: '2026-11-29T00:00:00Z' }, {}],
    ['a tracking number', {}, { shipment: { trackingNumber: 'EK1' } }],
    ['another debt', {}, { owedPaise: 100 }],
  ])('is not the same after %s', (_, change, order) => {
    expect(decided(change, order)).not.toBe(decided())
  })
})

type Returns = OfficeOrder['order']['returns']
const goodOf = (reason: string, left: number) =>
  goodOnReturn({ restockable: left > 0 ? [{ lineId: 'a', quantity: left }] : [] }, {
    ...{ reason, quantity: 2, item: { id: 'a' } },
  } as unknown as Returns[number]['lines'][number])

it.each<[string, number]>([
  ['CHANGED_MIND', 2],
  ['NOT_AS_DESCRIBED', 2],
  ['OTHER', 2],
  // Another product came back than the line names.
  ['WRONG_ITEM', 0],
  ['DAMAGED', 0],
])('suggests how many items with the reason %s return to stock', (reason, count) => {
  expect(goodOf(reason, 3)).toBe(count)
})

it.each([0, 1])('suggests no more than the server allows if only %s can return to stock', (left) => {
  expect(goodOf('CHANGED_MIND', left)).toBe(left)
})
