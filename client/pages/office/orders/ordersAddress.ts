/** Reads the filters of the order list from the URL, and converts them to query variables. */
import { TO_PACK } from '../../../../server/shared/delivery/toPack'
import type { OfficeOrderFilter, OfficeOrderSort, OrderStatus } from '../../../generated/types'
import { dayIn, daysAfter, startOfDay } from '../kit/indianTime'

export interface OrdersWanted {
  tab: string
  search: string
  /** Days in India; both are included. An empty string means no limit. */
  from: string
  to: string
  after: string | null
}

interface OrdersTab {
  id: string
  name: string
  /** An empty list means all statuses. */
  statuses: OrderStatus[]
}

const ATTENTION = 'attention'
/** Orders that hold stock and are not paid, on any day. */
const HELD = 'held'
/** Open orders on delivery, whatever their status. */
const ON_DELIVERY = 'on-delivery'
const PACKING = 'to-pack'

export const TABS: OrdersTab[] = [
  { id: '', name: 'All', statuses: [] },
  { id: PACKING, name: 'To pack', statuses: [...TO_PACK] },
  { id: 'shipped', name: 'Shipped', statuses: ['SHIPPED'] },
  { id: 'delivered', name: 'Delivered', statuses: ['DELIVERED'] },
  { id: 'returns', name: 'Returns', statuses: ['RETURN_REQUESTED', 'RETURNED'] },
  { id: 'refunds', name: 'Refunds', statuses: ['REFUND_DUE', 'REFUNDED'] },
  { id: 'unpaid', name: 'Unpaid', statuses: ['AWAITING_PAYMENT'] },
  { id: HELD, name: 'Holding stock', statuses: [] },
  { id: ON_DELIVERY, name: 'Open COD', statuses: [] },
  // A cancelled order that was paid is under Refunds.
  { id: 'cancelled', name: 'Cancelled unpaid', statuses: ['CANCELLED'] },
  { id: ATTENTION, name: 'Needs attention', statuses: [] },
]

/** Invalid values are treated as missing. */
export const ordersWanted = (query: URLSearchParams): OrdersWanted => ({
  tab: TABS.find(({ id }) => id === query.get('tab'))?.id ?? '',
  search: (query.get('search') ?? '').trim().slice(0, 200),
  from: dayIn(query.get('from')),
  to: dayIn(query.get('to')),
  after: query.get('after'),
})

export function ordersQuery(wanted: OrdersWanted): string {
  const set = Object.entries(wanted).filter(([, text]) => Boolean(text)) as [string, string][]
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ''
}

/** The server rejects shorter search texts. */
const SHORTEST_SEARCH = 3
const isSearchable = (search: string) => search === '' || search.length >= SHORTEST_SEARCH || /^\d+$/.test(search)

/** A message about filters that have no effect, or an empty string if every filter has an effect. */
export function hintOf({ search, from, to }: OrdersWanted): string {
  if (!isSearchable(search)) return `Please enter at least ${SHORTEST_SEARCH} characters to search.`
  return from && to && from > to ? 'The first day is after the last day.' : ''
}

/** The order that has waited longest is packed first. */
export const ordersSort = ({ tab }: OrdersWanted): OfficeOrderSort => (tab === PACKING ? 'OLDEST' : 'NEWEST')

export function ordersFilter({ tab, search, from, to }: OrdersWanted): OfficeOrderFilter {
  const statuses = TABS.find(({ id }) => id === tab)!.statuses
  return {
    status: statuses,
    needsAttention: tab === ATTENTION,
    ...(tab === HELD && { holdsUnpaid: true }),
    ...(tab === ON_DELIVERY && { openOnDelivery: true }),
    ...(isSearchable(search) && search && { search }),
    ...(from && { placedFrom: startOfDay(from) }),
    ...(to && { placedTo: startOfDay(daysAfter(to, 1)) }),
  }
}
