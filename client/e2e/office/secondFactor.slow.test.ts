/** Second factors of staff, and API keys, which need a fresh code. */
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../server/testing/calls'
import { codeOf } from '../../../server/testing/data/authenticator'
import { newStaff, newStaffAs } from '../../../server/testing/data/factories'
import { PASSWORD } from '../../../server/testing/data/fixtures'
import { openShopfront } from '../browser'
import { button, notification } from '../visits'
import { visitAs } from './officeVisits'

const shopfront = openShopfront()
const strict = openShopfront({ STAFF_TOTP: 'required' })

const dialog = (page: Page) => page.getByRole('dialog')
const focused = (page: Page) => page.locator('*:focus')

/** Enters the password and continues to the QR code. Returns the authenticator app's secret. */
async function scan(page: Page): Promise<string> {
  await button(page, 'Continue').click()
  await page.getByText('Please enter valid Password').waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await button(page, 'Continue').click()
  await page.getByText('Scan this with an authenticator app').waitFor()
  return (await page.getByText(/^([A-Z2-7]{4} ?){4,}$/).innerText()).replaceAll(' ', '')
}

async function finish(page: Page, secret: string): Promise<string[]> {
  await page.getByLabel('Code that the app shows').fill(codeOf(secret))
  await button(page, 'Finish').click()
  await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor()
  return page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
}

/** The modules of a QR code image, without its margin. */
async function modulesOf(picture: Buffer, size: number): Promise<boolean[][]> {
  const { data, info } = await sharp(picture).greyscale().trim().raw().toBuffer({ resolveWithObject: true })
  const middle = (index: number, length: number) => Math.floor(((index + 0.5) * length) / size)
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => data[middle(y, info.height) * info.width + middle(x, info.width)]! < 128),
  )
}

describe('an owner', () => {
  it('sets up an authenticator app, and logs in with it', async () => {
    const { app, origin } = shopfront
    const owner = await newStaff(app)
    const { page, complaints, close } = await visitAs(shopfront, owner, '/office/security')
    const scripts: string[] = []
    page.on('request', (request) => void scripts.push(request.url()))
    await button(page, 'Set up an authenticator app').click()
    expect(await focused(page).getAttribute('name')).toBe('password')
    expect(scripts.filter((url) => url.includes('QrCode'))).toEqual([])
    const secret = await scan(page)
    const issuer = app.shop.settings.shopName
    const { data, size } = encode(new TOTP({ issuer, label: owner.email, secret }).toString(), { border: 0 })
    const code = page.getByRole('img', { name: 'QR code for your authenticator app' })
    await code.waitFor()
    expect(await modulesOf(await code.screenshot(), size)).toEqual(data)
    await page.getByLabel('Code that the app shows').fill('000 000')
    await button(page, 'Finish').click()
    await page.getByText('This code is wrong or was already used.').waitFor()
    expect(await focused(page).getAttribute('name')).toBe('code')
    const recoveryCodes = await finish(page, secret)
    expect(recoveryCodes).toHaveLength(8)
    expect(await focused(page).innerText()).toBe('Store your recovery codes')
    await button(page, 'I have stored them').click()
    await button(page, 'Remove the app').waitFor()

    await page.goto(`${origin}/profile`)
    await button(page, 'Logout').click()
    await page.goto(`${origin}/office/orders`)
    await page.waitForURL('**/login')
    await page.getByLabel('Email', { exact: true }).fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button(page, 'Login').click()
    await page.getByRole('heading', { name: 'Enter a code' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Office' }).count()).toBe(0)
    expect(await focused(page).getAttribute('name')).toBe('code')
    await page.keyboard.type(recoveryCodes[0]!)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()

    await page.getByRole('link', { name: 'Security' }).click()
    await button(page, 'New recovery codes').click()
    await dialog(page).getByLabel('Code').fill(codeOf(secret, 1))
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByRole('listitem').nth(7).waitFor()
    const newRecoveryCode = await dialog(page).getByRole('listitem').nth(7).innerText()
    await dialog(page).getByRole('button', { name: 'I have stored them' }).click()
    await button(page, 'Remove the app').click()
    await dialog(page).getByLabel('Code').fill(newRecoveryCode)
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await button(page, 'Set up an authenticator app').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('adds an API key after entering a new code, and revokes it', async () => {
    const { app, origin } = shopfront
    const owner = await newStaff(app)
    const { page, complaints, close } = await visitAs(shopfront, owner, '/office/security')
    await button(page, 'Set up an authenticator app').click()
    const secret = await scan(page)
    await finish(page, secret)
    const user = await app.shop.db.user.findUniqueOrThrow({ where: { id: owner.id } })
    const old = app.signToken(user, { factorAt: new Date(Date.now() - 11 * 60_000) })
    await page.evaluate((token) => localStorage.setItem('token', token), old)

    await page.goto(`${origin}/office/keys`)
    await page.getByText('There are no API keys yet.').waitFor()
    await button(page, 'Add a key').click()
    await dialog(page).getByLabel('Name').fill('Warehouse')
    await dialog(page).getByRole('button', { name: 'Add key' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm with a code' })
    await confirm.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await confirm.waitFor({ state: 'detached' })
    await dialog(page).getByText('Enter a code from your authenticator app again.').waitFor()
    expect(await focused(page).innerText()).toBe('Add key')
    await page.keyboard.press('Enter')
    await confirm.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await confirm.getByText('This code is wrong or was already used.').waitFor()
    expect(await confirm.getByText('This code is wrong or was already used.').count()).toBe(1)
    await confirm.getByLabel('Code').fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Please choose at least one permission').waitFor()
    await dialog(page).getByLabel('Orders and returns').selectOption('View')
    await dialog(page).getByLabel('Valid for days').fill('0')
    await dialog(page).getByRole('button', { name: 'Add key' }).click()
    await dialog(page).getByText('Please enter 1 to 3650 days').waitFor()
    await dialog(page).getByLabel('Valid for days').fill('30')
    await dialog(page).getByRole('button', { name: 'Add key' }).click()
    const secretKey = await dialog(page).getByText(/^csk_/).innerText()
    await dialog(page).getByRole('button', { name: 'I have stored it' }).click()
    const counts = () => ask(app, '{ office { orderCounts { count } } }', { token: secretKey })
    expect((await counts()).errors).toBeUndefined()

    const row = page.getByRole('row', { name: /^Warehouse/ })
    await row.getByText('Orders and returns (see only)').waitFor()
    await button(page, 'Deactivate Warehouse').click()
    await dialog(page).getByRole('button', { name: 'Deactivate key' }).click()
    await notification(page, 'Key deactivated').waitFor()
    await row.getByText(/^Deactivated/).waitFor()
    expect((await counts()).errors![0]!.extensions.code).toBe('UNAUTHENTICATED')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a shop that requires a second factor', () => {
  it('prompts for the setup before it shows the office', async () => {
    const packer = await newStaffAs(strict.app, 'Packer')
    const { page, complaints, close } = await strict.visitAs(packer, 'phone', '/office')
    await page.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor()
    await finish(page, await scan(page))
    await button(page, 'I have stored them').click()
    await page.getByRole('heading', { name: /^To pack/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
