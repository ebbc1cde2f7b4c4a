import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newShopper } from '../../../server/testing/data/factories'
import { openShopfront, VIEWPORTS } from '../browser'
import { button, emptyGuest, notification, newcomerWith } from '../visits'

const shopfront = openShopfront()

/** Presses Tab until the target has the focus. Fails if Tab never reaches it, or if the focus is not visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      // Even with reduced motion, a change takes one frame to appear.
      await expect.poll(() => target.evaluate(isMarked)).toBe(true)
      await expect.poll(() => target.evaluate(isSeen)).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${String(target)}`)
}

/** True if the focused element or its label shows an outline or a ring. */
function isMarked(element: Element): boolean {
  const marks = [element, element.closest('label'), element.nextElementSibling].filter((each) => each !== null)
  const styles = marks.flatMap((each) => [getComputedStyle(each), getComputedStyle(each, '::after')])
  return styles.some(
    ({ outlineStyle, outlineWidth, boxShadow }) =>
      (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
  )
}

/** True if a part of the focused element is on the screen and nothing covers it. */
function isSeen(element: Element): boolean {
  const shown = element.matches('input') ? (element.closest('label') ?? element) : element
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const [x, from, to] = [(left + right) / 2, Math.max(0, top), Math.min(innerHeight, bottom)]
  const points = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => document.elementFromPoint(x, from + (to - from) * share))
  return from < to && points.some((found) => found !== null && (shown.contains(found) || found.contains(shown)))
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

describe('a scrolled page', () => {
  it('keeps its position when the search closes, and when the focus moves within the header', async () => {
    const { page, close } = await shopfront.visit('desktop', '/products')
    await page.evaluate(() => scrollTo(0, 600))
    await button(page, 'Search').first().focus()
    const position = () => page.evaluate(() => [scrollX, scrollY])
    await page.keyboard.press('Enter')
    await page.locator('input[placeholder="What are you looking for?"]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('button[aria-label="Search"]:focus').waitFor()
    expect(await position()).toEqual([0, 600])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await position()).toEqual([0, 600])
    await close()
  })
})

describe('a shopper who uses only the keyboard', () => {
  it.each([
    { screen: 'a desktop', viewport: VIEWPORTS.desktop },
    { screen: '400 % zoom', viewport: { width: 320, height: 200 } },
  ])('finds a product, logs in, adds it, applies a coupon, checks out and pays on $screen', async ({ viewport }) => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await shopfront.visit('desktop', '/', { viewport })
    const main = page.getByRole('main')

    await press(page, button(page, 'Search').first())
    await page.locator('input[placeholder="What are you looking for?"]:focus').waitFor()
    await page.keyboard.type('moon')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /1 product/ }).waitFor()
    await press(page, page.getByRole('article', { name: 'Grand Moon Jar' }).getByRole('link').first())
    await page.getByRole('heading', { level: 1, name: 'Grand Moon Jar' }).waitFor()
    await press(page, main.getByRole('button', { name: 'Add to Cart' }).first())

    await page.waitForURL('**/login')
    await press(page, button(page, 'Login as Guest'))
    await notification(page, 'Added to Cart').waitFor()
    await page.waitForURL('**/product/grand-moon-jar')
    await page.getByRole('heading', { level: 1, name: 'Grand Moon Jar' }).waitFor()
    await press(page, page.getByRole('banner').getByRole('link', { name: /^Cart/ }))

    await page.waitForURL('**/cart')
    await press(page, button(page, 'Apply Coupon'))
    const coupons = page.getByRole('dialog', { name: 'Applicable Coupons' })
    await coupons.getByRole('radio', { name: 'BOHO' }).waitFor()
    await page.keyboard.press('Escape')
    await coupons.waitFor({ state: 'hidden' })
    await expect.poll(() => button(page, 'Apply Coupon').evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await press(page, coupons.getByRole('radio').first(), 'Space')
    await press(page, coupons.getByRole('button', { name: 'Apply', exact: true }))
    await notification(page, 'Coupon Applied!').waitFor()
    await press(page, button(page, 'Checkout'))

    await page.waitForURL('**/checkout')
    await press(page, button(page, 'Place Order'))
    const till = page.getByRole('dialog')
    await press(page, till.getByRole('button', { name: 'Pay', exact: true }))
    await page.waitForURL('**/order_summary')
    await page
      .getByText(/CER-\d{6}/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('can buy with a new account that has no address', async () => {
    const shopper = await newcomerWith(shopfront.app, { 'grand-moon-jar': 1 })
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'desktop', '/cart')
    await press(page, button(page, 'Checkout'))
    await notification(page, 'Please check order address').waitFor()
    // The notification area's shortcut, which is part of its accessible name.
    await page.keyboard.press('Alt+KeyT')
    await press(page, button(page, 'Add address'))
    const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
    for (const [label, text] of [
      ['Name', 'Meera Iyer'],
      ['Street', '3 Lake View'],
      ['City', 'Kochi'],
      ['State', 'Kerala'],
      ['Zip Code', '682001'],
      ['Mobile', '9876543210'],
    ] as const) {
      await tabTo(page, dialog.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout')
    await press(page, button(page, 'Place Order'))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }))
    await page.waitForURL('**/order_summary')
    expect(complaints).toEqual([])
    await close()
  })

  it('can skip to the content, and close menus and dialogs', async () => {
    const { page, close } = await shopfront.visit('phone')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    await button(page, 'Menu').focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('region', { name: 'Menu' })
    const account = menu.getByRole('navigation', { name: 'Your account' }).getByRole('link')
    await account.first().waitFor()
    expect(await account.allInnerTexts()).toEqual(['Login', 'Wishlist', 'Track Order'])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => button(page, 'Menu').evaluate((element) => element === document.activeElement)).toBe(true)
    await close()
  })

  it.each(['F6', 'Tab'])('reaches the box about the cart with %s, and buys from it', async (key) => {
    const shopper = await newShopper(shopfront.app)
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'desktop', '/product/grand-moon-jar')
    const box = page.getByRole('region', { name: 'In your cart' })
    const isFocused = (target: Locator) =>
      expect.poll(() => target.evaluate((e) => e === document.activeElement)).toBe(true)
    const toCart = page.getByRole('main').getByRole('link', { name: 'Go to Cart' }).first()
    await press(page, page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first())
    await box.waitFor()
    await toCart.waitFor()
    await page.keyboard.press(key)
    await isFocused(box.getByRole('link', { name: 'See cart' }))
    // Back to the button, and in again.
    await page.keyboard.press(key === 'Tab' ? 'Shift+Tab' : key)
    await isFocused(toCart)
    await page.keyboard.press('F6')
    await isFocused(box.getByRole('link', { name: 'See cart' }))
    await page.keyboard.press('Tab')
    await isFocused(box.getByRole('link', { name: 'Checkout' }))
    // Longer than the box stays without the focus.
    await page.waitForTimeout(6500)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout')
    await press(page, button(page, 'Place Order'))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }))
    await page.waitForURL('**/order_summary')
    expect(complaints).toEqual([])
    await close()
  })

  it('reaches Undo with F6, returns with F6, and the notification stays until then', async () => {
    const shopper = await newcomerWith(shopfront.app, { 'grand-moon-jar': 1, 'bud-vase-trio': 1 })
    const { page, close } = await shopfront.visitAs(shopper, 'desktop', '/cart')
    await press(page, button(page, 'Remove').first())
    const undo = notification(page, 'Removed').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    const lifetime = () =>
      undo.evaluate(
        (each) =>
          each.closest('.Toastify__toast')!.querySelector('[role="progressbar"]')!.getAnimations()[0]!.playState,
      )
    await expect.poll(lifetime).toBe('running')
    await page.keyboard.press('F6')
    await expect.poll(() => undo.evaluate((each) => each === document.activeElement)).toBe(true)
    await expect.poll(lifetime).toBe('paused')
    await page.keyboard.press('F6')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove')
    await expect.poll(lifetime).toBe('running')
    expect(await undo.evaluate((each) => each.closest('[aria-live="polite"]') === null)).toBe(true)
    await page.keyboard.press('F6')
    await page.keyboard.press('Enter')
    await expect.poll(() => button(page, 'Remove').count()).toBe(2)
    await close()
  })
})
