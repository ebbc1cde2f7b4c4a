import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { checkOut, fillCart, newShopper, newStaff, newStaffAs, payFor } from '../../testing/data/factories'
import { ADDRESS, BOWL } from '../../testing/data/fixtures'
import { updateAddress } from '../accounts/addresses'
import { confirmPayment } from '../orders/placement/checkout'
import { listCustomers } from './customerList'

const app = await startTestApp()
const { db } = app.shop

const [byAddress, byAccount] = [await newShopper(app), await newShopper(app)]
await db.user.update({
  where: { id: byAddress.id },
  data: { firstName: 'Zar\u00edna', lastName: "D'Souza Kh\u0101n", email: "zarina.d'souza@shopper.example" },
})
await db.address.create({
  data: {
    ...{ userId: byAddress.id, name: 'Z', street: 'S', city: 'C', state: 'Kerala', country: 'India' },
    ...{ zipCode: '682001', mobile: '9845012345' },
  },
})
await db.user.update({
  where: { id: byAccount.id },
  data: { firstName: 'अनीता', lastName: 'देवी', mobile: '9900012399' },
})

const byOrder = await newShopper(app, { [BOWL]: 1 })
await updateAddress(app.shop, byOrder, byOrder.addressId, { ...ADDRESS, city: 'Pune', mobile: '9733311122' })
const checkout = await checkOut(app, byOrder)
await confirmPayment(app.shop, byOrder.id, await payFor(app, checkout))
await updateAddress(app.shop, byOrder, byOrder.addressId, ADDRESS)

const found = async (search: string): Promise<string[]> => {
  const { edges } = await listCustomers(app.shop, { search, first: 10 })
  return edges.map(({ node }) => node.id)
}

describe('the customer list finds', () => {
  it.each([
    '98450 12345',
    '9845012345',
    '+91 98450 12345',
    '0091-98450-12345',
    '(098450) 12345',
    '\u202a+91 98450 12345\u202c',
    '९८४५० १२३४५',
    '9845012345'.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    '50123',
  ])('the mobile number of an address as %j', async (search) => {
    expect(await found(search)).toEqual([byAddress.id])
  })

  it.each(['97333 11122', '33111'])('the mobile number of an order as %j', async (search) => {
    expect(await found(search)).toEqual([byOrder.id])
  })

  it('no tracking number that contains the digits', async () => {
    await db.order.update({ where: { id: checkout.order.id }, data: { trackingNumber: 'EK 555777111' } })
    expect(await found('555777111')).toEqual([])
  })

  it.each(['99000 12399', '9900012399', '+919900012399', '12399'])(
    'the mobile number of an account as %j',
    async (search) => {
      expect(await found(search)).toEqual([byAccount.id])
    },
  )

  it.each([
    'zarina',
    'Zarína',
    'ZARI\u0301NA',
    'dsouza',
    "d'souza",
    'D’Souza',
    'khan zarina',
    'zarina  khan',
    'Khān, Zarína'.replace(',', ''),
    "zarina.d'souza@",
  ])('the name or email as %j', async (search) => {
    expect(await found(search)).toEqual([byAddress.id])
  })

  it('a name in an Indian script in either order', async () => {
    expect(await found('अनीता देवी')).toEqual([byAccount.id])
    expect(await found('देवी अनीता')).toEqual([byAccount.id])
    expect(await found('अनाता')).toEqual([])
  })
})

describe('the trade of a customer', () => {
  const query = `query ($search: String!) { office { customers(search: $search) { nodes { trade { orders total paidPaise town lastOrderAt } } } } }`
  const tradeOf = async (search: string, token: string) => {
    const { data, errors } = await ask(app, query, { token, variables: { search } })
    return errors ? errors[0]!.extensions.code : data.office.customers.nodes[0].trade
  }

  it('counts sold orders, and names the newest town', async () => {
    const { token } = await newStaff(app)
    const { totalAmount, placedAt } = await db.order.findUniqueOrThrow({ where: { id: checkout.order.id } })
    const sold = {
      orders: 1,
      total: totalAmount,
      paidPaise: 100 * totalAmount,
      town: 'Pune',
      lastOrderAt: placedAt.toISOString(),
    }
    expect(await tradeOf(byOrder.email, token)).toMatchObject({ ...sold, lastOrderAt: expect.any(String) })
    // An unpaid order is not sold.
    await fillCart(app, byOrder, { [BOWL]: 1 })
    await checkOut(app, byOrder)
    expect(await tradeOf(byOrder.email, token)).toMatchObject({ orders: 1, total: totalAmount, town: 'Pune' })
    const none = { orders: 0, total: 0, paidPaise: 0, town: null, lastOrderAt: null }
    expect(await tradeOf("zarina.d'souza@shopper.example", token)).toEqual(none)
  })

  it('counts no refund as paid, except a failed one', async () => {
    const { token } = await newStaff(app)
    const payment = await db.receivedPayment.findFirstOrThrow({ where: { orderId: checkout.order.id } })
    const refund = { orderId: payment.orderId, paymentId: payment.id, reason: 'Chipped', dueAt: new Date() }
    await db.refund.createMany({
      data: [
        { ...refund, amount: 1_050, state: 'PROCESSED', endedAt: new Date() },
        { ...refund, amount: 200, state: 'REQUESTED' },
        { ...refund, amount: 4_000, state: 'FAILED', endedAt: new Date() },
      ],
    })
    expect(await tradeOf(byOrder.email, token)).toMatchObject({ paidPaise: payment.amount - 1_250 })
  })

  it('is hidden from staff who may not read customers', async () => {
    const { token } = await newStaffAs(app, 'Packer')
    const { customer } = (
      await ask(app, `{ office { orders(first: 1) { nodes { customer { trade { orders } } } } } }`, { token })
    ).data.office.orders.nodes[0]
    expect(customer.trade).toBeNull()
  })
})
