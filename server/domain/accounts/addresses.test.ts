import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { checkOut, fillCart, newShopper, type Shopper } from '../../testing/data/factories'
import { ADDRESS, BOWL } from '../../testing/data/fixtures'
import { listAddresses } from './addresses'

const app = await startTestApp()
const { shop } = app
const { db } = shop

const RESULT = 'address { id label isDefault } addresses { id label isDefault } userErrors { code field }'
const ADD = `mutation ($input: AddressInput!) { addAddress(input: $input) { ${RESULT} } }`
const UPDATE = `mutation ($id: ID!, $input: AddressInput!) { updateAddress(id: $id, input: $input) { ${RESULT} } }`
const SET_DEFAULT = `mutation ($id: ID!) { setDefaultAddress(id: $id) { ${RESULT} } }`
const REMOVE = `mutation ($id: ID!) { removeAddress(id: $id) { ${RESULT} } }`

interface Saved {
  id: string
  label: string | null
  isDefault: boolean
}
interface Result {
  address: Saved | null
  addresses: Saved[] | null
  userErrors: { code: string; field: string[] }[]
}

async function run({ token }: Shopper, query: string, variables: object): Promise<Result> {
  const { data, errors } = await ask(app, query, { token, variables: { ...variables } })
  expect(errors).toBeUndefined()
  return Object.values(data)[0] as Result
}
const add = async (shopper: Shopper, more: object = {}): Promise<string> =>
  (await run(shopper, ADD, { input: { ...ADDRESS, ...more } })).address!.id
const defaultsOf = async ({ id }: Shopper): Promise<string[]> =>
  (await listAddresses(shop, id)).filter(({ isDefault }) => isDefault).map((address) => address.id)

describe("an address's label", () => {
  it('is trimmed; an update keeps it when omitted and removes it when null', async () => {
    const shopper = await newShopper(app)
    const labelled = await run(shopper, ADD, { input: { ...ADDRESS, label: '  Studio ' } })
    expect(labelled.address).toMatchObject({ label: 'Studio' })
    const { id } = labelled.address!
    expect((await run(shopper, UPDATE, { id, input: ADDRESS })).address).toMatchObject({ label: 'Studio' })
    expect((await run(shopper, UPDATE, { id, input: { ...ADDRESS, label: null } })).address).toMatchObject({
      label: null,
    })
  })

  it.each(['', '  ', 'x'.repeat(31), 'nul\0'])('cannot be %j', async (label) => {
    const { userErrors } = await run(await newShopper(app), ADD, { input: { ...ADDRESS, label } })
    expect(userErrors).toEqual([{ code: 'INVALID_INPUT', field: ['input', 'label'] }])
  })

  it('can be up to 30 characters long in any script', async () => {
    const label = 'घर'.repeat(15)
    expect((await run(await newShopper(app), ADD, { input: { ...ADDRESS, label } })).address).toMatchObject({ label })
  })

  it('is not copied into an order', async () => {
    const shopper = await newShopper(app)
    const label = 'A secret workshop'
    await run(shopper, UPDATE, { id: shopper.addressId, input: { ...ADDRESS, label } })
    await fillCart(app, shopper, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper)
    const stored = await db.order.findUniqueOrThrow({ where: { id: order.id } })
    expect(
      JSON.stringify(stored, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(label)
  })
})

describe('the default address', () => {
  it('is the first one, until another address is added or updated as the default', async () => {
    const shopper = await newShopper(app)
    expect(await defaultsOf(shopper)).toEqual([shopper.addressId])
    const second = await add(shopper)
    expect(await defaultsOf(shopper)).toEqual([shopper.addressId])
    const third = await add(shopper, { isDefault: true })
    expect(await defaultsOf(shopper)).toEqual([third])
    await run(shopper, UPDATE, { id: second, input: { ...ADDRESS, isDefault: true } })
    expect(await defaultsOf(shopper)).toEqual([second])
    await run(shopper, UPDATE, { id: second, input: { ...ADDRESS, isDefault: false } })
    expect(await defaultsOf(shopper)).toEqual([second])
  })

  it('changes with setDefaultAddress, which keeps updatedAt', async () => {
    const shopper = await newShopper(app)
    const second = await add(shopper)
    const before = await listAddresses(shop, shopper.id)
    const { address, addresses } = await run(shopper, SET_DEFAULT, { id: second })
    expect(address).toMatchObject({ id: second, isDefault: true })
    expect(addresses!.map(({ isDefault }) => isDefault)).toEqual([false, true])
    const times = (rows: { updatedAt: Date }[]) => rows.map(({ updatedAt }) => updatedAt)
    expect(times(await listAddresses(shop, shopper.id))).toEqual(times(before))
  })

  it("cannot be another shopper's address", async () => {
    const [mine, other] = [await newShopper(app), await newShopper(app)]
    for (const id of [other.addressId, randomUUID(), 'nope', '\0']) {
      const { userErrors } = await run(mine, SET_DEFAULT, { id })
      expect(userErrors).toEqual([{ code: 'ADDRESS_NOT_FOUND', field: ['id'] }])
    }
    expect([await defaultsOf(mine), await defaultsOf(other)]).toEqual([[mine.addressId], [other.addressId]])
  })

  it('is replaced by the newest remaining address when it is removed', async () => {
    const shopper = await newShopper(app)
    const [second, third] = [await add(shopper), await add(shopper)]
    await run(shopper, REMOVE, { id: second })
    expect(await defaultsOf(shopper)).toEqual([shopper.addressId])
    const fourth = await add(shopper)
    await run(shopper, REMOVE, { id: shopper.addressId })
    expect(await defaultsOf(shopper)).toEqual([fourth])
    for (const id of [fourth, third]) await run(shopper, REMOVE, { id })
    expect(await listAddresses(shop, shopper.id)).toEqual([])
    const next = await add(shopper)
    expect(await defaultsOf(shopper)).toEqual([next])
  })

  it('is unique per account, enforced by the database even with concurrent calls', async () => {
    const shopper = await newShopper(app)
    const second = await add(shopper)
    const where = { id: second }
    await expect(db.address.update({ where, data: { isDefault: true } })).rejects.toMatchObject({ code: 'P2002' })
    await Promise.all(Array.from({ length: 5 }, () => add(shopper, { isDefault: true })))
    expect(await defaultsOf(shopper)).toHaveLength(1)
  })

  it('is set by the next change if the account has none', async () => {
    const shopper = await newShopper(app)
    await db.address.updateMany({ where: { userId: shopper.id }, data: { isDefault: false } })
    const second = await add(shopper)
    expect(await defaultsOf(shopper)).toEqual([second])
  })
})

describe('POST /api/user/address', () => {
  it('ignores the label and default fields, so an update keeps their values', async () => {
    const shopper = await newShopper(app)
    const id = await add(shopper, { label: 'Studio' })
    const body = { address: { ...ADDRESS, label: 7, isDefault: 'yes' } }
    const { statusCode } = await call(app, 'POST', `/api/user/address/${id}`, { token: shopper.token, body })
    expect(statusCode).toBe(200)
    expect(await db.address.findUniqueOrThrow({ where: { id } })).toMatchObject({ label: 'Studio', isDefault: false })
    expect(await defaultsOf(shopper)).toEqual([shopper.addressId])
  })
})
