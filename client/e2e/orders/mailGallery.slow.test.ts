/** Shows each kind of email, about orders and accounts, in a browser at two widths, and compares it with its plain text. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { tellPasswordChanged } from '../../../server/domain/login/codeLogin'
import { mailCode, mailNotice } from '../../../server/domain/login/codes/mailCodes'
import {
  accountMessage,
  isNewsMail,
  type AccountMailKind,
  type CodeMailKind,
} from '../../../server/domain/accounts/accountMail'
import { composeAccountMail } from '../../../server/domain/mail/composeAccountMail'
import { composeOrderMail } from '../../../server/domain/mail/composeOrderMail'
import { CONSENTS } from '../../../server/shared/consents'
import type { MailKind } from '../../../server/domain/orders/messages/chooseMail'
import type { ComposedMail } from '../../../server/outbox/mail/mail'
import { addMessages } from '../../../server/outbox/outbox'
import { checkOut, fillCart, newShopper, setStock } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectAccessible } from '../axe'
import { openShopfront } from '../browser'

const CONTACT = 'hello@shop.example'
const shopfront = openShopfront({ CONTACT_EMAIL: CONTACT, PUBLIC_ORIGIN: 'https://shop.example' })

const MAX_SUBJECT_LENGTH = 70
const MAX_LINE_LENGTH = 78

const REASON =
  'We cancelled this order: A very long reason, because the kiln broke on Friday and all bowls of it cracked.'

const DETAILS: Record<MailKind, { note?: string; amount?: number }> = {
  PLACED: {},
  PAID: {},
  SHIPPED: {},
  DELIVERED: {},
  CANCELLED: { note: REASON },
  REFUNDED: { amount: 1_00_050 },
  ADDRESS_CHANGED: {},
  RETURN_REQUESTED: {},
  ITEMS_CANCELLED: { note: 'You cancelled 1 × Sea Glass Serving Bowl.' },
  RETURN_ACCEPTED: { note: 'We accepted your return of 1 × Sea Glass Serving Bowl. We refund their price.' },
  RETURN_REFUSED: { note: 'We could not accept your return: The bowl shows signs of use.' },
  RETURNED: {},
  UNPACKED: {},
  REVIEW_REQUEST: {},
}

async function placeOrder(): Promise<string> {
  const { app } = shopfront
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  const shopper = await newShopper(app)
  await app.shop.db.user.update({ where: { id: shopper.id }, data: { firstName: 'Meenakshi' } })
  const consent = { purpose: 'REVIEW_REQUEST', version: CONSENTS.REVIEW_REQUEST.version } as const
  await app.shop.db.consent.create({ data: { userId: shopper.id, ...consent } })
  await fillCart(app, shopper, { [BOWL]: 1, [CUP]: 4 })
  const { order } = await checkOut(app, shopper)
  const parcel = { carrier: 'India Post', trackingNumber: 'EK123456789IN', trackingUrl: 'https://carrier.example/EK1' }
  await app.shop.db.order.update({ where: { id: order.id }, data: { ...parcel, paymentId: 'pay_gallery' } })
  const shipped = { status: 'SHIPPED', source: 'SHOP', at: new Date(), note: 'Shipped.' } as const
  await app.shop.db.orderEvent.create({ data: { id: randomUUID(), orderId: order.id, ...shipped } })
  return order.id
}

const ACCOUNT_MAILS: AccountMailKind[] = [
  'CODE',
  'WELCOME',
  'EMAIL_CHANGE',
  'NEWS_CODE',
  'BACK_IN_STOCK',
  'PRICE_FELL',
  'EMAIL_CHANGED',
  'CODES_CLOSED',
  'APP_CODES_CLOSED',
  'PASSWORD_CHANGED',
]

/** Amounts, order numbers, tracking numbers and years. */
const factsIn = (text: string): string[] => text.match(/Rs\. [\d,.]*\d|CER-\d+|[A-Z]{2}\d{9}[A-Z]{2}|\b20\d\d\b/g) ?? []
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Writes all emails about one account to the outbox, as the account owner's actions do. */
async function accountMails(): Promise<Map<string, ComposedMail>> {
  const { app } = shopfront
  const { id, email } = await newShopper(app)
  await app.shop.db.user.update({ where: { id }, data: { firstName: 'Meenakshi' } })
  const networks = app.shop.hashNetworks('203.0.113.7')
  const codes: Record<CodeMailKind, string | null> = { CODE: null, WELCOME: null, EMAIL_CHANGE: id, NEWS_CODE: null }
  await app.shop.db.$transaction(async (tx) => {
    for (const kind of Object.keys(codes) as CodeMailKind[])
      await mailCode(
        app.shop,
        tx,
        // A mailbox gets three codes an hour.
        { email: kind === 'NEWS_CODE' ? `visitor-${email}` : email, userId: codes[kind], networks, browser: null },
        kind,
      )
    await mailNotice(tx, email, 'EMAIL_CHANGED')
    await mailNotice(tx, email, 'CODES_CLOSED')
    await addMessages(tx, [accountMessage(id, { type: 'APP_CODES_CLOSED', at: new Date().toISOString() })])
    await tellPasswordChanged(tx, id)
    const news = { BACK_IN_STOCK: 'AVAILABLE', PRICE_FELL: 'PRICE' } as const
    for (const [type, kind] of Object.entries(news) as [keyof typeof news, 'AVAILABLE' | 'PRICE'][]) {
      const sent = { email, kind, productId: BOWL, price: 90_000, sentAt: new Date() }
      const notice = await tx.productNotice.create({ data: sent })
      await addMessages(tx, [accountMessage(notice.id, { type, at: new Date().toISOString() })])
    }
  })
  const messages = await app.shop.db.outboxMessage.findMany({ where: { channel: 'account-mail' } })
  const mails = await Promise.all(messages.map((message) => composeAccountMail(app.shop, message)))
  return new Map(mails.map((mail) => [mail!.kind, mail!]))
}

/** Landmark rules, which do not apply because the email program's page provides the landmarks. */
const OF_PAGES = ['landmark-one-main', 'region']

/** Shows the email at both widths, in light and dark colours. Its facts and sentences must also be in its plain-text version. */
async function expectGoodMail(page: Page, name: string, mail: ComposedMail, buttons: number): Promise<void> {
  await page.setContent(mail.html)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${name}, ${colorScheme}`, [390, 600], OF_PAGES)
  }
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  const shown = await page
    .getByRole('link')
    .evaluateAll((links) => links.filter((link) => getComputedStyle(link).backgroundColor !== 'rgba(0, 0, 0, 0)'))
  expect([name, shown.length]).toEqual([name, buttons])
  expect(mail.subject.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH)
  const long = mail.text.split('\n').filter((line) => line.length > MAX_LINE_LENGTH && !line.startsWith('https://'))
  expect([name, long]).toEqual([name, []])
  const text = oneLine(mail.text)
  const paragraphs = await page.locator('p:not(.line):not(:has(a, strong))').allInnerTexts()
  for (const part of [...paragraphs.map(oneLine), ...factsIn(await page.locator('body').innerText())])
    expect(text).toContain(part)
}

describe('every email', () => {
  it('has one heading and one button, fits 390 and 600 px, and matches its plain text', async () => {
    const topic = await placeOrder()
    const { page, complaints, close } = await shopfront.visit('phone', null)
    for (const [type, details] of Object.entries(DETAILS)) {
      const body = JSON.stringify({ type, at: '2026-11-23T10:00:00.000Z', ...details })
      await expectGoodMail(page, type, (await composeOrderMail(shopfront.app.shop, { topic, body }))!, 1)
    }
    expect(complaints).toEqual([])
    await close()
  })

  it('about an account or a product has one heading, a button only for a product, and a code that can be copied', async () => {
    const mails = await accountMails()
    expect([...mails.keys()].sort()).toEqual([...ACCOUNT_MAILS].sort())
    const { page, complaints, close } = await shopfront.visit('phone', null)
    for (const [kind, mail] of mails) {
      await expectGoodMail(page, kind, mail, isNewsMail(mail.kind as AccountMailKind) ? 1 : 0)
      const code = /^ {4}(\d{6})$/m.exec(mail.text)?.[1]
      expect([kind, code !== undefined]).toEqual([
        kind,
        ['CODE', 'WELCOME', 'EMAIL_CHANGE', 'NEWS_CODE'].includes(kind),
      ])
      if (code) await page.getByText(code, { exact: true }).waitFor()
    }
    expect(complaints).toEqual([])
    await close()
  })
})
