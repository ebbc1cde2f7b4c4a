import { describe, expect, it } from 'vitest'
import type { OrderStatus, ReturnReason } from '../../generated/types'
import { timelineEntries, type TimelineReturns } from './timelineEntries'

const request = (...reasons: ReturnReason[]): TimelineReturns[number] => ({
  lines: reasons.map((reason) => ({ state: 'COMPLETED', reason, isBack: false })),
})

const entriesOf = (
  events: [status: OrderStatus, note?: string][],
  known: Parameters<typeof timelineEntries>[1] = { returns: [request('OTHER')] },
) =>
  timelineEntries(
    events.map(([status, note = null]) => ({ status, note, at: '2026-11-28T10:00:00Z' })),
    known,
  ).map(({ name, about, reference }) => [name, about, reference ?? ''].filter(Boolean))

describe('the entries of a timeline', () => {
  it('name each status once, and a note without a new status by its first sentence', () => {
    const entries = entriesOf([
      ['PAID'],
      ['SHIPPED', 'With Delhivery.'],
      ['DELIVERED'],
      ['DELIVERED', 'We refunded Rs. 270 (rfnd_1).'],
      ['RETURN_REQUESTED', 'It arrived broken.'],
      ['RETURN_REQUESTED', 'We accepted your return of 1 × Cup. Please send it back.'],
      ['DELIVERED', 'The parcel is back with us: 1 × Cup.'],
      ['DELIVERED', 'We refunded Rs. 100 (UTR 7).'],
      ['DELIVERED', 'We could not accept your return: It was used (see photo 2).'],
    ])
    expect(entries).toEqual([
      ['Order placed'],
      ['Shipped', 'With Delhivery.'],
      ['Delivered'],
      ['We refunded Rs. 270', 'rfnd_1'],
      ['Return requested', 'It arrived broken.'],
      ['We accepted your return of 1 × Cup.', 'Please send it back.'],
      ['Return completed', 'The parcel is back with us: 1 × Cup.'],
      ['We refunded Rs. 100', 'UTR 7'],
      ['We could not accept your return: It was used (see photo 2).'],
    ])
  })

  const broken = { returned: 1, returnedPieces: 0, returnedBroken: 1, returnedBrokenPieces: 0 }
  it.each<[string, Parameters<typeof timelineEntries>[1], partly: string, wholly: string, due: string]>([
    [
      'items that came back',
      { returns: [request('OTHER')] },
      'Return completed',
      'Returned',
      'Returned, refund in progress',
    ],
    ['broken items', { returns: [request('DAMAGED')] }, 'Return accepted', 'Return accepted', 'Refund in progress'],
    [
      'both',
      { returns: [request('DAMAGED', 'OTHER')] },
      'Return completed',
      'Returned',
      'Returned, refund in progress',
    ],
    [
      'broken items, on the page of a link',
      { items: [broken] },
      'Return answered',
      'Return accepted',
      'Refund in progress',
    ],
  ])('name the end of a return of %s', (_, known, partly, wholly, due) => {
    const asked: [OrderStatus][] = [['PAID'], ['SHIPPED'], ['DELIVERED'], ['RETURN_REQUESTED']]
    expect(entriesOf([...asked, ['DELIVERED']], known).at(-1)).toEqual([partly])
    expect(entriesOf([...asked, ['RETURNED'], ['REFUND_DUE']], known).slice(-2)).toEqual([[wholly], [due]])
  })
})
