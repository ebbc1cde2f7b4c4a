import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../generated/types'
import { timelineEntries } from './timelineEntries'

const entriesOf = (...events: [status: OrderStatus, note?: string][]) =>
  timelineEntries(
    events.map(([status, note = null]) => ({ status, note, at: '2026-11-28T10:00:00Z' })),
    [{ lines: [{ state: 'COMPLETED' }] }],
  ).map(({ name, about, reference }) => [name, about, reference ?? ''].filter(Boolean))

describe('the entries of a timeline', () => {
  it('name each status once, and a note without a new status by its first sentence', () => {
    const entries = entriesOf(
      ['PAID'],
      ['SHIPPED', 'With Delhivery.'],
      ['DELIVERED'],
      ['DELIVERED', 'We refunded Rs. 270 (rfnd_1).'],
      ['RETURN_REQUESTED', 'It arrived broken.'],
      ['RETURN_REQUESTED', 'We accepted your return of 1 × Cup. Please send it back.'],
      ['DELIVERED', 'The parcel is back with us: 1 × Cup.'],
      ['DELIVERED', 'We refunded Rs. 100 (UTR 7).'],
      ['DELIVERED', 'We could not accept your return: It was used (see photo 2).'],
    )
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
})
