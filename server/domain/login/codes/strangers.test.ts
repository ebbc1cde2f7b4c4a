/** Strangers who request and guess codes for an owner's address, and the owner who still gets in. */
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp, without } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { chooseAll, fillCart, newProvenShopper, newShopper, newStaff, setStock } from '../../../testing/data/factories'
import { BOWL, CUP, PASSWORD } from '../../../testing/data/fixtures'
import { CONSENTS } from '../../../shared/consents'
import { statementsOf } from '../../../testing/statements'
import { composeAccountMail } from '../../mail/composeAccountMail'
import { maintain } from '../../maintenance/maintenance'
import { createKey, findKeyUser } from '../../office/access/apiKeys'
import { keyOfAddress } from '../wrongTotals'
import { HOUR_MS } from '../../../shared/durations'

const app = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
const unlimited = await startBeside(app, { TRUST_PROXY: '127.0.0.1' }, without('codes'))
const { shop } = app
const { db } = shop

const REQUEST = `mutation ($input: RequestCodeInput!) { requestCode(input: $input) { requestId userErrors { code message field } } }`
const SIGN_IN = `mutation ($input: SignInWithCodeInput!) { signInWithCode(input: $input) {
  token user { firstName lastName mobile hasPassword takenOverAt } leftByStranger { orderNumbers addressCount }
  userErrors { code message } } }`
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { token userErrors { code } } }`
const SIGN_UP = `mutation ($input: SignupInput!) { signup(input: $input) { token codeRequestId userErrors { code } } }`

const HOME = '198.51.100.9'
const ELSEWHERE = '192.0.2.77'
const BROWSER = 'the browser of the owner'

let serial = 0
const newEmail = () => `door-${(serial += 1)}@codes.example`

interface Payload {
  token: string | null
  requestId: string | null
  codeRequestId: string | null
  user: Record<string, unknown> | null
  leftByStranger: { orderNumbers: string[]; addressCount: number } | null
  userErrors: { code: string; message: string; field: string[] }[]
}
const call = async (query: string, input: object, from = HOME, { on = app, token = '' } = {}) => {
  const headers = { 'x-forwarded-for': from }
  const { data } = await ask(on, query, { variables: { input }, headers, ...(token && { token }) })
  return Object.values(data)[0] as Payload
}
const codesOf = ({ userErrors }: Payload) => userErrors.map(({ code }) => code)

/** Requests a code, and derives it as the email's composer does. */
async function sent(
  email: string,
  from?: string,
  { on = app, browserKey }: { on?: typeof app; browserKey?: string } = {},
) {
  const payload = await call(REQUEST, { email, browserKey }, from, { on })
  expect(payload.userErrors).toEqual([])
  const { id } = await db.mailCode.findFirstOrThrow({ where: { email, usedAt: null }, orderBy: { id: 'desc' } })
  return { requestId: payload.requestId!, code: shop.mailCodes.of(id) }
}
type Sent = Awaited<ReturnType<typeof sent>>
const wrong = ({ requestId, code }: Sent): Sent => ({
  requestId,
  code: String((Number(code) + 1) % 1_000_000).padStart(6, '0'),
})

/** Guesses codes from many networks. Each guess counts, because each request has five. */
async function guess(email: string, times: number, network = (i: number) => `203.${i % 200}.113.7`) {
  let request: Sent | undefined
  const codes: string[] = []
  for (let i = 0; i < times; i += 1) {
    if (i % 5 === 0) request = wrong(await sent(email, network(i), { on: unlimited }))
    codes.push(...codesOf(await call(SIGN_IN, { email, ...request! }, network(i))))
  }
  return codes
}

/** An owner who logged in at home with a code. */
async function newOwner(): Promise<{ email: string }> {
  const email = newEmail()
  const code = await sent(email, HOME)
  expect((await call(SIGN_IN, { email, ...code, browserKey: BROWSER }, HOME)).token).not.toBeNull()
  await db.$executeRaw`UPDATE mail_code SET created_at = created_at - interval '2 hours' WHERE email = ${email}`
  return { email }
}

const noticesTo = async (email: string) => {
  const rows = await db.mailCode.findMany({ where: { email, purpose: 'NOTICE' } })
  const messages = await db.outboxMessage.findMany({ where: { topic: { in: rows.map(({ id }) => id) } } })
  return Promise.all(messages.map((message) => composeAccountMail(shop, message)))
}

describe('a stranger who guesses codes', () => {
  it('does not end the code of the owner, who enters it later', async () => {
    const { email } = await newOwner()
    const code = await sent(email)
    const request = await sent(email, ELSEWHERE)
    for (let i = 0; i < 14; i += 1) await call(SIGN_IN, { email, ...wrong(request) }, ELSEWHERE)
    expect((await call(SIGN_IN, { email, ...code })).token).not.toBeNull()
  })

  it('has five attempts per request, even with the right code at the end', async () => {
    const email = newEmail()
    const request = await sent(email, ELSEWHERE)
    for (let i = 0; i < 5; i += 1) await call(SIGN_IN, { email, ...wrong(request) }, ELSEWHERE)
    expect(codesOf(await call(SIGN_IN, { email, ...request }, ELSEWHERE))).toEqual(['CODE_INVALID'])
  })

  it.each([
    ['/48', (i: number) => `2001:db8:9:${(i * 257).toString(16)}::1`, 20],
    ['/56', (i: number) => `2001:db8:9:ab${i.toString(16).padStart(2, '0')}::1`, 5],
  ])('is limited on the many IPv6 networks of one %s', async (_width, network, most) => {
    const limited = await startBeside(app, { TRUST_PROXY: '127.0.0.1' }, { 'wrongCodes.perNetwork': 1 })
    await db.signInFailures.deleteMany()
    const codes: string[] = []
    for (let i = 0; i < 25; i += 1) {
      const email = newEmail()
      const input = { email, ...wrong(await sent(email, network(i), { on: unlimited })) }
      codes.push(...codesOf(await call(SIGN_IN, input, network(i), { on: limited })))
    }
    expect(codes.filter((code) => code === 'CODE_INVALID')).toHaveLength(most)
    const email = newEmail()
    const other = { email, ...wrong(await sent(email)) }
    expect(codesOf(await call(SIGN_IN, other, '2001:db8:8::1', { on: limited }))).toEqual(['CODE_INVALID'])
  })
})

describe('strangers who use up the codes of a mailbox', () => {
  const NETWORKS = ['203.0.113.7', '203.1.113.7', '203.2.113.7', '203.3.113.7']
  const useUp = async (email: string) => {
    for (const network of NETWORKS) for (let i = 0; i < 3; i += 1) await call(REQUEST, { email }, network)
  }

  it('leave one an hour for a network on which the owner logged in before', async () => {
    const { email } = await newOwner()
    await useUp(email)
    expect(codesOf(await call(REQUEST, { email }, ELSEWHERE))).toEqual(['TOO_MANY_ATTEMPTS'])
    const code = await sent(email, HOME)
    expect(codesOf(await call(REQUEST, { email }, HOME))).toEqual(['TOO_MANY_ATTEMPTS'])
    expect((await call(SIGN_IN, { email, ...code }, HOME)).token).not.toBeNull()
  })

  it('leave the owner a code on that network even if they are on it too, and used up its share', async () => {
    const { email } = await newOwner()
    for (let i = 0; i < 3; i += 1) await sent(email, HOME)
    const code = await sent(email, HOME)
    expect(codesOf(await call(REQUEST, { email }, HOME))).toEqual(['TOO_MANY_ATTEMPTS'])
    expect((await call(SIGN_IN, { email, ...code }, HOME)).token).not.toBeNull()
    // The browser of the last login has one of its own.
    await sent(email, HOME, { browserKey: BROWSER })
    expect(codesOf(await call(REQUEST, { email, browserKey: BROWSER }, HOME))).toEqual(['TOO_MANY_ATTEMPTS'])
  })

  it('leave no code for a login that was stored while the clock was ahead', async () => {
    const { email } = await newOwner()
    await db.recentLogin.updateMany({ where: { user: { email } }, data: { at: new Date(Date.now() + HOUR_MS) } })
    await useUp(email)
    for (const browserKey of [undefined, BROWSER])
      expect(codesOf(await call(REQUEST, { email, browserKey }, HOME))).toEqual(['TOO_MANY_ATTEMPTS'])
  })

  it('leave no code for a network on which a stranger logged in to an unverified account', async () => {
    const { email } = await newShopper(app)
    expect((await call(LOGIN, { email, password: PASSWORD }, ELSEWHERE)).token).not.toBeNull()
    await useUp(email)
    expect(codesOf(await call(REQUEST, { email }, ELSEWHERE))).toEqual(['TOO_MANY_ATTEMPTS'])
  })

  it('cannot use up the codes from one line with many IPv6 networks', async () => {
    const email = newEmail()
    for (let i = 0; i < 40; i += 1) await call(REQUEST, { email }, `2001:db8:1:12${i.toString(16).padStart(2, '0')}::1`)
    expect(await db.mailCode.count({ where: { email } })).toBe(6)
    expect(codesOf(await call(REQUEST, { email }, ELSEWHERE))).toEqual([])
  })

  it('run the same statements for known and unknown addresses', async () => {
    const seen: string[][] = []
    for (const email of [(await newOwner()).email, newEmail()]) {
      await useUp(email)
      let result: Payload
      const statements = await statementsOf(async () => {
        result = await call(REQUEST, { email }, ELSEWHERE)
      })
      seen.push([...statements, JSON.stringify(codesOf(result!))])
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]!.join()).toContain('recent_login')
  })
})

describe('neighbours who share the network of a carrier', () => {
  const CARRIER = '198.18.7.7'

  it('do not use up its codes with requests that send no email', async () => {
    const small = await startBeside(app, { TRUST_PROXY: '127.0.0.1' }, { 'codes.perNetwork': 4 })
    const { email } = await newOwner()
    const target = newEmail()
    for (let i = 0; i < 12; i += 1) await call(REQUEST, { email: target }, HOME, { on: small })
    expect(await db.mailCode.count({ where: { email: target } })).toBe(3)
    const request = (input: object) => call(REQUEST, input, HOME, { on: small })
    expect(codesOf(await request({ email: newEmail() }))).toEqual([])
    expect(codesOf(await request({ email: newEmail() }))).toEqual(['TOO_MANY_ATTEMPTS'])
    // The owner logged in from this network before.
    expect(codesOf(await request({ email }))).toEqual([])
  })

  it('do not use up its wrong codes with invented requests, and never end a right code', async () => {
    const limited = await startBeside(app, { TRUST_PROXY: '127.0.0.1' }, { 'wrongCodes.perNetwork': 3 })
    const enter = (input: object) => call(SIGN_IN, input, CARRIER, { on: limited })
    for (let i = 0; i < 9; i += 1) await enter({ email: newEmail(), requestId: 'invented', code: '123456' })
    const [email, other, third] = [newEmail(), newEmail(), newEmail()]
    const [mine, theirs, typo] = [await sent(email), await sent(other), await sent(third)]
    for (let i = 0; i < 3; i += 1)
      expect(codesOf(await enter({ email: other, ...wrong(theirs) }))).toEqual(['CODE_INVALID'])
    expect(codesOf(await enter({ email: third, ...wrong(typo) }))).toEqual(['TOO_MANY_ATTEMPTS'])
    // Above the limit, one wrong code ends its request.
    expect(codesOf(await enter({ email: third, ...typo }))).toEqual(['CODE_INVALID'])
    expect((await enter({ email, ...mine })).token).not.toBeNull()
  })
})

describe('fifty wrong codes for an address', () => {
  it('close codes for a day, except in the browser of the last login, and email the owner once', async () => {
    const { email } = await newOwner()
    expect(new Set(await guess(email, 49))).toEqual(new Set(['CODE_INVALID']))
    const own = await sent(email, HOME, { on: unlimited, browserKey: BROWSER })
    expect(await noticesTo(email)).toEqual([])
    await guess(email, 1)
    for (const browserKey of [undefined, 'the browser of a stranger']) {
      const { userErrors } = await call(REQUEST, { email, browserKey }, ELSEWHERE, { on: unlimited })
      expect(userErrors).toMatchObject([
        {
          code: 'TOO_MANY_ATTEMPTS',
          message: expect.stringContaining('browser of your last login') as string,
        },
      ])
    }
    expect(await noticesTo(email)).toMatchObject([{ kind: 'CODES_CLOSED', to: email }])
    // The owner mistypes once. This does not close the browser out.
    const typo = await sent(email, HOME, { on: unlimited, browserKey: BROWSER })
    expect(codesOf(await call(SIGN_IN, { email, ...wrong(typo) }))).toEqual(['CODE_INVALID'])
    expect(await noticesTo(email)).toHaveLength(1)
    expect((await call(SIGN_IN, { email, ...typo, browserKey: BROWSER })).token).not.toBeNull()
    // The right code ended the count, and the code that the browser had requested before still works.
    expect((await call(SIGN_IN, { email, ...own, browserKey: BROWSER })).token).not.toBeNull()
    expect((await call(SIGN_IN, { email, ...(await sent(email, ELSEWHERE, { on: unlimited })) })).token).not.toBeNull()
  })

  it('leave one code an hour for a network on which the owner logged in before', async () => {
    const { email } = await newOwner()
    await guess(email, 50)
    const code = await sent(email, HOME, { on: unlimited })
    const again = await call(REQUEST, { email }, HOME, { on: unlimited })
    expect(codesOf(again)).toEqual(['TOO_MANY_ATTEMPTS'])
    expect((await call(SIGN_IN, { email, ...code })).token).not.toBeNull()
  })

  it('open codes again after a day', async () => {
    const email = newEmail()
    await guess(email, 50)
    const request = () => call(REQUEST, { email }, ELSEWHERE, { on: unlimited })
    expect(codesOf(await request())).toEqual(['TOO_MANY_ATTEMPTS'])
    await db.$executeRaw`UPDATE sign_in_failures SET window_to = window_to - interval '1 day 1 second' WHERE email = ${keyOfAddress(email)}`
    expect(codesOf(await request())).toEqual([])
    expect((await call(SIGN_IN, { email, ...(await sent(email, ELSEWHERE, { on: unlimited })) })).token).not.toBeNull()
  })

  it('are counted only if each could have been right', async () => {
    const email = newEmail()
    for (let i = 0; i < 60; i += 1)
      await call(SIGN_IN, { email, requestId: 'invented', code: '123456' }, `203.${i}.113.7`)
    expect(codesOf(await call(REQUEST, { email }, ELSEWHERE))).toEqual([])
  })

  it('do not trust a browser in which a stranger logged in to an unverified account', async () => {
    const { email } = await newShopper(app)
    await call(LOGIN, { email, password: PASSWORD, browserKey: 'the browser of a stranger' }, ELSEWHERE)
    await guess(email, 50)
    const input = { email, browserKey: 'the browser of a stranger' }
    expect(codesOf(await call(REQUEST, input, ELSEWHERE, { on: unlimited }))).toEqual(['TOO_MANY_ATTEMPTS'])
  })

  it('run the same statements for known and unknown addresses, and send no email without an account', async () => {
    const seen: string[][] = []
    const unknown = newEmail()
    for (const email of [(await newOwner()).email, unknown]) {
      await guess(email, 49)
      const request = await sent(email, ELSEWHERE, { on: unlimited })
      const steps = [
        () => call(SIGN_IN, { email, ...wrong(request) }, ELSEWHERE),
        () => call(REQUEST, { email, browserKey: BROWSER.toUpperCase() }, ELSEWHERE, { on: unlimited }),
      ]
      const statements: string[] = []
      for (const step of steps) {
        statements.push(
          ...(await statementsOf(async () => {
            statements.push(JSON.stringify(codesOf(await step())))
          })),
        )
      }
      seen.push(statements)
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toContain('["TOO_MANY_ATTEMPTS"]')
    expect(await noticesTo(unknown)).toEqual([null])
  })
})

it('a code that the owner requested works even if strangers close codes meanwhile, also for a new account', async () => {
  for (const { email } of [await newOwner(), await newShopper(app)]) {
    const own = await sent(email, HOME, { on: unlimited })
    await guess(email, 50)
    expect(codesOf(await call(REQUEST, { email }, ELSEWHERE, { on: unlimited }))).toEqual(['TOO_MANY_ATTEMPTS'])
    expect((await call(SIGN_IN, { email, ...own })).token).not.toBeNull()
  }
})

it('while codes are closed, the browser of the last login gets one code an hour, so its guesses are bounded', async () => {
  const { email } = await newOwner()
  await guess(email, 50)
  const request = () => call(REQUEST, { email, browserKey: BROWSER }, ELSEWHERE, { on: unlimited })
  expect([codesOf(await request()), codesOf(await request())]).toEqual([[], ['TOO_MANY_ATTEMPTS']])
})

describe('a thief who logged in with the password', () => {
  const THIEF = 'the browser of a thief'
  const RESET = `mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { token userErrors { code } } }`
  const NEW_PASSWORD = 'another long password'
  const ENDS = {
    'log out everywhere': (_email: string, token: string) =>
      ask(app, 'mutation { logoutEverywhere { __typename } }', { token }),
    'change the password': (_email: string, token: string) =>
      call(
        `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { token userErrors { code } } }`,
        { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
        HOME,
        { token },
      ),
    'reset the password': async (email: string) =>
      call(RESET, { email, newPassword: NEW_PASSWORD, ...(await sent(email)), browserKey: BROWSER }, HOME),
  }

  it.each(Object.entries(ENDS))('has no known place after the owner uses %s', async (_name, end) => {
    const { id, email, token } = await newProvenShopper(app)
    await call(LOGIN, { email, password: PASSWORD, browserKey: BROWSER }, HOME)
    await call(LOGIN, { email, password: PASSWORD, browserKey: THIEF }, ELSEWHERE)
    await end(email, token)
    const places = await db.recentLogin.findMany({ where: { userId: id } })
    expect(places.map(({ network }) => network).filter((each) => each !== shop.hashNetwork(HOME))).toEqual([])
    await guess(email, 50)
    const asThief = await call(REQUEST, { email, browserKey: THIEF }, ELSEWHERE, { on: unlimited })
    expect(codesOf(asThief)).toEqual(['TOO_MANY_ATTEMPTS'])
  })
})

describe('a stranger with an unverified account of the address', () => {
  const DELETE = `mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { userErrors { code } } }`
  const CHANGE = `mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) { requestId userErrors { code } } }`
  const CONFIRM = `mutation ($input: ConfirmEmailChangeInput!) { confirmEmailChange(input: $input) { token userErrors { code } } }`
  const lastCode = async (where: object) => {
    const { id } = await db.mailCode.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
    return shop.mailCodes.of(id)
  }
  const deleteTheirs = async (token: string) =>
    expect(codesOf(await call(DELETE, { password: PASSWORD }, ELSEWHERE, { token }))).toEqual([])

  it('ends no code, change of email or invitation of the mailbox’s owner by deleting the account', async () => {
    const { email, token } = await newShopper(app)
    const login = await sent(email, HOME)
    const owner = await newShopper(app)
    const change = await call(CHANGE, { email, password: PASSWORD }, HOME, { token: owner.token })
    const newEmailCode = { requestId: change.requestId!, code: await lastCode({ userId: owner.id }) }
    const role = await db.staffRole.findFirstOrThrow({ where: { name: 'Packer' } })
    await db.staffInvitation.create({ data: { email, roleId: role.id, expiresAt: new Date(Date.now() + HOUR_MS) } })
    await deleteTheirs(token)
    expect(await db.staffInvitation.count({ where: { email } })).toBe(1)
    expect((await call(CONFIRM, newEmailCode, HOME, { token: owner.token })).token).not.toBeNull()
    expect((await call(SIGN_IN, { email, ...login }, HOME)).token).not.toBeNull()
  })

  it('does not reset the count of wrong codes by deleting the account or changing its email', async () => {
    const count = (email: string) => db.signInFailures.count({ where: { email: keyOfAddress(email) } })
    const deleted = await newShopper(app)
    await guess(deleted.email, 2)
    await deleteTheirs(deleted.token)
    expect(await count(deleted.email)).toBe(1)
    const moved = await newShopper(app)
    await guess(moved.email, 2)
    const change = await call(CHANGE, { email: newEmail(), password: PASSWORD }, ELSEWHERE, { token: moved.token })
    const entered = { requestId: change.requestId!, code: await lastCode({ userId: moved.id }) }
    expect((await call(CONFIRM, entered, ELSEWHERE, { token: moved.token })).token).not.toBeNull()
    expect(await count(moved.email)).toBe(1)
  })
})

describe('a recent login', () => {
  it('is kept for five networks and 180 days, but not for a demo account', async () => {
    const { id, email } = await newShopper(app)
    for (let i = 0; i < 7; i += 1) await call(LOGIN, { email, password: PASSWORD }, `203.0.${i}.7`)
    const networks = async () =>
      (await db.recentLogin.findMany({ where: { userId: id } })).map(({ network }) => network)
    expect((await networks()).sort()).toEqual([2, 3, 4, 5, 6].map((i) => shop.hashNetwork(`203.0.${i}.7`)).sort())
    await db.recentLogin.updateMany({
      where: { userId: id, network: shop.hashNetwork('203.0.2.7') },
      data: { at: new Date(Date.now() - 181 * 24 * HOUR_MS) },
    })
    await maintain(shop, () => false)
    expect(await networks()).toHaveLength(4)
    // A login that was stored while the clock was ahead counts as the oldest.
    await db.recentLogin.updateMany({
      where: { userId: id, network: shop.hashNetwork('203.0.3.7') },
      data: { at: new Date(Date.now() + HOUR_MS) },
    })
    for (const i of [8, 9]) await call(LOGIN, { email, password: PASSWORD }, `203.0.${i}.7`)
    expect((await networks()).sort()).toEqual([4, 5, 6, 8, 9].map((i) => shop.hashNetwork(`203.0.${i}.7`)).sort())
    await call(LOGIN, { email: 'guest@cerashop.example', password: 'guest123' }, HOME)
    expect(await db.recentLogin.count({ where: { user: { isDemo: true } } })).toBe(0)
  })
})

describe('codes that were made while the clock was ahead', () => {
  it('neither block later codes nor stay valid', async () => {
    const email = newEmail()
    const early = await sent(email)
    for (let i = 0; i < 2; i += 1) await sent(email)
    await db.$executeRaw`UPDATE mail_code SET created_at = created_at + interval '6 hours' WHERE email = ${email}`
    expect(codesOf(await call(SIGN_IN, { email, ...early }))).toEqual(['CODE_INVALID'])
    const payload = await call(REQUEST, { email })
    expect(payload.userErrors).toEqual([])
    const { id } = await db.mailCode.findFirstOrThrow({ where: { email }, orderBy: { createdAt: 'asc' } })
    const later = { requestId: payload.requestId, code: shop.mailCodes.of(id) }
    expect((await call(SIGN_IN, { email, ...later })).token).not.toBeNull()
  })
})

describe('an account that a stranger opened', () => {
  const person = { firstName: 'Not', lastName: 'The Owner', password: PASSWORD }
  const consents = [{ purpose: 'NEWS_BY_MAIL', version: CONSENTS.NEWS_BY_MAIL.version }]

  async function strangersAccount() {
    await setStock(app, { [BOWL]: 40, [CUP]: 40 })
    const stranger = await newShopper(app)
    const { id, email, token, addressId } = stranger
    const run = async (document: string, variables = {}) => {
      const { data, errors } = await ask(app, document, { token, variables })
      expect(errors).toBeUndefined()
      const payload = Object.values(data)[0] as { order?: { number: string }; userErrors: unknown[] }
      expect(payload.userErrors).toEqual([])
      return payload
    }
    await run(`mutation { updateAccount(input: { mobile: "9876501234" }) { userErrors { code } } }`)
    await run(
      `mutation { giveConsent(purpose: NEWS_BY_MAIL, version: ${CONSENTS.NEWS_BY_MAIL.version}) { userErrors { code } } }`,
    )
    await run(`mutation { addToWishlist(productId: "${CUP}") { userErrors { code } } }`)
    const CHANGE = `mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) { requestId userErrors { code } } }`
    await run(CHANGE, { input: { email: newEmail(), password: PASSWORD } })
    await call(LOGIN, { email, password: PASSWORD, browserKey: 'the browser of a stranger' }, ELSEWHERE)
    await fillCart(app, stranger, { [BOWL]: 1 })
    const PLACE = `mutation ($id: ID!) { placeOrderOnDelivery(addressId: $id, idempotencyKey: "p") { order { number } userErrors { code message } } }`
    const placed = await run(PLACE, { id: addressId })
    await run(`mutation { addToCart(productId: "${CUP}", quantity: 2, idempotencyKey: "c") { userErrors { code } } }`)
    await chooseAll(app, stranger)
    return { id, email, number: placed.order!.number }
  }

  it('is emptied when the owner of the address takes it over, who sees and can cancel open orders', async () => {
    const { id, email, number } = await strangersAccount()
    const own = { where: { userId: id } }
    const cart = () => db.cart.findUniqueOrThrow({ ...own, include: { lines: true } })
    const left = async () => ({
      consents: await db.consent.count({ where: { userId: id, withdrawnAt: null } }),
      wishes: await db.wishlistItem.count(own),
      results: await db.idempotencyKey.count(own),
      changes: await db.mailCode.count({ where: { userId: id, usedAt: null } }),
    })
    expect(await left()).toEqual({ consents: 1, wishes: 1, results: 1, changes: 1 })
    expect(await cart()).toMatchObject({
      lines: [{ quantity: 2 }],
      couponCode: 'SUMMER',
      giftWrap: true,
      giftMessage: 'Any text',
    })
    const { token, user, leftByStranger } = await call(SIGN_IN, { email, ...(await sent(email)), browserKey: BROWSER })
    expect(leftByStranger).toEqual({ orderNumbers: [number], addressCount: 1 })
    expect(user).toEqual({
      ...{ firstName: '', lastName: '', mobile: null, hasPassword: false },
      takenOverAt: expect.any(String) as string,
    })
    expect(await left()).toEqual({ consents: 0, wishes: 0, results: 0, changes: 0 })
    expect(await db.consent.findMany(own)).toMatchObject([{ withdrawnAt: expect.any(Date) as Date }])
    expect(await cart()).toMatchObject({ lines: [], couponCode: null, giftWrap: false, giftMessage: null })
    expect((await db.recentLogin.findMany(own)).map(({ network }) => network)).toEqual([shop.hashNetwork(HOME)])
    const CANCEL = `mutation { cancelOrder(number: "${number}") { order { status } userErrors { code } } }`
    const cancelled = await ask(app, CANCEL, { token: token! })
    expect(cancelled.data.cancelOrder).toEqual({ order: { status: 'CANCELLED' }, userErrors: [] })
    // Later logins report nothing.
    await db.$executeRaw`UPDATE mail_code SET created_at = created_at - interval '2 hours' WHERE email = ${email}`
    const again = await call(SIGN_IN, { email, ...(await sent(email)) })
    expect([again.leftByStranger, again.user!['takenOverAt']]).toEqual([null, user!['takenOverAt']])
  })

  it('loses its API keys, second factor and block, but not a role, and the office log says so', async () => {
    const { id, email } = await newStaff(app)
    await db.user.update({ where: { id }, data: { emailVerifiedAt: null, blockedAt: new Date() } })
    const { secret } = await db.$transaction((tx) => createKey(tx, { name: 'Till', permissions: ['read_orders'] }, id))
    await db.secondFactor.create({ data: { userId: id, sealedSecret: 'sealed', confirmedAt: new Date() } })
    const { token } = await call(SIGN_IN, { email, ...(await sent(email)) })
    expect(token).not.toBeNull()
    expect(await findKeyUser(db, secret)).toBeNull()
    expect(await db.user.findUniqueOrThrow({ where: { id }, include: { secondFactor: true } })).toMatchObject({
      ...{ role: 'STAFF', blockedAt: null, secondFactor: null },
    })
    const entries = await db.auditEntry.findMany({ where: { actorId: id }, orderBy: { id: 'asc' } })
    expect(entries.map(({ action }) => action).slice(-3)).toEqual(['endApiKey', 'removeSecondFactor', 'blockCustomer'])
  })

  it('keeps everything if its own session enters the code, such as the code of the welcome email', async () => {
    const email = newEmail()
    const signup = await call(SIGN_UP, { email, ...person, consents }, HOME)
    const { id } = await db.mailCode.findFirstOrThrow({ where: { email } })
    const welcome = { requestId: signup.codeRequestId!, code: shop.mailCodes.of(id) }
    const { user, leftByStranger } = await call(SIGN_IN, { email, ...welcome }, HOME, { token: signup.token! })
    expect(leftByStranger).toBeNull()
    expect(user).toMatchObject({ firstName: 'Not', hasPassword: true, takenOverAt: null })
    expect(await db.consent.count({ where: { user: { email }, withdrawnAt: null } })).toBe(1)
  })
})
