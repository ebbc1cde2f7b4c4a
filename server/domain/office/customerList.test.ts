import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { newShopper } from '../../testing/data/factories'
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
