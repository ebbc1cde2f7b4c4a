import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  checkOut,
  fillCart,
  newShopper,
  newStaff,
  payFor,
  readOrder,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { BENGALURU, BOWL } from '../../../testing/data/fixtures'
import { updateAddress } from '../../accounts/addresses'
import { orderNumber } from '../order'
import { confirmPayment } from './checkout'

const app = await startTestApp()
const { shop } = app
await setStock(app, { [BOWL]: 500 })
const staff = await newStaff(app)

const OSLO = {
  ...BENGALURU,
  street: 'Karl Johans gate 1',
  city: 'Oslo',
  state: 'Oslo',
  country: 'Norway',
  zipCode: '0150',
}
const ELSEWHERE = [
  OSLO,
  { ...OSLO, country: 'NO', state: 'x' },
  { ...BENGALURU, country: 'Nepal', zipCode: '44600' },
  { ...BENGALURU, country: 'United Kingdom', zipCode: 'SW1A 1AA' },
  { ...BENGALURU, country: 'Sri Lanka', zipCode: '560001' },
  { ...BENGALURU, country: 'Atlantis', state: 'Nowhere', zipCode: '00100' },
  { ...BENGALURU, zipCode: '000000' },
  { ...BENGALURU, zipCode: '099999' },
  { ...BENGALURU, zipCode: '199999' },
  { ...BENGALURU, zipCode: '299001' },
  { ...BENGALURU, zipCode: '999999' },
]

const START = `mutation ($id: ID!, $key: String!) {
  startCheckout(addressId: $id, idempotencyKey: $key) { order { id } payment { providerOrderId } userErrors { code field message } } }`
const ON_DELIVERY = `mutation ($id: ID!, $key: String!) {
  placeOrderOnDelivery(addressId: $id, idempotencyKey: $key) { order { id } userErrors { code field message } } }`
const CHANGE = `mutation ($number: String!, $address: AddressInput!) {
  changeOrderAddress(number: $number, address: $address, acceptChanges: true) { order { id } userErrors { code field message } } }`
const CHANGE_BY_SHOP = `mutation ($number: String!, $version: Int!, $address: AddressInput!) {
  changeOrderAddressByShop(number: $number, version: $version, address: $address, acceptChanges: true) { order { order { id } } userErrors { code field message } } }`

describe.each(ELSEWHERE)('$country $zipCode', (place) => {
  it('can be stored, but not ordered to, and nothing is held', async () => {
    const shopper = await newShopper(app)
    const { address } = await updateAddress(shop, shopper, shopper.addressId, place)
    expect(address).toMatchObject({ country: place.country, zipCode: place.zipCode })
    await fillCart(app, shopper, { [BOWL]: 1 })
    const stock = await stockOf(app, BOWL)
    for (const [query, name] of [
      [START, 'startCheckout'],
      [ON_DELIVERY, 'placeOrderOnDelivery'],
    ] as const) {
      const variables = { id: shopper.addressId, key: crypto.randomUUID() }
      const { data } = await ask(app, query, { token: shopper.token, variables })
      expect(data[name]).toMatchObject({
        order: null,
        userErrors: [{ code: 'ADDRESS_NOT_SERVED', field: ['addressId'] }],
      })
      expect(data[name].userErrors[0].message).toMatch(/deliver/)
    }
    expect(await stockOf(app, BOWL)).toBe(stock)
    expect(await shop.db.order.count({ where: { userId: shopper.id } })).toBe(0)
  })

  it('cannot become the address of an order, neither by the buyer nor by the shop', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const checkout = await checkOut(app, shopper)
    await confirmPayment(shop, shopper.id, await payFor(app, checkout))
    const order = await readOrder(app, checkout.order.id)
    const variables = { number: orderNumber(order), version: order.version, address: place }
    const byBuyer = await ask(app, CHANGE, { token: shopper.token, variables })
    const byShop = await ask(app, CHANGE_BY_SHOP, { token: staff.token, variables })
    const field = place.country === 'India' ? 'zipCode' : 'country'
    const refused = { order: null, userErrors: [{ code: 'ADDRESS_NOT_SERVED', field: ['address', field] }] }
    expect(byBuyer.data.changeOrderAddress).toMatchObject(refused)
    expect(byShop.data.changeOrderAddressByShop.userErrors).toMatchObject(refused.userErrors)
    expect(await readOrder(app, order.id)).toEqual(order)
  })
})

it('the shop delivers to the countries of the setting, and says which they are', async () => {
  const beside = await startBeside(app, { DELIVERY_COUNTRIES: 'IN,NO' })
  const shopper = await newShopper(app)
  await updateAddress(shop, shopper, shopper.addressId, OSLO)
  await fillCart(app, shopper, { [BOWL]: 1 })
  const variables = { id: shopper.addressId, key: crypto.randomUUID() }
  const { data } = await ask(beside, START, { token: shopper.token, variables })
  expect(data.startCheckout.userErrors).toEqual([])
  expect((await ask(beside, '{ shop { deliveryCountries } }')).data.shop.deliveryCountries).toEqual(['IN', 'NO'])
  expect((await ask(app, '{ shop { deliveryCountries } }')).data.shop.deliveryCountries).toEqual(['IN'])
})
