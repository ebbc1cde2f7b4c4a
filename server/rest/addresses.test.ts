import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { ADDRESS, TIMESTAMP } from '../testing/data/fixtures'

const app = await startTestApp()

const OFFICE = { ...ADDRESS, name: 'Meera at work', street: '11, Mount Road' }
const LABELS = {
  name: 'Name',
  street: 'Street',
  city: 'City',
  state: 'State',
  country: 'Country',
  zipCode: 'Zip Code',
  mobile: 'Mobile',
}

type Address = typeof ADDRESS & { _id: string; createdAt: string; updatedAt: string }

/** Signs up a shopper without addresses. */
async function withAddresses() {
  const input = { email: `${randomUUID()}@shopper.example`, password: 'a long password', firstName: 'M', lastName: 'I' }
  const { encodedToken: token, createdUser } = (await call(app, 'POST', '/api/auth/signup', { body: input })).json()
  const to = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    call(app, method, `/api/user/address${path}`, { token, body })
  return {
    id: createdUser._id as string,
    add: (address: unknown) => to('POST', '', { address }),
    update: (id: string, address: unknown) => to('POST', `/${id}`, { address }),
    remove: (id: string) => to('DELETE', `/${id}`),
    list: async () => (await to('GET', '')).json<{ address: Address[] }>().address,
    send: to,
  }
}

const statusAndBody = ({ statusCode, json }: { statusCode: number; json(): unknown }) => [statusCode, json()]
const stored = (address: typeof ADDRESS) => ({
  _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  ...address,
  createdAt: expect.stringMatching(TIMESTAMP),
  updatedAt: expect.stringMatching(TIMESTAMP),
})
const NOT_FOUND = [404, { errors: ['There is no such address.'] }]

describe('GET /api/user/address', () => {
  it('is empty at first', async () => {
    const { send } = await withAddresses()
    expect(statusAndBody(await send('GET', ''))).toEqual([200, { address: [] }])
  })
})

describe('POST /api/user/address', () => {
  it('responds with 201 and all addresses, oldest first, each with exactly the fields of the contract', async () => {
    const { add, list } = await withAddresses()
    expect(statusAndBody(await add(ADDRESS))).toEqual([201, { address: [stored(ADDRESS)] }])
    const answer = await add(OFFICE)
    expect(statusAndBody(answer)).toEqual([201, { address: [stored(ADDRESS), stored(OFFICE)] }])
    expect(await list()).toEqual(answer.json().address)
  })

  const stays = { ...ADDRESS, country: 'United Kingdom', mobile: '+44 (0)20 7946 0958', zipCode: 'SW1A 1AA' }
  const scripts = { ...ADDRESS, name: 'मीरा 🏺', street: `"><script>alert(1)</script>'; DROP TABLE address; --\\` }
  const spaced = Object.fromEntries(Object.entries(ADDRESS).map(([field, value]) => [field, `  ${value}\t`]))

  it.each([
    ['every field without the spaces around it', spaced, ADDRESS],
    [
      'Indian mobile numbers and PIN codes as digits only',
      { ...ADDRESS, mobile: '+91 98450 12345', zipCode: 'PIN 560 003' },
      { ...ADDRESS, mobile: '9845012345', zipCode: '560003' },
    ],
    ['the numbers of other countries unchanged', stays, stays],
    ['text in any script unchanged', scripts, scripts],
  ])('stores %s', async (_, typed, plain) => {
    const { add } = await withAddresses()
    expect(statusAndBody(await add(typed))).toEqual([201, { address: [stored(plain)] }])
  })

  it('ignores unknown fields, and fields that only the server sets', async () => {
    const [{ add, list }, other] = [await withAddresses(), await withAddresses()]
    const extra = { _id: 'mine', id: randomUUID(), userId: other.id, createdAt: '1999-01-01T00:00:00Z', isAdmin: true }
    expect((await add({ ...ADDRESS, ...extra })).json()).toEqual({ address: [stored(ADDRESS)] })
    expect((await list())[0]!.createdAt).not.toMatch(/^1999/)
    expect(await other.list()).toEqual([])
  })

  it.each(Object.entries(LABELS))('refuses a missing, blank or badly formed %s', async (field, label) => {
    const { add, list } = await withAddresses()
    for (const value of [
      undefined,
      null,
      '',
      '   ',
      '\n\t',
      600004,
      true,
      [],
      ['600004'],
      {},
      'nul\0',
      'x'.repeat(1001),
    ]) {
      const answer = await add({ ...ADDRESS, [field]: value })
      expect([value, ...statusAndBody(answer)]).toEqual([value, 422, { errors: [`Please enter valid ${label}`] }])
    }
    expect(await list()).toEqual([])
  })

  it.each([
    ...['60000', '6000044', '60000a', '-60004', '6000.4', '600004\n600004', 'PIN'].map(
      (zipCode) => ['Zip Code', { zipCode }] as const,
    ),
    ...['900001111', '90000111112', '+9290000111111', '90000-1111', '९०००० ११११', 'nine thousand', '+91'].map(
      (mobile) => ['Mobile', { mobile }] as const,
    ),
  ])('rejects the %s of %j', async (label, change) => {
    const { add } = await withAddresses()
    const answer = await add({ ...ADDRESS, ...change })
    expect(statusAndBody(answer)).toEqual([422, { errors: [`Please enter valid ${label}`] }])
  })

  it('reports the first invalid field, in the order of the form', async () => {
    const { add } = await withAddresses()
    const answer = await add({ ...ADDRESS, mobile: 'x', zipCode: 'x', city: ' ' })
    expect(answer.json()).toEqual({ errors: ['Please enter valid City'] })
    expect((await add({})).json()).toEqual({ errors: ['Please enter valid Name'] })
  })

  it.each([undefined, null, 'x', 7, []])('rejects the address %j', async (address) => {
    const { add, list } = await withAddresses()
    expect(statusAndBody(await add(address))).toEqual([
      422,
      { errors: [expect.stringMatching(/^Please enter valid /)] },
    ])
    expect(await list()).toEqual([])
  })

  it.each([
    ['name', 200],
    ['street', 1000],
    ['city', 200],
  ])('%s accepts at most %d characters', async (field, most) => {
    const { add } = await withAddresses()
    expect((await add({ ...ADDRESS, [field]: 'x'.repeat(most) })).statusCode).toBe(201)
    expect((await add({ ...ADDRESS, [field]: 'x'.repeat(most + 1) })).statusCode).toBe(422)
  })
})

describe('POST /api/user/address/:addressId', () => {
  it('responds with 200 and all addresses after the change', async () => {
    const { add, update, list } = await withAddresses()
    await add(ADDRESS)
    const [home] = (await add(OFFICE)).json<{ address: Address[] }>().address
    const moved = { ...ADDRESS, city: 'Madurai', zipCode: '625001' }
    const answer = await update(home!._id, moved)
    expect(statusAndBody(answer)).toEqual([200, { address: [{ ...stored(moved), _id: home!._id }, stored(OFFICE)] }])
    expect(await list()).toEqual(answer.json().address)
  })

  it('changes updatedAt, and keeps createdAt', async () => {
    const { id, add, update } = await withAddresses()
    const [home] = (await add(ADDRESS)).json<{ address: Address[] }>().address
    const longAgo = new Date('2026-01-01T00:00:00.999Z')
    await app.shop.db.address.updateMany({ where: { userId: id }, data: { createdAt: longAgo, updatedAt: longAgo } })
    const [changed] = (await update(home!._id, OFFICE)).json<{ address: Address[] }>().address
    expect(changed!.createdAt).toBe('2026-01-01T00:00:00Z')
    expect(changed!.updatedAt > '2026-01-01T00:00:00Z').toBe(true)
  })

  it('requires every field, and changes nothing if one is missing', async () => {
    const { add, update, list } = await withAddresses()
    const [home] = (await add(ADDRESS)).json<{ address: Address[] }>().address
    const answer = await update(home!._id, { city: 'Madurai' })
    expect(statusAndBody(answer)).toEqual([422, { errors: ['Please enter valid Name'] }])
    expect(await list()).toEqual([home])
  })

  it("treats another shopper's address as missing, and does not change it", async () => {
    const [mine, other] = [await withAddresses(), await withAddresses()]
    const [home] = (await mine.add(ADDRESS)).json<{ address: Address[] }>().address
    expect(statusAndBody(await other.update(home!._id, OFFICE))).toEqual(NOT_FOUND)
    expect(await mine.list()).toEqual([home])
  })

  it.each([randomUUID(), 'nope', '%00', "'%20OR%201=1", '123', 'x'.repeat(500)])(
    'responds with 404 for %j',
    async (id) => {
      const { update } = await withAddresses()
      expect(statusAndBody(await update(id, ADDRESS))).toEqual([404, { errors: [expect.any(String)] }])
    },
  )
})

describe('DELETE /api/user/address/:addressId', () => {
  it('responds with 200 and the remaining addresses', async () => {
    const { add, remove, list } = await withAddresses()
    await add(ADDRESS)
    const [home, office] = (await add(OFFICE)).json<{ address: Address[] }>().address
    expect(statusAndBody(await remove(home!._id))).toEqual([200, { address: [office] }])
    expect(statusAndBody(await remove(home!._id))).toEqual([200, { address: [office] }])
    expect(await list()).toEqual([office])
  })

  it("does not delete another shopper's address", async () => {
    const [mine, other] = [await withAddresses(), await withAddresses()]
    const [home] = (await mine.add(ADDRESS)).json<{ address: Address[] }>().address
    expect(statusAndBody(await other.remove(home!._id))).toEqual([200, { address: [] }])
    expect(await mine.list()).toEqual([home])
  })

  it.each([randomUUID(), 'nope', '%00', '123'])('changes nothing for %j', async (id) => {
    const { add, remove } = await withAddresses()
    await add(ADDRESS)
    expect(statusAndBody(await remove(id))).toEqual([200, { address: [stored(ADDRESS)] }])
  })
})
