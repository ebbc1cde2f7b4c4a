/** The profile page: its tiles, and the changes to the account and its data. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listConsents } from '../../../server/domain/accounts/consents'
import { CONSENTS } from '../../../server/shared/consents'
import { checkOut, fillCart, newShopper } from '../../../server/testing/data/factories'
import { PASSWORD } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront, type Device } from '../browser'
import { button, heading, newcomerWith, notification } from '../visits'

const shopfront = openShopfront()

const NEW_PASSWORD = 'another long password'

async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
}

/** Opens the profile page of a new shopper. */
async function openProfile(device: Device) {
  const shopper = await newShopper(shopfront.app)
  const visit = await shopfront.visit(device, '/login')
  const { page } = visit
  await logIn(page, shopper.email, PASSWORD)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${shopfront.origin}/profile`)
  const account = page.getByRole('region', { name: 'Profile' })
  await account.waitFor()
  return { shopper, ...visit, account, dialog: page.getByRole('dialog') }
}

/** A button with the accent as its background. */
const filledButtons = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((all) => all.filter((each) => getComputedStyle(each).backgroundColor === 'rgb(164, 69, 42)').length)

describe('the tiles of the account', () => {
  it.each<Device>(['phone', 'desktop'])('say what is behind them, and open it, on a %s', async (device) => {
    const shopper = await newShopper(shopfront.app)
    const { page, complaints, close } = await shopfront.visitAs(shopper, device, '/profile')
    const tiles = page.getByRole('navigation', { name: 'My Account' })
    const tile = (name: string) =>
      tiles.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
    await tile('Orders').getByText('No orders yet').waitFor()
    await tile('Addresses').getByText('1 saved').waitFor()
    expect(await tiles.getByRole('link').allTextContents()).toEqual(['Orders', 'Addresses', 'Details', 'Privacy'])
    expect(await filledButtons(page)).toBe(0)
    await expectNoSidewaysScroll(page)
    for (const [name, region] of [
      ['Addresses', 'Address'],
      ['Details', 'Profile'],
      ['Privacy', 'Privacy'],
    ] as const) {
      // The whole tile is the link.
      await tile(name).click()
      const section = page.getByRole('region', { name: region, exact: true })
      await expect.poll(() => section.evaluate((it) => it === document.activeElement)).toBe(true)
      expect(new URL(page.url()).hash).toBe(`#${name.toLowerCase()}`)
    }
    await fillCart(shopfront.app, shopper, { 'celadon-chai-cup': 1 })
    await checkOut(shopfront.app, shopper)
    await page.reload()
    await tile('Orders').getByText('Your last order: Waiting for payment').waitFor()
    await tile('Orders').click()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('on the way to the checkout, keep the link back', async () => {
    const shopper = await newcomerWith(shopfront.app, { 'celadon-chai-cup': 1 })
    const { page, close } = await shopfront.visitAs(shopper, 'phone', '/checkout')
    await page.waitForURL('**/profile')
    await page.getByRole('navigation', { name: 'My Account' }).getByRole('link', { name: 'Addresses' }).click()
    await page.waitForURL('**/profile#addresses')
    await page.getByRole('link', { name: 'Back to Checkout' }).waitFor()
    await close()
  })
})

describe('the account', () => {
  it('keeps only the current session after a password change', async () => {
    const { page, shopper, account, dialog, complaints, close } = await openProfile('phone')
    await expectNoSidewaysScroll(page)
    await button(page, 'Change password').click()
    await dialog.getByLabel('Current Password').fill('a guess')
    await dialog.getByLabel('New Password').fill('password123')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'The credentials you entered are invalid.' }).waitFor()
    await dialog.getByLabel('Current Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'this one is too common' }).waitFor()
    await dialog.getByLabel('New Password').fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await notification(page, 'Password changed').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const opener = account.getByRole('button', { name: 'Change password' })
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)

    await page.reload()
    await page.getByText(shopper.email).waitFor()
    const elsewhere = await shopfront.app.inject({
      url: '/api/user/cart',
      headers: { authorization: shopper.token },
    })
    expect(elsewhere.statusCode).toBe(401)
    expect(complaints).toEqual([])
    await close()
  })

  it('can be downloaded, logged out everywhere, and deleted', async () => {
    const { page, shopper, dialog, complaints, close } = await openProfile('desktop')
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download my data').click()])
    expect(download.suggestedFilename()).toBe('my-cerashop-data.json')
    expect(JSON.parse(readFileSync(await download.path(), 'utf8')).account.email).toBe(shopper.email)

    await button(page, 'Log out of all devices').click()
    await dialog.getByRole('button', { name: 'Log out of all devices' }).click()
    await notification(page, 'Logged out everywhere').waitFor()
    await page.waitForURL((url) => url.pathname !== '/profile')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    await page.goto(`${shopfront.origin}/login`)
    await logIn(page, shopper.email, PASSWORD)
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.goto(`${shopfront.origin}/profile`)
    await button(page, 'Delete account').click()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Please enter valid Password' }).waitFor()
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await notification(page, 'Account deleted').waitFor()
    await page.waitForURL((url) => url.pathname !== '/profile')
    await page.goto(`${shopfront.origin}/login`)
    await logIn(page, shopper.email, PASSWORD)
    await page.getByText('The email you entered is not Registered.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('grants and withdraws consent with the same switch, and links to the privacy notice', async () => {
    const { page, shopper, complaints, close } = await openProfile('phone')
    const data = page.getByRole('region', { name: 'Privacy' })
    const news = data.getByRole('switch', { name: CONSENTS.NEWS_BY_MAIL.text })
    const consents = () => listConsents(shopfront.app.shop, shopper.id)
    expect(await data.getByRole('switch', { checked: true }).count()).toBe(0)
    await news.click()
    await notification(page, 'Your choice is saved').waitFor()
    await data.getByRole('switch', { checked: true }).waitFor()
    expect(await consents()).toMatchObject([{ purpose: 'NEWS_BY_MAIL', withdrawnAt: null }])
    await page.reload()
    await data.getByRole('switch', { checked: true }).click()
    await expect.poll(async () => (await consents())[0]?.withdrawnAt).toBeInstanceOf(Date)
    await expect.poll(() => data.getByRole('switch', { checked: true }).count()).toBe(0)
    await expectNoSidewaysScroll(page)
    await data.getByRole('link', { name: 'Complain about privacy' }).click()
    await page.getByRole('heading', { name: 'How to complain' }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('cannot be deleted if it is a demo account', async () => {
    const { page, close } = await shopfront.visitAsGuest('phone', '/profile')
    await heading(page).waitFor()
    await button(page, 'Delete account').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('guest-at-cerashop')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'demo account' }).waitFor()
    await expectNoSidewaysScroll(page)
    await close()
  })
})
