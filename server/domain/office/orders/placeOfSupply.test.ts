import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { checkOut, fillCart, newShopper, newStaff, payFor, setStock } from '../../../testing/data/factories'
import { BENGALURU, BOWL } from '../../../testing/data/fixtures'
import { callCommand } from '../../../testing/terminal'
import { addAddress, updateAddress } from '../../accounts/addresses'
import { invoiceOf } from '../../orders/invoice'
import { isPlaceUnclear, termsFor } from '../../orders/invoiceTerms'
import { withHistory } from '../../orders/order'
import { confirmPayment } from '../../orders/placement/checkout'

const app = await startTestApp({
  SELLER_NAME: 'Asha Rao Pottery',
  SELLER_ADDRESS: '12 Kiln Road, Bengaluru 560001',
  SELLER_STATE: 'Karnataka',
  SELLER_GSTIN: '29ABCDE1234F1Z5',
  GST_PERCENT: '12',
  DELIVERY_COUNTRIES: 'IN,NP',
})
const { shop } = app
const { db, settings } = shop
const staff = await newStaff(app)
await setStock(app, { [BOWL]: 900 })

const UNCLEAR = [
  { country: 'Desh', state: 'Sagaing', zipCode: '560038' },
  { country: 'India', state: 'Nowhere', zipCode: '999999' },
]

/** A paid order to the address, as checked by the rules for addresses. */
async function orderTo(place: Partial<typeof BENGALURU>) {
  const shopper = await newShopper(app)
  await updateAddress(shop, shopper, shopper.addressId, { ...BENGALURU, ...place })
  await fillCart(app, shopper, { [BOWL]: 1 })
  const checkout = await checkOut(app, shopper)
  await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  return readBack(checkout.order.id)
}

/** A paid order whose place is unclear, as one from before the shop refused such addresses. */
async function unclearOrderTo({ country, state, zipCode }: (typeof UNCLEAR)[number]) {
  const { order } = await orderTo({})
  const place = { country, state, zipCode }
  const columns = {
    deliveryCountry: country,
    deliveryCountryCode: null,
    deliveryState: state,
    deliveryZipCode: zipCode,
  }
  const data = { ...columns, invoiceTerms: termsFor(settings, place), isPlaceUnclear: isPlaceUnclear(settings, place) }
  await db.order.update({ where: { id: order.id }, data })
  return readBack(order.id)
}

async function readBack(id: string) {
  const order = await db.order.findUniqueOrThrow({ where: { id }, include: withHistory })
  const { cgst, sgst, igst } = invoiceOf(settings, order)!.total
  const number = `CER-${String(order.serial).padStart(6, '0')}`
  return { order, number, cgst, sgst, igst }
}

const TELL = `mutation ($number: String!, $version: Int!, $state: String) {
  setPlaceOfSupply(number: $number, version: $version, state: $state) {
    order { isPlaceUnclear actions order { version } } userErrors { code field message } } }`
const tell = async (number: string, version: number, state: string | null) =>
  (await ask(app, TELL, { token: staff.token, variables: { number, version, state } })).data.setPlaceOfSupply
const attention = async () =>
  (
    await ask(app, '{ office { today { needsAttention { isPlaceUnclear order { number } } } } }', {
      token: staff.token,
    })
  ).data.office.today.needsAttention as { isPlaceUnclear: boolean; order: { number: string } }[]

describe('the taxes of an order', () => {
  it.each([
    'India',
    'IND',
    'India.',
    'Republic of India',
    'INDIA\u200b',
    'I N D I A',
    'ＩＮＤＩＡ',
    '🇮🇳',
    'ಭಾರತ',
    'இந்தியா',
    'Bharat (India)',
    'Inidia',
    'Desh',
  ])('are CGST and SGST in the seller’s state, with the country %j', async (country) => {
    const { order, cgst, sgst, igst } = await orderTo({ country })
    expect([cgst > 0, cgst === sgst, igst]).toEqual([true, true, 0])
    expect(order).toMatchObject({ isPlaceUnclear: false, deliveryCountryCode: 'IN', deliveryZipCode: '560038' })
  })

  it.each(['Tamil Nadu', 'Kerala', 'Orissa', 'tamilnadu'])('are IGST in %s', async (state) => {
    const { order, cgst, igst } = await orderTo({ state, country: 'IND' })
    expect([cgst, igst > 0, order.isPlaceUnclear]).toEqual([0, true, false])
  })

  it('are IGST abroad, without a question', async () => {
    const { order, cgst, igst } = await orderTo({ country: 'Nepal', state: 'Bagmati', zipCode: '44600' })
    expect([cgst, igst > 0, order.isPlaceUnclear, order.deliveryCountryCode]).toEqual([0, true, false, 'NP'])
  })
})

describe('setPlaceOfSupply', () => {
  it.each(UNCLEAR)('answers the question about %j once', async (place) => {
    const { order, number, igst } = await unclearOrderTo(place)
    expect([order.isPlaceUnclear, order.status, igst > 0]).toEqual([true, 'PAID', true])
    expect((await attention()).find((each) => each.order.number === number)?.isPlaceUnclear).toBe(true)
    const stale = await tell(number, order.version - 1, 'Karnataka')
    expect(stale.userErrors).toMatchObject([{ code: 'STALE_VERSION' }])
    for (const state of ['', 'Atlantis'])
      expect((await tell(number, order.version, state)).userErrors).toMatchObject([
        { code: 'INVALID_INPUT', field: ['state'] },
      ])

    const told = await tell(number, order.version, 'karnataka')
    expect(told).toMatchObject({ userErrors: [], order: { isPlaceUnclear: false } })
    expect(told.order.actions).not.toContain('SET_PLACE')
    const after = await readBack(order.id)
    expect([after.cgst > 0, after.cgst === after.sgst, after.igst]).toEqual([true, true, 0])
    expect(after.order.invoiceTerms).toMatchObject({ buyerState: '29', isSameState: true })
    expect(after.cgst + after.sgst).toBeGreaterThan(0)
    expect((await attention()).some((each) => each.order.number === number)).toBe(false)
    const again = await tell(number, told.order.order.version, 'Kerala')
    expect(again.userErrors).toMatchObject([{ code: 'ORDER_STATUS_CONFLICT' }])
    const entry = await db.auditEntry.findFirst({ where: { subjectId: number, action: 'setPlaceOfSupply' } })
    expect(entry).toMatchObject({ before: { isPlaceUnclear: true }, after: { isPlaceUnclear: false } })
  })

  it('keeps IGST for a place outside India', async () => {
    const { order, number, igst } = await unclearOrderTo(UNCLEAR[0]!)
    expect((await tell(number, order.version, null)).userErrors).toEqual([])
    expect(await readBack(order.id)).toMatchObject({ igst, cgst: 0, order: { isPlaceUnclear: false } })
  })
})

describe('npm run orders -- places', () => {
  it('lists orders whose place of supply is not set, and changes nothing', async () => {
    const [past, open] = [await orderTo({}), await unclearOrderTo({ country: 'Desh', state: 'x', zipCode: '12' })]
    const before = await db.order.findMany({ orderBy: { serial: 'asc' } })
    const { code, lines } = await callCommand('orders', ['places'], {
      folder: '/nowhere',
      settings,
      database: { db, pool: null as never },
    })
    expect(code).toBe(0)
    expect(lines.some((line) => line.startsWith(past.number))).toBe(false)
    expect(lines.filter((line) => line.startsWith(open.number))).toHaveLength(1)
    expect(lines.at(-1)).toMatch(/^\d+ orders\. Nothing was changed\./)
    expect(await db.order.findMany({ orderBy: { serial: 'asc' } })).toEqual(before)
  })
})

describe('an address', () => {
  it('is stored with the code of its country, and keeps its text', async () => {
    const shopper = await newShopper(app)
    const stored = async (place: object) => (await addAddress(shop, shopper, { ...BENGALURU, ...place })).address
    expect(await stored({ country: 'भारत' })).toMatchObject({ country: 'भारत', countryCode: 'IN' })
    expect(await stored({ country: 'Nepal', zipCode: '44600' })).toMatchObject({ country: 'Nepal', countryCode: 'NP' })
    expect(await stored({ country: 'Desh', countryCode: 'bd' })).toMatchObject({ country: 'Desh', countryCode: 'BD' })
    expect(await stored({ country: 'Desh', state: 'x' })).toMatchObject({ country: 'Desh', countryCode: null })
    await expect(stored({ country: 'India', countryCode: 'NP' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
