import { describe, expect, it } from 'vitest'
import { openShopfront } from './browser'
import { button, emptyGuest, heading, logInAsGuest, notification, untilOpen } from './visits'

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

describe('what is pressed before the code has come', () => {
  const visitSlowly = async (path: string) => {
    const visit = await shopfront.visit('desktop', null)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await visit.page.route('**/assets/app-*.js', async (route) => {
      await released
      await route.continue()
    })
    await visit.page.goto(shopfront.origin + path, { waitUntil: 'domcontentloaded' })
    return { ...visit, release }
  }

  it('is done when it is there: a box, which is ticked once', async () => {
    const { page, release, close } = await visitSlowly('/products')
    const box = page.getByRole('checkbox', { name: /^Cups/ })
    await box.check()
    release()
    await page.waitForURL('**/products?category=cups')
    await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
    expect(await box.isChecked()).toBe(true)
    await close()
  })

  it('is done when it is there: a slider', async () => {
    const { page, release, close } = await visitSlowly('/products')
    const slider = page.getByRole('slider', { name: 'Highest price' })
    await slider.fill('1000')
    release()
    await page.waitForURL('**/products?max=1000')
    expect(await slider.inputValue()).toBe('1000')
    await close()
  })

  it('is done when it is there: a button, once', async () => {
    await emptyGuest(shopfront.app)
    const { page, release, close } = await visitSlowly(PRODUCT)
    await button(page, 'Increase quantity').click()
    await button(page, 'Increase quantity').click()
    release()
    await page.locator('output').filter({ hasText: '3' }).waitFor()
    await close()
  })
})

describe('a page that was scrolled before the code has come', () => {
  it('stays where it is', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/app-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${shopfront.origin}/products`)
    await page.evaluate(() => window.scrollTo(0, 700))
    release()
    await untilOpen(page)
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
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await page.getByRole('link', { name: 'Go to Cart' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
