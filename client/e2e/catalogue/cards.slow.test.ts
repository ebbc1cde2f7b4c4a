/** Product cards: their rows, the drawer after an addition, gifts by price, and the cards on empty pages. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../axe'
import { expectNoSidewaysScroll, openShopfront, type Device } from '../browser'
import { button, emptyGuest, heading, notification, untilHydrated } from '../visits'

const shopfront = openShopfront()

beforeEach(() => emptyGuest(shopfront.app))

const drawer = (page: Page) => page.getByRole('region', { name: 'In your cart' })
const addButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to Cart' })

/** Below the cart icon on a wide screen, at the bottom of a phone's screen, and above the product page's bar. */
async function expectInPlace(page: Page, device: Device): Promise<void> {
  const { x, y, width, height } = (await drawer(page).boundingBox())!
  const screen = page.viewportSize()!
  if (device === 'phone') {
    const [bar] = await page.locator('[aria-label="Buy"][data-needed]').all()
    const end = (await bar?.boundingBox())?.y ?? screen.height
    expect(y + height).toBeLessThanOrEqual(end)
    expect(end - y - height).toBeLessThan(24)
    expect(x).toBeLessThan(24)
    return
  }
  const header = (await page.getByRole('banner').boundingBox())!
  const icon = (await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).boundingBox())!
  expect(y).toBeGreaterThanOrEqual(header.y + header.height - 1)
  expect(y - header.y - header.height).toBeLessThan(24)
  expect(x).toBeLessThan(icon.x)
  expect(Math.abs(x + width - icon.x - icon.width)).toBeLessThan(24)
}

describe.each<Device>(['phone', 'desktop'])('on a %s', (device) => {
  it('stars and titles line up across each row', async () => {
    const { page, close } = await shopfront.visit(device, '/products')
    await heading(page).waitFor()
    const rows = await page.locator('main article').evaluateAll((cards) => {
      const tops = new Map<number, { titles: Set<number>; stars: Set<number>; heights: Set<number> }>()
      for (const card of cards) {
        const top = Math.round(card.getBoundingClientRect().top)
        const row = tops.get(top) ?? { titles: new Set(), stars: new Set(), heights: new Set() }
        tops.set(top, row)
        const title = card.querySelector('h2')!.getBoundingClientRect()
        row.titles.add(Math.round(title.top))
        row.heights.add(Math.round(title.height))
        row.stars.add(Math.round(card.querySelector('p')!.getBoundingClientRect().top))
      }
      return [...tops.values()].map(({ titles, stars, heights }) => [titles.size, stars.size, heights.size])
    })
    expect(rows.map(([titles, stars]) => [titles, stars])).toEqual(rows.map(() => [1, 1]))
    // Without titles of different heights, this test would prove nothing.
    expect(rows.some(([, , heights]) => heights! > 1)).toBe(true)
    await close()
  })

  it.each([0, 500])(
    'adding a product on a page scrolled %i px opens a drawer at its place, without moving the focus',
    async (scrolled) => {
      const { page, complaints, close } = await shopfront.visitAsGuest(device, '/products')
      await addButtons(page).first().waitFor()
      await page.evaluate((y) => window.scrollTo(0, y), scrolled)
      const { y } = (await heading(page).boundingBox())!
      await addButtons(page)
        .nth(scrolled === 0 ? 0 : 3)
        .click()
      await notification(page, 'Added to Cart').waitFor()
      // The drawer stays while the pointer is on it.
      await drawer(page).hover()
      await drawer(page).getByText('Subtotal, 1 item').waitFor()
      expect(await drawer(page).getByRole('link').allTextContents()).toEqual(['See cart', 'Checkout'])
      await expectInPlace(page, device)
      // The drawer shows the only message.
      expect(await drawer(page).getByRole('alert').textContent()).toBe('Added to Cart')
      expect(await notification(page, 'Added to Cart').count()).toBe(1)
      expect((await heading(page).boundingBox())!.y).toBe(y)
      const focused = page.locator(':focus')
      expect(await focused.textContent()).toBe('Go to Cart')
      expect(await page.locator('[aria-live]').filter({ hasText: '1 item in your cart, subtotal Rs.' }).count()).toBe(1)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await drawer(page).waitFor({ state: 'detached' })
      expect(await focused.textContent()).toBe('Go to Cart')
      expect(complaints).toEqual([])
      await close()
    },
  )

  it.each([0, 300])('adding on a product page scrolled %i px opens the drawer too', async (scrolled) => {
    const { page, complaints, close } = await shopfront.visitAsGuest(device, '/product/sea-glass-serving-bowl')
    if (device === 'desktop') await page.setViewportSize({ width: 1280, height: 800 })
    await addButtons(page).first().waitFor()
    await page.evaluate((y) => window.scrollTo(0, y), scrolled)
    await addButtons(page).first().click()
    await drawer(page).hover()
    await notification(page, 'Added to Cart').waitFor()
    await expectInPlace(page, device)
    expect(await page.locator(':focus').textContent()).toBe('Go to Cart')
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('an empty cart shows three bestsellers, and adding one does not open the drawer', async () => {
    const { page, close } = await shopfront.visitAsGuest(device, '/cart')
    const cards = page.getByRole('region', { name: 'Bestsellers' }).getByRole('article')
    await cards.first().waitFor()
    expect(await cards.count()).toBe(3)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'bestsellers of an empty cart')
    await addButtons(page).first().click()
    await notification(page, 'Added to Cart').waitFor()
    await button(page, 'Checkout').waitFor()
    expect(await drawer(page).count()).toBe(0)
    await close()
  })

  it('the links to other pages fit in one row, with Prev and Next below on a phone', async () => {
    const { page, close } = await shopfront.visit(device, '/products?page=2')
    const links = page.getByRole('navigation', { name: 'Pages' })
    const boxes = await links.getByRole('link').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y))
    expect(new Set(boxes.filter((y) => y > 0)).size).toBe(1)
    const numbers = (await links.getByRole('link', { name: '2', exact: true }).boundingBox())!
    const [prev, next] = await Promise.all(['Prev', 'Next'].map((name) => button(page, name).boundingBox()))
    if (device === 'phone') expect(prev!.y).toBeGreaterThanOrEqual(numbers.y + numbers.height)
    else expect(prev!.y).toBe(numbers.y)
    expect(next!.y).toBe(prev!.y)
    await close()
  })

  it('the gifts page links to gifts under a given price', async () => {
    const { page, close } = await shopfront.visit(device, '/products?category=gifts')
    const tiles = page.getByRole('navigation', { name: 'Gifts by price' }).getByRole('link')
    expect(await tiles.allTextContents()).toEqual([
      'Gifts under Rs. 500',
      'Gifts under Rs. 1,000',
      'Gifts under Rs. 2,500',
    ])
    await tiles.first().click()
    await page.waitForURL(/max=500/)
    await button(page, 'Without Rs. 0 to Rs. 500').waitFor()
    expect(await page.locator('main article').count()).toBe(1)
    expect(await heading(page).textContent()).toContain('Gifts under Rs. 500')
    expect(await tiles.first().getAttribute('aria-current')).toBe('page')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'gifts')
    await close()
  })
})

// The time limits and the focus do not depend on the device.
describe('the drawer', () => {
  it('stays open while it contains the focus', async () => {
    const { page, close } = await shopfront.visitAsGuest('phone', '/products')
    await addButtons(page).first().click()
    await drawer(page).getByRole('link', { name: 'Checkout' }).focus()
    await page.waitForTimeout(6500)
    await expectAccessible(page, 'the cart drawer')
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    expect(await page.locator(':focus').getAttribute('id')).toBe('main')
    await close()
  })

  it('closes when the shopper presses outside, and not when they press inside', async () => {
    const { page, close } = await shopfront.visitAsGuest('desktop', '/products')
    await addButtons(page).first().click()
    await drawer(page).getByText('Subtotal, 1 item').click()
    expect(await drawer(page).count()).toBe(1)
    await heading(page).click()
    await drawer(page).waitFor({ state: 'detached' })
    await close()
  })

  it('closes after a while, or when another page opens', async () => {
    const { page, close } = await shopfront.visitAsGuest('phone', '/products')
    await addButtons(page).first().click()
    await drawer(page).waitFor()
    await page.mouse.move(0, 0)
    await drawer(page).waitFor({ state: 'detached' })
    await addButtons(page).first().click()
    await drawer(page).getByRole('link', { name: 'See cart' }).click()
    await page.waitForURL('**/cart')
    expect(await drawer(page).count()).toBe(0)
    await close()
  })
})

it('the photo and the link of a card follow the swatch under the pointer', async () => {
  const { page, complaints, close } = await shopfront.visit('desktop', '/products?category=gifts')
  const card = page.getByRole('article', { name: 'Lotus Tealight Holder' })
  const photo = () => card.getByRole('img').first().getAttribute('src')
  await card.waitFor()
  await untilHydrated(page)
  expect(await photo()).not.toContain('--celadon')
  const swatches = card.getByText('Celadon').locator('..').locator('[aria-hidden]')
  await swatches.nth(1).hover()
  await expect.poll(photo).toContain('lotus-tealight-holder--celadon')
  expect(await card.getByRole('link').first().getAttribute('href')).toBe('/product/lotus-tealight-holder?glaze=celadon')
  await swatches.nth(0).hover()
  await expect.poll(photo).not.toContain('--celadon')
  expect(complaints).toEqual([])
  await close()
})
