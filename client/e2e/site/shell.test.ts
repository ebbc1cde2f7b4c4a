/** The parts around the pages: notifications, the checkout's header, the footer, the studio page, and small screens. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { fillCart } from '../../../server/testing/data/factories'
import { expectNoSidewaysScroll, openShopfront, type Device } from '../browser'
import { button, emptyGuest, guestOf, heading, notification, newcomerWith, saveAddress } from '../visits'

const shopfront = openShopfront({
  SOCIAL_LINKS: 'https://www.instagram.com/cerashop',
  CONTACT_EMAIL: 'hello@cerashop.example',
})

beforeEach(() => emptyGuest(shopfront.app))

async function expectApart(one: Locator, others: Locator): Promise<void> {
  const box = (await one.boundingBox())!
  const covered: string[] = []
  for (const other of await others.all()) {
    const next = (await other.boundingBox())!
    const meets =
      box.x < next.x + next.width &&
      next.x < box.x + box.width &&
      box.y < next.y + next.height &&
      next.y < box.y + box.height
    if (meets) covered.push(await other.evaluate((element) => element.outerHTML.slice(0, 100)))
  }
  expect(covered).toEqual([])
}

describe('at 400 % zoom, which leaves 320x200 pixels', () => {
  it.each(['/products', '/product/sea-glass-serving-bowl', '/cart', '/checkout'])(
    'nothing covers the page of %s, and focus stays visible',
    async (path) => {
      await fillCart(shopfront.app, await guestOf(shopfront.app), { 'sea-glass-serving-bowl': 1 })
      const { page, close } = await shopfront.visitAsGuest('phone', path)
      await page.setViewportSize({ width: 320, height: 200 })
      await heading(page).waitFor()
      await expectNoSidewaysScroll(page)
      await page.evaluate(() => window.scrollTo(0, 300))
      const seen = await page.evaluate(() =>
        [5, 100, 195].map((y) => document.elementFromPoint(160, y)?.closest('main') !== null),
      )
      expect(seen).toEqual([true, true, true])
      for (let i = 0; i < 12; i += 1) {
        await page.keyboard.press('Tab')
        const isVisible = await page.evaluate(() => {
          const { left, top, width, height } = document.activeElement!.getBoundingClientRect()
          const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 10))
          return at === null || document.activeElement!.contains(at) || at.contains(document.activeElement)
        })
        expect(isVisible, await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 120))).toBe(true)
      }
      await close()
    },
  )
})

describe.each(['phone', 'desktop'] as Device[])('on a %s', (device) => {
  it("a notification covers neither the header nor a card's button, at the top and further down", async () => {
    const { page, close } = await shopfront.visitAsGuest(device, '/products')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Add to Cart' }).first().click()
    const toast = notification(page, 'Added to Cart')
    await toast.waitFor()
    await expectApart(toast, page.getByRole('banner').locator('a, button').filter({ visible: true }))
    await expectApart(toast, main.locator('article :is(button, a[class*=button])'))
    // The same message is never shown twice simultaneously.
    await toast.waitFor({ state: 'detached' })
    await page.evaluate(() => window.scrollTo(0, 400))
    await main.getByRole('button', { name: 'Add to Cart' }).nth(3).click()
    await toast.waitFor()
    await expectApart(toast, page.getByRole('banner').locator('a, button').filter({ visible: true }))
    await close()
  })

  it('the page keeps its width while a notification slides in', async () => {
    const { page, close } = await shopfront.visit(device, '/signup', { reducedMotion: 'no-preference' })
    await heading(page).waitFor()
    await page.evaluate(() => {
      const watch = () => {
        const root = document.documentElement
        if (root.scrollWidth > root.clientWidth) root.dataset['tooWide'] = String(root.scrollWidth)
        requestAnimationFrame(watch)
      }
      watch()
    })
    await button(page, 'Sign Up').click()
    await notification(page, 'Enter valid information').waitFor()
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    expect(await page.locator('html').getAttribute('data-too-wide')).toBeNull()
    // The message is shown again while it is closing.
    await notification(page, 'Enter valid information').click()
    await button(page, 'Sign Up').click()
    await notification(page, 'Enter valid information').waitFor()
    await close()
  })

  it('the footer is at the bottom of a screen that is taller than the page', async () => {
    const { page, close } = await shopfront.visit(device, '/no-such-page')
    await page.setViewportSize({ width: page.viewportSize()!.width, height: 2000 })
    await heading(page).waitFor()
    const { y, height } = (await page.getByRole('contentinfo').boundingBox())!
    expect(Math.round(y + height)).toBe(2000)
    await close()
  })

  it('the checkout has a separate header, and links only back, home and to the legal pages', async () => {
    const { app } = shopfront
    await fillCart(app, await guestOf(app), { 'grand-moon-jar': 1 })
    const { page, complaints, close } = await shopfront.visitAsGuest(device, '/checkout')
    await heading(page).waitFor()
    const header = page.getByRole('banner')
    await header.getByText('Secure checkout').waitFor()
    expect(await header.getByRole('link').allInnerTexts()).toEqual(['Back to Cart', 'Cerashop'])
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).waitFor()
    await expectNoSidewaysScroll(page)
    await header.getByRole('link', { name: 'Back to Cart' }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('contentinfo').waitFor()
    await header.getByRole('link', { name: /^Cart/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('the studio page shows its three sections, and the footer has links', async () => {
    const { page, complaints, close } = await shopfront.visit(device, '/')
    await page.getByRole('main').getByRole('link', { name: 'See our studio' }).click()
    await page.waitForURL('**/studio')
    for (const name of ['Who makes it', 'How a piece is thrown', 'What seconds are'])
      await page.getByRole('region', { name }).getByRole('img').waitFor()
    const footer = page.getByRole('contentinfo')
    expect(await footer.getByRole('link', { name: 'Instagram' }).getAttribute('href')).toBe(
      'https://www.instagram.com/cerashop',
    )
    expect(await footer.getByRole('link', { name: 'hello@' }).getAttribute('href')).toBe(
      'mailto:hello@cerashop.example',
    )
    await footer.getByRole('link', { name: 'Our studio' }).waitFor()
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })
})

it('the sort menu is inside the main landmark', async () => {
  const { page, close } = await shopfront.visit('phone', '/products')
  await button(page, 'Sort').click()
  await page.getByRole('main').getByRole('menu').waitFor()
  await close()
})

const topicsWithin = async (page: Page): Promise<boolean[]> => {
  const width = page.viewportSize()!.width
  const topics = await page.getByRole('navigation', { name: 'Help topics' }).getByRole('link').all()
  return Promise.all(
    topics.map(async (topic) => {
      const { x, width: own } = (await topic.boundingBox())!
      return x >= 0 && x + own <= width
    }),
  )
}

it.each([320, 390])('all help topics are visible on a screen of %d pixels', async (width) => {
  const { page, close } = await shopfront.visit('phone', '/help/privacy')
  await page.setViewportSize({ width, height: 800 })
  expect(await topicsWithin(page)).toEqual([true, true, true, true])
  await close()
})

it('the profile marks its sample values until the shopper has an address', async () => {
  const shopper = await newcomerWith(shopfront.app, {})
  const { page, close } = await shopfront.visitAs(shopper, 'phone', '/profile')
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByText('Bengaluru, India').waitFor()
  expect(await profile.getByText('Sample').count()).toBe(2)
  await button(page, 'Add New Address').click()
  await saveAddress(page)
  await profile.getByText('Kochi, India').waitFor()
  expect(await profile.getByText('Sample').count()).toBe(0)
  expect(await profile.getByRole('listitem').filter({ hasText: 'Coins' }).getByRole('link').count()).toBe(0)
  await close()
})

it('the results of a run of all calls fit on a phone', async () => {
  const { page, close } = await shopfront.visit('phone', '/mockman')
  await button(page, 'Run all').click()
  await page.getByText(/17 of 17 passed/).waitFor()
  const results = page.getByRole('table', { name: 'Results of all calls' })
  expect(await results.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectNoSidewaysScroll(page)
  await close()
})

it('the tester aligns with the header', async () => {
  const { page, close } = await shopfront.visit('desktop', '/mockman')
  await page.setViewportSize({ width: 1920, height: 1080 })
  const name = (await page.getByRole('banner').getByRole('link', { name: 'Cerashop' }).boundingBox())!
  const panel = (await page.getByRole('region', { name: 'Request' }).boundingBox())!
  expect(Math.abs(name.x - panel.x)).toBeLessThan(2)
  await close()
})
