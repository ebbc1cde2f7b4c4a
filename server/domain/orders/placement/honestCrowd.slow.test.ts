/** Many honest shoppers behind one network address, with the default limits. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { newProvenShopper, newShopper, payAtSandbox, type Shopper } from '../../../testing/data/factories'
import { ADDRESS } from '../../../testing/data/fixtures'
import type { SignedPayment } from '../../../shared/contract/payments'
import { updateAddress } from '../../accounts/addresses'

const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
}
const TRY_OUT = await startTestApp({ TRUST_PROXY: '1' })
const MAILING = await startTestApp({ TRUST_PROXY: '1', ...MAIL })

type App = typeof TRY_OUT

/** A person behind the shared address, who shops over HTTP. */
function customerOf(app: App, address: string, { token, addressId }: Shopper) {
  const send = async (mutation: string, fields: string) => {
    const { data, errors } = await ask(
      app,
      `mutation { answer: ${mutation} { ${fields} userErrors { code message } } }`,
      {
        token,
        headers: { 'x-forwarded-for': address },
      },
    )
    expect(errors).toBeUndefined()
    expect(data.answer.userErrors).toEqual([])
    return data.answer
  }
  const where = () => `addressId: "${addressId}", idempotencyKey: "${randomUUID()}"`
  let checkout: Awaited<ReturnType<typeof send>>
  return {
    fill: (productId: string, quantity: number) =>
      send(`addToCart(productId: "${productId}", quantity: ${quantity})`, 'cart { version }'),
    async checkOut() {
      checkout = await send(`startCheckout(${where()})`, 'order { id } payment { providerOrderId }')
    },
    async pay() {
      const signed = (await payAtSandbox(app, checkout)).json<SignedPayment>()
      const input = `{ orderId: "${checkout.order.id}", paymentId: "${signed.razorpay_payment_id}",
        providerOrderId: "${signed.razorpay_order_id}", signature: "${signed.razorpay_signature}" }`
      expect((await send(`confirmPayment(input: ${input})`, 'order { status }')).order.status).toBe('PAID')
    },
    orderOnDelivery: () => send(`placeOrderOnDelivery(${where()})`, 'order { status }'),
  }
}

/** Sets the stock of all products to 40, as in a new shop, and returns their ids. */
async function stocked({ shop: { db } }: App): Promise<string[]> {
  await db.product.updateMany({ data: { stock: 40 } })
  return (await db.product.findMany({ where: { variantOf: null }, orderBy: { id: 'asc' } })).map(({ id }) => id)
}

async function inGroups<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < items.length; i += 10) await Promise.all(items.slice(i, i + 10).map(work))
}

describe.each([
  ['a shop without mail', TRY_OUT],
  ['a shop that sends emails', MAILING],
])('%s refuses none of', (_, app) => {
  it('200 shoppers behind one carrier address, 40 of them new, even if all check out before the first one pays', async () => {
    const products = await stocked(app)
    const customers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const shopper = await (i % 5 === 0 ? newShopper(app) : newProvenShopper(app))
        return { i, ...customerOf(app, '203.0.113.50', shopper) }
      }),
    )
    await inGroups(customers, async ({ i, ...customer }) => {
      await customer.fill(products[i % products.length]!, 1 + (i % 2))
      await customer.checkOut()
    })
    await inGroups(customers, (customer) => customer.pay())
  })

  it("30 orders on a fair's Wi-Fi, 10 of them on delivery by shoppers with a confirmed email", async () => {
    const products = await stocked(app)
    for (let i = 0; i < 30; i += 1) {
      const onDelivery = i % 3 === 0
      const shopper = await (onDelivery ? newProvenShopper(app) : newShopper(app))
      const own = { ...ADDRESS, street: `${i}, Lake View Road`, mobile: `98${String(i).padStart(8, '0')}` }
      await updateAddress(app.shop, shopper, shopper.addressId, own)
      const customer = customerOf(app, '203.0.113.51', shopper)
      await customer.fill(products[i % products.length]!, 1)
      if (onDelivery) await customer.orderOnDelivery()
      else {
        await customer.checkOut()
        await customer.pay()
      }
    }
  })
})
