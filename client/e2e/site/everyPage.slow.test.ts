/**
 * Tests that every page is accessible, shows its icons in forced colours, isolates names written from right to left, and stays right when the
 * browser translates it. One visit of a page shows all of it, because opening a page takes longer than looking at it. All visits ask for reduced
 * motion.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from '../axe'
import { paths } from '../../paths'
import { openShopfront, VIEWPORTS, type Visit } from '../browser'
import { buyersPages, EVERY_FEATURE, newCollector, openSettled, ownersPages, VISITORS_PAGES } from '../everyPage'
import { BUYERS_TEXTS, mixedTexts, nameFromRightToLeft, TEXTS, type Named } from '../rightToLeft'
import { button, heading, notification } from '../visits'

const shopfront = openShopfront(EVERY_FEATURE)

/** The icons, among those that are shown, whose lines have the colour of the surface below them. */
const hiddenIcons = (page: Page) =>
  page.evaluate(() => {
    const isClear = (colour: string) => colour === 'transparent' || /, 0\)$/.test(colour)
    const surfaceOf = (element: Element): string => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { backgroundColor } = getComputedStyle(each)
        if (!isClear(backgroundColor)) return backgroundColor
      }
      return getComputedStyle(document.documentElement).backgroundColor
    }
    return [...document.querySelectorAll('button svg, a svg')]
      .filter((icon) => icon.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((icon) => {
        const lines = [icon, ...icon.querySelectorAll('*')].map((line) => getComputedStyle(line))
        const colours = lines.flatMap(({ stroke, fill }) => [stroke, fill]).filter((colour) => colour !== 'none')
        return colours.length > 0 && colours.every((colour) => colour === surfaceOf(icon))
      })
      .map((icon) => icon.closest('button, a')!.outerHTML.slice(0, 200))
  })

/** Replaces each text with letters, as Chrome's translation does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (!/\p{L}/u.test(text.data) || text.parentElement?.closest('[translate="no"], script, style, font')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  })

const textOf = (page: Page) => page.getByRole('main').evaluate((main) => main.textContent.replace(/\s+/g, ' '))

describe('a page that the browser has translated', () => {
  it.each<[change: string, path: string, act: (page: Page) => Promise<unknown>]>([
    ['a larger quantity', '/cart', (page) => button(page, 'Increase quantity').first().click()],
    ['a smaller quantity', '/cart', (page) => button(page, 'Decrease quantity').first().click()],
    ['a removed line', '/cart', (page) => button(page, 'Remove').first().click()],
    ['a moved line', '/cart', (page) => button(page, 'Move to Wishlist').first().click()],
    ['gift wrap', '/cart', (page) => page.getByLabel('Gift wrap').check()],
    [
      'a coupon',
      '/cart',
      async (page) => {
        await button(page, 'Apply Coupon').click()
        await page.getByRole('dialog').getByRole('radio').first().check()
        await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
        await notification(page, 'Coupon Applied!').waitFor()
      },
    ],
    [
      'a wish',
      '/product/celadon-chai-cup',
      (page) => page.getByRole('main').getByText('Add to Wishlist').first().click(),
    ],
    ['a product in the cart', '/products', (page) => button(page, 'Add to Cart').first().click()],
    [
      'a gift message',
      '/cart',
      async (page) => {
        await button(page, 'Add a gift message').click()
        await page.getByRole('dialog').getByLabel('Message (optional)').fill('For Meera')
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      },
    ],
    [
      'another order',
      '/products',
      (page) => page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Price: high to low' }),
    ],
    ['a filter', '/products', (page) => page.getByRole('main').getByRole('checkbox').first().check()],
    ['a removed wish', '/wishlist', (page) => button(page, 'Remove from Wishlist').first().click()],
    ['a removed address', '/profile', (page) => button(page, 'Remove').first().click()],
    ['another default address', '/profile', (page) => button(page, 'Make default').first().click()],
  ])('shows the same text after %s as the server', async (_change, path, act) => {
    const { page, complaints, close } = await shopfront.visitAs(await newCollector(shopfront.app), 'desktop', null)
    await openSettled(page, shopfront.origin + path)
    await translate(page)
    const before = await textOf(page)
    await act(page)
    await expect.poll(() => textOf(page)).not.toBe(before)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    const shown = await textOf(page)
    await openSettled(page, page.url())
    await expect.poll(() => textOf(page)).toBe(shown)
    expect(complaints).toEqual([])
    await close()
  })
})

/** Leaves a translated page by a link of the header, so that React removes what was translated. */
async function leave(page: Page): Promise<void> {
  const target = new URL(page.url()).pathname === paths.home() ? paths.products() : paths.home()
  // Only the browser knows the links that the header shows at this width.
  await page.evaluate((to) => document.querySelector<HTMLElement>(`header a[href="${to}"]`)!.click(), target)
  await page.waitForURL((url) => url.pathname === target)
  await heading(page).waitFor()
}

/** Opens each page once and looks at all that it must do. Returns which of the names from right to left the pages show. */
async function expectAllOf({ page, complaints }: Visit, addresses: string[], named?: Named): Promise<Set<string>> {
  const shown = new Set<string>()
  for (const path of addresses) {
    await openSettled(page, shopfront.origin + path)
    expect(complaints, path).toEqual([])
    if (named) {
      expect(await mixedTexts(page, named), `${path}, names from right to left`).toEqual([])
      const text = await page.locator('body').innerText()
      for (const each of TEXTS) if (text.includes(each)) shown.add(each)
    }
    await expectAccessible(page, path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      expect(await hiddenIcons(page), `${path} in forced ${colorScheme} colours`).toEqual([])
    }
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
    await page.setViewportSize(VIEWPORTS.desktop)
    // Axe complains that it cannot run in the frame of an email.
    complaints.length = 0
    await translate(page)
    await leave(page)
    // A part that hydrates after it was translated differs from the server's. React reports #418 and draws this part again.
    const found = complaints.splice(0).filter((each) => !each.includes('Minified React error #418'))
    expect(found, `${path}, translated`).toEqual([])
  }
  return shown
}

describe('every page', () => {
  it('of a visitor is accessible, shows its icons in forced colours and can be left when translated', async () => {
    const visit = await shopfront.visit('desktop', null)
    const others = ['/products?group=decor', '/products?group=brands']
    await expectAllOf(visit, [...Object.values(VISITORS_PAGES).flat(), ...others])
    await openSettled(visit.page, `${shopfront.origin}/no-such-page`)
    await expectAccessible(visit.page, 'an unknown page')
    await visit.close()
  })

  describe('with names from right to left', () => {
    let named: Named
    beforeAll(async () => {
      named = await nameFromRightToLeft(shopfront.app)
    })

    it('of a buyer does all of this, and isolates the names', async () => {
      const visit = await shopfront.visitAs(named.buyer, 'desktop', null)
      const addresses = [paths.product('celadon-chai-cup'), ...Object.values(buyersPages(named.buyer)).flat()]
      const shown = await expectAllOf(visit, addresses, named)
      expect([...shown]).toEqual(expect.arrayContaining(BUYERS_TEXTS))
      await visit.close()
    })

    it('of the office does all of this, and isolates the names', async () => {
      const visit = await shopfront.visitAs(named.owner, 'desktop', null)
      const shown = await expectAllOf(visit, Object.values(ownersPages(named.buyer, named.owner.mail)).flat(), named)
      expect([...shown].sort()).toEqual([...TEXTS].sort())
      await visit.close()
    })
  })
})
