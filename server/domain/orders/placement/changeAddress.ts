/** Changes the delivery address of an order until it is shipped. The items, the total and the coupon stay as they are. */
import type { Tx } from '../../../database/db'
import type { OrderEventSource } from '../../../generated/prisma/client'
import { countryOf } from '../../../shared/delivery/countries'
import { whyNotOnDelivery } from '../../../shared/delivery/payOnDelivery'
import { whyNotServed } from '../../../shared/delivery/served'
import { furtherDays, laterDay } from '../../../shared/delivery/remoteDelivery'
import { DomainError } from '../../../shared/errors'
import { SHOP } from '../../../shared/shop'
import { parseInput, savedAddressInput, type SavedAddressInput } from '../../../shared/validation'
import { readStanding } from '../../accounts/unproven'
import { audit } from '../../audit/audit'
import { lockCart, type SignedIn } from '../../lockCart'
import type { Shop } from '../../shop'
import { deliveryColumns, shownIn } from '../columns'
import { isPlaceUnclear, termsFor, termsOf } from '../invoiceTerms'
import { notifyOfChange } from '../messages/writeMessages'
import { refusal } from '../../../guards/refusal'
import { RULES } from '../../../guards/rules'
import { hashAddress, limitOpenOnDelivery } from '../on-delivery/openOnDelivery'
import { isUnshipped } from '../orderActions'
import { getOrderByNumber } from '../orders'
import { orderNumber, type Order } from '../order'
import { addNote } from '../state/orderState'
import { reread, updateOrder, withOrder, type LockedOrder } from '../state/withOrder'
import { DAY_MS } from '../../../shared/durations'

export type AddressFields = Omit<SavedAddressInput, 'label' | 'isDefault'>

export interface NewAddress {
  address: unknown
  /** True if the caller has read what else changes, and agrees. */
  accepted: boolean
}

/** Throws INVALID_INPUT with the field of the address. */
export function parseDelivery(input: unknown): AddressFields & { countryCode: string | null } {
  const { label: _label, isDefault: _isDefault, ...address } = parseInput(savedAddressInput, input)
  return { ...address, countryCode: countryOf(address) }
}

/**
 * Changes the address for the buyer. A repeated call changes nothing. Throws ORDER_NOT_FOUND, INVALID_INPUT, ORDER_NOT_CHANGEABLE after the
 * shipment, LIMIT_REACHED after addressChanges.perOrder, ADDRESS_NOT_SERVED, PAY_ON_DELIVERY_UNAVAILABLE, CHANGES_UNACCEPTED,
 * UNAUTHENTICATED.
 */
export async function changeAddressByBuyer(
  shop: Shop,
  viewer: SignedIn,
  number: string,
  { address: input, accepted }: NewAddress,
): Promise<Order> {
  const { id } = await getOrderByNumber(shop, viewer.id, number)
  const address = parseDelivery(input)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    return withOrder(tx, id, async (order) => {
      if (hasAddress(order, address)) return order
      if (!isUnshipped(order)) throw new DomainError('ORDER_NOT_CHANGEABLE', { field: 'number' })
      const { length: changes } = order.events.filter(
        ({ source, note }) => source === 'SHOPPER' && note === NOTES.SHOPPER,
      )
      // Each change writes a webhook and an entry of the timeline.
      if (changes >= RULES['addressChanges.perOrder'].most)
        throw refusal('addressChanges.perOrder', { field: 'number' })
      if (order.payOnDelivery) {
        const asked = { viewerId: viewer.id, standing: await readStanding(tx, viewer.id), address, networks: [] }
        await limitOpenOnDelivery(tx, shop.limits, { ...asked, except: order.id })
      }
      const changed = await moveTo(shop, tx, order, address, { accepted, source: 'SHOPPER' })
      await audit(tx, {
        actorId: viewer.id,
        action: 'changeOrderAddress',
        subject: { type: 'Order', id: orderNumber(order) },
        after: shownIn('audit', changed),
      })
      return changed
    })
  })
}

/** True if the order already goes to this address. */
export function hasAddress(order: Order, address: AddressFields): boolean {
  const columns: Partial<Order> = deliveryColumns({ ...address, countryCode: address.countryCode ?? null })
  return Object.entries(columns).every(([name, value]) => order[name as keyof Order] === value)
}

const NOTES: Record<Exclude<OrderEventSource, 'WEBHOOK'>, string> = {
  SHOPPER: 'You changed the delivery address.',
  SHOP: 'We changed the delivery address.',
}

/**
 * The caller has checked that the order is not shipped. Throws ADDRESS_NOT_SERVED, PAY_ON_DELIVERY_UNAVAILABLE, and CHANGES_UNACCEPTED with a
 * message that names each change.
 */
export async function moveTo(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  address: AddressFields & { countryCode: string | null },
  { accepted, source }: { accepted: boolean; source: keyof typeof NOTES },
): Promise<LockedOrder> {
  const notServed = whyNotServed(shop.settings.deliveryCountries, address)
  if (notServed) throw new DomainError('ADDRESS_NOT_SERVED', notServed)
  const reason = order.payOnDelivery ? whyNotOnDelivery(shop.settings.payOnDelivery, address, order.totalAmount) : null
  if (reason) throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message: reason, field: 'address' })
  const terms = termsOf(order)
  const sold = { seller: terms.seller, gst: { hsnCode: terms.hsnCode, rate: terms.gstRate } }
  const invoiceTerms = termsFor(sold, address)
  const before = {
    country: order.deliveryCountry,
    countryCode: order.deliveryCountryCode,
    zipCode: order.deliveryZipCode,
  }
  const days = furtherDays(address) - furtherDays(before)
  const changes = [
    terms.seller.gstin !== null &&
      invoiceTerms.isSameState !== terms.isSameState &&
      `The tax on the invoice becomes ${invoiceTerms.isSameState ? 'CGST and SGST' : 'IGST'}; the total stays the same.`,
    days > 0 && `The items arrive ${days} days later.`,
  ].filter((each) => each !== false)
  if (changes.length > 0 && !accepted)
    throw new DomainError('CHANGES_UNACCEPTED', { field: 'acceptChanges', message: changes.join(' ') })
  const now = new Date()
  await updateOrder(tx, order, {
    ...deliveryColumns(address),
    invoiceTerms,
    isPlaceUnclear: isPlaceUnclear(sold, address),
    addressHash: order.payOnDelivery ? hashAddress(address) : null,
    addressChangedAt: now,
  })
  // The account may be deleted, and its former address erased already. The new one is erased too.
  await tx.order.updateMany({
    where: { id: order.id, eraseAddressAt: null, user: { deletedAt: { not: null } } },
    data: { eraseAddressAt: new Date(now.getTime() + SHOP.addressDaysAfterDeletion * DAY_MS) },
  })
  if (days !== 0)
    for (const { id, estimatedDelivery } of order.lines) {
      const day = laterDay(estimatedDelivery.toISOString().slice(0, 10), days)
      await tx.orderLine.update({ where: { id }, data: { estimatedDelivery: new Date(day) } })
    }
  await addNote(tx, order, { source, note: NOTES[source] })
  const changed = await reread(tx, order)
  await notifyOfChange(shop, tx, changed, 'ADDRESS_CHANGED')
  return changed
}
