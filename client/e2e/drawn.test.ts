import type { Page, Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SHOP } from '../../server/shared/shop'
import { openShopfront, type Device } from './browser'
import { button, emptyGuest, heading, isOpen, logInAsGuest, notification, untilOpen } from './visits'

const shopfront = openShopfront()

const PRODUCT = '/product/sea-glass-serving-bowl'
const PAGES = [
  ['/', /Made slowly/],
  ['/products', /22 products/],
  ['/products?category=cups&sort=price-low', /^Cups/],
  [PRODUCT, /^Sea Glass Serving Bowl$/],
  ['/help/returns', /Return/],
] as const

describe.each(PAGES)('%s', (path, title) => {
  it('can be read without any script', async () => {
    const { page, close } = await shopfront.visit('phone', path, { javaScriptEnabled: false })
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await close()
  })

  it('is taken over as it was sent: nothing is asked for again, and nothing is drawn anew', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', null)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/graphql')) asked.push(request.url())
    })
    await page.addInitScript(() => {
      const changes: string[] = []
      Object.assign(window, { changes })
      document.addEventListener('DOMContentLoaded', () => {
        new MutationObserver((records) => {
          for (const { target, addedNodes, removedNodes } of records) {
            if (addedNodes.length + removedNodes.length > 0) changes.push((target as Element).outerHTML.slice(0, 200))
          }
        }).observe(document.body, { childList: true, subtree: true })
      })
    })
    await page.goto(shopfront.origin + path)
    // The shop is open once its code answers to a press.
    await button(page, 'Search').click()
    await page.getByRole('combobox', { name: /search/i }).waitFor()
    const changes = await page.evaluate(() => (window as unknown as { changes: string[] }).changes)
    expect(changes.filter((html) => !html.startsWith('<header'))).toEqual([])
    expect(asked).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})

/** A page whose code comes no sooner than it is let. */
async function visitSlowly(device: Device, path: string) {
  const visit = await shopfront.visit(device, null)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await visit.page.route('**/assets/app-*.js', async (route) => {
    await released
    await route.continue()
  })
  await visit.page.goto(shopfront.origin + path, { waitUntil: 'domcontentloaded' })
  return { ...visit, release }
}

const waiting = (page: Page) => page.locator('#root [data-waits]')

describe('a visitor who only looks', () => {
  it('pays for start.ts alone, until there is a sign of intent', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    const ofType = { script: [] as Response[], stylesheet: [] as Response[], font: [] as Response[] }
    page.on('response', (response) => {
      ofType[response.request().resourceType() as keyof typeof ofType]?.push(response)
    })
    const named = (responses: Response[]) =>
      responses.map((response) => /assets\/([a-zA-Z-]+)-/.exec(response.url())?.[1]).sort()
    await page.goto(shopfront.origin, { waitUntil: 'networkidle' })
    await page.waitForTimeout(2000)
    expect(named(ofType.script)).toEqual(['preload', 'start'])
    expect(named(ofType.font)).toEqual(['figtree', 'fraunces'])
    const sizes = await Promise.all(ofType.script.map((script) => script.request().sizes()))
    expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThan(5000)
    await page.mouse.wheel(0, 300)
    await isOpen(page)
    // Its styles came with it, and are not fetched again by the code that they belong to.
    expect(named(ofType.stylesheet)).toEqual([])
    await page.locator('a[href="/products?category=cups"]').first().click()
    await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
    expect(named(ofType.stylesheet)).toContain('ProductsPage')
    expect(named(ofType.stylesheet)).not.toContain('shop')
    await close()
  })

  it('and whose pointer rests where the page appears has not moved it yet', async () => {
    const { page, close } = await shopfront.visit('desktop', null)
    await page.mouse.move(400, 300)
    await page.goto(shopfront.origin, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => performance.getEntriesByName('shop-open').length)).toBe(0)
    await page.mouse.move(410, 300)
    await page.mouse.move(420, 300)
    await isOpen(page)
    await close()
  })

  it('of a product finds it among the recently viewed, also after leaving by a link', async () => {
    const { page, close } = await visitSlowly('phone', PRODUCT)
    await page
      .getByRole('link', { name: 'Grand Moon Jar' })
      .or(page.getByRole('article').getByRole('link'))
      .first()
      .click()
    await page.waitForURL((url) => url.pathname !== PRODUCT)
    await page.unroute('**/assets/app-*.js')
    await page.reload()
    await untilOpen(page)
    const recent = page.getByRole('region', { name: 'Recently viewed' })
    await recent.getByRole('article', { name: 'Sea Glass Serving Bowl' }).waitFor()
    await close()
  })
})

describe('what is pressed before the code has come', () => {
  it('is done when it is there: a box, which is ticked once', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/products')
    const box = page.getByRole('checkbox', { name: /^Cups/ })
    await box.check()
    release()
    await page.waitForURL('**/products?category=cups')
    await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
    expect(await box.isChecked()).toBe(true)
    await close()
  })

  it('a choice, in place of another one', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/products?sort=price-low')
    const choice = page.getByRole('radio', { name: 'Price: high to low' })
    await choice.check()
    release()
    await page.waitForURL('**/products?sort=price-high')
    expect(await choice.isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Price: low to high' }).isChecked()).toBe(false)
    await close()
  })

  it('a slider', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/products')
    const slider = page.getByRole('slider', { name: 'Highest price' })
    await slider.fill('1000')
    release()
    await page.waitForURL('**/products?max=1000')
    expect(await slider.inputValue()).toBe('1000')
    await close()
  })

  it('both sliders and a box, with the keys', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/products')
    await page.getByRole('slider', { name: 'Lowest price' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('slider', { name: 'Highest price' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('checkbox', { name: 'In stock only' }).focus()
    await page.keyboard.press('Space')
    release()
    await page.waitForURL((url) => ['min', 'max', 'stock'].every((name) => url.searchParams.has(name)))
    const { minimum, maximum } = SHOP.priceRange
    expect(new URL(page.url()).search).toBe(`?min=${minimum + 200}&max=${maximum - 100}&stock=in`)
    expect(await page.getByRole('checkbox', { name: 'In stock only' }).isChecked()).toBe(true)
    await close()
  })

  it('a button, as often as it was pressed, by any means; what waits says so', async () => {
    const { page, release, close } = await visitSlowly('desktop', PRODUCT)
    const more = button(page, 'Increase quantity')
    await more.dblclick()
    await more.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await more.click({ button: 'middle' })
    expect(await waiting(page).count()).toBe(1)
    expect(await more.getAttribute('aria-busy')).toBe('true')
    expect(await more.evaluate((element) => getComputedStyle(element).cursor)).toBe('progress')
    release()
    await page.locator('output').filter({ hasText: '5' }).waitFor()
    await isOpen(page)
    expect(await page.locator('[data-waits], [aria-busy]').count()).toBe(0)
    await more.click()
    expect(await page.locator('output').textContent()).toBe('6')
    await close()
  })

  it('a button that opens something, once however often it was pressed', async () => {
    const { page, release, close } = await visitSlowly('phone', '/products')
    const search = button(page, 'Search')
    await search.dblclick()
    await search.click()
    release()
    await page.getByRole('combobox', { name: /search/i }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/products')
    await close()
  })

  it('a button that was pressed where there is no script yet for its menu', async () => {
    const { page, complaints, release, close } = await visitSlowly('phone', '/products')
    await button(page, 'Sort').tap()
    release()
    await page.getByRole('menuitemradio', { name: 'Rating' }).tap()
    await page.waitForURL('**/products?sort=rating')
    expect(complaints).toEqual([])
    await close()
  })

  it('a search that was typed and sent off', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/')
    await button(page, 'Search').click()
    await page.keyboard.type('moonn')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' j')
    release()
    const field = page.getByRole('combobox', { name: /search/i })
    await expect.poll(() => field.inputValue()).toBe('moon j')
    await page.keyboard.type('ar')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/products?search=moon+jar')
    await close()
  })

  it('a swipe', async () => {
    const { page, context, release, close } = await visitSlowly('phone', '/')
    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] })
    await touch('touchStart', 300)
    for (const x of [270, 240, 200, 150]) await touch('touchMove', x)
    await touch('touchEnd')
    release()
    await page.getByRole('group', { name: '2 of 4' }).and(page.locator(':not([inert])')).waitFor()
    await isOpen(page)
    await close()
  })

  it('a link, which leads on by itself', async () => {
    const { page, close } = await visitSlowly('desktop', '/')
    await page.getByRole('banner').getByRole('link', { name: 'Shop All' }).click()
    await page.getByRole('heading', { level: 1, name: /22 products/ }).waitFor()
    await close()
  })
})

describe('code that does not come', () => {
  it('is fetched again at the next sign of intent, and what was pressed waits', async () => {
    const { page, context, close } = await shopfront.visit('desktop', PRODUCT)
    await context.setOffline(true)
    const failure = page.waitForEvent('console', (message) => message.text().includes('could not be opened'))
    await Promise.all([failure, button(page, 'Increase quantity').click()])
    await context.setOffline(false)
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return page.locator('output').textContent()
      })
      .toBe('2')
    await close()
  })

  it('as another version has taken its place leads to that one', async () => {
    const { page, close } = await shopfront.visit('desktop', PRODUCT)
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
    await Promise.all([page.waitForEvent('framenavigated'), button(page, 'Increase quantity').click()])
    await page.unroute('**/assets/*.js')
    await page.reload()
    await button(page, 'Increase quantity').click()
    await page.locator('output').filter({ hasText: '2' }).waitFor()
    await close()
  })
})

describe('a page that was scrolled before the code has come', () => {
  it('stays where it is', async () => {
    const { page, release, close } = await visitSlowly('phone', '/products')
    // What their coming moves, where a machine has none of the stand-ins, is not what this is about.
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => window.scrollTo(0, 700))
    release()
    await isOpen(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(700)
    await close()
  })
})

describe('a shopper who is logged in', () => {
  it('gets the same page as anyone, and then what is their own', async () => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await shopfront.visit('desktop', '/login')
    await logInAsGuest(page)
    await page.goto(shopfront.origin + PRODUCT)
    await heading(page).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await notification(page, 'Added to Cart').waitFor()
    await page.reload()
    // Without a sign of theirs.
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await page.getByRole('link', { name: 'Go to Cart' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('is greeted in a tab that nobody has touched since, too', async () => {
    const { page, context, close } = await shopfront.visit('desktop', '/')
    const other = await context.newPage()
    await other.goto(`${shopfront.origin}/login`)
    await logInAsGuest(other)
    await page.getByRole('link', { name: 'Profile' }).waitFor()
    await close()
  })
})
