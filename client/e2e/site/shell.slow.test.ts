/** The parts that surround the pages: notifications, the checkout's header, the footer, the studio page, and small screens. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { HELP_TOPICS } from '../../../server/shared/pages'
import { fillCart } from '../../../server/testing/data/factories'
import { expectNoSidewaysScroll, openShopfront, type Device } from '../browser'
import { button, emptyGuest, guestOf, heading, notification, newcomerWith, saveAddress, untilHydrated } from '../visits'

const shopfront = openShopfront({
  SOCIAL_LINKS: 'https://www.instagram.com/cerashop',
  CONTACT_EMAIL: 'hello@cerashop.example',
})

beforeEach(() => emptyGuest(shopfront.app))

/** The bounding box of an element or, for a heading, of its text. */
function shownBox(element: Element): { x: number; y: number; width: number; height: number } {
  const text = document.createRange()
  text.selectNodeContents(element)
  return (/^H\d$/.test(element.tagName) ? text : element).getBoundingClientRect().toJSON() as DOMRect
}

async function expectApart(one: Locator, others: Locator): Promise<void> {
  const box = (await one.boundingBox())!
  const covered: string[] = []
  for (const other of await others.all()) {
    const next = await other.evaluate(shownBox)
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
    'nothing covers the content of %s, and the focus stays visible',
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

describe('a page that the browser renders', () => {
  it.each(['/login', '/orders', '/office', '/join', '/unsubscribe', '/track'])(
    '%s has one title at every moment',
    async (path) => {
      const { page, close } = await shopfront.visitAsGuest('phone', null)
      await page.addInitScript(() => {
        const titles = new Set<string>()
        new MutationObserver(() => {
          if (document.body as HTMLElement | null) titles.add(document.title)
        }).observe(document, { childList: true, subtree: true, characterData: true })
        Object.assign(window, { titles })
      })
      await page.goto(shopfront.origin + path)
      await untilHydrated(page)
      await heading(page).first().waitFor()
      const seen = await page.evaluate(() => [...(window as unknown as { titles: Set<string> }).titles])
      expect(seen.filter((title) => !title.startsWith('Cerashop | '))).toEqual([])
      expect(await page.locator('title').count()).toBe(1)
      await close()
    },
  )
})

describe.each(['phone', 'desktop'] as Device[])('on a %s', (device) => {
  it("a notification covers neither the header nor a card's button, at any scroll position", async () => {
    const { page, close } = await shopfront.visitAsGuest(device, '/products')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Add to Wishlist' }).first().click()
    const toast = notification(page, 'Added to Wishlist')
    // The notification stays while the pointer is on it.
    await toast.hover()
    const inHeader = page.getByRole('banner').locator('a, button').filter({ visible: true })
    await expectApart(toast, inHeader.or(main.locator('article :is(button, a[class*=button])')))
    // The same message is never shown twice at the same time.
    await toast.click()
    await toast.waitFor({ state: 'detached' })
    await page.evaluate(() => window.scrollTo(0, 400))
    await main.getByRole('button', { name: 'Add to Wishlist' }).nth(3).click()
    await toast.waitFor()
    await expectApart(toast, page.getByRole('banner').locator('a, button').filter({ visible: true }))
    await close()
  })

  it.each([
    ['/cart', 'Increase quantity', 'Increased product quantity'],
    ['/wishlist', 'Remove from Wishlist', 'Removed from Wishlist'],
    ['/checkout', 'Place Order', 'check you connection'],
  ])('a notification covers no heading or field on %s', async (path, name, text) => {
    const guest = await guestOf(shopfront.app)
    await fillCart(shopfront.app, guest, { 'sea-glass-serving-bowl': 1 })
    await shopfront.app.shop.db.wishlistItem.create({
      data: { userId: guest.id, productId: 'celadon-chai-cup', priceWhenAdded: 270 },
    })
    const { page, close } = await shopfront.visitAsGuest(device, path)
    await page.route('**/sandbox-checkout.js', (route) => route.abort())
    await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
    await notification(page, text).waitFor()
    const parts = page.getByRole('main').locator('h1, h2, input, select, textarea').filter({ visible: true })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectApart(notification(page, text), parts)
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
    // Waits for all animations except that of the hidden bar, whose end closes the notification.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' ||
            (animation as CSSAnimation).animationName === 'Toastify__trackProgress',
        ),
    )
    expect(await page.locator('html').getAttribute('data-too-wide')).toBeNull()
    // The message is shown again while it is closing.
    await notification(page, 'Enter valid information').click()
    await button(page, 'Sign Up').click()
    await notification(page, 'Enter valid information').waitFor()
    await close()
  })

  it('a notification stays if its timer starts slightly after the current frame', async () => {
    const { page, close } = await shopfront.visitAsGuest(device, '/products')
    await page.getByRole('main').getByRole('button', { name: 'Add to Wishlist' }).first().click()
    const toast = notification(page, 'Added to Wishlist')
    await toast.waitFor()
    // Starts the timer again, with the times that Chromium sometimes sets.
    await toast.getByRole('progressbar', { includeHidden: true }).evaluate(async (bar: HTMLElement) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      bar.style.animationName = 'none'
      await nextFrame()
      bar.style.animationName = ''
      const [animation] = bar.getAnimations()
      animation!.pause()
      for (const time of [0, -0.03]) {
        animation!.currentTime = time
        await nextFrame()
      }
    })
    expect(await toast.isVisible()).toBe(true)
    await close()
  })

  it('the footer is at the bottom of a screen that is taller than the page', async () => {
    const { page, close } = await shopfront.visit(device, '/no-such-page')
    await page.setViewportSize({ width: page.viewportSize()!.width, height: 3000 })
    await heading(page).waitFor()
    const bottom = async () => {
      const { y, height } = (await page.getByRole('contentinfo').boundingBox())!
      return Math.round(y + height)
    }
    // The layout changes when the page's code arrives.
    await expect.poll(bottom).toBe(3000)
    await close()
  })

  it('the checkout has its own header and footer, which link only back, home and to the legal pages', async () => {
    const { app } = shopfront
    await fillCart(app, await guestOf(app), { 'grand-moon-jar': 1 })
    const { page, complaints, close } = await shopfront.visitAsGuest(device, '/checkout')
    await heading(page).waitFor()
    const header = page.getByRole('banner')
    await header.getByText('Secure checkout').waitFor()
    expect(await header.getByRole('link').allInnerTexts()).toEqual(['Back to Cart', 'Cerashop'])
    const footer = page.getByRole('contentinfo')
    expect(await footer.getByRole('link').allInnerTexts()).toEqual([
      'Return & Refund',
      'Privacy Policy',
      'Terms of Use',
      'Contact Us',
      'Accessibility',
    ])
    await expectNoSidewaysScroll(page)
    await header.getByRole('link', { name: 'Back to Cart' }).click()
    await page.waitForURL('**/cart')
    await footer.getByRole('link', { name: 'Our studio' }).waitFor()
    await header.getByRole('link', { name: /^Cart/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('the studio page shows its three sections, and the footer links to the contacts', async () => {
    const { page, complaints, close } = await shopfront.visit(device, '/')
    await page.getByRole('main').getByRole('link', { name: 'See our studio' }).click()
    await page.waitForURL('**/studio')
    for (const name of ['Who makes it', 'From clay to kiln', 'Glazes and small differences'])
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

it('the fixed bar on a phone never hides the focused element of the cart or the checkout', async () => {
  await fillCart(shopfront.app, await guestOf(shopfront.app), { 'sea-glass-serving-bowl': 1, 'grand-moon-jar': 4 })
  const { page, close } = await shopfront.visitAsGuest('phone', null)
  for (const path of ['/cart', '/checkout']) {
    await page.goto(shopfront.origin + path)
    await heading(page).waitFor()
    for (const height of [844, 481]) {
      await page.setViewportSize({ width: 390, height })
      for (let i = 0; i < 30; i += 1) {
        await page.keyboard.press('Tab')
        const hidden = await page.evaluate(async () => {
          const focused = document.activeElement!
          const center = () => {
            const { left, top, width, height } = focused.getBoundingClientRect()
            return document.elementFromPoint(left + width / 2, top + height / 2)
          }
          // The skip link covers the header until a later frame.
          for (let frame = 0; frame < 30; frame += 1) {
            await new Promise(requestAnimationFrame)
            const at = center()
            if (at === null || focused.contains(at) || at.contains(focused)) return null
          }
          return focused.outerHTML.slice(0, 120)
        })
        expect(hidden).toBeNull()
      }
    }
  }
  await close()
})

it('selecting filters does not shift the products', async () => {
  for (const device of ['phone', 'desktop'] as const) {
    const { page, close } = await shopfront.visit(device, '/products')
    await untilHydrated(page)
    const top = async () => (await page.getByRole('article').first().boundingBox())!.y
    const before = await top()
    for (const name of ['Cups', 'Bowls']) {
      if (device === 'phone') await button(page, 'Filter').click()
      await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
      if (device === 'phone') await page.getByRole('button', { name: /^Show / }).click()
      await page.getByRole('button', { name: `Without ${name}` }).waitFor()
      expect(await top()).toBe(before)
    }
    await close()
  }
})

it("the product's title describes the buttons of its card", async () => {
  const { page, close } = await shopfront.visit('desktop', '/products')
  const card = page.getByRole('article', { name: 'Celadon Chai Cup' })
  for (const name of ['Add to Cart', 'Add to Wishlist']) {
    const described = await card.getByRole('button', { name }).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).innerText()).toBe('Celadon Chai Cup')
  }
  await close()
})

it('the sort menu is inside the main landmark', async () => {
  const { page, close } = await shopfront.visit('phone', '/products')
  await button(page, 'Sort, Featured').click()
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

it.each([320, 390])('all help topics are visible on a screen %d pixels wide', async (width) => {
  const { page, close } = await shopfront.visit('phone', '/help/privacy')
  await page.setViewportSize({ width, height: 800 })
  await page.getByRole('navigation', { name: 'Help topics' }).locator('summary').click()
  expect(await topicsWithin(page)).toEqual(HELP_TOPICS.map(() => true))
  await close()
})

it('the profile labels sample values as such until the shopper has an address', async () => {
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
  // The cart lists the coupons.
  await profile.getByRole('listitem').getByRole('link', { name: 'Coupons' }).click()
  await page.waitForURL('**/cart')
  await close()
})

it.each([320, 390, 768, 959])('at %i px, the menu has the entries that the header has no room for', async (width) => {
  const { page, close } = await shopfront.visit('desktop', '/help/faq')
  await page.setViewportSize({ width, height: 800 })
  await button(page, 'Menu').click()
  const menu = page.getByRole('region', { name: 'Menu' })
  for (const name of ['Decor', 'Dining', 'Kitchen', 'Gifts', 'Brands'])
    await menu.getByRole('link', { name, exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  await close()
})

it('the results of Run all fit on a phone', async () => {
  const { page, close } = await shopfront.visit('phone', '/mockman')
  await button(page, 'Run all').click()
  await page.getByText(/18 of 18 passed/).waitFor({ timeout: 120_000 })
  const results = page.getByRole('table', { name: 'Results of all calls' })
  expect(await results.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectNoSidewaysScroll(page)
  await close()
})

it('the API tester aligns with the header', async () => {
  const { page, close } = await shopfront.visit('desktop', '/mockman')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByRole('region', { name: 'Request' }).waitFor()
  const name = (await page.getByRole('banner').getByRole('link', { name: 'Cerashop' }).boundingBox())!
  const panel = (await page.getByRole('region', { name: 'Request' }).boundingBox())!
  expect(Math.abs(name.x - panel.x)).toBeLessThan(2)
  await close()
})
