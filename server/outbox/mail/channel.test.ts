import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { composeOrderMail } from '../../domain/mail/composeOrderMail'
import { confirmPayment } from '../../domain/orders/placement/checkout'
import { moveOrder } from '../../domain/orders/state/orderState'
import { withOrder } from '../../domain/orders/state/withOrder'
import { orderNumber } from '../../domain/orders/order'
import type { OrderStatus } from '../../generated/prisma/client'
import { startTestApp } from '../../testing/app'
import { checkOut, newShopper, payFor, setStock } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { CERTIFICATE, LOGIN, startSmtp } from '../../testing/stand-ins/smtpStandIn'
import { commandOf } from '../../commands/outbox'
import { claimDue } from '../outbox'
import { startSending } from '../sending'
import { mailChannel } from './channel'
import { emptyFolder } from './folder'
import { writeMail } from './mail'

const ORIGIN = 'https://shop.example'
const app = await startTestApp({ PUBLIC_ORIGIN: ORIGIN, CONTACT_EMAIL: 'hello@shop.example' })
const { shop } = app
const { db } = shop
const dataDir = mkdtempSync(join(tmpdir(), 'cerashop-mail-'))
const folder = join(dataDir, 'mail')
let smtp = await startSmtp()
afterAll(async () => {
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const said: string[] = []
const told = (details: object, message: string) => void said.push(`${message} ${JSON.stringify(details)}`)
Object.assign(shop.log, { error: told, warn: told })

type Smtp = Parameters<typeof mailChannel>[0]['smtp']
const server = (): NonNullable<Smtp> => ({
  ...{ host: 'localhost', port: smtp.port, isSecure: false, needsStartTls: true, auth: LOGIN, ca: CERTIFICATE },
})
const channelTo = (to: Smtp, timeoutMs = 15_000) =>
  mailChannel(
    { from: 'orders@shop.example', smtp: to },
    { ...shop.settings, dataDir },
    {
      name: 'mail',
      compose: (message) => composeOrderMail(shop, message),
    },
    timeoutMs,
  )

const running: { stop(): Promise<void> }[] = []
function sendTo(to: Smtp, { timeoutMs = 15_000, retriesMs = [40, 40, 40] } = {}) {
  const settings = { shutdownMs: 0 }
  const sending = startSending({ db, log: shop.log, settings }, channelTo(to, timeoutMs), { pollMs: 20, retriesMs })
  running.push(sending)
  return sending
}

beforeEach(() => setStock(app, { [BOWL]: 500 }))
const stopAll = () => Promise.all(running.splice(0).map((sending) => sending.stop()))

afterEach(async () => {
  await stopAll()
  smtp.fail(() => ({}))
  smtp.received.length = said.length = 0
  rmSync(folder, { recursive: true, force: true })
  await db.outboxMessage.deleteMany()
})

const move = (id: string, ...path: OrderStatus[]) =>
  db.$transaction(async (tx) => {
    for (const to of path)
      await withOrder(tx, id, (order) => moveOrder(shop, tx, order, to, { source: 'SHOP', note: to }))
  })

/** Places an order that is paid and then changes status. Each step sends an email. */
async function place(...path: OrderStatus[]) {
  const shopper = await newShopper(app, { [BOWL]: 1 })
  const checkout = await checkOut(app, shopper)
  const order = await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  await move(order.id, ...path)
  return { id: order.id, email: shopper.email, userId: shopper.id, number: orderNumber(order) }
}

const unsent = () => db.outboxMessage.count({ where: { state: { not: 'SENT' } } })
const subjectsTo = (email: string) =>
  smtp.received.filter(({ to }) => to[0] === email).map(({ raw }) => /^Subject: (.+)\r$/m.exec(raw)![1])
const idOf = (raw: string) => /^Message-ID: (.+)\r$/im.exec(raw)![1]

describe('with SMTP', () => {
  it('emails are sent over TLS with a login, in sequence for each order', async () => {
    const placed = await place('SHIPPED', 'DELIVERED')
    sendTo(server())
    await expect.poll(unsent).toBe(0)
    expect(subjectsTo(placed.email)).toEqual([
      expect.stringMatching(new RegExp(`^Order ${placed.number} confirmed: thank you, `)),
      `Order ${placed.number} is on its way`,
      `Order ${placed.number} has been delivered`,
    ])
    const [{ raw, from, isSecure }] = smtp.received as [(typeof smtp.received)[number]]
    expect([from, isSecure]).toEqual(['orders@shop.example', true])
    const head = raw.split('\r\n\r\n')[0]!
    const { eventId } = await db.outboxMessage.findFirstOrThrow({ orderBy: { id: 'asc' } })
    expect(head).toContain(`Message-ID: <${eventId}@shop.example>`)
    expect(head).toContain('From: Cerashop <orders@shop.example>')
    expect(head).toContain(`To: ${placed.email}`)
    expect(head).toContain('Reply-To: hello@shop.example')
    expect(head).toContain('Auto-Submitted: auto-generated')
    expect(head).toContain('multipart/alternative')
    expect(head).not.toMatch(/unsubscribe/i)
  })

  it.each([
    ['a server that is busy', { connect: 421 }],
    ['a mailbox that is busy', { recipient: 450 }],
    ['a mail that is not taken now', { data: 451 }],
    ['a login that is not taken', { login: 535 }],
    ['a sender that is refused, which the operator mends', { sender: 550 }],
    ['no answer', { data: 'silence' }],
  ] as const)('emails are retried after %s, and arrive only once', async (_name, fault) => {
    const { email } = await place()
    smtp.fail(() => fault)
    // The timeout is long enough for a busy machine. If the response arrives too late, an email is sent twice, as documented.
    sendTo(server(), { timeoutMs: 3_000, retriesMs: Array.from({ length: 50 }, () => 40) })
    await expect.poll(async () => (await db.outboxMessage.findFirst())!.failures).toBeGreaterThan(0)
    smtp.fail(() => ({}))
    await expect.poll(unsent).toBe(0)
    expect(subjectsTo(email)).toHaveLength(1)
    expect(said.join()).not.toContain(LOGIN.pass)
    expect(said.join()).toContain('trying again later')
  })

  it.each([
    ['an address', { recipient: 550 }],
    ['a mail', { data: 554 }],
  ] as const)('emails fail without a retry if %s is refused, but can be resent', async (_name, fault) => {
    const [bad, good] = [await place(), await place()]
    smtp.fail((to) => (to === bad.email ? fault : {}))
    sendTo(server())
    await expect.poll(() => subjectsTo(good.email).length).toBe(1)
    await expect.poll(() => db.outboxMessage.count({ where: { state: 'DEAD' } })).toBe(1)
    const [line] = await commandOf('mail')(db, ['list'])
    expect(line).toMatch(new RegExp(`DEAD  PAID  order ${bad.id} .* 1 failed  5\\d\\d `))
    expect(await commandOf('webhook')(db, ['list'])).toEqual(['No failed messages.'])
    smtp.fail(() => ({}))
    expect(await commandOf('mail')(db, ['resend', 'dead'])).toEqual(['1 will be sent again by a running shop.'])
    await expect.poll(() => subjectsTo(bad.email).length).toBe(1)
  })

  it('emails are not sent to a server with the wrong certificate, or without TLS', async () => {
    await place()
    const { ca: _ca, ...stranger } = server()
    sendTo(stranger)
    await expect.poll(() => said.join()).toMatch(/self-signed certificate/)
    await stopAll()
    const sendAgain = () =>
      db.outboxMessage.updateMany({ data: { state: 'WAITING', dueAt: new Date(), failures: 0, claim: null } })
    const plain = await startSmtp({ hasTls: false })
    await sendAgain()
    sendTo({ ...server(), port: plain.port })
    await expect.poll(() => said.join()).toContain('500 Error: command not recognized')
    expect([smtp.received, plain.received, plain.logins()]).toEqual([[], [], 0])
    await stopAll()
    await sendAgain()
    sendTo({ ...server(), port: plain.port, needsStartTls: false, auth: null })
    await expect.poll(() => plain.received.length).toBe(1)
    await stopAll()
    await plain.close()
  })

  it('emails wait for a server that is down', async () => {
    const { email } = await place()
    const { port } = smtp
    await smtp.close()
    sendTo({ ...server(), port }, { retriesMs: Array.from({ length: 100 }, () => 40) })
    await expect.poll(() => said.join()).toContain('ECONNREFUSED')
    smtp = await startSmtp({ port })
    await expect.poll(() => subjectsTo(email).length).toBe(1)
  })

  it('each email is sent only once, even with several servers', async () => {
    const placed = await Promise.all(Array.from({ length: 5 }, () => place('SHIPPED')))
    for (let i = 0; i < 3; i += 1) sendTo(server())
    await expect.poll(unsent).toBe(0)
    expect(smtp.received).toHaveLength(10)
    for (const { email } of placed) expect(subjectsTo(email)).toHaveLength(2)
  })

  it('an aborted attempt closes its connection, so the email cannot arrive later', async () => {
    await place()
    smtp.fail(() => ({ data: 'silence' }))
    const [claimed] = await claimDue(db, { channel: 'mail', target: 'x', most: 1, leaseMs: 60_000 })
    const attempt = new AbortController()
    const sending = channelTo(server()).send(claimed!, attempt.signal)
    await expect.poll(() => smtp.connections()).toBe(1)
    attempt.abort(new Error('too late'))
    await expect(sending).rejects.toThrow('aborted')
    await expect.poll(() => smtp.connections()).toBe(0)
  })

  it('an email that is resent after a crash keeps its Message-ID, so email programs show it once', async () => {
    await place()
    const channel = channelTo(server())
    const [claimed] = await claimDue(db, { channel: 'mail', target: 'x', most: 1, leaseMs: 2_000 })
    expect(await channel.send(claimed!, new AbortController().signal)).toEqual({ is: 'sent' })
    // The first server is dead, and no record shows that the email was sent.
    sendTo(server())
    await expect.poll(unsent).toBe(0)
    const [first, second] = smtp.received
    expect(idOf(second!.raw)).toBe(idOf(first!.raw))
    expect(smtp.received).toHaveLength(2)
  })
})

describe('without SMTP', () => {
  it('emails are written to files that only the shop can read, as emails to demo accounts always are', async () => {
    const placed = await place()
    const demo = await place()
    await db.user.update({ where: { id: demo.userId }, data: { isDemo: true } })
    sendTo(server())
    await expect.poll(unsent).toBe(0)
    await stopAll()
    expect(subjectsTo(demo.email)).toEqual([])
    const { id } = await db.outboxMessage.findFirstOrThrow({ where: { topic: placed.id } })
    await commandOf('mail')(db, ['resend', String(id)])
    sendTo(null)
    await expect.poll(unsent).toBe(0)
    const names = readdirSync(folder).sort()
    expect(names.map((name) => /_(CER-\d+)_paid_.+\.(eml|html)$/.exec(name)!.slice(1).join('.')).sort()).toEqual(
      [placed, demo].flatMap(({ number }) => [`${number}.eml`, `${number}.html`]).sort(),
    )
    expect(statSync(join(folder, names[0]!)).mode & 0o077).toBe(0)
    const filed = await db.outboxMessage.findFirstOrThrow({ where: { topic: placed.id } })
    expect(readFileSync(join(folder, filed.filedAs!), 'utf8')).toContain(`To: ${placed.email}`)
  })

  it('files are deleted after a month', async () => {
    await place()
    sendTo(null)
    await expect.poll(unsent).toBe(0)
    await emptyFolder(folder)
    const [name] = readdirSync(folder)
    const old = new Date(Date.now() - 31 * 24 * 3600_000)
    utimesSync(join(folder, name!), old, old)
    await emptyFolder(folder)
    expect(readdirSync(folder)).toHaveLength(1)
    expect(readdirSync(folder)).not.toContain(name)
  })
})

describe('an order whose account was deleted', () => {
  it('causes no email, and its outbox row is deleted', async () => {
    const { userId } = await place('SHIPPED')
    await db.user.update({ where: { id: userId }, data: { deletedAt: new Date() } })
    sendTo(server())
    await expect.poll(() => db.outboxMessage.count()).toBe(0)
    expect(smtp.received).toEqual([])
  })
})

describe('writeMail', () => {
  it('prevents injected headers', async () => {
    const evil = 'x\r\nBcc: victim@elsewhere.example\r\n\r\nhello'
    const sender = { from: 'orders@shop.example', shopName: evil, replyTo: evil }
    const mail = { kind: 'PAID', number: 'CER-000001', to: `a@b.example${evil}`, isReal: true, at: new Date() }
    const raw = (await writeMail(sender, { ...mail, subject: evil, html: '<p>', text: 't' }, 'event')).toString()
    const head = raw.split('\r\n\r\n')[0]!
    expect(head.split('\r\n').filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(head).toContain('multipart/alternative')
    expect(raw).not.toContain('\r\n\r\nhello')
  })
})
