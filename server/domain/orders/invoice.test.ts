import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../settings'
import { startTestApp, testSettings } from '../../testing/app'
import { ask } from '../../testing/calls'
import { checkOut, newShopper, payFor, readOrder, setStock } from '../../testing/data/factories'
import { BOWL, CUP } from '../../testing/data/fixtures'
import { applyCoupon, setGiftWrap } from '../cart/cart'
import { cancelByBuyer } from './after-sale/cancel'
import { cancelCheckout, confirmPayment } from './placement/checkout'
import { invoiceOf } from './invoice'
import { termsFor, type Destination } from './invoiceTerms'
import { orderNumber, type Order } from './order'

const SELLER = {
  SELLER_NAME: 'Asha Rao Pottery',
  SELLER_ADDRESS: '12 Kiln Road, Chennai 600001',
  SELLER_STATE: 'tamil nadu',
  SELLER_GSTIN: '33ABCDE1234F1Z5',
}

const app = await startTestApp(SELLER)
const { shop } = app

async function buy() {
  await setStock(app, { [BOWL]: 40, [CUP]: 40 })
  const shopper = await newShopper(app, { [BOWL]: 1, [CUP]: 3 })
  await applyCoupon(shop, shopper, 'BOHO')
  await setGiftWrap(shop, shopper, true)
  const checkout = await checkOut(app, shopper)
  const number = orderNumber(checkout.order)
  return {
    shopper,
    number,
    id: checkout.order.id,
    pay: async () => confirmPayment(shop, shopper.id, await payFor(app, checkout)),
  }
}

const { pay } = await buy()
const paid = await pay()

/** The paid order, as if it had been placed for delivery to this destination with these settings. */
function sentTo(changed: Partial<Destination>, settings: Pick<Settings, 'seller' | 'gst'> = shop.settings): Order {
  const own = { state: paid.deliveryState, country: paid.deliveryCountry, zipCode: paid.deliveryZipCode }
  const destination = { ...own, ...changed }
  return { ...paid, deliveryState: destination.state, invoiceTerms: termsFor(settings, destination) }
}

describe('invoiceOf', () => {
  it('has lines for the products and the gift wrap, which add up to the paid amount', () => {
    const invoice = invoiceOf(shop.settings, paid)!
    expect(invoice).toMatchObject({ kind: 'TAX_INVOICE', number: orderNumber(paid), hsnCode: '6912', gstPercent: 5 })
    expect(invoice.issuedAt).toEqual(paid.events.at(-1)!.at)
    expect(invoice.lines.map(({ quantity }) => quantity)).toEqual([1, 3, 1])
    expect(invoice.lines.at(-1)).toMatchObject({ title: 'Gift wrap', total: 3_000 })
    expect(invoice.total.total).toBe(paid.totalAmount * 100)
    expect(invoice.total.cgst).toBe(invoice.total.sgst)
    expect(invoice.total.igst).toBe(0)
  })

  it('has integrated tax if the parcel goes to another state', () => {
    const { total } = invoiceOf(shop.settings, sentTo({ state: 'Kerala' }))!
    expect([total.cgst, total.sgst]).toEqual([0, 0])
    expect(total.igst).toBeGreaterThan(0)
    expect(total.taxable + total.igst).toBe(paid.totalAmount * 100)
  })

  it.each([
    ['Tamilnadu', '600001', 'India'],
    [' TAMIL  NADU', '600001', 'india'],
    ['Tamil-Nadu', '110001', 'India'],
    ['Madras State', '600001', 'India'],
  ])('has central and state tax within one state, however the buyer spells it: %j, %s', (state, zipCode, country) => {
    const { total, buyerState } = invoiceOf(shop.settings, sentTo({ state, zipCode, country }))!
    expect([total.igst, buyerState]).toEqual([0, '33'])
    expect(total.cgst).toBeGreaterThan(0)
  })

  it.each([
    ['Kerala', '600001', 'India', '32'],
    ['Somewhere', '110001', 'India', '07'],
    ['Somewhere', '999999', 'India', null],
    ['Tamil Nadu', '600001', 'Sri Lanka', null],
  ])('has integrated tax for %j, %s, %s', (state, zipCode, country, code) => {
    const { total, buyerState } = invoiceOf(shop.settings, sentTo({ state, zipCode, country }))!
    expect([total.cgst, total.sgst, buyerState]).toEqual([0, 0, code])
  })

  it('shows the settings from when the order was placed, even if they change later', () => {
    const later = testSettings({
      SELLER_NAME: 'Another Studio',
      SELLER_ADDRESS: '1 New Road, Kochi 682001',
      SELLER_STATE: 'Kerala',
      SELLER_GSTIN: '32ABCDE1234F1Z5',
      GST_PERCENT: '12',
      HSN_CODE: '6911',
    })
    expect(invoiceOf(later, paid)).toEqual(invoiceOf(shop.settings, paid))
  })

  it('is a receipt without tax if the seller has no GSTIN', () => {
    const settings = testSettings({ SELLER_NAME: 'Asha Rao Pottery' })
    const { kind, seller, hsnCode, gstPercent, total } = invoiceOf(settings, sentTo({}, settings))!
    expect({ kind, seller, hsnCode, gstPercent }).toEqual({
      kind: 'RECEIPT',
      seller: { name: 'Asha Rao Pottery', address: '', state: '', gstin: null },
      hsnCode: null,
      gstPercent: null,
    })
    const all = paid.totalAmount * 100
    expect(total).toEqual({ taxable: all, cgst: 0, sgst: 0, igst: 0, total: all })
  })

  it('uses the sample seller only if no payment provider is configured', () => {
    expect(testSettings().seller.name).toBe('Sample Seller')
    const keys = { RAZORPAY_KEY_ID: 'rzp_x', RAZORPAY_KEY_SECRET: 'x', RAZORPAY_WEBHOOK_SECRET: 'x' }
    expect(testSettings(keys).seller).toEqual({ name: 'Cerashop', address: '', state: '', gstin: null })
  })

  it('adds up for any combination of lines, coupon and tax rate', () => {
    const line = paid.lines[0]!
    const bought = fc.record({
      lines: fc.array(
        fc.record({ discounted: fc.integer({ min: 1, max: 8000 }), quantity: fc.integer({ min: 1, max: 99 }) }),
        { minLength: 1, maxLength: 12 },
      ),
      percent: fc.nat({ max: 100 }),
      giftWrap: fc.constantFrom(0, 30),
      rate: fc.nat({ max: 2_800 }),
      state: fc.constantFrom('Tamil Nadu', 'Kerala'),
    })
    fc.assert(
      fc.property(bought, ({ lines, percent, giftWrap, rate, state }) => {
        const discounted = lines.reduce((sum, each) => sum + each.discounted * each.quantity, 0)
        const couponDiscount = Math.floor((discounted * percent) / 100)
        const order: Order = {
          ...paid,
          lines: lines.map((each) => ({ ...line, ...each })),
          couponDiscount,
          giftWrap,
        }
        const settings = { ...shop.settings, gst: { rate, hsnCode: '6912' } }
        const invoice = invoiceOf(settings, { ...order, invoiceTerms: sentTo({ state }, settings).invoiceTerms })!
        expect(invoice.total.total).toBe((discounted - couponDiscount + giftWrap) * 100)
        for (const each of [...invoice.lines, invoice.total]) {
          expect(each.taxable + each.cgst + each.sgst + each.igst).toBe(each.total)
          expect(each.cgst).toBe(each.sgst)
          expect(Math.min(each.taxable, each.cgst, each.igst, each.total)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('is null before the payment and for an order that was never paid', async () => {
    const { shopper, number, id, pay } = await buy()
    expect(invoiceOf(shop.settings, await readOrder(app, id))).toBeNull()
    await pay()
    await cancelByBuyer(shop, shopper, number)
    expect(invoiceOf(shop.settings, await readOrder(app, id))).not.toBeNull()
    const unpaid = await buy()
    await cancelCheckout(shop, unpaid.shopper, unpaid.id)
    expect(invoiceOf(shop.settings, await readOrder(app, unpaid.id))).toBeNull()
  })

  it('is available in GraphQL, including its amounts', async () => {
    const { shopper, number, pay } = await buy()
    const query = `{ me { order(number: "${number}") { actions invoice {
      kind number seller { name gstin } gstPercent lines { title taxable: taxablePaise cgst: cgstPaise sgst: sgstPaise igst: igstPaise total: totalPaise } total { total: totalPaise } } } } }`
    expect((await ask(app, query, shopper)).data.me.order).toEqual({
      actions: ['PAY', 'CANCEL', 'CHANGE_ADDRESS'],
      invoice: null,
    })
    const { totalAmount } = await pay()
    const { order } = (await ask(app, query, shopper)).data.me
    expect(order.actions).toEqual(['CANCEL', 'CHANGE_ADDRESS', 'BUY_AGAIN', 'INVOICE'])
    expect(order.invoice).toMatchObject({
      kind: 'TAX_INVOICE',
      seller: { name: SELLER.SELLER_NAME, gstin: SELLER.SELLER_GSTIN },
      gstPercent: 5,
      total: { total: totalAmount * 100 },
    })
    expect(order.invoice.lines).toHaveLength(3)
    const someone = await newShopper(app)
    expect((await ask(app, query, someone)).data.me.order).toBeNull()
  })
})
