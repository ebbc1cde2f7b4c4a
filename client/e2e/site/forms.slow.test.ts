/** Forms: several presses of Enter, password managers, and Escape in the search. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newShopper } from '../../../server/testing/data/factories'
import { PASSWORD } from '../../../server/testing/data/fixtures'
import { openShopfront } from '../browser'
import { button, newcomerWith, untilHydrated } from '../visits'

const shopfront = openShopfront()

/**
 * Counts the calls of this mutation, without the question whether the server knows the query. Each answer takes 300 ms, so that all presses
 * come before it.
 */
async function countRequests(page: Page, mutation: string): Promise<() => number> {
  let count = 0
  await page.route('**/graphql**', async (route) => {
    if (!route.request().postData()?.toLowerCase().includes(mutation.toLowerCase())) return route.continue()
    const response = await route.fetch()
    if (!(await response.text()).includes('PersistedQueryNotFound')) count += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    return route.fulfill({ response })
  })
  return () => count
}

/** The page gets all four before it renders again, as from a key that bounces. */
const pressFourTimes = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .first()
    .evaluate((field: HTMLInputElement) => {
      for (let i = 0; i < 4; i += 1) field.form!.requestSubmit()
    })

describe('four presses of Enter send one request', () => {
  const fill = async (page: Page, texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  }

  it('at sign-up', async () => {
    const { page, close } = await shopfront.visit('desktop', '/signup')
    await untilHydrated(page)
    const count = await countRequests(page, 'signup')
    await fill(page, { 'First Name': 'Meera', 'Last Name': 'Iyer', Email: `m${Date.now()}@example.in` })
    await fill(page, { Password: 'a long password', 'Confirm Password': 'a long password' })
    await pressFourTimes(page, 'Email')
    await page.waitForURL((url) => url.pathname !== '/signup')
    expect(count()).toBe(1)
    await close()
  })

  it('at login, and a login that failed can be sent again', async () => {
    const { email } = await newShopper(shopfront.app)
    const { page, close } = await shopfront.visit('desktop', '/login')
    await untilHydrated(page)
    const count = await countRequests(page, 'login')
    await fill(page, { Email: email, Password: 'not the password' })
    await pressFourTimes(page, 'Email')
    await button(page, 'Login').waitFor()
    await expect.poll(count).toBe(1)
    await page.getByRole('alert').first().waitFor()
    await fill(page, { Password: PASSWORD })
    await pressFourTimes(page, 'Email')
    await page.waitForURL((url) => url.pathname !== '/login')
    expect(count()).toBe(2)
    await close()
  })

  it('for a login code', async () => {
    const { email } = await newShopper(shopfront.app)
    const { page, close } = await shopfront.visit('desktop', '/login')
    await untilHydrated(page)
    await button(page, 'Continue with a code by email').click()
    const count = await countRequests(page, 'requestCode')
    await fill(page, { Email: email })
    await pressFourTimes(page, 'Email')
    await page.getByLabel('Code', { exact: true }).waitFor()
    expect(count()).toBe(1)
    await close()
  })

  it('for an address', async () => {
    const shopper = await newcomerWith(shopfront.app, {})
    const { page, close } = await shopfront.visitAs(shopper, 'desktop', '/profile')
    await page
      .getByRole('button', { name: /add.*address/i })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
    const count = await countRequests(page, 'addAddress')
    const address = { Name: 'Meera Iyer', Street: '3 Lake View', City: 'Kochi', State: 'Kerala', 'Zip Code': '682001' }
    for (const [label, text] of Object.entries({ ...address, Mobile: '9876543210' }))
      await dialog.getByLabel(label, { exact: true }).fill(text)
    await pressFourTimes(page, 'Street')
    await page.getByText('3 Lake View').first().waitFor()
    expect(count()).toBe(1)
    await close()
  })
})

describe('password managers', () => {
  /** The account's name in each form with a password field. */
  const namesIn = (page: Page) =>
    page
      .locator('form:has(input[autocomplete$=-password])')
      .evaluateAll((forms) =>
        forms.map(
          (form) => form.querySelector<HTMLInputElement>('input[autocomplete=username], input[type=email]')?.value,
        ),
      )

  it.each(['Change password', 'Change email', 'Delete account'])('find the email in "%s"', async (name) => {
    const shopper = await newShopper(shopfront.app)
    const { page, close } = await shopfront.visitAs(shopper, 'desktop', '/profile')
    await button(page, name).first().click()
    await page.getByRole('dialog').locator('input[type=password]').first().waitFor()
    expect(await namesIn(page)).toEqual([shopper.email])
    // The field is not sent, cannot be reached with Tab, and cannot be seen.
    const field = page.getByRole('dialog').locator('input[autocomplete=username]')
    expect(await field.evaluate((it: HTMLInputElement) => [it.name, it.tabIndex, it.readOnly])).toEqual(['', -1, true])
    expect(await field.evaluate((it) => it.parentElement!.offsetWidth)).toBe(1)
    await close()
  })

  it('find the email where a code sets a new password', async () => {
    const { email } = await newShopper(shopfront.app)
    const { page, close } = await shopfront.visit('desktop', '/forgotpassword')
    await untilHydrated(page)
    await page.getByLabel('Email', { exact: true }).fill(email)
    await button(page, 'Send Email').click()
    await page.getByLabel('New Password').waitFor()
    expect(await namesIn(page)).toEqual([email])
    await close()
  })

  it.each(['/login', '/signup'])('find a field for the email on %s', async (path) => {
    const { page, close } = await shopfront.visit('desktop', path)
    await page.locator('input[type=password]').first().waitFor()
    expect(await namesIn(page)).toEqual([''])
    await close()
  })
})

it('Escape first closes the suggestions and keeps the text, and then closes the search', async () => {
  const { page, close } = await shopfront.visit('desktop', '/')
  await untilHydrated(page)
  await button(page, 'Search').first().click()
  const field = page.getByRole('combobox', { name: /search/i })
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await field.fill('bowl')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  expect([await field.inputValue(), await field.getAttribute('aria-expanded')]).toEqual(['bowl', 'false'])
  // Typing opens the list again.
  await page.keyboard.type('s')
  await list.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  expect(await field.getAttribute('aria-activedescendant')).toBeNull()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await close()
})

it('a chosen suggestion opens its product, and none is chosen when the search opens again', async () => {
  const { page, close } = await shopfront.visit('desktop', '/')
  await untilHydrated(page)
  await button(page, 'Search').first().click()
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await page.keyboard.type('moon')
  await list.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/product/grand-moon-jar')
  await button(page, 'Search').first().click()
  await list.waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?search=moon')
  await close()
})
