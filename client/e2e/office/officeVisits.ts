/** Helpers for tests of the office: a visit by staff, a paid order and a photo. */
import sharp from 'sharp'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import { orderNumber } from '../../../server/domain/orders/order'
import { checkOut, newShopper, payFor, type Shopper } from '../../../server/testing/data/factories'
import type { Device, Shopfront, Visit } from '../browser'

export const visitAs = (
  shopfront: Shopfront,
  person: Shopper,
  path: string,
  device: Device = 'desktop',
): Promise<Visit> => shopfront.visitAs(person, device, path)

/** Creates a new shopper with a paid order. */
export async function buy({ app }: Shopfront, wanted: Record<string, number>) {
  const shopper = await newShopper(app, wanted)
  const checkout = await checkOut(app, shopper)
  await confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
  return { shopper, order: checkout.order, number: orderNumber(checkout.order) }
}

export const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1000, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer()
