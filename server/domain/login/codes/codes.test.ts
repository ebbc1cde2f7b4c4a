import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp, without } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { fillCart, newProvenShopper, newShopper } from '../../../testing/data/factories'
import { BOWL, PASSWORD } from '../../../testing/data/fixtures'
import { statementsOf } from '../../../testing/statements'
import { composeAccountMail } from '../../mail/composeAccountMail'

const app = await startTestApp({}, { limits: without('codes') })
const { shop } = app
const { db } = shop

let serial = 0
const newEmail = () => `code-${(serial += 1)}@codes.example`

const REQUEST = `mutation ($input: RequestCodeInput!) { requestCode(input: $input) { requestId userErrors { code message field } } }`
const SIGN_IN = `mutation ($input: SignInWithCodeInput!) {
  signInWithCode(input: $input) { token user { id firstName email emailVerifiedAt hasPassword } userErrors { code message field } } }`
const RESET = `mutation ($input: ResetPasswordInput!) {
  resetPassword(input: $input) { token user { id hasPassword } userErrors { code field } } }`
const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { token userErrors { code } } }`

type Options = Parameters<typeof ask>[2]
const call = async (query: string, input: object, options: Options = {}, on = app) =>
  Object.values((await ask(on, query, { ...options, variables: { input } })).data)[0] as {
    token: string | null
    requestId?: string
    codeRequestId?: string | null
    leftByStranger?: { orderNumbers: string[]; addressCount: number } | null
    user: { id: string; firstName: string; email: string; emailVerifiedAt: string | null; hasPassword: boolean } | null
    userErrors: { code: string; message: string; field: string[] }[]
  }
const codesOf = ({ userErrors }: { userErrors: { code: string }[] }) => userErrors.map(({ code }) => code)

interface Sent {
  requestId: string
  code: string
}

/** Requests a code, and returns the request's id and the digits from the email. */
async function mailedCode(email: string, { on = app, ...options }: Options & { on?: typeof app } = {}): Promise<Sent> {
  const { requestId, userErrors } = await call(REQUEST, { email }, options, on)
  expect(userErrors).toEqual([])
  const { id } = await db.mailCode.findFirstOrThrow({ where: { email }, orderBy: { id: 'desc' } })
  const message = await db.outboxMessage.findFirstOrThrow({ where: { channel: 'account-mail', eventId: id } })
  const mail = (await composeAccountMail(on.shop, message))!
  expect(mail.to).toBe(email)
  return { requestId: requestId!, code: /^ {4}(\d{6})$/m.exec(mail.text)![1]! }
}

/** A wrong code for the same request. */
const wrong = ({ requestId, code }: Sent): Sent => ({
  requestId,
  code: String((Number(code) + 1) % 1_000_000).padStart(6, '0'),
})
const age = (email: string, ms: number) =>
  db.$executeRaw`UPDATE mail_code SET created_at = created_at - ${ms} * interval '1 millisecond' WHERE email = ${email}`

describe('a code', () => {
  it('opens an account for an unknown address', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    const { user, token } = await call(SIGN_IN, {
      email: email.toUpperCase(),
      requestId: sent.requestId,
      code: `${sent.code.slice(0, 3)} ${sent.code.slice(3)}`,
    })
    expect(user).toMatchObject({
      email,
      firstName: '',
      hasPassword: false,
      emailVerifiedAt: expect.any(String) as string,
    })
    expect((await ask(app, '{ me { cart { totalQuantity } } }', { token: token! })).data.me.cart.totalQuantity).toBe(0)
  })

  it('works once', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    expect((await call(SIGN_IN, { email, ...sent })).token).not.toBeNull()
    expect(codesOf(await call(SIGN_IN, { email, ...sent }))).toEqual(['CODE_INVALID'])
  })

  it('works only once if it is entered in two browsers at the same time', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    const results = await Promise.all([1, 2, 3, 4].map(() => call(SIGN_IN, { email, ...sent })))
    expect(results.filter(({ token }) => token !== null)).toHaveLength(1)
    expect(await db.user.count({ where: { email } })).toBe(1)
  })

  it('is refused for another address', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const sent = await mailedCode(email)
    await mailedCode(other)
    expect(codesOf(await call(SIGN_IN, { email: other, ...sent }))).toEqual(['CODE_INVALID'])
  })

  it('expires after 10 minutes', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    await age(email, 10 * 60_000 + 1)
    expect(codesOf(await call(SIGN_IN, { email, ...sent }))).toEqual(['CODE_INVALID'])
  })

  it('becomes invalid after five failed attempts, even concurrent ones', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    await Promise.all([1, 2, 3, 4, 5].map(() => call(SIGN_IN, { email, ...wrong(sent) })))
    expect(codesOf(await call(SIGN_IN, { email, ...sent }))).toEqual(['CODE_INVALID'])
  })

  it('is still valid after four failed attempts', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    await Promise.all([1, 2, 3, 4].map(() => call(SIGN_IN, { email, ...wrong(sent) })))
    expect((await call(SIGN_IN, { email, ...sent })).token).not.toBeNull()
  })

  it('stays valid while any number of others are requested for the address', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    for (let i = 0; i < 4; i += 1) await mailedCode(email)
    expect((await call(SIGN_IN, { email, ...sent })).token).not.toBeNull()
  })

  it('works only with the id of its request, and the message says so', async () => {
    const email = newEmail()
    const [one, other] = [await mailedCode(email), await mailedCode(email)]
    const enter = (input: object) => call(SIGN_IN, { email, ...input })
    expect(codesOf(await enter({ code: one.code, requestId: other.requestId }))).toEqual(['CODE_INVALID'])
    for (const { code } of [one, other]) {
      for (const requestId of ['invented', ''])
        expect(codesOf(await enter({ code, requestId }))).toEqual(['CODE_INVALID'])
      const { token, userErrors } = await enter({ code })
      expect([token, userErrors]).toMatchObject([
        null,
        [{ code: 'CODE_INVALID', message: 'Please ask for a new code on this page.' }],
      ])
    }
    expect((await call(SIGN_IN, { email, ...one })).token).not.toBeNull()
  })

  it('is still valid while a new secret replaces the old one', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    const secrets = {
      JWT_SECRET: 'the next secret, of some length too',
      JWT_SECRET_ACCEPTED: 'a secret for tests, of some length',
    }
    const next = await startBeside(app, secrets)
    expect((await call(SIGN_IN, { email, ...sent }, {}, next)).token).not.toBeNull()
  })

  it('is refused with the reason, which only the caller who has the id of the request learns', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const enter = async (sent: Sent, to = email) => (await call(SIGN_IN, { email: to, ...sent })).userErrors[0]?.message
    const [guessed, old, used] = [await mailedCode(email), await mailedCode(other), await mailedCode(email)]
    expect(await enter(wrong(guessed))).toMatch('This code is wrong. Use the code of the newest email')
    for (let i = 0; i < 3; i += 1) await enter(wrong(guessed))
    const ended = 'Too many wrong codes. Request a new code.'
    expect([await enter(wrong(guessed)), await enter(guessed)]).toEqual([ended, ended])
    await age(other, 10 * 60_000 + 1)
    expect(await enter(old, other)).toBe('This code has expired. Request a new code.')
    expect(await enter(used)).toBeUndefined()
    expect(await enter(used)).toBe('This code was used already. Request a new code.')
    expect(await enter({ ...used, requestId: 'invented' })).toMatch('wrong, used or expired')
  })

  it('is never stored in plain text', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    const rows = await db.$queryRaw<{ text: string }[]>`
      SELECT mail_code::text AS text FROM mail_code UNION ALL SELECT body || topic || event_id FROM outbox_message`
    // A UUID may contain the digits by chance, so UUIDs do not count.
    const texts = rows.map(({ text }) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ''))
    expect(texts.filter((text) => new RegExp(`(?<!\\d)${sent.code}(?!\\d)`).test(text))).toEqual([])
  })

  it.each(['12345', '1234567', 'abcdef', '', '１２３４５', '12345\0'])(
    'is rejected if it is malformed: %j',
    async (code) => {
      expect(codesOf(await call(SIGN_IN, { email: newEmail(), code }))).toEqual(['INVALID_INPUT'])
    },
  )
})

describe('requesting a code', () => {
  it('runs the same statements and returns the same result for known and unknown addresses', async () => {
    const shopper = await newShopper(app)
    const seen: string[][] = []
    for (const email of [shopper.email, newEmail()]) {
      const before = await db.outboxMessage.count()
      let result: { requestId?: string } = {}
      const statements = await statementsOf(async () => {
        result = await call(REQUEST, { email })
      })
      expect(result.requestId).toMatch(/^[\w-]{22}$/)
      seen.push([
        ...statements,
        JSON.stringify({ ...result, requestId: '' }),
        String((await db.outboxMessage.count()) - before),
      ])
    }
    expect(seen[0]!.length).toBeGreaterThan(3)
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]!.at(-1)).toBe('1')
  })

  it('is limited to three per hour and mailbox, regardless of how the address is spelled', async () => {
    const limited = await startBeside(app, {})
    const request = (email: string) => call(REQUEST, { email }, {}, limited)
    const spellings = ['a.sha@gmail.com', 'asha+1@gmail.com', 'ASHA@googlemail.com', 'as.ha+2@gmail.com']
    const results = []
    for (const email of spellings) results.push(codesOf(await request(email)))
    expect(results).toEqual([[], [], [], ['TOO_MANY_ATTEMPTS']])
    await db.$executeRaw`UPDATE mail_code SET created_at = created_at - interval '1 hour' WHERE email LIKE '%gmail.com'`
    expect(codesOf(await request('asha@gmail.com'))).toEqual([])
  })

  it('from one network does not use up the owner’s codes on another network', async () => {
    const limited = await startBeside(app, { TRUST_PROXY: '127.0.0.1' })
    const email = newEmail()
    const from = (address: string) => call(REQUEST, { email }, { headers: { 'x-forwarded-for': address } }, limited)
    for (let i = 0; i < 4; i += 1) await from('203.0.113.7')
    expect(await db.mailCode.count({ where: { email } })).toBe(3)
    expect(codesOf(await from('198.51.100.9'))).toEqual([])
    for (let i = 0; i < 40; i += 1) await from(`192.0.${i}.1`)
    expect(await db.mailCode.count({ where: { email } })).toBe(12)
  })

  it('is limited per mailbox even after the account is deleted', async () => {
    const limited = await startBeside(app, {})
    const shopper = await newShopper(app)
    const request = () => call(REQUEST, { email: shopper.email }, {}, limited)
    for (let i = 0; i < 3; i += 1) expect(codesOf(await request())).toEqual([])
    const DELETE = `mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { userErrors { code } } }`
    expect(codesOf(await call(DELETE, { password: PASSWORD }, { token: shopper.token }))).toEqual([])
    expect(codesOf(await request())).toEqual(['TOO_MANY_ATTEMPTS'])
  })

  it('is limited per mailbox for concurrent requests too', async () => {
    const limited = await startBeside(app, {})
    const email = newEmail()
    await Promise.all(Array.from({ length: 8 }, () => call(REQUEST, { email }, {}, limited)))
    expect(await db.mailCode.count({ where: { email } })).toBe(3)
  })

  it('is limited per network', async () => {
    const limited = await startBeside(app, {}, { 'codes.perNetwork': 2 })
    const results = []
    for (let i = 0; i < 3; i += 1) results.push(codesOf(await call(REQUEST, { email: newEmail() }, {}, limited)))
    expect(results).toEqual([[], [], ['TOO_MANY_ATTEMPTS']])
  })

  it('is refused if the shop sends no email or takes real payments without SMTP', async () => {
    const environments: Record<string, string>[] = [
      { MAIL: '0' },
      { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'a secret', RAZORPAY_WEBHOOK_SECRET: 'another secret' },
    ]
    for (const env of environments) {
      const silent = await startBeside(app, env)
      expect(codesOf(await call(REQUEST, { email: newEmail() }, {}, silent))).toEqual(['MAIL_UNAVAILABLE'])
      expect((await ask(silent, '{ shop { codesByMail } }')).data.shop.codesByMail).toBeNull()
    }
    expect((await ask(app, '{ shop { codesByMail } }')).data.shop.codesByMail).toBe('FILE')
  })
})

describe('wrong codes from one network', () => {
  it('end after one attempt in that network, but in no other', async () => {
    const limited = await startBeside(app, { TRUST_PROXY: '127.0.0.1' }, { 'wrongCodes.perNetwork': 3 })
    const email = newEmail()
    const from = (address: string): Options => ({ headers: { 'x-forwarded-for': address } })
    const guessed = newEmail()
    const guesses = wrong(await mailedCode(guessed))
    for (let i = 0; i < 3; i += 1) await call(SIGN_IN, { email: guessed, ...guesses }, from('203.0.113.7'), limited)
    const [here, elsewhere] = [await mailedCode(email), await mailedCode(email)]
    const enter = (sent: Sent, address: string) => call(SIGN_IN, { email, ...sent }, from(address), limited)
    expect(codesOf(await enter(wrong(here), '203.0.113.7'))).toEqual(['TOO_MANY_ATTEMPTS'])
    expect(codesOf(await enter(here, '198.51.100.9'))).toEqual(['CODE_INVALID'])
    expect(codesOf(await enter(wrong(elsewhere), '198.51.100.9'))).toEqual(['CODE_INVALID'])
    expect((await enter(elsewhere, '198.51.100.9')).token).not.toBeNull()
  })
})

it('wrong codes from one network are limited even if they are sent concurrently', async () => {
  const limited = await startBeside(app, { TRUST_PROXY: '127.0.0.1' }, { 'wrongCodes.perNetwork': 5 })
  const headers = { 'x-forwarded-for': '203.0.113.99' }
  const requests: (Sent & { email: string })[] = []
  for (let i = 0; i < 20; i += 1) {
    const email = newEmail()
    requests.push({ email, ...wrong(await mailedCode(email)) })
  }
  const tries = requests.map((request) => call(SIGN_IN, request, { headers }, limited))
  const codes = (await Promise.all(tries)).flatMap(codesOf)
  expect(codes.filter((code) => code === 'CODE_INVALID')).toHaveLength(5)
})

describe('the first use of a code for an address', () => {
  it('revokes the access of a stranger who opened the account', async () => {
    const stranger = await newShopper(app)
    const { token } = await call(SIGN_IN, { email: stranger.email, ...(await mailedCode(stranger.email)) })
    const { email } = stranger
    expect(codesOf(await call(LOGIN, { email, password: PASSWORD }))).toEqual(['WRONG_PASSWORD'])
    expect((await ask(app, '{ me { id } }', { token: stranger.token })).errors).toBeDefined()
    // The address that the stranger saved must be confirmed first.
    await fillCart(app, { id: stranger.id, tokenVersion: 1 }, { [BOWL]: 1 })
    const START = `mutation ($id: ID!) { startCheckout(addressId: $id, idempotencyKey: "k") { userErrors { code field } } }`
    const start = async () =>
      (await ask(app, START, { token: token!, variables: { id: stranger.addressId } })).data.startCheckout
    expect((await start()).userErrors).toEqual([{ code: 'ADDRESS_UNCHECKED', field: ['addressId'] }])
    const CONFIRM = `mutation ($id: ID!) { confirmAddress(id: $id) { address { isUnchecked } userErrors { code } } }`
    const confirmed = await ask(app, CONFIRM, { token: token!, variables: { id: stranger.addressId } })
    expect(confirmed.data.confirmAddress).toEqual({ address: { isUnchecked: false }, userErrors: [] })
    expect((await start()).userErrors).toEqual([])
  })

  it('is announced in the email: what it removes from an account with an unconfirmed address', async () => {
    const { id, email } = await newShopper(app)
    const textFor = async (to: string) => {
      await mailedCode(to)
      const message = await db.outboxMessage.findFirstOrThrow({
        where: { channel: 'account-mail' },
        orderBy: { id: 'desc' },
      })
      return (await composeAccountMail(shop, message))!.text.replace(/\s+/g, ' ')
    }
    const warning = 'we remove the account’s password, name, cart and wishlist'
    expect(await textFor(email)).toContain(warning)
    await db.user.update({ where: { id }, data: { emailVerifiedAt: new Date() } })
    for (const to of [email, newEmail()]) expect(await textFor(to)).not.toContain(warning)
  })

  it("changes nothing else if the call has the account's token", async () => {
    const shopper = await newShopper(app)
    const sent = await mailedCode(shopper.email)
    const { user } = await call(SIGN_IN, { email: shopper.email, ...sent }, { token: shopper.token })
    expect(user).toMatchObject({ hasPassword: true, emailVerifiedAt: expect.any(String) as string })
    expect((await ask(app, '{ me { id } }', { token: shopper.token })).data.me.id).toBe(shopper.id)
    expect(await db.address.count({ where: { userId: shopper.id, isUnchecked: true } })).toBe(0)
  })

  it('is the only one that can remove the password', async () => {
    const shopper = await newShopper(app)
    await call(SIGN_IN, { email: shopper.email, ...(await mailedCode(shopper.email)) }, { token: shopper.token })
    const { user } = await call(SIGN_IN, { email: shopper.email, ...(await mailedCode(shopper.email)) })
    expect(user!.hasPassword).toBe(true)
  })
})

describe('an account', () => {
  it('cannot log in with a code if it is blocked or a demo account', async () => {
    const shopper = await newProvenShopper(app)
    await db.user.update({ where: { id: shopper.id }, data: { blockedAt: new Date() } })
    const sent = await mailedCode(shopper.email)
    expect(codesOf(await call(SIGN_IN, { email: shopper.email, ...sent }))).toEqual(['ACCOUNT_BLOCKED'])
    const demo = await db.user.findFirstOrThrow({ where: { isDemo: true } })
    const demoCode = await mailedCode(demo.email)
    expect(codesOf(await call(SIGN_IN, { email: demo.email, ...demoCode }))).toEqual(['DEMO_ACCOUNT'])
    expect((await db.user.findUniqueOrThrow({ where: { id: demo.id } })).passwordHash).toBe(demo.passwordHash)
  })

  it('takes its missing names from its first address', async () => {
    const email = newEmail()
    const { token } = await call(SIGN_IN, { email, ...(await mailedCode(email)) })
    const ADD = `mutation ($input: AddressInput!) { addAddress(input: $input) { userErrors { code } } }`
    const input = {
      name: 'Meera Sri Iyer',
      street: 'S',
      city: 'Kochi',
      state: 'Kerala',
      country: 'India',
      zipCode: '682001',
      mobile: '9876543210',
    }
    await ask(app, ADD, { token: token!, variables: { input } })
    const { firstName, lastName } = await db.user.findUniqueOrThrow({ where: { email } })
    expect({ firstName, lastName }).toEqual({ firstName: 'Meera', lastName: 'Sri Iyer' })
  })

  it('can be deleted with a code if it has no password', async () => {
    const email = newEmail()
    const { token } = await call(SIGN_IN, { email, ...(await mailedCode(email)) })
    const DELETE = `mutation ($input: DeleteAccountInput!) { deleteAccount(input: $input) { userErrors { code field } } }`
    const remove = (input: object) => call(DELETE, input, { token: token! })
    expect(codesOf(await remove({}))).toEqual(['INVALID_INPUT'])
    const sent = await mailedCode(email)
    expect(codesOf(await remove(wrong(sent)))).toEqual(['CODE_INVALID'])
    expect(codesOf(await remove(sent))).toEqual([])
    expect(await db.user.count({ where: { email } })).toBe(0)
    expect(await db.mailCode.count({ where: { email } })).toBe(0)
  })
})

describe('resetting a password', () => {
  it('sets the new password, ends all sessions, and emails a notice', async () => {
    const shopper = await newShopper(app)
    const { email } = shopper
    const newPassword = 'a new jar on the shelf'
    const { token } = await call(RESET, { email, ...(await mailedCode(email)), newPassword })
    expect((await ask(app, '{ me { hasPassword } }', { token: token! })).data.me.hasPassword).toBe(true)
    expect((await ask(app, '{ me { id } }', { token: shopper.token })).errors).toBeDefined()
    expect((await call(LOGIN, { email, password: newPassword })).token).not.toBeNull()
    const mail = await db.outboxMessage.findFirstOrThrow({ where: { channel: 'account-mail', topic: shopper.id } })
    expect(await composeAccountMail(shop, mail)).toMatchObject({ to: email, kind: 'PASSWORD_CHANGED' })
  })

  it('does not use up the code if the password is rejected', async () => {
    const email = newEmail()
    const sent = await mailedCode(email)
    expect(codesOf(await call(RESET, { email, ...sent, newPassword: 'password123' }))).toEqual(['INVALID_INPUT'])
    expect((await call(RESET, { email, ...sent, newPassword: 'three bowls and a jar' })).token).not.toBeNull()
  })
})

describe('pay on delivery', () => {
  it('requires a verified email address from the first order on, if the shop sends email', async () => {
    const sends = await startBeside(app, {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'orders@shop.example',
      PUBLIC_ORIGIN: 'https://shop.example',
    })
    const shopper = await newShopper(app)
    const PLACE = `mutation ($id: ID!, $key: String!) { placeOrderOnDelivery(addressId: $id, idempotencyKey: $key) { userErrors { code message } } }`
    const place = async (key: string) => {
      await fillCart(app, shopper, { [BOWL]: 1 })
      const variables = { id: shopper.addressId, key }
      return (await ask(sends, PLACE, { token: shopper.token, variables })).data.placeOrderOnDelivery.userErrors as {
        code: string
        message: string
      }[]
    }
    expect(await place('1')).toEqual([
      { code: 'PAY_ON_DELIVERY_UNAVAILABLE', message: expect.stringContaining('confirm your email') as string },
    ])
    await call(SIGN_IN, { email: shopper.email, ...(await mailedCode(shopper.email)) }, { token: shopper.token })
    expect(await place('2')).toEqual([])
  })
})

it('an email whose code was deleted is not sent', async () => {
  const shopper = await newShopper(app)
  await mailedCode(shopper.email)
  const message = await db.outboxMessage.findFirstOrThrow({
    where: { channel: 'account-mail' },
    orderBy: { id: 'desc' },
  })
  await db.mailCode.deleteMany({ where: { email: shopper.email } })
  expect(await composeAccountMail(shop, message)).toBeNull()
})
