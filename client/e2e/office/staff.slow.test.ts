/** Staff invite a colleague with a role, manage customers, and resend webhook messages. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { composeAccountMail } from '../../../server/domain/mail/composeAccountMail'
import { newShopper, newStaff, newStaffAs } from '../../../server/testing/data/factories'
import { CUP } from '../../../server/testing/data/fixtures'
import { openShopfront } from '../browser'
import { button, notification } from '../visits'
import { buy, visitAs } from './officeVisits'

const shopfront = openShopfront({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
})

const dialog = (page: Page) => page.getByRole('dialog')
const office = (page: Page) => page.getByRole('navigation', { name: 'Office' })

/** The text of the newest email to an account or invitation. No server sends emails in this test. */
async function newestMail(): Promise<string> {
  const { shop } = shopfront.app
  const message = await shop.db.outboxMessage.findFirstOrThrow({
    where: { channel: 'account-mail' },
    orderBy: { id: 'desc' },
  })
  return (await composeAccountMail(shop, message))!.text
}

describe('an owner', () => {
  it('invites a packer, who sees only the pages for that role, then changes the role and removes the packer', async () => {
    const { app, origin } = shopfront
    const { number } = await buy(shopfront, { [CUP]: 1 })
    const owner = await visitAs(shopfront, await newStaff(app), '/office/staff')
    const email = 'packer@invited.example'
    await button(owner.page, 'Invite someone').click()
    await dialog(owner.page).getByRole('button', { name: 'Send invitation' }).click()
    await dialog(owner.page).getByText('Please enter valid Email').waitFor()
    await dialog(owner.page).getByLabel('Email').fill(email)
    await dialog(owner.page).getByLabel('Role').selectOption('Packer')
    await dialog(owner.page).getByRole('button', { name: 'Send invitation' }).click()
    await notification(owner.page, 'Invitation sent').waitFor()
    await owner.page.getByRole('row', { name: email }).filter({ hasText: 'Packer' }).waitFor()

    const link = new URL(/https:\S+\/join#\S+/.exec(await newestMail())![0])
    const { page, complaints, close } = await shopfront.visit('phone', link.pathname + link.hash)
    await page.getByText('Log in to accept your invitation').waitFor()
    await button(page, 'Continue with a code by email').click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await button(page, 'Send code').click()
    await page.getByText(`We have emailed a code to ${email}`).waitFor()
    const code = /^ {4}(\d{6})$/m.exec(await newestMail())![1]!
    await page.getByLabel('Code', { exact: true }).fill(code)
    await button(page, 'Continue').click()
    await page.waitForURL((url) => url.pathname === '/join' && url.hash === link.hash)
    await button(page, 'Join the staff').click()
    await page.getByText('You are a member of staff now.').waitFor()
    await page.getByRole('link', { name: 'Open the office' }).click()
    await page.getByRole('heading', { name: /^To pack/ }).waitFor()
    await office(page).getByRole('button', { name: 'More' }).click()
    expect(await office(page).getByRole('link').allInnerTexts()).toEqual([
      'Today',
      'Orders',
      'Packing',
      'Products',
      'Reviews',
      'Security',
    ])

    await page.getByRole('link', { name: number }).first().click()
    await button(page, 'Ship').waitFor()
    expect(await button(page, 'Refund').count()).toBe(0)
    expect(await button(page, 'Cancel order').count()).toBe(0)
    await page.goto(`${origin}/office/products?search=${CUP}`)
    await page.getByRole('textbox', { name: /^Stock of/ }).waitFor()
    expect(await page.getByRole('textbox', { name: /^Price of/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Add a product' }).count()).toBe(0)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByText('Your role does not include changes of products.').waitFor()
    await page.goto(`${origin}/office/products/new`)
    await page.getByText('Your role does not include New products.').waitFor()
    await page.goto(`${origin}/office/coupons`)
    await page.getByText('Your role does not include Coupons.').waitFor()

    await owner.page.reload()
    await button(owner.page, `Change role of ${email}`).click()
    await dialog(owner.page).getByLabel('Role').selectOption('Accounts')
    await dialog(owner.page).getByRole('button', { name: 'Save' }).click()
    await notification(owner.page, 'Role changed').waitFor()
    await page.reload()
    await office(page).getByRole('button', { name: 'More' }).click()
    await office(page).getByRole('link', { name: 'Sales' }).waitFor()
    expect(await office(page).getByRole('link', { name: 'Products' }).count()).toBe(0)

    await button(owner.page, `Remove ${email}`).click()
    expect(await dialog(owner.page).getByLabel('Also deactivate the API keys that this person made').isChecked()).toBe(
      true,
    )
    await dialog(owner.page).getByRole('button', { name: 'Remove' }).click()
    await notification(owner.page, 'Removed from the staff').waitFor()
    await dialog(owner.page).waitFor({ state: 'detached' })
    await button(owner.page, `Remove ${email}`).waitFor({ state: 'detached' })
    await office(page).getByRole('link', { name: 'Orders' }).click()
    await page.waitForURL('**/login')
    await page.getByText('Log in to continue to the office').waitFor()
    expect([...complaints, ...owner.complaints]).toEqual([])
    await Promise.all([close(), owner.close()])
  })

  it('adds a role, and cannot remove a role that is in use', async () => {
    const { app } = shopfront
    await newStaffAs(app, 'Packer')
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office/staff')
    await button(page, 'Add a role').click()
    await dialog(page).getByLabel('Name').fill('Photographer')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Please choose at least one permission').waitFor()
    await dialog(page).getByLabel('Products and photos').selectOption('View and edit')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await notification(page, 'Role saved').waitFor()
    await page.getByRole('row', { name: /^Photographer Products and photos/ }).waitFor()
    await button(page, 'Remove Packer').click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await dialog(page)
      .getByText(/in use/)
      .waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Remove Photographer').click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await notification(page, 'Role removed').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await button(page, 'Remove Photographer').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a manager', () => {
  it('finds a customer, adds a note, and blocks the account', async () => {
    const { app, origin } = shopfront
    const shopper = await newShopper(app)
    const { page, complaints, close } = await visitAs(shopfront, await newStaffAs(app, 'Manager'), '/office/customers')
    await page.getByLabel('Email, name or mobile number').fill('nobody-has-this')
    await page.keyboard.press('Enter')
    await page.getByText('No customers match.').waitFor()
    await page.getByLabel('Email, name or mobile number').fill(shopper.email)
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: shopper.email })
    await row.getByRole('link').click()
    await button(page, 'Add note').click()
    await page.getByText('Please enter a note').waitFor()
    await page.getByRole('textbox', { name: /^Note/ }).fill('Asked for a call back')
    await button(page, 'Add note').click()
    await page.getByRole('listitem').getByText('Asked for a call back').waitFor()
    expect(await page.getByRole('textbox', { name: /^Note/ }).inputValue()).toBe('')
    await button(page, 'Block').click()
    await dialog(page).getByRole('button', { name: 'Block' }).click()
    await page.getByText(/^Blocked since/).waitFor()
    await page.goto(`${origin}/office/customers?search=${shopper.email}`)
    await row.getByText('Blocked').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('retries a failed webhook message, and then discards it', async () => {
    const { app, origin } = shopfront
    const { db } = app.shop
    const { id } = await db.outboxMessage.create({
      data: {
        ...{ channel: 'webhook', topic: 'topic', eventId: 'event', body: '{"type":"order.paid","data":{}}' },
        ...{ state: 'DEAD', failures: 12, lastError: 'Status 503', dueAt: new Date() },
      },
    })
    const manager = await newStaffAs(app, 'Manager')
    const { page, complaints, close } = await visitAs(shopfront, manager, '/office/webhooks?state=DEAD')
    await page.getByText('Status 503 (12 tries)').waitFor()
    await page.getByText(/^The shop sends no messages, because no address is set\..* ORDER_WEBHOOK_URL\.$/).waitFor()
    await page.getByText(/^order\.paid/).click()
    await page.getByText('"type": "order.paid"').waitFor()
    await button(page, `Send again: message ${id}`).click()
    await dialog(page).getByRole('button', { name: 'Send again' }).click()
    await page.getByText('No messages match.').waitFor()
    expect(await db.outboxMessage.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'WAITING', failures: 0 })
    await db.outboxMessage.update({ where: { id }, data: { state: 'DEAD' } })
    await page.goto(`${origin}/office/webhooks`)
    await button(page, `Discard message ${id}`).click()
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await notification(page, 'Message discarded').waitFor()
    await page.getByText('No messages yet.').waitFor()
    expect(await db.outboxMessage.count({ where: { id } })).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
