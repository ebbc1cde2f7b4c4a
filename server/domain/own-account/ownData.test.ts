import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp, without } from '../../testing/app'
import { ask } from '../../testing/calls'
import { newShopper } from '../../testing/data/factories'
import { PASSWORD } from '../../testing/data/fixtures'
import { composeAccountMail } from '../mail/composeAccountMail'

const app = await startTestApp({}, { limits: without('codes') })
const { shop } = app
const { db } = shop

let serial = 0
const newEmail = () => `own-${(serial += 1)}@own.example`

const UPDATE = `mutation ($input: UpdateAccountInput!) {
  updateAccount(input: $input) { user { firstName lastName mobile } userErrors { code field } } }`
const REQUEST = `mutation ($input: RequestEmailChangeInput!) { requestEmailChange(input: $input) { requestId userErrors { code field } } }`
const CONFIRM = `mutation ($input: ConfirmEmailChangeInput!) {
  confirmEmailChange(input: $input) { token user { email emailVerifiedAt } userErrors { code field } } }`
const SIGN_IN = `mutation ($input: SignInWithCodeInput!) { signInWithCode(input: $input) { token userErrors { code } } }`
const REQUEST_CODE = `mutation ($input: RequestCodeInput!) { requestCode(input: $input) { requestId userErrors { code } } }`

interface Result {
  token?: string | null
  requestId?: string | null
  user: Record<string, string | null> | null
  userErrors: { code: string; field: string[] | null }[]
}
const call = async (query: string, token: string | undefined, input: object, on = app) =>
  Object.values((await ask(on, query, { ...(token && { token }), variables: { input } })).data)[0] as Result
const codesOf = ({ userErrors }: Result) => userErrors.map(({ code }) => code)

/** The emails to an address, newest first. */
async function mailsTo(email: string) {
  const rows = await db.outboxMessage.findMany({ where: { channel: 'account-mail' }, orderBy: { id: 'desc' } })
  const mails = await Promise.all(rows.map((row) => composeAccountMail(shop, row)))
  return mails.filter((mail) => mail?.to === email).map((mail) => mail!)
}
const codeIn = (text: string): string => /^ {4}(\d{6})$/m.exec(text)![1]!

/** Requests a code, and returns the request's id and the code from the email. */
async function sent(query: string, token: string | undefined, input: { email: string; password?: string }, on = app) {
  const { requestId, userErrors } = await call(query, token, input, on)
  expect(userErrors).toEqual([])
  return { requestId: requestId!, code: codeIn((await mailsTo(input.email))[0]!.text) }
}

const verify = (id: string) => db.user.update({ where: { id }, data: { emailVerifiedAt: new Date() } })

describe('updateAccount', () => {
  it('changes names and mobile number, and keeps omitted fields', async () => {
    const { token } = await newShopper(app)
    const changed = await call(UPDATE, token, { firstName: ' Anu ', mobile: '+91 98765 43210' })
    expect(changed.user).toMatchObject({ firstName: 'Anu', mobile: '9876543210' })
    const removed = await call(UPDATE, token, { mobile: null })
    expect(removed.user).toMatchObject({ firstName: 'Anu', mobile: null })
  })

  it.each([{ firstName: '  ' }, { lastName: 'x'.repeat(201) }, { mobile: 'call me' }, { firstName: 'a\0b' }])(
    'refuses %j and changes nothing',
    async (input) => {
      const { token, id } = await newShopper(app)
      const before = await db.user.findUniqueOrThrow({ where: { id } })
      expect(codesOf(await call(UPDATE, token, input))).toEqual(['INVALID_INPUT'])
      expect(await db.user.findUniqueOrThrow({ where: { id } })).toEqual(before)
    },
  )

  it('does not change a demo account', async () => {
    const demo = await db.user.findFirstOrThrow({ where: { isDemo: true } })
    expect(codesOf(await call(UPDATE, app.signToken(demo), { firstName: 'Anu' }))).toEqual(['DEMO_ACCOUNT'])
  })
})

describe('a change of email', () => {
  it('requires the password and a code sent to the new address, ends other sessions, and notifies the old address', async () => {
    const shopper = await newShopper(app)
    await verify(shopper.id)
    const email = newEmail()
    const code = await sent(REQUEST, shopper.token, { email, password: PASSWORD })
    const { user, token } = await call(CONFIRM, shopper.token, code)
    expect(user).toMatchObject({ email, emailVerifiedAt: expect.any(String) as string })
    expect((await ask(app, '{ me { email } }', { token: shopper.token })).errors).toBeDefined()
    expect((await ask(app, '{ me { email } }', { token: token! })).data.me.email).toBe(email)
    expect((await mailsTo(shopper.email)).map(({ kind }) => kind)).toEqual(['EMAIL_CHANGED'])
  })

  it('requires a code sent to the current address if the account has no password', async () => {
    const first = newEmail()
    const login = await sent(REQUEST_CODE, undefined, { email: first })
    const { token } = await call(SIGN_IN, undefined, { email: first, ...login })
    const email = newEmail()
    expect(codesOf(await call(REQUEST, token!, { email }))).toEqual(['INVALID_INPUT'])
    expect(codesOf(await call(REQUEST, token!, { email, password: 'a guess of it' }))).toEqual(['WRONG_PASSWORD'])
    const proof = await sent(REQUEST_CODE, undefined, { email: first })
    expect(codesOf(await call(REQUEST, token!, { email, code: proof.code }))).toEqual(['CODE_INVALID'])
    const change = await sent(REQUEST, token!, { email, ...proof })
    expect(codesOf(await call(CONFIRM, token!, { code: change.code }))).toEqual(['CODE_INVALID'])
    expect((await call(CONFIRM, token!, change)).user!['email']).toBe(email)
  })

  it('is refused with a wrong password, a wrong code, or a login code', async () => {
    const shopper = await newShopper(app)
    const email = newEmail()
    expect(codesOf(await call(REQUEST, shopper.token, { email, password: 'a wrong one' }))).toEqual(['WRONG_PASSWORD'])
    const invented = { code: '123456', requestId: 'invented' }
    expect(codesOf(await call(CONFIRM, shopper.token, invented))).toEqual(['CODE_INVALID'])
    const change = await sent(REQUEST, shopper.token, { email, password: PASSWORD })
    const login = await sent(REQUEST_CODE, undefined, { email })
    expect(codesOf(await call(CONFIRM, shopper.token, login))).toEqual(['CODE_INVALID'])
    expect(codesOf(await call(SIGN_IN, undefined, { email, ...change }))).toEqual(['CODE_INVALID'])
    expect((await call(CONFIRM, shopper.token, change)).user!['email']).toBe(email)
  })

  it('does not use up the code if the new address has received too many codes', async () => {
    const limited = await startBeside(app, {}, { 'codes.perMailboxAndNetwork': 2 })
    const first = newEmail()
    const login = await sent(REQUEST_CODE, undefined, { email: first }, limited)
    const { token } = await call(SIGN_IN, undefined, { email: first, ...login }, limited)
    const full = newEmail()
    await call(REQUEST_CODE, undefined, { email: full }, limited)
    await call(REQUEST_CODE, undefined, { email: full }, limited)
    const proof = await sent(REQUEST_CODE, undefined, { email: first }, limited)
    expect(codesOf(await call(REQUEST, token!, { email: full, ...proof }, limited))).toEqual(['TOO_MANY_ATTEMPTS'])
    expect(codesOf(await call(REQUEST, token!, { email: newEmail(), ...proof }, limited))).toEqual([])
  })

  it("cannot be confirmed with another account's code", async () => {
    const [one, other] = [await newShopper(app), await newShopper(app)]
    const email = newEmail()
    const code = await sent(REQUEST, one.token, { email, password: PASSWORD })
    await call(REQUEST, other.token, { email: newEmail(), password: PASSWORD })
    expect(codesOf(await call(CONFIRM, other.token, code))).toEqual(['CODE_INVALID'])
  })

  it('reveals that an address is taken only after its code is entered, and never takes over that account', async () => {
    const [shopper, owner] = [await newShopper(app), await newShopper(app)]
    const code = await sent(REQUEST, shopper.token, { email: owner.email, password: PASSWORD })
    expect(codesOf(await call(CONFIRM, shopper.token, code))).toEqual(['EMAIL_TAKEN'])
    expect((await db.user.findUniqueOrThrow({ where: { id: owner.id } })).email).toBe(owner.email)
    expect((await ask(app, '{ me { email } }', { token: shopper.token })).data.me.email).toBe(shopper.email)
  })

  it('sends no notice to an old address that was never verified', async () => {
    const shopper = await newShopper(app)
    const email = newEmail()
    await call(CONFIRM, shopper.token, await sent(REQUEST, shopper.token, { email, password: PASSWORD }))
    expect(await mailsTo(shopper.email)).toEqual([])
  })

  it('is applied once if several calls use the same code', async () => {
    const shopper = await newShopper(app)
    await verify(shopper.id)
    const email = newEmail()
    const code = await sent(REQUEST, shopper.token, { email, password: PASSWORD })
    const results = await Promise.allSettled([1, 2, 3].map(() => call(CONFIRM, shopper.token, code)))
    const done = results.filter((each) => each.status === 'fulfilled' && each.value?.token)
    expect(done).toHaveLength(1)
    expect(await mailsTo(shopper.email)).toHaveLength(1)
  })

  it('is refused for the current address, for a demo account, and if the shop sends no email', async () => {
    const shopper = await newShopper(app)
    const demo = await db.user.findFirstOrThrow({ where: { isDemo: true } })
    expect(codesOf(await call(REQUEST, shopper.token, { email: shopper.email, password: PASSWORD }))).toEqual([
      'INVALID_INPUT',
    ])
    expect(codesOf(await call(REQUEST, app.signToken(demo), { email: newEmail(), password: PASSWORD }))).toEqual([
      'DEMO_ACCOUNT',
    ])
    const silent = await startBeside(app, { MAIL: '0' })
    expect(codesOf(await call(REQUEST, shopper.token, { email: newEmail(), password: PASSWORD }, silent))).toEqual([
      'MAIL_UNAVAILABLE',
    ])
  })
})
