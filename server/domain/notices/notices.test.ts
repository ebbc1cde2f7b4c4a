import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp, without } from '../../testing/app'
import { ask } from '../../testing/calls'
import { addressOf, checkOut, newProvenShopper, newShopper, setStock } from '../../testing/data/factories'
import { BOWL, CUP, PASSWORD } from '../../testing/data/fixtures'
import { formatRupees } from '../../shared/money/money'
import { composeAccountMail } from '../mail/composeAccountMail'
import { keyOfAddress } from '../login/wrongTotals'
import { maintain } from '../maintenance/maintenance'
import { deleteAccount } from '../own-account/deleteAccount'
import { RULES } from '../../guards/rules'
import { forgetNotices, moveNotices, unsubscribeKey } from './notices'
import { sendNotices } from './sendNotices'

const app = await startTestApp(
  { PUBLIC_ORIGIN: 'https://shop.example', SIGN_INS_PER_MINUTE: '0' },
  { limits: without('codes') },
)
const { shop } = app
const { db } = shop
/** The second server on the same database. */
const other = (await startBeside(app, { PUBLIC_ORIGIN: 'https://shop.example' })).shop
const products = (
  await db.product.findMany({ where: { stock: { gt: 0 }, variantOf: null }, orderBy: { id: 'asc' } })
).map(({ id }) => id)

let serial = 0
const newEmail = () => `waits-${(serial += 1)}@notices.example`
let used = 0
/** A product that no other test uses, with this stock. */
async function product(stock: number): Promise<string> {
  const id = products.filter((each) => each !== BOWL && each !== CUP)[(used += 1)]!
  await setStock(app, { [id]: stock })
  return id
}

/** `count` people wait, each a second longer than the next. */
async function wait(productId: string, count: number, kind: 'AVAILABLE' | 'PRICE' = 'AVAILABLE'): Promise<string[]> {
  const { discounted: price } = await db.product.findUniqueOrThrow({ where: { id: productId } })
  const emails = Array.from({ length: count }, newEmail)
  const at = (i: number) => new Date(Date.now() - 3600_000 + i * 1000)
  const rows = emails.map((email, i) => ({ email, productId, kind, price, createdAt: at(i) }))
  // Stored in another order than asked.
  await db.productNotice.createMany({ data: rows.toReversed() })
  return emails
}

/** The recipients of all news about the product so far, in the order of the outbox. */
async function mailed(productId: string): Promise<string[]> {
  const notices = await db.productNotice.findMany({ where: { productId } })
  const messages = await db.outboxMessage.findMany({
    where: { topic: { in: notices.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  })
  return messages.map(({ topic }) => notices.find(({ id }) => id === topic)!.email)
}

const mailOf = async (email: string) => {
  const notice = await db.productNotice.findFirstOrThrow({ where: { email, sentAt: { not: null } } })
  return composeAccountMail(shop, await db.outboxMessage.findFirstOrThrow({ where: { topic: notice.id } }))
}

const age = (productId: string, hours: number) =>
  db.$executeRaw`UPDATE product_notice SET sent_at = sent_at - ${hours}::int * interval '1 hour'
    WHERE product_id = ${productId}`

const ASK = `mutation ($variantId: ID!, $email: String, $code: String, $requestId: String) {
  notifyWhenAvailable(variantId: $variantId, email: $email, code: $code, requestId: $requestId) {
    notice { id kind price product { id } } requestId user { notices { id } } userErrors { code message field } } }`
const ASK_PRICE = `mutation ($variantId: ID!) { notifyWhenPriceFalls(variantId: $variantId) {
  notice { id kind price } user { notices { id kind product { id } } } userErrors { code field confirmEmail } } }`
const STOP = `mutation ($id: ID!) { stopNotice(id: $id) { user { notices { id } } userErrors { code } } }`
const MINE = '{ me { notices { id kind product { id } } } }'

const asking = async (variables: Record<string, unknown>, who = {}) =>
  (await ask(app, ASK, { ...who, variables })).data.notifyWhenAvailable as {
    notice: { id: string } | null
    requestId: string | null
    user: { notices: { id: string }[] } | null
    userErrors: { code: string; message: string; field: string[] }[]
  }
const askingPrice = async (variantId: string, who: object) =>
  (await ask(app, ASK_PRICE, { ...who, variables: { variantId } })).data.notifyWhenPriceFalls

async function codeFor(email: string): Promise<string> {
  const { id } = await db.mailCode.findFirstOrThrow({ where: { email }, orderBy: { id: 'desc' } })
  const mail = await composeAccountMail(shop, await db.outboxMessage.findFirstOrThrow({ where: { eventId: id } }))
  expect(mail).toMatchObject({ to: email, kind: 'NEWS_CODE' })
  return /^ {4}(\d{6})$/m.exec(mail!.text)![1]!
}

describe('sendNotices', () => {
  it('sends the ten oldest of 50 people an email when 2 pieces return', async () => {
    const id = await product(0)
    const emails = await wait(id, 50)
    await sendNotices(shop)
    expect(await mailed(id)).toEqual([])
    await setStock(app, { [id]: 2 })
    await sendNotices(shop)
    await sendNotices(shop)
    expect(await mailed(id)).toEqual(emails.slice(0, 10))
  })

  it('sends each email once, and no more than the limit, while several servers send', async () => {
    const id = await product(0)
    const emails = await wait(id, 50)
    await setStock(app, { [id]: 2 })
    await Promise.all([shop, other, shop, other, shop, other].map((each) => sendNotices(each)))
    expect(await mailed(id)).toEqual(emails.slice(0, 10))
    // More than a step.
    const large = await product(0)
    const many = await wait(large, 250)
    await setStock(app, { [large]: 49 })
    await Promise.all([shop, other, shop, other].map((each) => sendNotices(each)))
    await sendNotices(shop)
    expect(await mailed(large)).toEqual(many.slice(0, 245))
  })

  it('loses and repeats no email if the server dies before the messages are stored', async () => {
    const id = await product(0)
    const emails = await wait(id, 3)
    await setStock(app, { [id]: 1 })
    // The transaction fails between the end of the notices and the messages, as when the connection is lost.
    const first = await db.productNotice.findFirstOrThrow({ where: { email: emails[2]! } })
    const taken = {
      channel: 'account-mail',
      eventId: first.id,
      topic: 'x',
      body: '{}',
      dueAt: new Date(),
      state: 'SENT',
    } as const
    const { id: blocking } = await db.outboxMessage.create({ data: taken })
    await expect(sendNotices(shop)).rejects.toThrow()
    expect(await mailed(id)).toEqual([])
    expect(await db.productNotice.count({ where: { productId: id, sentAt: null } })).toBe(3)
    await db.outboxMessage.delete({ where: { id: blocking } })
    await sendNotices(other)
    expect(await mailed(id)).toEqual(emails)
  })

  it('writes to the next people when the product returns again, and never twice to the same', async () => {
    const id = await product(0)
    const emails = await wait(id, 12)
    for (const stock of [1, 0, 1, 0]) {
      await setStock(app, { [id]: stock })
      await sendNotices(shop)
    }
    expect(await mailed(id)).toEqual(emails.slice(0, 10))
    // More pieces without a return: five people for each of the two pieces, five of whom already got the email.
    await setStock(app, { [id]: 1 })
    await sendNotices(shop)
    await setStock(app, { [id]: 2 })
    await sendNotices(shop)
    expect(await mailed(id)).toEqual(emails)
  })

  it('writes to the next people after a day in which pieces remained', async () => {
    const id = await product(0)
    const emails = await wait(id, 8)
    await setStock(app, { [id]: 1 })
    await sendNotices(shop)
    await db.$executeRaw`UPDATE stock_return SET returned_at = returned_at - interval '3 days'`
    await age(id, 23)
    await sendNotices(shop)
    expect(await mailed(id)).toEqual(emails.slice(0, 5))
    await age(id, 2)
    await sendNotices(shop)
    expect(await mailed(id)).toEqual(emails)
  })

  it('counts pieces of an expired hold as a return', async () => {
    const id = await product(1)
    const shopper = await newShopper(app, { [id]: 1 })
    const { order } = await checkOut(app, shopper)
    const emails = await wait(id, 1)
    await sendNotices(shop)
    expect(await mailed(id)).toEqual([])
    const past = new Date(Date.now() - 60_000)
    await db.order.update({ where: { id: order.id }, data: { placedAt: past, expiresAt: past } })
    await maintain(shop, () => false)
    expect(await mailed(id)).toEqual(emails)
  })

  it('sends nothing about a hidden product', async () => {
    const id = await product(0)
    const emails = await wait(id, 1)
    await db.product.update({ where: { id }, data: { stock: 5, hiddenAt: new Date() } })
    await sendNotices(shop)
    expect(await mailed(id)).toEqual([])
    await db.product.update({ where: { id }, data: { hiddenAt: null } })
    await sendNotices(shop)
    expect(await mailed(id)).toEqual(emails)
    await db.product.update({ where: { id }, data: { hiddenAt: new Date() } })
    expect(await mailOf(emails[0]!)).toBeNull()
  })

  it('writes once when the price falls below the price at the time of asking, while the product can be bought', async () => {
    const id = await product(0)
    const { discounted } = await db.product.findUniqueOrThrow({ where: { id } })
    const emails = await wait(id, 2, 'PRICE')
    const setPrice = (price: number) => db.product.update({ where: { id }, data: { discounted: price } })
    await setPrice(discounted - 10)
    await sendNotices(shop)
    expect(await mailed(id)).toEqual([])
    await setPrice(discounted)
    await setStock(app, { [id]: 3 })
    await sendNotices(shop)
    expect(await mailed(id)).toEqual([])
    await setPrice(discounted - 10)
    await sendNotices(shop)
    await setPrice(discounted - 20)
    await sendNotices(shop)
    expect(await mailed(id)).toEqual(emails)
    const mail = await mailOf(emails[0]!)
    expect(mail!.text).toContain(`it cost ${formatRupees(discounted)} when you asked`)
    expect(mail!.text).toContain(`https://shop.example/product/${id}`)
    // An email that waits in the outbox must not name a price that is no longer lower.
    await setPrice(discounted)
    expect(await mailOf(emails[0]!)).toBeNull()
  })
})

describe('notifyWhenAvailable', () => {
  it('gives a visitor nothing without the right code, and one open notice with it', async () => {
    const id = await product(0)
    const email = newEmail()
    const first = await asking({ variantId: id, email: ` ${email.toUpperCase()} ` })
    expect(first).toMatchObject({ notice: null, user: null, userErrors: [] })
    const { requestId } = first
    const code = await codeFor(email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const input = { variantId: id, email, requestId }
    expect((await asking({ ...input, code: wrong })).userErrors).toMatchObject([
      { code: 'CODE_INVALID', field: ['code'] },
    ])
    expect((await asking({ ...input, code, requestId: null })).userErrors).toMatchObject([{ code: 'CODE_INVALID' }])
    expect((await asking({ ...input, email: newEmail(), code })).userErrors).toMatchObject([{ code: 'CODE_INVALID' }])
    await setStock(app, { [id]: 9 })
    await sendNotices(shop)
    await setStock(app, { [id]: 0 })
    expect(await db.productNotice.count({ where: { productId: id } })).toBe(0)
    const set = await asking({ ...input, code })
    expect(set).toMatchObject({
      notice: { kind: 'AVAILABLE', product: { id } },
      requestId: null,
      user: null,
      userErrors: [],
    })
    const again = await asking({ variantId: id, email })
    expect(again).toMatchObject({ notice: null, requestId: expect.any(String) as string })
    const same = await asking({ ...input, requestId: again.requestId, code: await codeFor(email) })
    expect(same.notice!.id).toBe(set.notice!.id)
    expect(await db.productNotice.count({ where: { productId: id } })).toBe(1)
    await setStock(app, { [id]: 1 })
    await sendNotices(shop)
    expect(await mailed(id)).toEqual([email])
  })

  it('emails a code that does not log in, and takes no code of a login', async () => {
    const id = await product(0)
    const email = newEmail()
    const { requestId } = await asking({ variantId: id, email })
    const code = await codeFor(email)
    const signIn = `mutation ($input: SignInWithCodeInput!) { signInWithCode(input: $input) { token userErrors { code } } }`
    const logIn = await ask(app, signIn, { variables: { input: { email, code, requestId } } })
    expect(logIn.data.signInWithCode).toEqual({ token: null, userErrors: [{ code: 'CODE_INVALID' }] })
    const request = `mutation ($input: RequestCodeInput!) { requestCode(input: $input) { requestId } }`
    const { data } = await ask(app, request, { variables: { input: { email } } })
    const { id: row } = await db.mailCode.findFirstOrThrow({ where: { email, purpose: 'LOGIN' } })
    const login = { requestId: data.requestCode.requestId as string, code: shop.mailCodes.of(row) }
    expect((await asking({ variantId: id, email, ...login })).userErrors).toMatchObject([{ code: 'CODE_INVALID' }])
  })

  it('leaves the codes that log in, whatever notices are asked for and however many wrong codes are entered', async () => {
    const limited = await startBeside(app, { PUBLIC_ORIGIN: 'https://shop.example' })
    const email = newEmail()
    const wanted = { variantId: await product(0), email }
    const codesOf = async (variables: Record<string, unknown>) => {
      const { data } = await ask(limited, ASK, { variables })
      const { requestId, userErrors } = data.notifyWhenAvailable
      return { requestId, codes: userErrors.map(({ code }: { code: string }) => code) }
    }
    const asked = []
    for (let i = 0; i < 4; i += 1) asked.push(await codesOf(wanted))
    expect(asked.map(({ codes }) => codes)).toEqual([[], [], [], ['TOO_MANY_ATTEMPTS']])
    for (let i = 0; i < RULES['wrongCodes.perRequest'].most; i += 1)
      await codesOf({ ...wanted, requestId: asked[0]!.requestId, code: '000000' })
    expect(await db.mailCode.findFirst({ where: { email, failures: { gt: 0 } } })).toMatchObject({ failures: 5 })
    expect(await db.signInFailures.count({ where: { email: keyOfAddress(email) } })).toBe(0)
    const request = `mutation ($input: RequestCodeInput!) { requestCode(input: $input) { userErrors { code } } }`
    const logIns = []
    for (let i = 0; i < 4; i += 1) {
      const { data } = await ask(limited, request, { variables: { input: { email } } })
      logIns.push(data.requestCode.userErrors.map(({ code }: { code: string }) => code))
    }
    expect(logIns).toEqual([[], [], [], ['TOO_MANY_ATTEMPTS']])
    // Nor do notices that others ask for, from networks near and far.
    const other = newEmail()
    const near = await startBeside(app, { TRUST_PROXY: '127.0.0.1' })
    const from = (address: string, document: string, variables: Record<string, unknown>) =>
      ask(near, document, { variables, headers: { 'x-forwarded-for': address } })
    for (const network of ['203.0.113.5', '198.51.100.5', '192.0.2.5', '100.64.7.5'])
      for (let i = 0; i < 3; i += 1) await from(network, ASK, { variantId: wanted.variantId, email: other })
    for (const address of ['203.0.113.77', '192.0.2.9', '203.0.113.5']) {
      const { data } = await from(address, request, { input: { email: other } })
      expect([address, data.requestCode.userErrors]).toEqual([address, []])
    }
  })

  it('answers the same for an address with and without an account', async () => {
    const id = await product(0)
    const [known, unknown] = [(await newProvenShopper(app)).email, newEmail()]
    const answers = []
    for (const email of [known, unknown]) answers.push(await asking({ variantId: id, email }))
    expect(answers.map((each) => ({ ...each, requestId: each.requestId!.length }))).toEqual(
      [1, 2].map(() => ({ notice: null, requestId: 22, user: null, userErrors: [] })),
    )
  })

  it('limits the codes of one mailbox, like those for a login', async () => {
    const limited = await startBeside(app, { PUBLIC_ORIGIN: 'https://shop.example' })
    const id = await product(0)
    const variables = { variantId: id, email: newEmail() }
    const codes = []
    for (let i = 0; i < 4; i++)
      codes.push(
        (await ask(limited, ASK, { variables })).data.notifyWhenAvailable.userErrors.map(
          ({ code }: { code: string }) => code,
        ),
      )
    expect(codes).toEqual([[], [], [], ['TOO_MANY_ATTEMPTS']])
  })

  it('needs no code for the confirmed email of the viewer, but one for any other address', async () => {
    const id = await product(0)
    const [proven, unproven] = [await newProvenShopper(app), await newShopper(app)]
    const own = await asking({ variantId: id }, proven)
    expect(own).toMatchObject({ notice: { kind: 'AVAILABLE' }, requestId: null, userErrors: [] })
    expect(own.user!.notices).toEqual([{ id: own.notice!.id }])
    expect(await asking({ variantId: id, email: newEmail() }, proven)).toMatchObject({ notice: null })
    expect(await asking({ variantId: id }, unproven)).toMatchObject({ notice: null, userErrors: [] })
    expect(await db.productNotice.count({ where: { productId: id } })).toBe(1)
  })

  it('greets by the name of a confirmed account. The name in an unconfirmed one may be a stranger’s', async () => {
    const id = await product(0)
    const [confirmed, unconfirmed] = [await newProvenShopper(app), await newShopper(app)].map(({ email }) => email)
    for (const [email, emailVerifiedAt] of [
      [confirmed!, new Date()],
      [unconfirmed!, null],
    ] as const) {
      await db.user.update({ where: { email }, data: { firstName: 'Meera', emailVerifiedAt } })
      await db.productNotice.create({ data: { email, productId: id, kind: 'AVAILABLE', price: 1 } })
    }
    await setStock(app, { [id]: 1 })
    await sendNotices(shop)
    expect((await mailOf(confirmed!))!.text).toMatch(/^Hello Meera,\n/)
    expect((await mailOf(unconfirmed!))!.text).toMatch(/^Hello,\n/)
  })

  it('opens a notice for a variant that is not its product, and emails when that variant is back', async () => {
    const id = 'tea-for-two-set-oat'
    await setStock(app, { [id]: 0 })
    const proven = await newProvenShopper(app)
    expect(await asking({ variantId: id }, proven)).toMatchObject({
      notice: { kind: 'AVAILABLE', product: { id } },
      userErrors: [],
    })
    expect(await askingPrice(id, proven)).toMatchObject({ userErrors: [] })
    await setStock(app, { [id]: 1 })
    await sendNotices(shop)
    const [email] = await mailed(id)
    expect((await mailOf(email!))!.text).toContain('Tea for Two Set, Oat')
  })

  it('refuses a missing email, an unknown, hidden or available product, and a shop without emails', async () => {
    const id = await product(0)
    const email = newEmail()
    const errorOf = async (variables: Record<string, unknown>) => (await asking(variables)).userErrors
    expect(await errorOf({ variantId: id })).toMatchObject([{ code: 'INVALID_INPUT', field: ['email'] }])
    expect(await errorOf({ variantId: id, email: 'nobody' })).toMatchObject([
      { code: 'INVALID_INPUT', field: ['email'] },
    ])
    expect(await errorOf({ variantId: 'x'.repeat(201), email })).toMatchObject([{ field: ['variantId'] }])
    expect(await errorOf({ variantId: 'unknown', email })).toMatchObject([
      { code: 'PRODUCT_NOT_FOUND', field: ['variantId'] },
    ])
    expect(await errorOf({ variantId: CUP, email })).toMatchObject([{ code: 'INVALID_INPUT', field: ['variantId'] }])
    await db.product.update({ where: { id }, data: { hiddenAt: new Date() } })
    expect(await errorOf({ variantId: id, email })).toMatchObject([{ code: 'PRODUCT_NOT_FOUND' }])
    expect(await db.mailCode.count({ where: { email } })).toBe(0)
    const silent = await startBeside(app, { MAIL: '0' })
    const { data } = await ask(silent, ASK, { variables: { variantId: id, email } })
    expect(data.notifyWhenAvailable.userErrors).toMatchObject([{ code: 'MAIL_UNAVAILABLE' }])
  })

  it('opens at most 20 notices for an address, also when asked concurrently', async () => {
    const shopper = await newProvenShopper(app)
    const ids = products.slice(-21)
    await db.product.updateMany({ data: { hiddenAt: null } })
    const answers = await Promise.all(ids.map((id) => askingPrice(id, shopper)))
    const refused = answers.filter(({ userErrors }) => userErrors.length > 0)
    expect(refused.map(({ userErrors }) => userErrors[0].code)).toEqual(['LIMIT_REACHED'])
    expect(await db.productNotice.count({ where: { email: shopper.email } })).toBe(RULES['lists.notices'].most)
    // Asking again for an open one is not refused.
    const open = ids[answers.findIndex(({ notice }) => notice !== null)]!
    const again = await Promise.all([1, 2, 3].map(() => askingPrice(open, shopper)))
    expect(again.map(({ userErrors }) => userErrors)).toEqual([[], [], []])
  })
})

describe('notifyWhenPriceFalls and stopNotice', () => {
  it('need a confirmed email, and list and end only the own notices', async () => {
    const [own, stranger, unproven] = [await newProvenShopper(app), await newProvenShopper(app), await newShopper(app)]
    expect((await askingPrice(CUP, unproven)).userErrors).toEqual([
      { code: 'EMAIL_UNVERIFIED', field: null, confirmEmail: true },
    ])
    const { notice, user } = await askingPrice(CUP, own)
    expect(user.notices).toEqual([{ id: notice.id, kind: 'PRICE', product: { id: CUP } }])
    for (const id of [notice.id as string, 'no-uuid']) await ask(app, STOP, { ...stranger, variables: { id } })
    expect((await ask(app, MINE, own)).data.me.notices).toHaveLength(1)
    // A stranger may have opened an account with another person's address.
    await db.productNotice.create({ data: { email: unproven.email, productId: CUP, kind: 'PRICE', price: 1 } })
    expect((await ask(app, MINE, unproven)).data.me.notices).toEqual([])
    const stopped = await ask(app, STOP, { ...own, variables: { id: notice.id as string } })
    expect(stopped.data.stopNotice).toEqual({ user: { notices: [] }, userErrors: [] })
  })
})

describe('POST /unsubscribe', () => {
  const post = (key: string, body = 'List-Unsubscribe=One-Click') =>
    app.inject({
      method: 'POST',
      url: `/unsubscribe?key=${key}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: body,
    })
  const seen = ({ statusCode, headers, body }: Awaited<ReturnType<typeof post>>) => [
    statusCode,
    headers['content-type'],
    headers['cache-control'],
    body,
  ]

  it('ends all notices of the address without a login, also those that wait to be sent', async () => {
    const [id, next] = [await product(0), await product(0)]
    const [email] = await wait(id, 1)
    await wait(id, 1)
    const key = unsubscribeKey(shop, email!)
    await db.productNotice.create({ data: { email: email!, productId: next, kind: 'PRICE', price: 1 } })
    await setStock(app, { [id]: 1 })
    await sendNotices(shop)
    const { id: sent } = await db.productNotice.findFirstOrThrow({ where: { email: email!, sentAt: { not: null } } })
    const message = await db.outboxMessage.findFirstOrThrow({ where: { topic: sent } })
    expect((await composeAccountMail(shop, message))!.unsubscribeUrl).toMatch(
      /^https:\/\/shop\.example\/unsubscribe\?key=[\w-]+$/,
    )
    // A scanner of links sends GET requests.
    await app.inject(`/unsubscribe?key=${key}`)
    expect(await db.productNotice.count({ where: { email: email! } })).toBe(2)
    const answer = await post(key)
    expect(await db.productNotice.count({ where: { email: email! } })).toBe(0)
    expect(await composeAccountMail(shop, message)).toBeNull()
    // The place of the sent notice still counts, so the limit per piece holds.
    expect(await db.productNotice.count({ where: { productId: id, email: '' } })).toBe(1)
    const others = [
      await post(key),
      await post('wrong'),
      await post(''),
      await post('x'.repeat(2000)),
      await post(key, ''),
    ]
    for (const each of others) expect(seen(each)).toEqual(seen(answer))
    expect(seen(answer)).toEqual([
      200,
      'text/plain; charset=utf-8',
      'no-store',
      'You get no more emails about products.',
    ])
  })

  it('refuses a large body, and accepts a form with files', async () => {
    const email = newEmail()
    await db.productNotice.create({ data: { email, productId: CUP, kind: 'PRICE', price: 1 } })
    const url = `/unsubscribe?key=${unsubscribeKey(shop, email)}`
    expect((await post(unsubscribeKey(shop, email), 'x'.repeat(2000))).statusCode).toBe(413)
    expect(await db.productNotice.count({ where: { email } })).toBe(1)
    const payload = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
    expect(await db.productNotice.count({ where: { email } })).toBe(0)
  })
})

describe('the notices of an account', () => {
  it('end with the account, but not with the unconfirmed account of a stranger', async () => {
    const [own, stranger] = [await newProvenShopper(app), await newShopper(app)]
    for (const { email } of [own, stranger])
      await db.productNotice.create({ data: { email, productId: CUP, kind: 'PRICE', price: 1 } })
    for (const { id, email } of [own, stranger]) {
      const viewer = await db.user.findUniqueOrThrow({ where: { id } })
      await deleteAccount(shop, viewer, addressOf(email), { password: PASSWORD })
    }
    expect(await db.productNotice.count({ where: { email: own.email } })).toBe(0)
    expect(await db.productNotice.count({ where: { email: stranger.email } })).toBe(1)
  })

  it('move to the new email, up to the limit and without duplicates', async () => {
    const [from, to] = [newEmail(), newEmail()]
    const row = (email: string, productId: string, i: number) => ({
      ...{ email, productId, kind: 'PRICE' as const, price: 1 },
      createdAt: new Date(Date.now() - 1000 + i),
    })
    await db.productNotice.createMany({ data: products.slice(0, 15).map((id, i) => row(from, id, i)) })
    await db.productNotice.createMany({ data: products.slice(10, 20).map((id, i) => row(to, id, i)) })
    await db.$transaction((tx) => moveNotices(tx, from, to))
    const left = await db.productNotice.findMany({ where: { email: { in: [from, to] } } })
    expect(left.map(({ email }) => email)).toEqual(Array.from({ length: 20 }, () => to))
    expect(new Set(left.map(({ productId }) => productId))).toEqual(new Set(products.slice(0, 20)))
  })
})

describe('forgetNotices', () => {
  it('deletes notices a week after their email, and open ones after a year', async () => {
    const email = newEmail()
    const old = (days: number) => new Date(Date.now() - days * 24 * 3600_000)
    const add = (productId: string, createdAt: Date, sentAt: Date | null = null) =>
      db.productNotice.create({ data: { email, productId, kind: 'PRICE', price: 1, createdAt, sentAt } })
    await add(products[0]!, old(366))
    await add(products[1]!, old(364))
    await add(products[2]!, old(366), old(8))
    await add(products[3]!, old(366), old(6))
    await forgetNotices(shop)
    const left = await db.productNotice.findMany({ where: { email }, orderBy: { productId: 'asc' } })
    expect(left.map(({ productId }) => productId)).toEqual([products[1], products[3]])
  })
})
