/** Lists the orders whose place of supply staff have not set. */
import type { Db } from '../../database/db'
import { orderNumber } from '../../domain/orders/order'
import { dayInIndia } from '../../shared/delivery/delivery'
import type { Call } from '../command'

const ORDERS_AT_ONCE = 1_000

/** Reads the orders in steps, so it needs little memory for any number of orders. */
export async function listPlaces({ order: table }: Db, { terminal }: Call): Promise<void> {
  let found = 0
  for (let after = 0; ;) {
    terminal.signal.throwIfAborted()
    const orders = await table.findMany({
      where: { serial: { gt: after }, status: { not: 'CANCELLED' }, isPlaceUnclear: true },
      orderBy: { serial: 'asc' },
      take: ORDERS_AT_ONCE,
    })
    for (const order of orders) {
      const { deliveryState: state, deliveryCountry: country, deliveryZipCode: zipCode } = order
      found += 1
      const place = [state, zipCode, country].join(', ')
      terminal.say(`${orderNumber(order)}  ${dayInIndia(order.placedAt)}  Rs. ${order.totalAmount}  ${place}`)
    }
    if (orders.length < ORDERS_AT_ONCE) break
    after = orders.at(-1)!.serial
  }
  terminal.say(
    found === 0 ? 'No such orders.' : `${found} orders. Nothing was changed. Ask your accountant about their invoices.`,
  )
}
