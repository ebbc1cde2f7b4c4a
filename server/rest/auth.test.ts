import { describe, expect, it } from 'vitest'
import demoUsers from '../../prisma/catalogue/demo-users.json' with { type: 'json' }
import { startBeside, startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'
import { newcomer, PASSWORD, TIMESTAMP } from '../testing/data/fixtures'

const app = await startTestApp({ SIGN_INS_PER_MINUTE: '100000' })
const strict = await startBeside(app, { SIGN_INS_PER_MINUTE: '3' })
const { shop } = app

const signUp = (body: unknown) => call(app, 'POST', '/api/auth/signup', { body })
const logIn = (body: unknown, at = app) => call(at, 'POST', '/api/auth/login', { body })

const USER_KEYS = ['_id', 'address', 'cart', 'createdAt', 'email', 'firstName', 'lastName', 'updatedAt', 'wishlist']
const [guest] = demoUsers

const refused = (status: number, message: string) => [status, { errors: [message] }]
const statusAndBody = ({ statusCode, json }: { statusCode: number; json(): unknown }) => [statusCode, json()]

describe('POST /api/auth/signup', () => {
  it('responds with 201, a valid token, and the user without a password', async () => {
    const input = newcomer()
    const answer = await signUp(input)
    expect(answer.statusCode).toBe(201)
    const body = answer.json()
    expect(Object.keys(body).sort()).toEqual(['createdUser', 'encodedToken'])
    expect(Object.keys(body.createdUser).sort()).toEqual(USER_KEYS)
    expect(body.createdUser).toMatchObject({
      email: input.email,
      firstName: 'Meera',
      lastName: 'Iyer',
      cart: [],
      wishlist: [],
      address: [],
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
    })
    expect(body.createdUser._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
    expect(answer.body).not.toMatch(/password|argon2|hash/i)
    const cart = await call(app, 'GET', '/api/user/cart', { token: body.encodedToken })
    expect(statusAndBody(cart)).toEqual([200, { cart: [] }])
  })

  it('stores only an argon2id hash of the password', async () => {
    const input = newcomer()
    await signUp(input)
    const { passwordHash } = await shop.db.user.findUniqueOrThrow({ where: { email: input.email } })
    expect(passwordHash).toMatch(/^\$argon2id\$/)
  })

  it("returns a token with the user's id and email, which expires", async () => {
    const { createdUser, encodedToken } = (await signUp(newcomer())).json()
    const claims = JSON.parse(Buffer.from(encodedToken.split('.')[1], 'base64url').toString())
    expect(claims).toEqual({
      id: createdUser._id,
      email: createdUser.email,
      iat: expect.any(Number),
      exp: claims.iat + 7 * 24 * 60 * 60,
    })
  })

  it('trims names and lower-cases the email, but keeps the password unchanged', async () => {
    const input = newcomer()
    const written = {
      ...input,
      email: `  ${input.email.toUpperCase()} `,
      firstName: ' Asha ',
      password: '  spaced out  ',
    }
    const { createdUser } = (await signUp(written)).json()
    expect(createdUser).toMatchObject({ email: input.email, firstName: 'Asha' })
    expect((await logIn({ email: input.email, password: '  spaced out  ' })).statusCode).toBe(200)
    expect((await logIn({ email: input.email, password: 'spaced out' })).statusCode).toBe(401)
  })

  it('rejects an email that is taken, regardless of case and spacing', async () => {
    const taken = refused(422, 'Unprocessable Entity. Email Already Exists.')
    const input = newcomer()
    await signUp(input)
    expect(statusAndBody(await signUp(input))).toEqual(taken)
    expect(statusAndBody(await signUp({ ...input, email: ` ${input.email.toUpperCase()} ` }))).toEqual(taken)
    expect(statusAndBody(await signUp({ ...input, email: guest!.email }))).toEqual(taken)
  })

  it('creates only one account for ten simultaneous calls', async () => {
    const input = newcomer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(input)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(422)])
    expect(await shop.db.user.count({ where: { email: input.email } })).toBe(1)
  })

  it.each([
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['email', 'Email'],
    ['password', 'Password'],
  ])('rejects a missing, blank or badly formed %s', async (field, label) => {
    for (const value of [
      undefined,
      null,
      '',
      '   ',
      '\t\n\u00a0',
      7,
      true,
      {},
      [],
      ['x'],
      'nul\0nul nul',
      'x'.repeat(1001),
    ]) {
      const answer = await signUp({ ...newcomer(), [field]: value })
      expect([value, ...statusAndBody(answer)]).toEqual([value, ...refused(422, `Please enter valid ${label}`)])
    }
  })

  it.each([
    'x',
    'x@',
    '@x.example',
    'a b@x.example',
    'a@b',
    'a@x.example, b@x.example',
    `${'a'.repeat(250)}@x.example`,
  ])('refuses the email %j', async (email) => {
    expect(statusAndBody(await signUp({ ...newcomer(), email }))).toEqual(refused(422, 'Please enter valid Email'))
  })

  it.each([
    [7, 422],
    [8, 201],
    [128, 201],
    [129, 422],
  ])('responds to a password of %d characters with %d', async (length, status) => {
    expect((await signUp({ ...newcomer(), password: 'p'.repeat(length) })).statusCode).toBe(status)
  })

  it.each([
    [200, 201],
    [201, 422],
  ])('responds to a name of %d characters with %d', async (length, status) => {
    expect((await signUp({ ...newcomer(), lastName: 'n'.repeat(length) })).statusCode).toBe(status)
  })

  it('rejects a common password, and the email as the password, with 422', async () => {
    const { email } = newcomer()
    expect(statusAndBody(await signUp({ ...newcomer(), password: 'Password123' }))).toEqual(
      refused(422, 'Please enter valid Password: this one is too common'),
    )
    expect(statusAndBody(await signUp({ ...newcomer(), email, password: email }))).toEqual(
      refused(422, 'Please enter valid Password: it must differ from your email'),
    )
  })

  it('reports the first of several invalid fields', async () => {
    expect(statusAndBody(await signUp({}))).toEqual(refused(422, 'Please enter valid First Name'))
    expect(statusAndBody(await signUp({ ...newcomer(), email: 'x', password: 'x' }))).toEqual(
      refused(422, 'Please enter valid Email'),
    )
  })

  it('ignores unknown fields, and fields that only the server sets', async () => {
    const input = newcomer()
    const extra = { _id: 'mine', id: 'mine', createdAt: '1999-01-01T00:00:00Z', cart: [{ qty: 7 }], isAdmin: true }
    const answer = await signUp({ ...input, ...extra, passwordHash: 'mine', address: [{ name: 'x' }] })
    expect(answer.statusCode).toBe(201)
    expect(Object.keys(answer.json().createdUser).sort()).toEqual(USER_KEYS)
    expect(answer.json().createdUser).toMatchObject({ cart: [], address: [], email: input.email })
    expect(answer.json().createdUser._id).not.toBe('mine')
    expect(answer.json().createdUser.createdAt).not.toMatch(/^1999/)
  })

  it('accepts names in any script', async () => {
    const input = { ...newcomer(), firstName: 'मीरा', lastName: "O'Neil; DROP TABLE user_account; 🏺" }
    const { createdUser } = (await signUp(input)).json()
    expect([createdUser.firstName, createdUser.lastName]).toEqual([input.firstName, input.lastName])
  })
})

describe('POST /api/auth/login', () => {
  it.each(demoUsers)('accepts the demo user $email, who has one address', async ({ email, password, address }) => {
    const answer = await logIn({ email, password })
    expect(answer.statusCode).toBe(200)
    const body = answer.json()
    expect(Object.keys(body).sort()).toEqual(['encodedToken', 'foundUser'])
    expect(Object.keys(body.foundUser).sort()).toEqual(USER_KEYS)
    expect(body.foundUser.address).toEqual([
      {
        _id: expect.any(String),
        ...address,
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: expect.stringMatching(TIMESTAMP),
      },
    ])
    expect(answer.body).not.toMatch(/password|argon2|hash/i)
  })

  it('responds with the current cart, wishlist and addresses', async () => {
    const shopper = await newShopper(app, { 'sea-glass-serving-bowl': 2 })
    const { token, email } = shopper
    await call(app, 'POST', '/api/user/wishlist', { token, body: { product: { _id: 'celadon-chai-cup' } } })
    const { foundUser } = (await logIn({ email, password: PASSWORD })).json()
    for (const [field, path] of [
      ['cart', '/api/user/cart'],
      ['wishlist', '/api/user/wishlist'],
      ['address', '/api/user/address'],
    ] as const) {
      const list = (await call(app, 'GET', path, { token })).json()[field]
      expect(list).toHaveLength(1)
      expect(foundUser[field]).toEqual(list)
    }
  })

  it('finds the account regardless of case and spacing in the email', async () => {
    const answer = await logIn({ email: ` ${guest!.email.toUpperCase()}\n`, password: guest!.password })
    expect(answer.json().foundUser.email).toBe(guest!.email)
  })

  it('reports an unknown email', async () => {
    expect(statusAndBody(await logIn({ email: 'nobody@shopper.example', password: 'whatever' }))).toEqual(
      refused(404, 'The email you entered is not Registered. Not Found error'),
    )
  })

  it('reports a wrong password, even if it differs only in case or spacing', async () => {
    const { password, ...newUser } = newcomer()
    await signUp({ ...newUser, password })
    for (const wrong of ['wrong', password.toUpperCase(), ` ${password}`, `${password} `, 'x'.repeat(1000)]) {
      expect(statusAndBody(await logIn({ email: newUser.email, password: wrong }))).toEqual(
        refused(401, 'The credentials you entered are invalid. Unauthorized access error.'),
      )
    }
  })

  it.each(['email', 'password'])('rejects a missing, blank or badly formed %s', async (field) => {
    for (const value of [undefined, null, '', '   ', 7, true, {}, [], 'nul\0', 'x'.repeat(1001)]) {
      const answer = await logIn({ email: guest!.email, password: guest!.password, [field]: value })
      expect([value, answer.statusCode, Object.keys(answer.json())]).toEqual([value, 422, ['errors']])
    }
  })

  it('accepts thirty simultaneous calls with the correct password', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(guest)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200))
  })
})

describe('an attacker guessing passwords', () => {
  const tooMany = refused(429, 'Too many attempts. Please try again later.')

  async function account() {
    const input = newcomer()
    await signUp(input)
    return { email: input.email, password: input.password }
  }

  it('allows ten attempts per account, after which even the correct password is refused', async () => {
    const [victim, other] = [await account(), await account()]
    for (let i = 0; i < 10; i++) expect((await logIn({ ...victim, password: `guess ${i}` })).statusCode).toBe(401)
    expect(statusAndBody(await logIn({ ...victim, password: 'guess 11' }))).toEqual(tooMany)
    expect(statusAndBody(await logIn(victim))).toEqual(tooMany)
    expect(statusAndBody(await logIn({ ...victim, email: victim.email.toUpperCase() }))).toEqual(tooMany)
    expect((await logIn(other)).statusCode).toBe(200)
  })

  it('allows no additional attempts with simultaneous calls', async () => {
    const victim = await account()
    const guesses = Array.from({ length: 30 }, (_, i) => logIn({ ...victim, password: `guess ${i}` }))
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect(statusAndBody(await logIn(victim))).toEqual(tooMany)
  })

  it('allows ten new attempts after a correct password', async () => {
    const victim = await account()
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++) expect((await logIn({ ...victim, password: `guess ${i}` })).statusCode).toBe(401)
      expect((await logIn(victim)).statusCode).toBe(200)
    }
  })

  it('allows ten new attempts after the time window ends', async () => {
    const victim = await account()
    for (let i = 0; i < 11; i++) await logIn({ ...victim, password: `guess ${i}` })
    expect((await logIn(victim)).statusCode).toBe(429)
    await shop.db.signInFailures.updateMany({
      where: { email: victim.email },
      data: { windowTo: new Date(Date.now() - 1000) },
    })
    expect((await logIn({ ...victim, password: 'guess' })).statusCode).toBe(401)
    expect((await logIn(victim)).statusCode).toBe(200)
    const network = shop.hashNetwork('127.0.0.1')
    expect(await shop.db.signInFailures.count({ where: { email: victim.email, network } })).toBe(0)
  })
})

describe('sign-ins and sign-ups from one network address', () => {
  it('are refused above the limit, not counting badly formed calls', async () => {
    for (let i = 0; i < 5; i++) expect((await logIn({}, strict)).statusCode).toBe(422)
    expect((await logIn(guest, strict)).statusCode).toBe(200)
    expect((await logIn({ email: 'nobody@shopper.example', password: 'whatever' }, strict)).statusCode).toBe(404)
    expect((await call(strict, 'POST', '/api/auth/signup', { body: newcomer() })).statusCode).toBe(201)
    const error = refused(429, 'Too many attempts. Please try again later.')
    expect(statusAndBody(await logIn(guest, strict))).toEqual(error)
    expect(statusAndBody(await call(strict, 'POST', '/api/auth/signup', { body: newcomer() }))).toEqual(error)
    const elsewhere = await strict.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: guest,
      remoteAddress: '203.0.113.9',
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  it('share the limit even with different X-Forwarded-For headers', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const answer = await call(strict, 'POST', '/api/auth/login', { body: guest, headers })
    expect(answer.statusCode).toBe(429)
  })
})
