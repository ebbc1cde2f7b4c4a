/** Checks the dialogs of the office with axe. site/states.slow.test.ts has those of orders, and everyPage.slow.test.ts the pages. */
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../server/testing/data/authenticator'
import { newStaff } from '../../../server/testing/data/factories'
import { BOWL, PASSWORD } from '../../../server/testing/data/fixtures'
import { expectAccessible } from '../axe'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button } from '../visits'
import { buy, visitAs } from './officeVisits'

// Staff can only be invited in a shop that sends emails.
const shopfront = openShopfront({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
})

describe('the office', () => {
  it('has accessible dialogs for staff, keys, webhooks and second factors, even on a small screen', async () => {
    const { app, origin } = shopfront
    const owner = await newStaff(app)
    const body = '{"type":"order.paid"}'
    const failed = { state: 'DEAD', failures: 12, lastError: 'Status 503', dueAt: new Date() } as const
    await app.shop.db.outboxMessage.create({
      data: { channel: 'webhook', topic: 't', eventId: 'e', body, ...failed },
    })
    await newStaff(app)
    const { page, complaints, close } = await visitAs(shopfront, owner, '/office')
    for (const path of ['/customers', '/staff', '/keys', '/webhooks', '/security']) {
      await page.goto(`${origin}/office${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const current = page.getByRole('navigation', { name: 'Office' }).locator('[aria-current]')
      const isInView = () => current.evaluate((link) => link.getBoundingClientRect().right <= innerWidth)
      await expect.poll(isInView, { message: path }).toBe(true)
    }
    const dialogs: [path: string, opener: RegExp, name: string | RegExp, send?: string][] = [
      ['/staff', /^Invite someone$/, 'Invite someone', 'Send invitation'],
      ['/staff', /^Add a role$/, 'New role', 'Save'],
      ['/staff', /^Edit Packer$/, 'Role Packer'],
      ['/staff', /^Remove Packer$/, 'Remove the role Packer?'],
      ['/staff', /^Change role of/, /^Role of/],
      ['/staff', /^Remove .*@/, /^Remove .*@/],
      ['/keys', /^Add a key$/, 'New API key', 'Add key'],
      ['/webhooks', /^Send again/, 'Send this message again?'],
      ['/webhooks', /^Discard/, 'Discard this message?'],
    ]
    for (const [path, opener, name, send] of dialogs) {
      const what = `${path} ${opener.source}`
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${origin}/office${path}`)
      await page.getByRole('button', { name: opener }).first().click()
      const dialog = page.getByRole('dialog', { name })
      if (send) {
        // Submits the empty form, so that its errors are checked too.
        await dialog.getByRole('button', { name: send }).click()
        await dialog.getByRole('alert').first().waitFor()
      }
      await expectAccessible(page, what, [1280, 390])
      await page.setViewportSize({ width: 320, height: 200 })
      const leastSpace = () =>
        dialog.evaluate((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          return Math.min(left, top, 320 - right, 200 - bottom, element.clientWidth - element.scrollWidth)
        })
      // The browser lays out the page again after it is resized.
      await expect.poll(leastSpace, { message: what }).toBe(0)
      await dialog.getByRole('button').last().scrollIntoViewIfNeeded()
      await expectNoSidewaysScroll(page)
    }

    await page.goto(`${origin}/office/security`)
    await button(page, 'Set up an authenticator app').click()
    await button(page, 'Continue').click()
    await page.getByText('Please enter valid Password').waitFor()
    await expectAccessible(page, 'the password', [1280, 390])
    await page.getByLabel('Your password').fill(PASSWORD)
    await button(page, 'Continue').click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    await expectAccessible(page, 'the QR code', [1280, 320])
    const secret = (await page.getByText(/^([A-Z2-7]{4} ?){4,}$/).innerText()).replaceAll(' ', '')
    await page.getByLabel('Code that the app shows').fill(codeOf(secret))
    await button(page, 'Finish').click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await expectAccessible(page, 'the recovery codes', [1280, 320])
    await button(page, 'I have stored them').click()
    await button(page, 'Remove the app').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'a removal', [1280, 390])

    const user = await app.shop.db.user.findUniqueOrThrow({ where: { id: owner.id } })
    const useToken = (token: string) => page.evaluate((next) => localStorage.setItem('token', next), token)
    await useToken(app.signToken(user, { factorAt: new Date(Date.now() - 11 * 60_000) }))
    await page.goto(`${origin}/office/keys`)
    await button(page, 'Add a key').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add key' }).click()
    await page.getByRole('dialog', { name: 'Confirm with a code' }).waitFor()
    await expectAccessible(page, 'a code', [1280, 390])
    await useToken(app.signToken(user))
    await page.goto(`${origin}/office`)
    await page.getByRole('heading', { name: 'Enter a code' }).waitFor()
    await expectAccessible(page, 'the closed office', [1280, 320])
    await page.goto(`${origin}/join#key`)
    await button(page, 'Join the staff').click()
    await page.getByRole('alert').waitFor()
    await expectAccessible(page, 'a bad invitation', [1280, 320])
    expect(complaints).toEqual([])
    await close()
  })

  it('does not wrap the number or date of an order on a tablet', async () => {
    const { app } = shopfront
    const { number } = await buy(shopfront, { [BOWL]: 1 })
    const { page, close } = await visitAs(shopfront, await newStaff(app), '/office/orders')
    await page.setViewportSize({ width: 768, height: 1024 })
    const row = page.getByRole('row').filter({ hasText: number })
    const linesOf = (element: Element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    expect(await row.getByRole('link', { name: number }).evaluate(linesOf)).toBe(1)
    expect(await row.locator('td').first().locator('> span').evaluate(linesOf)).toBeLessThanOrEqual(2)
    await expectNoSidewaysScroll(page)
    await close()
  })
})
