import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../testing/app'
import { ask } from '../testing/calls'
import { newShopper } from '../testing/data/factories'
import { ADDRESS, BOWL, newcomer } from '../testing/data/fixtures'

const app = await startTestApp({}, { limits: { 'passwords.perNetwork': 3 } })
const strict = await startBeside(app, { SIGN_INS_PER_MINUTE: '1' })
const { db } = app.shop

const SIGNUP = `mutation ($input: SignupInput!) {
  signup(input: $input) { token user { id email firstName lastName } userErrors { code message field } }
}`
const LOGIN = SIGNUP.replaceAll('signup', 'login').replaceAll('Signup', 'Login')

const signUp = async (input: object, at = app) => (await ask(at, SIGNUP, { variables: { input } })).data.signup
const logIn = async (input: object, at = app) => (await ask(at, LOGIN, { variables: { input } })).data.login
const withErrors = (...userErrors: object[]) => ({ token: null, user: null, userErrors })

describe('signup', () => {
  it('returns a user and a valid token', async () => {
    const input = newcomer()
    const { token, user, userErrors } = await signUp({
      ...input,
      email: ` ${input.email.toUpperCase()}`,
      firstName: ' Meera ',
    })
    expect([user, userErrors]).toEqual([
      { id: expect.any(String), email: input.email, firstName: 'Meera', lastName: 'Iyer' },
      [],
    ])
    const { data } = await ask(
      app,
      '{ me { id cart { version items { id } } wishlist { id } addresses { id } orders { totalCount } } }',
      { token },
    )
    expect(data.me).toEqual({
      id: user.id,
      cart: { version: 0, items: [] },
      wishlist: [],
      addresses: [],
      orders: { totalCount: 0 },
    })
  })

  it('reports every invalid field, in the order of the form', async () => {
    expect(await signUp({ firstName: ' ', lastName: '', email: 'x', password: 'short' })).toEqual(
      withErrors(
        ...[
          ['firstName', 'First Name'],
          ['lastName', 'Last Name'],
          ['email', 'Email'],
          ['password', 'Password'],
        ].map(([field, label]) => ({
          code: 'INVALID_INPUT',
          message: `Please enter valid ${label}`,
          field: ['input', field],
        })),
      ),
    )
  })

  it('rejects an email that is taken', async () => {
    const input = newcomer()
    await signUp(input)
    expect(await signUp({ ...input, email: input.email.toUpperCase() })).toEqual(
      withErrors({
        code: 'EMAIL_TAKEN',
        message: 'Unprocessable Entity. Email Already Exists.',
        field: ['input', 'email'],
      }),
    )
  })

  it('never returns a password', async () => {
    const { errors } = await ask(app, '{ me { password } }')
    expect(errors![0]!.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })
})

describe('login', () => {
  it('returns the user and a token', async () => {
    const input = newcomer()
    const { user } = await signUp(input)
    const answer = await logIn({ email: ` ${input.email.toUpperCase()} `, password: input.password })
    expect(answer).toEqual({ token: expect.any(String), user, userErrors: [] })
  })

  it('distinguishes an unknown email from a wrong password', async () => {
    const input = newcomer()
    const { email, password } = input
    expect(await logIn({ email, password })).toEqual(
      withErrors({
        code: 'EMAIL_UNKNOWN',
        message: 'The email you entered is not Registered. Not Found error',
        field: ['input', 'email'],
      }),
    )
    await signUp(input)
    expect(await logIn({ email, password: `${password} ` })).toEqual(
      withErrors({
        code: 'WRONG_PASSWORD',
        message: 'The credentials you entered are invalid. Unauthorized access error.',
        field: ['input', 'password'],
      }),
    )
  })

  it('refuses blank fields', async () => {
    const { userErrors } = await logIn({ email: ' ', password: ' ' })
    expect(userErrors.map(({ code, field }: { code: string; field: string[] }) => [code, field])).toEqual([
      ['INVALID_INPUT', ['input', 'email']],
      ['INVALID_INPUT', ['input', 'password']],
    ])
  })

  it('fails with TOO_MANY_ATTEMPTS after too many wrong passwords, counted across REST and GraphQL', async () => {
    const { email, password, ...names } = newcomer()
    await signUp({ email, password, ...names })
    const guess = { email, password: 'a guess' }
    for (let i = 0; i < 2; i++) expect((await logIn(guess)).userErrors[0].code).toBe('WRONG_PASSWORD')
    expect((await app.inject({ method: 'POST', url: '/api/auth/login', payload: guess })).statusCode).toBe(401)
    const tooMany = withErrors({
      code: 'TOO_MANY_ATTEMPTS',
      message: 'Too many attempts. Please try again later.',
      field: null,
    })
    expect(await logIn({ email, password })).toEqual(tooMany)
    expect(
      (await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode,
    ).toBe(429)
  })

  it('shares its limit per network address with signup, even within one request', async () => {
    const variables = { input: newcomer() }
    const both = `mutation ($input: SignupInput!) { a: signup(input: $input) { userErrors { code } } b: signup(input: $input) { userErrors { code } } }`
    const { data } = await ask(strict, both, { variables })
    expect(data).toEqual({ a: { userErrors: [] }, b: { userErrors: [{ code: 'TOO_MANY_ATTEMPTS' }] } })
    const { email, password } = variables.input
    expect((await logIn({ email, password }, strict)).userErrors[0].code).toBe('TOO_MANY_ATTEMPTS')
  })
})

describe('wishlist', () => {
  const ITEM = 'wishlist { id priceDrop createdAt updatedAt product { id } } userErrors { code field }'
  const ADD = `mutation ($productId: ID!) { addToWishlist(productId: $productId) { ${ITEM} } }`
  const REMOVE = `mutation ($productId: ID!) { removeFromWishlist(productId: $productId) { ${ITEM} } }`

  it('keeps each product once, oldest first', async () => {
    const { token } = await newShopper(app)
    const add = async (productId: string) =>
      (await ask(app, ADD, { token, variables: { productId } })).data.addToWishlist
    const first = await add(BOWL)
    await add('celadon-chai-cup')
    const again = await add(BOWL)
    expect(again.userErrors).toEqual([])
    expect(again.wishlist).toEqual([
      ...first.wishlist,
      expect.objectContaining({ product: { id: 'celadon-chai-cup' } }),
    ])
    const { data } = await ask(app, REMOVE, { token, variables: { productId: BOWL } })
    expect(data.removeFromWishlist).toEqual({ wishlist: again.wishlist.slice(1), userErrors: [] })
    const { data: same } = await ask(app, REMOVE, { token, variables: { productId: BOWL } })
    expect(same).toEqual(data)
  })

  it('shows by how much the price has fallen', async () => {
    const { token } = await newShopper(app)
    await ask(app, ADD, { token, variables: { productId: 'tea-for-two-set' } })
    for (const [discounted, priceDrop] of [
      [3499, 0],
      [3400, 99],
      [3600, 0],
    ] as const) {
      await db.product.update({ where: { id: 'tea-for-two-set' }, data: { discounted } })
      const { data } = await ask(app, '{ me { wishlist { priceDrop } } }', { token })
      expect(data.me.wishlist).toEqual([{ priceDrop }])
    }
  })

  it('rejects an id that does not belong to a product', async () => {
    const { token } = await newShopper(app)
    for (const [productId, code] of [
      ['nope', 'PRODUCT_NOT_FOUND'],
      ['', 'INVALID_INPUT'],
      ['\0', 'INVALID_INPUT'],
    ]) {
      const { data } = await ask(app, ADD, { token, variables: { productId } })
      expect(data.addToWishlist).toEqual({ wishlist: null, userErrors: [{ code, field: ['productId'] }] })
    }
  })
})

describe('addresses', () => {
  const FIELDS = 'id name street city state country zipCode mobile createdAt updatedAt'
  const ERRORS = 'userErrors { code message field }'
  const ADD = `mutation ($input: AddressInput!, $idempotencyKey: String) { addAddress(input: $input, idempotencyKey: $idempotencyKey) { address { ${FIELDS} } addresses { ${FIELDS} } ${ERRORS} } }`
  const UPDATE = `mutation ($id: ID!, $input: AddressInput!) {
    updateAddress(id: $id, input: $input) { address { ${FIELDS} } addresses { ${FIELDS} } ${ERRORS} }
  }`
  const REMOVE = `mutation ($id: ID!) { removeAddress(id: $id) { addresses { ${FIELDS} } ${ERRORS} } }`

  /** Each shopper starts with one address. */
  async function shopper() {
    const { token, addressId } = await newShopper(app)
    const run = async (query: string, variables: Record<string, unknown>) => {
      const { data, errors } = await ask(app, query, { token, variables })
      expect(errors).toBeUndefined()
      return Object.values(data)[0] as {
        address: { id: string } | null
        addresses: { id: string }[] | null
        userErrors: object[]
      }
    }
    const list = async () => (await ask(app, `{ me { addresses { ${FIELDS} } } }`, { token })).data.me.addresses
    return { addressId, run, list }
  }

  it('are added only once if a call is repeated, and report an invalid idempotency key', async () => {
    const { run, list } = await shopper()
    const variables = { input: ADDRESS, idempotencyKey: 'an address' }
    const first = await run(ADD, variables)
    expect(await run(ADD, variables)).toEqual(first)
    expect(await list()).toHaveLength(2)
    const { userErrors } = await run(ADD, { input: ADDRESS, idempotencyKey: ' ' })
    expect(userErrors).toMatchObject([{ code: 'INVALID_INPUT', field: ['idempotencyKey'] }])
  })

  it('store Indian mobile numbers and PIN codes as digits only', async () => {
    const { addressId, run } = await shopper()
    const input = { ...ADDRESS, mobile: '098450 12345', zipCode: '560 003' }
    const plain = { mobile: '9845012345', zipCode: '560003' }
    expect((await run(ADD, { input })).address).toMatchObject(plain)
    expect((await run(UPDATE, { id: addressId, input })).address).toMatchObject(plain)
    expect((await run(ADD, { input: { ...input, mobile: '98450 1234' } })).userErrors).toEqual([
      { code: 'INVALID_INPUT', message: 'Please enter valid Mobile', field: ['input', 'mobile'] },
    ])
  })

  it('can be added, changed and removed; each payload contains the address and the full list', async () => {
    const { addressId, run, list } = await shopper()
    const input = { ...ADDRESS, name: ' At work ', zipCode: ' 600001 ' }
    const added = await run(ADD, { input })
    expect(added.address).toMatchObject({ ...input, name: 'At work', zipCode: '600001' })
    expect(added.addresses!.map(({ id }) => id)).toEqual([addressId, added.address!.id])
    const changed = await run(UPDATE, { id: addressId, input: { ...ADDRESS, city: 'Madurai' } })
    expect(changed.address).toMatchObject({ id: addressId, city: 'Madurai' })
    expect(changed.addresses).toEqual([changed.address, added.address])
    expect(await list()).toEqual(changed.addresses)
    expect(await run(REMOVE, { id: addressId })).toEqual({ addresses: [added.address], userErrors: [] })
    expect(await run(REMOVE, { id: addressId })).toEqual({ addresses: [added.address], userErrors: [] })
  })

  it('report every invalid field', async () => {
    const { addressId, run, list } = await shopper()
    const before = await list()
    const input = { ...ADDRESS, street: '  ', zipCode: '6000', mobile: 'x' }
    const userErrors = [
      ['street', 'Street'],
      ['zipCode', 'Zip Code'],
      ['mobile', 'Mobile'],
    ].map(([field, label]) => ({
      code: 'INVALID_INPUT',
      message: `Please enter valid ${label}`,
      field: ['input', field],
    }))
    expect(await run(ADD, { input })).toEqual({ address: null, addresses: null, userErrors })
    expect(await run(UPDATE, { id: addressId, input })).toEqual({ address: null, addresses: null, userErrors })
    expect(await list()).toEqual(before)
  })

  it('of another shopper are treated as missing', async () => {
    const [mine, other] = [await shopper(), await shopper()]
    const before = await mine.list()
    const unknown = {
      address: null,
      addresses: null,
      userErrors: [{ code: 'ADDRESS_NOT_FOUND', message: 'There is no such address.', field: ['id'] }],
    }
    for (const id of [mine.addressId, randomUUID(), 'nope', '', '\0']) {
      expect(await other.run(UPDATE, { id, input: ADDRESS })).toEqual(unknown)
      expect((await other.run(REMOVE, { id })).addresses!.map((address) => address.id)).toEqual([other.addressId])
    }
    expect(await mine.list()).toEqual(before)
  })

  it('require a valid token, like the wishlist', async () => {
    for (const mutation of [
      'addToWishlist(productId: "x") { userErrors { code } }',
      'removeFromWishlist(productId: "x") { userErrors { code } }',
      'removeAddress(id: "x") { userErrors { code } }',
      'startCheckout(addressId: "x", idempotencyKey: "x") { userErrors { code } }',
      'cancelCheckout(orderId: "x") { userErrors { code } }',
      'confirmPayment(input: { orderId: "x", paymentId: "x", providerOrderId: "x", signature: "x" }) { userErrors { code } }',
    ]) {
      for (const headers of [{}, { authorization: 'garbage' }] as Record<string, string>[]) {
        const { data, errors } = await ask(app, `mutation { ${mutation} }`, { headers })
        expect([data, errors!.map(({ extensions }) => extensions)]).toEqual([null, [{ code: 'UNAUTHENTICATED' }]])
      }
    }
  })
})
