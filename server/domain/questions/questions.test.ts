import { describe, expect, it } from 'vitest'
import { writeMail } from '../../outbox/mail/mail'
import { MAX_QUESTION_LENGTH } from '../../shared/validation'
import { startBeside, startTestApp, withLimits, without } from '../../testing/app'
import { ask } from '../../testing/calls'
import { addressOf, newDelivered, newProvenShopper, newShopper, newStaff } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { composeAccountMail } from '../mail/composeAccountMail'
import { maintain } from '../maintenance/maintenance'
import { orderNumber } from '../orders/order'
import type { Shop } from '../shop'
import { askStudio, forgetQuestions } from './questions'

const SETTINGS = {
  PUBLIC_ORIGIN: 'https://shop.example',
  CONTACT_EMAIL: 'hello@shop.example',
  MAIL_FROM: 'Cerashop <orders@shop.example>',
}
const app = await startTestApp(SETTINGS, { limits: without('questions') })
const { shop } = app
const { db } = shop

const ASK = `mutation ($input: AskStudioInput!) { askStudio(input: $input) { userErrors { code message field } } }`

let serial = 0
const question = (given: object = {}) => ({
  name: 'Asha Rao',
  email: `asks-${(serial += 1)}@visitor.example`,
  message: 'Does the bowl go into an oven?',
  ...given,
})

const asking = async (input: object, who = {}) =>
  (await ask(app, ASK, { ...who, variables: { input } })).data.askStudio.userErrors as {
    code: string
    message: string
    field: string[]
  }[]

const questionsFrom = (email: string) => db.studioQuestion.findMany({ where: { email } })

/** The email about the only question from the address. */
async function mailFrom(email: string) {
  const { id } = (await questionsFrom(email))[0]!
  const message = await db.outboxMessage.findFirstOrThrow({ where: { eventId: id } })
  // Only the row of the question contains what the person typed, so that it can be erased.
  expect(message.body).not.toContain(email)
  const mail = (await composeAccountMail(shop, message))!
  const sender = { from: 'orders@shop.example', shopName: 'Cerashop', replyTo: 'hello@shop.example' }
  const raw = (await writeMail(sender, mail, message.eventId)).toString()
  return { ...mail, raw, headers: raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ') }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

describe('askStudio', () => {
  it("sends a visitor's question about a variant to the shop's address, and nothing to the visitor", async () => {
    const before = await db.outboxMessage.count()
    const input = question({ name: 'Asha Rao', message: 'Hello,\n\ndoes it go into an oven?', productId: BOWL })
    expect(await asking(input)).toEqual([])
    expect(await db.outboxMessage.count()).toBe(before + 1)
    const { title } = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
    const mail = await mailFrom(input.email)
    expect(mail).toMatchObject({ to: 'hello@shop.example', isToStaff: true, isReal: true })
    expect(mail.subject).toContain(`Question about ${title}`)
    expect(mail.headers).toContain(`Reply-To: ${input.email}`)
    // Help desks drop emails that call themselves automatic.
    expect(mail.headers).not.toMatch(/Auto-Submitted|X-Auto-Response/)
    expect(mail.text).toContain('> Hello,\n> does it go into an oven?\n> — Asha Rao')
    expect(mail.text).toContain(`https://shop.example/product/${BOWL}`)
    expect(oneLine(mail.text)).toContain('The address and the name are not confirmed.')
  })

  it("names the viewer's order, and says that the address is confirmed", async () => {
    const shopper = await newProvenShopper(app)
    const order = await newDelivered(app, shopper, { [BOWL]: 1 })
    const number = orderNumber(order)
    const input = question({ email: shopper.email.toUpperCase(), orderNumber: number })
    expect(await asking(input, shopper)).toEqual([])
    const mail = await mailFrom(shopper.email)
    expect(mail.subject).toBe(`Question about order ${number}`)
    expect(mail.text).toContain(`https://shop.example/office/orders/${number}`)
    expect(oneLine(mail.text)).toContain('The address is the confirmed one of an account.')
  })

  it('names the order of an emailed link without a login, and no order of another person', async () => {
    const shopper = await newShopper(app)
    const order = await newDelivered(app, shopper, { [BOWL]: 1 })
    const number = orderNumber(order)
    const linkKey = shop.orderLinks.sign({ orderId: order.id, generation: order.linkGeneration, issuedAt: new Date() })
    const input = question({ linkKey })
    expect(await asking(input)).toEqual([])
    expect((await mailFrom(input.email)).subject).toBe(`Question about order ${number}`)
    const reviewKey = shop.reviewLinks.sign({ orderId: order.id, generation: 0, issuedAt: new Date() })
    for (const [about, who] of [
      [{ orderNumber: number }, {}],
      [{ orderNumber: number }, await newShopper(app)],
      [{ orderNumber: 'CER-999999' }, shopper],
      [{ linkKey: reviewKey }, {}],
      [{ linkKey: `${linkKey.slice(0, -1)}x` }, shopper],
    ] as const)
      expect(await asking(question(about), who)).toMatchObject([{ code: 'ORDER_NOT_FOUND' }])
  })

  it.each([
    ['a message of blanks', { message: ' \n\u200b ' }, 'message'],
    ['a message without words', { message: '?!?' }, 'message'],
    ['a long message', { message: 'x'.repeat(MAX_QUESTION_LENGTH + 1) }, 'message'],
    ['a huge message', { message: ' '.repeat(200_000) }, 'message'],
    ['control characters', { message: 'a\u0000b' }, 'message'],
    ['no name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
    ['no address', { email: 'asha' }, 'email'],
    ['two addresses', { email: 'a@b.example, c@d.example' }, 'email'],
    ['a header after the address', { email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
    ['an address with a name', { email: '"Asha" <a@b.example>' }, 'email'],
    ['a quoted address', { email: '"a\\"@b"@c.example' }, 'email'],
    ["the shop's own address", { email: 'Hello@Shop.example' }, 'email'],
    ['the address that the shop sends from', { email: 'orders@shop.example' }, 'email'],
    ["another address of the shop's mailbox", { email: 'hello+1@shop.example' }, 'email'],
    ['a long number', { orderNumber: `CER-${'0'.repeat(30)}` }, 'orderNumber'],
    ['a long key', { linkKey: 'x'.repeat(5_000) }, 'linkKey'],
    ['a long product', { productId: 'x'.repeat(5_000) }, 'productId'],
  ])('refuses %s, and sends nothing', async (_name, given, field) => {
    const before = [await db.studioQuestion.count(), await db.outboxMessage.count()]
    expect(await asking(question(given))).toMatchObject([{ code: 'INVALID_INPUT', field: ['input', field] }])
    expect([await db.studioQuestion.count(), await db.outboxMessage.count()]).toEqual(before)
  })

  it('names the error of an unknown and of a hidden product', async () => {
    const cup = await db.product.findFirstOrThrow({ where: { variantOf: null, id: { not: BOWL } } })
    await db.product.update({ where: { id: cup.id }, data: { hiddenAt: new Date() } })
    for (const productId of ['no-such-product', cup.id])
      expect(await asking(question({ productId }))).toMatchObject([{ code: 'PRODUCT_NOT_FOUND' }])
    await db.product.update({ where: { id: cup.id }, data: { hiddenAt: null } })
  })

  it('keeps what the person typed out of headers and elements', async () => {
    const input = question({
      name: 'Asha\r\nBcc: all@spam.example <script>alert(1)</script>',
      message: 'Hi\r\nBcc: x@spam.example\r\n\r\n<img src=x onerror=alert(1)>\n-- \n</blockquote><h1>Pay here</h1>',
      productId: BOWL,
    })
    expect(await asking(input)).toEqual([])
    const { headers, html, text, subject } = await mailFrom(input.email)
    expect(headers.match(/^(Bcc|Cc|To|Reply-To):.*$/gim)).toEqual([
      'To: hello@shop.example',
      `Reply-To: ${input.email}`,
    ])
    expect(subject).not.toContain('Asha')
    expect(html).not.toMatch(/<(script|img)|<h1>Pay/)
    // A line of the message cannot look like the shop's own text.
    expect(text).toMatch(/^> Bcc: x@spam\.example$/m)
    expect(text).toMatch(/^> --$/m)
  })

  it('marks each line of a long paragraph as a quotation', async () => {
    const input = question({ message: 'long words '.repeat(40) })
    expect(await asking(input)).toEqual([])
    const lines = (await mailFrom(input.email)).text.split('\n').filter((line) => line.includes('long words'))
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.filter((line) => !line.startsWith('> ') || line.length > 78)).toEqual([])
  })

  it('sends the same question once, also if it is sent twice at the same time', async () => {
    const input = question({ productId: BOWL })
    expect(await Promise.all([asking(input), asking(input), asking(input)])).toEqual([[], [], []])
    expect(await questionsFrom(input.email)).toHaveLength(1)
    expect(await asking({ ...input, message: 'And into a microwave?' })).toEqual([])
    expect(await questionsFrom(input.email)).toHaveLength(2)
  })

  it.each([
    ['without an address', { CONTACT_EMAIL: '' }, 'This shop takes no questions here.'],
    ['without emails', { MAIL: '0' }, 'This shop takes no questions here. Please write to hello@shop.example.'],
  ])('says %s what to do instead', async (_name, env, message) => {
    const closed = await startBeside(app, { ...SETTINGS, ...env })
    const { data } = await ask(closed, ASK, { variables: { input: question() } })
    expect(data.askStudio.userErrors).toMatchObject([{ code: 'MAIL_UNAVAILABLE', message }])
    expect((await ask(closed, '{ shop { takesQuestions } }')).data.shop.takesQuestions).toBe(false)
  })
})

describe('the limits of questions', () => {
  const NONE = without('questions')
  const send = (limited: Shop, network: string, viewer: Parameters<typeof askStudio>[1]['viewer'], given = {}) =>
    askStudio(limited, { address: network, viewer }, question(given)).then(
      () => 'sent',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    )
  const viewerOf = ({ id }: { id: string }) => db.user.findUniqueOrThrow({ where: { id } })

  it('count a mailbox under all its addresses, on all networks: questions.perAddress', async () => {
    const limited = withLimits(shop, { ...NONE, 'questions.perAddress': 2 })
    const at = (i: number) => send(limited, addressOf(`perAddress ${i}`), null, { email: `v.ictim+${i}@gmail.com` })
    expect([await at(1), await at(2)]).toEqual(['sent', 'sent'])
    expect(await at(3)).toBe('LIMIT_REACHED: 2 questions came from this address today. Please write again tomorrow.')
  })

  it('count for an account, also with different addresses: questions.perAccount', async () => {
    const limited = withLimits(shop, { ...NONE, 'questions.perAccount': 2 })
    const viewer = await viewerOf(await newProvenShopper(app))
    const at = (i: number) => send(limited, addressOf(`perAccount ${i}`), viewer)
    expect([await at(1), await at(2)]).toEqual(['sent', 'sent'])
    expect(await at(3)).toMatch(/^LIMIT_REACHED: You can send 2 questions a day/)
  })

  it('count the strangers of a network, and a wide network as 20: questions.perNetworkOfStrangers', async () => {
    const limited = withLimits(shop, {
      ...NONE,
      'questions.perNetworkOfStrangers': 1,
      'questions.perNetworkOfConfirmed': 2,
    })
    expect(await send(limited, '198.51.100.1', null)).toBe('sent')
    expect(await send(limited, '198.51.100.1', null)).toMatch(/^LIMIT_REACHED: Your network sent many questions/)
    // An account without a confirmed email is a stranger's.
    expect(await send(limited, '198.51.100.1', await viewerOf(await newShopper(app)))).toMatch(/^LIMIT_REACHED/)
    for (let i = 2; i <= 20; i += 1) expect(await send(limited, `198.51.100.${i}`, null)).toBe('sent')
    expect(await send(limited, '198.51.100.21', null)).toMatch(/^LIMIT_REACHED/)
    // Confirmed buyers of the network still ask, up to questions.perNetworkOfConfirmed.
    const buyer = async () => send(limited, '198.51.100.1', await viewerOf(await newProvenShopper(app)))
    expect([await buyer(), await buyer()]).toEqual(['sent', 'sent'])
    expect(await buyer()).toMatch(/^LIMIT_REACHED/)
  })

  it('count all strangers, and leave buyers with a confirmed email alone: questions.ofStrangers', async () => {
    const sent = await db.studioQuestion.count({ where: { isConfirmed: false } })
    const limited = withLimits(shop, { ...NONE, 'questions.ofStrangers': sent + 3 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => send(limited, addressOf(`ofStrangers ${i}`), null)),
    )
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(3)
    expect(await send(limited, addressOf('a buyer'), await viewerOf(await newProvenShopper(app)))).toBe('sent')
  })
})

describe('forgetQuestions', () => {
  const age = (email: string, days: number) =>
    db.$executeRaw`UPDATE studio_question SET created_at = now() - ${days}::int * interval '1 day' WHERE email = ${email}`

  it('deletes the networks after a day, and the question together with its email', async () => {
    const [kept, gone, young] = [question(), question(), question()]
    for (const each of [kept, gone, young]) await asking(each)
    for (const { email } of [gone, young])
      await db.outboxMessage.deleteMany({ where: { eventId: (await questionsFrom(email))[0]!.id } })
    await age(kept.email, 30)
    await age(gone.email, 2)
    await maintain(shop, () => false)
    expect(await questionsFrom(kept.email)).toMatchObject([{ message: kept.message, networks: [] }])
    expect(await questionsFrom(gone.email)).toEqual([])
    const [youngest] = await questionsFrom(young.email)
    expect(youngest!.networks.length).toBeGreaterThan(0)
    await forgetQuestions(shop, Date.now() + 25 * 3600_000)
    expect(await questionsFrom(young.email)).toEqual([])
  })
})

describe('the questions in the office', () => {
  const LIST = `query ($first: Int!, $after: String) { office { questions(first: $first, after: $after) {
    nodes { name email isConfirmedEmail message productId productTitle orderNumber } pageInfo { endCursor hasNextPage } totalCount } } }`
  const listed = async (token: string, variables: Record<string, unknown>) =>
    (await ask(app, LIST, { token, variables })).data.office.questions

  it('are listed with what they are about, the newest first, without those of deleted accounts', async () => {
    const { token } = await newStaff(app)
    const [first, second, erased] = [question({ productId: BOWL }), question(), question()]
    for (const each of [first, second, erased]) expect(await asking(each)).toEqual([])
    await db.studioQuestion.updateMany({ where: { email: erased.email }, data: { name: '', email: '', message: '' } })
    const page = await listed(token, { first: 1 })
    expect(page).toMatchObject({
      nodes: [
        { email: second.email, message: second.message, isConfirmedEmail: false, productId: null, orderNumber: null },
      ],
      pageInfo: { hasNextPage: true },
    })
    const next = await listed(token, { first: 1, after: page.pageInfo.endCursor })
    expect(next.nodes).toMatchObject([{ email: first.email, name: 'Asha Rao', productId: BOWL, orderNumber: null }])
    expect(next.nodes[0].productTitle).not.toBe('')
    expect(page.totalCount).toBe(await db.studioQuestion.count({ where: { email: { not: '' } } }))
  })

  it('name the order and the confirmed email of the buyer', async () => {
    const { token } = await newStaff(app)
    const shopper = await newProvenShopper(app)
    const number = orderNumber(await newDelivered(app, shopper, { [BOWL]: 1 }))
    expect(await asking(question({ email: shopper.email, orderNumber: number }), shopper)).toEqual([])
    expect((await listed(token, { first: 1 })).nodes).toMatchObject([{ orderNumber: number, isConfirmedEmail: true }])
  })
})
