/** Emails to shoppers, and the page that opens from the link in an email. */
import { describe, expect, it } from 'vitest'
import { composeOrderMail } from '../../../server/domain/mail/composeOrderMail'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import { revokeOrderLink } from '../../../server/domain/orders/messages/linkedOrder'
import { orderNumber } from '../../../server/domain/orders/order'
import { moveOrder } from '../../../server/domain/orders/state/orderState'
import { withOrder } from '../../../server/domain/orders/state/withOrder'
import type { OrderStatus } from '../../../server/generated/prisma/client'
import { checkOut, newShopper, payFor, setStock } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'

const shopfront = openShopfront()

const PARCEL = {
  carrier: 'India Post',
  trackingNumber: 'EK123456789IN0000000000000000000000000000',
  trackingUrl: 'https://carrier.example/EK123456789IN',
}

async function buy(...path: OrderStatus[]) {
  const { app } = shopfront
  const { shop } = app
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  const shopper = await newShopper(app, { [BOWL]: 1, [CUP]: 4 })
  const { id, ...order } = await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  const entry = { source: 'SHOP', note: 'A note.' } as const
  for (const to of path)
    await shop.db.$transaction(async (tx) =>
      withOrder(tx, id, (order) => moveOrder(shop, tx, order, to, entry, to === 'SHIPPED' ? PARCEL : {})),
    )
  const rows = await shop.db.outboxMessage.findMany({ where: { topic: id, channel: 'mail' }, orderBy: { id: 'asc' } })
  const mails = await Promise.all(rows.map((row) => composeOrderMail(shop, row)))
  return { shopper, number: orderNumber(order), mails: mails.map((mail) => mail!) }
}

describe('an email on a phone', () => {
  it('fits the screen and loads nothing external, and its link opens the order without a login', async () => {
    const { shopper, number, mails } = await buy('SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED')
    const { page, complaints, close } = await shopfront.visit('phone', null)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    expect(mails.map(({ kind }) => kind)).toEqual(['PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED'])
    for (const { html } of mails) {
      await page.setContent(html)
      await expectNoSidewaysScroll(page)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect(asked).toEqual([])
    const link = await page.getByRole('link', { name: 'View your order' }).getAttribute('href')
    const { pathname, hash } = new URL(link!)
    await page.goto(shopfront.origin + pathname + hash)
    await page.getByText(number, { exact: true }).first().waitFor()
    await page.getByText('Returned').first().waitFor()
    await page.getByText('Celadon Chai Cup').waitFor()
    await page.getByRole('link', { name: 'Track parcel' }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(asked.filter((url) => url.includes(hash.slice(1)) && !url.includes('#'))).toEqual([])
    const text = await page.getByRole('main').innerText()
    expect(text).not.toContain(shopper.email)
    await page.getByRole('link', { name: 'Log in for full details' }).click()
    await page.waitForURL('**/login*')
    const session = { tokenVersion: 0, factorAt: null, expiresAt: null }
    await revokeOrderLink(shopfront.app.shop, { id: shopper.id, isKey: false, ...session }, number)
    await page.goto(shopfront.origin + pathname + hash)
    await page.getByRole('heading', { name: 'This link shows no order' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
