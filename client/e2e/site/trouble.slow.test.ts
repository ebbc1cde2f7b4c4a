import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { button, emptyGuest, logInAsGuest, notification, untilHydrated } from '../visits'

const shopfront = openShopfront()

beforeEach(() => emptyGuest(shopfront.app))

async function addMoonJar(page: Awaited<ReturnType<typeof shopfront.visit>>['page']): Promise<void> {
  await page.goto(`${shopfront.origin}/product/grand-moon-jar`)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await notification(page, 'Added to Cart').waitFor()
}

describe('a new shopper', () => {
  it('sees validation errors, signs up, returns, and is prompted for an address before paying', async () => {
    const { page, close } = await shopfront.visit('desktop', '/product/grand-moon-jar')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await page.waitForURL('**/signup')
    await page.getByLabel('First Name').fill('Meera')
    await page.getByLabel('Last Name').fill('Iyer')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-describedby')).not.toBeNull()
    await page.getByText('8 characters or more').waitFor()
    await page.getByLabel('Email', { exact: true }).fill(`meera-${randomUUID()}@shopper.example`)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Confirm Password').fill('other')
    await button(page, 'Sign Up').click()
    // Both errors appear at once.
    await page.getByText('A password has 8 to 128 characters').waitFor()
    await page.getByText('This is not the same password').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByLabel('Confirm Password').fill('another password')
    await button(page, 'Show').first().click()
    expect(await page.locator('input[type=password]').count()).toBe(0)
    await button(page, 'Show').first().click()
    expect(await page.locator('input[type=password]').count()).toBe(2)
    await button(page, 'Sign Up').click()
    await notification(page, 'Passwords do not match').first().waitFor()
    await page.getByLabel('Confirm Password').fill('a long password')
    await button(page, 'Sign Up').click()
    await notification(page, 'Meera').waitFor()
    await notification(page, 'Added to Cart').waitFor()
    await page.waitForURL('**/product/grand-moon-jar')

    await page.goto(`${shopfront.origin}/cart`)
    await button(page, 'Checkout').click()
    await notification(page, 'Please check order address').waitFor()
    await page.goto(`${shopfront.origin}/checkout`)
    await notification(page, 'Please add Address').waitFor()
    await page.waitForURL('**/profile')
    await close()
  })

  it('sees errors for a used email and a wrong password', async () => {
    const { page, close } = await shopfront.visit('desktop', '/login')
    await page.getByLabel('Email', { exact: true }).fill('kabir@cerashop.example')
    await page.getByLabel('Password').fill('not his password')
    await button(page, 'Login').click()
    await notification(page, 'Error in login').waitFor()
    await page.goto(`${shopfront.origin}/signup`)
    for (const [label, text] of [
      ['First Name', 'Kabir'],
      ['Last Name', 'Mehta'],
      ['Email', 'kabir@cerashop.example'],
      ['Password', 'a long password'],
      ['Confirm Password', 'a long password'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    await button(page, 'Sign Up').click()
    await notification(page, 'Error in signup').waitFor()
    await close()
  })
})

describe('a payment', () => {
  it('can be tried again in the same dialog after it failed', async () => {
    const { page, close } = await shopfront.visitAsGuest('phone', null)
    await addMoonJar(page)
    await page.goto(`${shopfront.origin}/checkout`)
    await button(page, 'Place Order').click()
    const till = page.getByRole('dialog')
    await till.getByRole('button', { name: 'Fail', exact: true }).click()
    await till.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    await close()
  })

  it('leaves the cart unchanged if its dialog is closed', async () => {
    const { page, close } = await shopfront.visitAsGuest('desktop', null)
    await addMoonJar(page)
    await page.goto(`${shopfront.origin}/checkout`)
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.goto(`${shopfront.origin}/cart`)
    await page.getByText('Grand Moon Jar').first().waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await close()
  })

  it('is shown as unpaid at the checkout after a reload, with a link to pay', async () => {
    const { page, close } = await shopfront.visitAsGuest('phone', null)
    await addMoonJar(page)
    await page.goto(`${shopfront.origin}/checkout`)
    await button(page, 'Place Order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('status').filter({ hasText: 'is not paid yet' }).waitFor()
    await page.getByRole('link', { name: /^Pay for CER-/ }).click()
    await page.waitForURL('**/orders/CER-*')
    await page.getByRole('button', { name: /^Pay Rs/ }).waitFor()
    await close()
  })

  it('shows an error if its script does not load', async () => {
    const { page, close } = await shopfront.visitAsGuest('desktop', null)
    await addMoonJar(page)
    await page.goto(`${shopfront.origin}/checkout`)
    await page.route('**/sandbox-checkout.js', (route) => route.abort())
    await button(page, 'Place Order').click()
    await notification(page, 'check you connection').waitFor()
    await close()
  })
})

describe('a session that the server rejects', () => {
  it('ends at the login page with a message, and the shop stays usable', async () => {
    const { page, close } = await shopfront.visit('desktop', '/login')
    await logInAsGuest(page)
    await page.waitForURL('**/products')
    await page.evaluate(() => localStorage.setItem('token', 'a.forged.token'))
    await page.goto(`${shopfront.origin}/cart`)
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.getByText('Log in to continue to Cart').waitFor()
    await page.getByRole('link', { name: 'Shop All' }).first().click()
    await page.getByRole('heading', { level: 1, name: /22 products/ }).waitFor()
    await close()
  })
})

describe('a session that expires before Place Order', () => {
  it('shows a single error, and the login page names the page to return to', async () => {
    const { page, context, close } = await shopfront.visitAsGuest('desktop', null)
    await addMoonJar(page)
    await page.goto(`${shopfront.origin}/checkout`)
    await button(page, 'Place Order').waitFor()
    await context.route('**/graphql', (route) =>
      route.fulfill({ json: { errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }], data: null } }),
    )
    await button(page, 'Place Order').click()
    await page.waitForURL('**/login')
    await page.getByText('Log in to continue to Checkout').waitFor()
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual(['You were logged out. Please log in again.'])
    await close()
  })
})

describe('a catalogue that does not load', () => {
  it('offers a retry', async () => {
    const { page, context, close } = await shopfront.visit('desktop', '/help/faq')
    await untilHydrated(page)
    await context.route('**/graphql*', (route) => route.abort())
    await page.getByRole('link', { name: 'Shop All' }).first().click()
    await button(page, 'Retry').first().waitFor()
    await context.unroute('**/graphql*')
    await button(page, 'Retry').first().click()
    await page.getByRole('heading', { level: 1, name: /22 products/ }).waitFor()
    await close()
  })
})

describe('a page that is refused because of too many requests', () => {
  it.each([
    ['25', '25 seconds'],
    ['600', '10 minutes'],
  ])('says how long to wait: %s', async (retryAfter, wait) => {
    const { page, context, close } = await shopfront.visit('phone', '/help/faq')
    await untilHydrated(page)
    const headers = { 'retry-after': retryAfter, 'content-type': 'application/json' }
    const body = JSON.stringify({
      errors: [{ message: 'Too many requests.', extensions: { code: 'TOO_MANY_REQUESTS' } }],
    })
    await context.route('**/graphql*', (route) => route.fulfill({ status: 429, headers, body }))
    const categories = page.getByRole('contentinfo').getByRole('navigation', { name: 'Categories' })
    await categories.locator('summary').click()
    await categories.getByRole('link', { name: 'Cups' }).click()
    await page.getByText(`There are too many requests. Please try again in ${wait}.`).waitFor()
    await context.unroute('**/graphql*')
    await button(page, 'Retry').click()
    await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
    await close()
  })
})

describe('page code that does not load', () => {
  it('loads when the shopper clicks Retry', async () => {
    const { page, context, close } = await shopfront.visitAsGuest('desktop', '/help/faq')
    await untilHydrated(page)
    await context.route('**/account-*.js', (route) => route.abort())
    await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click()
    await page.getByText('Sorry! This page could not be loaded.').waitFor()
    await page.getByRole('contentinfo').waitFor()
    await context.unroute('**/account-*.js')
    await button(page, 'Retry').click()
    await page.getByRole('main').getByText('Your wishlist is empty!').waitFor()
    await close()
  })

  it('leaves the header, main landmark and footer of the checkout in place', async () => {
    const { page, context, close } = await shopfront.visitAsGuest('desktop', null)
    await context.route('**/account-*.js', (route) => route.abort())
    await page.goto(`${shopfront.origin}/checkout`)
    await page.getByRole('main').getByText('Sorry! This page could not be loaded.').waitFor()
    await page.getByRole('banner').getByText('Secure checkout').waitFor()
    await page.getByRole('contentinfo').waitFor()
    await close()
  })
})
