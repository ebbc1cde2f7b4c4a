import { randomUUID } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setStock } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront, VIEWPORTS, type Device } from '../browser'
import { button, emptyGuest, heading, logInAsGuest, notification, saveAddress, newcomerWith } from '../visits'

const shopfront = openShopfront()
/** Longer than the time after which the checkout redirects to the profile. */
const LONGER_THAN_THE_CHECKOUT_WAITS_MS = 2500

const devices = Object.keys(VIEWPORTS) as Device[]

async function visitAsNewcomer(device: Device, path: string | null) {
  return shopfront.visitAs(await newcomerWith(shopfront.app, { [CUP]: 1 }), device, path)
}

describe.each(devices)('the checkout without an address, on a %s', (device) => {
  it('opens the address dialog from its notification', async () => {
    const { page, complaints, close } = await visitAsNewcomer(device, '/checkout')
    const message = notification(page, 'Please add Address')
    await expectNoSidewaysScroll(page)
    await message.getByRole('button', { name: 'Add address' }).click()
    await saveAddress(page)
    await page.getByRole('radio', { name: /^Meera Iyer/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('opens once an address has been added in the cart', async () => {
    const { page, complaints, close } = await visitAsNewcomer(device, '/cart')
    await button(page, 'Checkout').click()
    const message = notification(page, 'Please check order address')
    await message.getByRole('button', { name: 'Add address' }).click()
    const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
    await dialog.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await message.waitFor({ state: 'detached' })
    await button(page, 'Checkout').click()
    await message.getByRole('button', { name: 'Add address' }).click()
    await saveAddress(page)
    await page.waitForURL('**/checkout')
    await heading(page).waitFor()
    expect(await page.getByRole('radio', { name: /^Meera Iyer/ }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the checkout without an address', () => {
  it('does not redirect while the shopper enters an address, and then selects that address', async () => {
    const { page, complaints, close } = await visitAsNewcomer('phone', '/checkout')
    await button(page, 'Add New Address').click()
    const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
    await dialog.waitFor()
    // Shorter than the time after which the notification closes automatically.
    await notification(page, 'Please add Address').waitFor({ state: 'detached', timeout: 15_000 })
    await dialog.getByLabel('Name', { exact: true }).fill('Meera')
    await page.waitForTimeout(LONGER_THAN_THE_CHECKOUT_WAITS_MS)
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Meera')
    await saveAddress(page)
    await notification(page, 'Address added!').waitFor()
    expect(await page.getByRole('radio', { name: 'Meera Iyer, 3 Lake View, Kochi' }).isChecked()).toBe(true)
    await button(page, 'Add New Address').click()
    await saveAddress(page, { Name: 'Tara Iyer' })
    await expect.poll(() => page.getByRole('radio', { name: /^Tara Iyer/ }).isChecked()).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/checkout')
    expect(complaints).toEqual([])
    await close()
  })

  it('does not redirect while the shopper uses the page', async () => {
    const { page, close } = await visitAsNewcomer('phone', '/checkout')
    // The redirect comes 1.5 seconds after the notification, so the test starts to press before it has seen the notification.
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab')
        return notification(page, 'Please add Address').isVisible()
      })
      .toBe(true)
    await page.keyboard.press('Tab')
    await page.waitForTimeout(LONGER_THAN_THE_CHECKOUT_WAITS_MS)
    expect(new URL(page.url()).pathname).toBe('/checkout')
    await close()
  })

  it('redirects after Place Order, unless the shopper opens the address dialog', async () => {
    const { page, complaints, close } = await visitAsNewcomer('phone', '/checkout')
    await button(page, 'Place Order').click()
    const message = notification(page, 'Please add Address')
    const reason = page.getByRole('group', { name: 'Deliver to' }).getByRole('alert')
    expect(await reason.textContent()).toBe('Please add Address')
    expect(await reason.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('complementary', { name: 'Summary' }).getByText('Please add Address').waitFor()
    await message.getByRole('button', { name: 'Add address' }).click()
    const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
    await dialog.waitFor()
    await page.waitForTimeout(LONGER_THAN_THE_CHECKOUT_WAITS_MS)
    expect(new URL(page.url()).pathname).toBe('/checkout')
    await button(page, 'Save').click()
    await dialog.getByText('Please enter valid Name').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Meera Iyer')
    await dialog.getByLabel('Street', { exact: true }).fill('3 Lake View')
    await button(page, 'Save').click()
    // The ZIP code stands above the city, which is also missing.
    await dialog.getByText('Please enter valid Zip Code').waitFor()
    expect(await dialog.locator(':focus').getAttribute('name')).toBe('zipCode')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await button(page, 'Place Order').click()
    // Further presses do not keep the shopper on the page.
    await page.waitForTimeout(700)
    await page.keyboard.press('Tab')
    await button(page, 'Place Order').click()
    await page.waitForURL('**/profile')
    await page.getByRole('link', { name: 'Back to Checkout' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps the address dialog if it is opened while the profile page loads', async () => {
    const { page, complaints, close } = await visitAsNewcomer('phone', null)
    let load = () => {}
    const loading = new Promise<void>((resolve) => (load = resolve))
    const asksForProfile = (request: Request) => `${request.url()} ${request.postData()}`.includes('ProfilePageQuery')
    await page.route('**/graphql*', async (route) => {
      if (asksForProfile(route.request())) await loading
      await route.continue()
    })
    const asked = page.waitForRequest(asksForProfile)
    await page.goto(`${shopfront.origin}/checkout`)
    await asked
    await notification(page, 'Please add Address').getByRole('button', { name: 'Add address' }).click()
    load()
    await saveAddress(page)
    await page.getByRole('radio', { name: /^Meera Iyer/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it.each(['/checkout', '/cart'])(
    'opens once an address has been added on another page, in the notification of %s',
    async (path) => {
      const { page, complaints, close } = await visitAsNewcomer('phone', path)
      if (path === '/cart') {
        await button(page, 'Checkout').click()
        await notification(page, 'Please check order address').waitFor()
        await page.getByRole('link', { name: 'Wishlist' }).first().click()
        await page.waitForURL('**/wishlist')
        await button(page, 'Checkout').waitFor({ state: 'detached' })
      } else await page.waitForURL('**/profile')
      await page.getByRole('alert').getByRole('button', { name: 'Add address' }).click()
      await saveAddress(page)
      await page.waitForURL('**/checkout')
      await page.getByRole('radio', { name: /^Meera Iyer/ }).waitFor()
      expect(complaints).toEqual([])
      await close()
    },
  )

  it('redirects an idle shopper to the profile, and back once an address has been added', async () => {
    const { page, complaints, close } = await visitAsNewcomer('phone', '/checkout')
    await page.waitForURL('**/profile')
    await page.getByRole('link', { name: 'Back to Checkout' }).waitFor()
    await button(page, 'Add New Address').click()
    await saveAddress(page)
    await page.waitForURL('**/checkout')
    expect(await page.getByRole('radio', { name: /^Meera Iyer/ }).isChecked()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})

async function signUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign Up' }).click()
  for (const [label, text] of [
    ['First Name', 'Meera'],
    ['Last Name', 'Iyer'],
    ['Email', `meera-${randomUUID()}@visits.example`],
    ['Password', 'a-jar-and-11-cups'],
    ['Confirm Password', 'a-jar-and-11-cups'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await button(page, 'Sign Up').click()
}

const addToCart = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
const quantity = (page: Page) => page.getByRole('group', { name: 'Quantity' }).locator('output')

describe('a visitor who adds a product before logging in', () => {
  it('finds the chosen quantity in the cart after signing up, added only once', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', `/product/${BOWL}`)
    await button(page, 'Increase quantity').click()
    await button(page, 'Increase quantity').click()
    await addToCart(page).click()
    await page.getByText('Log in to add Sea Glass Serving Bowl to your cart', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Log in to add Sea Glass Serving Bowl to your cart', { exact: true }).waitFor()
    await signUp(page)
    await notification(page, 'Added to Cart').waitFor()
    await page.waitForURL(`**/product/${BOWL}`)
    await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor()
    await page.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    expect(await quantity(page).textContent()).toBe('3')
    expect(await page.evaluate(() => localStorage.getItem('intents'))).toBe(null)
    await page.reload()
    await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('finds all added products in the cart and the wishlist after logging in', async () => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await shopfront.visit('phone', `/product/${BOWL}`)
    await addToCart(page).click()
    await page.waitForURL('**/login')
    await page.goto(`${shopfront.origin}/product/${CUP}`)
    await page.getByRole('main').getByRole('button', { name: 'Add to Wishlist' }).first().click()
    await page.getByText('Log in to add Celadon Chai Cup to your wishlist', { exact: true }).waitFor()
    await logInAsGuest(page)
    await page.waitForURL(`**/product/${CUP}`)
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await page.getByRole('link', { name: 'Wishlist, 1 item' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('finds the product only once if two tabs log in', async () => {
    await emptyGuest(shopfront.app)
    const { page, context, close } = await shopfront.visit('desktop', `/product/${BOWL}`)
    await addToCart(page).click()
    await page.waitForURL('**/login')
    const other = await context.newPage()
    await other.goto(`${shopfront.origin}/login`)
    await other.getByText('Log in to add Sea Glass Serving Bowl to your cart').waitFor()
    // Both tabs log in with the same stored intents.
    const kept = await page.evaluate(() => localStorage.getItem('intents')!)
    await logInAsGuest(other)
    await page.waitForURL(`**/product/${BOWL}`)
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await page.evaluate((kept) => {
      localStorage.clear()
      localStorage.setItem('intents', kept)
    }, kept)
    await page.goto(`${shopfront.origin}/login`)
    await page.getByText('Log in to add Sea Glass Serving Bowl to your cart').waitFor()
    await button(page, 'Login as Guest').click()
    await page.waitForURL('**/products')
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await close()
  })

  it('sees no reminder after an hour, and finds no product in the cart', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', `/product/${BOWL}`)
    await addToCart(page).click()
    await page.getByText('Log in to add Sea Glass Serving Bowl to your cart').waitFor()
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('intents')!) as { at: number }[]
      localStorage.setItem('intents', JSON.stringify(kept.map((each) => ({ ...each, at: each.at - 3_600_001 }))))
    })
    await page.reload()
    await button(page, 'Login').waitFor()
    expect(await page.getByText('Log in to add').count()).toBe(0)
    await signUp(page)
    await page.waitForURL(`**/product/${BOWL}`)
    await addToCart(page).waitFor()
    expect(await page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true }).count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the quantity', () => {
  it('updates the cart line from the product page once the product is in the cart', async () => {
    const { page, complaints, close } = await visitAsNewcomer('phone', `/product/${CUP}`)
    await page.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    await button(page, 'Increase quantity').click()
    await notification(page, 'Increased product quantity').waitFor()
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
    expect(await quantity(page).textContent()).toBe('2')
    await page.reload()
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
    await button(page, 'Decrease quantity').click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    expect(await button(page, 'Decrease quantity').isDisabled()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it('is limited to the stock, and a larger one in the cart can be reduced to it', async () => {
    const jar = 'grand-moon-jar'
    await setStock(shopfront.app, { [jar]: 5 })
    const shopper = await newcomerWith(shopfront.app, { [jar]: 4 })
    await setStock(shopfront.app, { [jar]: 3 })
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', '/cart')
    const line = page.getByRole('article', { name: 'Grand Moon Jar' })
    await line.getByText('Only 3 left of Grand Moon Jar, Milk white.').waitFor()
    const more = line.getByRole('button', { name: 'Increase quantity' })
    expect(await more.isDisabled()).toBe(true)
    await expectNoSidewaysScroll(page)
    await line.getByRole('button', { name: 'Set to 3' }).click()
    await notification(page, 'Quantity set to 3').waitFor()
    await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor()
    expect(await line.getByText(/Only 3 left|Set to/).count()).toBe(0)
    expect(await more.isDisabled()).toBe(true)
    await line.getByRole('button', { name: 'Decrease quantity' }).click()
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
    expect(await more.isDisabled()).toBe(false)

    await setStock(shopfront.app, { 'saffron-nut-bowl': 2 })
    await page.goto(`${shopfront.origin}/product/saffron-nut-bowl`)
    await button(page, 'Increase quantity').click()
    await expect.poll(() => button(page, 'Increase quantity').isDisabled()).toBe(true)
    expect(await quantity(page).textContent()).toBe('2')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('an address in India', () => {
  it('accepts PIN codes and mobile numbers in common formats, and shows them normalized', async () => {
    const { page, complaints, close } = await visitAsNewcomer('phone', '/profile')
    await button(page, 'Add New Address').click()
    await saveAddress(page, { 'Zip Code': 'PIN 560 003', Mobile: '+91 98450-12345' })
    const address = page.getByRole('listitem').filter({ hasText: 'Meera Iyer' })
    await address.getByText('Kerala 560003').waitFor()
    await address.getByText('Mobile 98450 12345').waitFor()
    await address.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
    expect(await dialog.getByLabel('Mobile').inputValue()).toBe('9845012345')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a removed cart line or address', () => {
  it('is restored with Undo in its notification', async () => {
    const { page, complaints, close } = await visitAsNewcomer('phone', `/product/${CUP}`)
    await page.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    await button(page, 'Increase quantity').click()
    await page.getByRole('link', { name: 'Cart, 2 items' }).click()
    await button(page, 'Remove').click()
    await notification(page, 'Removed from Cart').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
    await page.getByRole('article', { name: 'Celadon Chai Cup' }).waitFor()

    await page.goto(`${shopfront.origin}/profile`)
    await button(page, 'Add New Address').click()
    const name = page.getByRole('dialog', { name: 'ADDRESS' }).getByLabel('Name', { exact: true })
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByLabel('Country').inputValue()).toBe('IN')
    await saveAddress(page)
    await button(page, 'Remove').click()
    await page.getByText('No address is saved yet.').waitFor()
    await notification(page, 'Address removed').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 Lake View').waitFor()
    await button(page, 'Remove').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
