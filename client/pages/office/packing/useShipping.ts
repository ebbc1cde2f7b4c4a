/** Ships ticked orders with one request per order, so that an order that cannot be shipped holds up none of the others. */
import { TO_PACK } from '../../../../server/shared/delivery/toPack'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { trackingLink } from '../../../../server/shared/delivery/couriers'
import { whyNotTracking } from '../../../../server/shared/delivery/trackingNumber'
import { shipmentInput } from '../../../../server/shared/officeInput'
import { code } from '../../../../server/shared/text'
import { statusText } from '../../../components/order/OrderStatus'
import { apollo } from '../../../data/apollo/apollo'
import { sendOfficeChange } from '../../../data/office/officeChange'
import { isStale } from '../../../data/sendMutation'
import { keepCourier, type Courier } from '../../../data/office/packing'
import type { Entry } from './entries'
import {
  ShipPackedOrderDocument,
  type PackingRow_OrderFragment,
  type ShipPackedOrderMutation,
} from './PackingPage.generated'

export type PackingRow = Omit<PackingRow_OrderFragment, ' $fragmentName'>

/** Requests at the same time. */
const AT_ONCE = 4

export type CourierError = { field: 'carrier' | 'trackingUrl'; message: string }

/** Null if orders can be shipped with this courier. */
export function courierError({ name, link }: Courier): CourierError | null {
  const parcel = { carrier: name, trackingNumber: '1', trackingUrl: trackingLink(name, '1', link) ?? '' }
  const field = shipmentInput.safeParse(parcel).error?.issues[0]?.path[0]
  if (field === 'carrier') return { field, message: 'Please choose the courier, with a name of up to 100 characters' }
  if (field === undefined) return null
  return { field: 'trackingUrl', message: 'Please enter a web address that begins with http, or leave this empty' }
}

/** What the row shows if a colleague or the buyer has changed the order since it was loaded. */
function changed(before: PackingRow, { order, addressChangedAt }: PackingRow): Partial<Entry> {
  if (TO_PACK.some((each) => each === order.status)) {
    const what = addressChangedAt === before.addressChangedAt ? 'The order' : 'The address'
    return { state: 'OPEN', tick: null, error: `${what} changed. Check the order, then tick it again.` }
  }
  const { shipment, status } = order
  const error =
    status === 'SHIPPED' && shipment
      ? `Already shipped: ${shipment.carrier}, ${shipment.trackingNumber}.`
      : `This order is now: ${statusText(status)}.`
  return { state: 'CLOSED', tick: null, error }
}

interface Parcel {
  row: PackingRow
  number: string
  /** Orders in the same parcel. */
  sharesWith: readonly string[]
}

interface Update {
  entry: Partial<Entry>
  /** The order as it is now, if the response contained it. */
  row?: PackingRow
  isForbidden?: boolean
}

async function shipOne({ row, number: typed, sharesWith }: Parcel, { name, link }: Courier): Promise<Update> {
  const trackingNumber = code(typed)
  const { data: parcel } = shipmentInput.safeParse({
    carrier: name,
    trackingNumber,
    trackingUrl: trackingLink(name, trackingNumber, link) ?? '',
  })
  if (!parcel) return { entry: { error: whyNotTracking(typed) ?? 'Please enter the tracking number' } }
  const { number, version } = row.order
  const variables = {
    number,
    version,
    ...parcel,
    trackingUrl: parcel.trackingUrl || null,
    sharesParcelWith: [...sharesWith],
  }
  const { data, errors } = await sendOfficeChange<ShipPackedOrderMutation>(() =>
    apollo.mutate({ mutation: ShipPackedOrderDocument, variables, fetchPolicy: 'no-cache' }),
  )
  const current = data?.shipOrder.order
  if (errors.length === 0)
    return { entry: { state: 'SHIPPED', number: trackingNumber, error: null }, ...(current && { row: current }) }
  if (isStale(errors) && current) return { entry: changed(row, current), row: current }
  const [{ code: reason, message, orderNumber }] = errors as [(typeof errors)[number]]
  return { entry: { state: 'OPEN', error: message, usedBy: orderNumber ?? null }, isForbidden: reason === 'FORBIDDEN' }
}

/** `update` is called for each order, before and after its request. */
export function useShipping(update: (order: string, change: Update) => void) {
  const { revalidate } = useRevalidator()
  const isUnderWay = useRef(false)
  const [isShipping, setShipping] = useState(false)
  /** Resolves to the orders that were not shipped, or to null if orders are already being shipped. */
  const ship = async (parcels: readonly Parcel[], courier: Courier): Promise<string[] | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setShipping(true)
    keepCourier(courier)
    const failed: string[] = []
    const waiting = [...parcels]
    let isForbidden = false
    const work = async () => {
      for (let parcel = waiting.shift(); parcel; parcel = waiting.shift()) {
        const { number } = parcel.row.order
        update(number, { entry: { state: 'SENDING', error: null } })
        const change = await shipOne(parcel, courier)
        update(number, { ...change, entry: { state: 'OPEN', ...change.entry } })
        if (change.entry.state !== 'SHIPPED') failed.push(number)
        isForbidden ||= change.isForbidden ?? false
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    // The role may have changed.
    if (isForbidden) await revalidate()
    isUnderWay.current = false
    setShipping(false)
    return failed
  }
  return { ship, isShipping }
}
