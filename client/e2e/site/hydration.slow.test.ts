import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Response } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { SHOP } from '../../../server/shared/shop'
import { openShopfront, type Device } from '../browser'
import { emptyGuest, heading, isHydrated, logInAsGuest, notification, untilHydrated } from '../visits'

const shopfront = openShopfront()

/** Also matches a busy button: before hydration, a button is busy after its first click, and each further click counts. */
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const LONGER_THAN_SLIDERS_SETTLE_MS = 1000

const PRODUCT = '/product/sea-glass-serving-bowl'
const PAGES = [
  ['/', /Made slowly/],
  ['/products', /22 products/],
  ['/products?category=cups&sort=price-low', /^Cups/],
  [PRODUCT, /^Sea Glass Serving Bowl$/],
  ['/help/returns', /Return/],
] as const

const UNKNOWN = [
  ['product', '/product/none', 'Sorry! There is no such product.'],
  ['path', '/none', 'Oops! Could not find the page!'],
  ['path that cannot be decoded', '/%E0%A4%A', 'Oops! Could not find the page!'],
  ['help page', '/help/none', 'Oops! Could not find the page!'],
  ['category', '/products?category=none', 'Sorry! Could not find any products.'],
  ['order link', '/track#none', 'Sorry! This link shows no order, or it has expired.'],
] as const

describe('without JavaScript', () => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await shopfront.visit('phone', null, { javaScriptEnabled: false }))
  })

  it.each(PAGES)('%s can be read', async (path, title) => {
    await page.goto(shopfront.origin + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  })

  it.each(UNKNOWN.filter(([kind]) => kind !== 'order link'))('an unknown %s says so', async (_kind, path, text) => {
    await page.goto(shopfront.origin + path)
    await page.getByRole('main').getByText(text).waitFor()
  })
})

describe.each(PAGES)('%s', (path) => {
  it('is hydrated without new requests and without changes to the server-rendered HTML', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', null)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/graphql')) asked.push(request.url())
    })
    await page.addInitScript(() => {
      const changes: string[] = []
      const violations: string[] = []
      Object.assign(window, { changes, violations })
      document.addEventListener('securitypolicyviolation', (violation) => {
        violations.push(`${violation.violatedDirective} ${violation.blockedURI} ${violation.sourceFile}`)
      })
      document.addEventListener('DOMContentLoaded', () => {
        new MutationObserver((records) => {
          for (const { target, addedNodes, removedNodes } of records) {
            if (addedNodes.length + removedNodes.length > 0) changes.push((target as Element).outerHTML.slice(0, 200))
          }
        }).observe(document.body, { childList: true, subtree: true })
      })
    })
    await page.goto(shopfront.origin + path)
    await button(page, 'Search').click()
    await page.getByRole('combobox', { name: /search/i }).waitFor()
    const changes = await page.evaluate(() => (window as unknown as { changes: string[] }).changes)
    // The photos of the carousel's further slides load last.
    expect(changes.filter((html) => !/^<header|^<div [^>]*(data-under-header|="slide")/.test(html))).toEqual([])
    // Nothing in the page tries what its security policy forbids, not even to find out whether it may.
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([])
    // The search bar requests suggestions only while the shopper types.
    expect(asked).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})

describe.each(UNKNOWN)('an unknown %s', (_kind, path, text) => {
  it('is hydrated as the server rendered it', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', null)
    // Hydration must not depend on further answers, so these arrive late.
    await page.route('**/graphql*', async (route) => {
      await sleep(1000)
      await route.continue()
    })
    await page.goto(shopfront.origin + path)
    await untilHydrated(page)
    await page.getByRole('main').getByText(text).waitFor()
    // Chromium itself complains about the status of the document, and React Router about the path.
    const isExpected = (text: string) => text.includes('status of 404') || text.includes('could not be decoded')
    expect(complaints.filter((each) => !isExpected(each))).toEqual([])
    await close()
  })
})

it('an unknown order of a shopper is reported in the browser', async () => {
  const { page, complaints, close } = await shopfront.visitAsGuest('phone', '/orders/CER-999999')
  await page.getByRole('main').getByText('Sorry! We could not find this order.').waitFor()
  expect(complaints).toEqual([])
  await close()
})

/** Opens a page whose code arrives only after `release` is called. */
async function visitSlowly(device: Device, path: string) {
  const visit = await shopfront.visit(device, null)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await visit.page.route('**/assets/shop-*.js', async (route) => {
    await released
    await route.continue()
  })
  await visit.page.goto(shopfront.origin + path, { waitUntil: 'domcontentloaded' })
  return { ...visit, release }
}

const waiting = (page: Page) => page.locator('button[aria-busy]')

const hydratedAt = (page: Page) => page.evaluate(() => performance.getEntriesByName('hydrated')[0]?.startTime)

describe('an untouched page', () => {
  it('fetches its code once it is loaded, painted and idle, and fetches no further styles', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    const ofType = { script: [] as Response[], stylesheet: [] as Response[], font: [] as Response[] }
    page.on('response', (response) => {
      ofType[response.request().resourceType() as keyof typeof ofType]?.push(response)
    })
    const named = (responses: Response[]) =>
      responses.map((response) => /assets\/(\w+)-/.exec(response.url())?.[1]).sort()
    await page.goto(shopfront.origin)
    await isHydrated(page)
    const times = await page.evaluate(() => ({
      loaded: performance.getEntriesByType('navigation')[0]!.toJSON().loadEventStart as number,
      painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      code: performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/react-'))!.startTime,
    }))
    // On a slow connection, the code is fetched after five seconds.
    expect(times.code).toBeGreaterThan(Math.min(Math.max(times.loaded, times.painted), 5000))
    expect(named(ofType.font)).toEqual(['figtree', 'fraunces'])
    await page.locator('a[href="/products?category=cups"]').first().click()
    await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
    expect(named(ofType.stylesheet)).toEqual(['style'])
    await close()
  })

  it('fetches no code before an interaction if the browser saves data', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    await page.goto(shopfront.origin, { waitUntil: 'networkidle' })
    await page.waitForTimeout(2000)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map((entry) => ({
          file: new URL(entry.name).pathname.slice(1),
          encodedBodySize: (entry as PerformanceResourceTiming).encodedBodySize,
        })),
    )
    // Only the loader has arrived. It fetches the rest after a tap.
    expect(scripts).toMatchObject([{ file: expect.stringMatching('/start-') as string }])
    expect(scripts[0]!.encodedBodySize).toBeLessThan(6 * 1024)
    expect(await hydratedAt(page)).toBeUndefined()
    await button(page, 'Search').tap()
    await page.getByRole('combobox', { name: 'Search products' }).waitFor()
    await close()
  })
})

describe('a visitor', () => {
  it('sees a product under Recently viewed, even after leaving its page before hydration', async () => {
    const { page, close } = await visitSlowly('phone', PRODUCT)
    await page
      .getByRole('link', { name: 'Grand Moon Jar' })
      .or(page.getByRole('article').getByRole('link'))
      .first()
      .click()
    await page.waitForURL((url) => url.pathname !== PRODUCT)
    await page.unroute('**/assets/shop-*.js')
    await page.reload()
    await untilHydrated(page)
    const recent = page.getByRole('region', { name: 'Recently viewed' })
    await recent.getByRole('article', { name: 'Sea Glass Serving Bowl' }).waitFor()
    await close()
  })
})

describe('a click before hydration', () => {
  it('is replayed before a click that happens during hydration', async () => {
    const { page, release, close } = await visitSlowly('phone', PRODUCT)
    // Clicks Add to Cart as soon as the page stops recording clicks.
    await page.evaluate(() => {
      const add = [...document.querySelectorAll('main button')].find((each) => each.textContent === 'Add to Cart')
      const remove = document.removeEventListener.bind(document)
      document.removeEventListener = (type: string, ...rest: unknown[]) => {
        if (type === 'click') setTimeout(() => (add as HTMLElement).click())
        return (remove as (...args: unknown[]) => void)(type, ...rest)
      }
    })
    await button(page, 'Increase quantity').click()
    await button(page, 'Increase quantity').click()
    release()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('intents'))).toContain('"quantity":3')
    await close()
  })

  it('submits a form that needs code, by mouse or by Enter, and keeps the page', async () => {
    for (const press of ['click', 'Enter']) {
      const { page, release, close } = await visitSlowly('phone', PRODUCT)
      await page.getByPlaceholder('PIN code').fill('560001')
      await (press === 'click' ? button(page, 'Check').click() : page.keyboard.press('Enter'))
      release()
      await page.getByText('in Bengaluru').waitFor()
      expect(new URL(page.url()).search).toBe('')
      await close()
    }
  })

  it('keeps what was typed, also if the page knows a value for the field', async () => {
    const { page, release, close } = await visitSlowly('phone', PRODUCT)
    await page.evaluate(() => localStorage.setItem('deliveryPin', '600004'))
    await page.getByPlaceholder('PIN code').fill('560001')
    release()
    await page.getByText('in Chennai').waitFor()
    expect(await page.getByPlaceholder('PIN code').inputValue()).toBe('560001')
    await page.reload()
    await page.getByText('in Chennai').waitFor()
    expect(await page.getByPlaceholder('PIN code').inputValue()).toBe('600004')
    await close()
  })

  it('ticks a checkbox once', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/products')
    const box = page.getByRole('checkbox', { name: /^Cups/ })
    await box.check()
    release()
    await page.waitForURL('**/products?category=cups')
    await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
    expect(await box.isChecked()).toBe(true)
    await close()
  })

  it('selects another radio button', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/products?rating=4')
    const choice = page.getByRole('radio', { name: '3 stars & above' })
    await choice.check()
    release()
    await page.waitForURL('**/products?rating=3')
    expect(await choice.isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: '4 stars & above' }).isChecked()).toBe(false)
    await close()
  })

  it('moves a slider', async () => {
    const { page, release, close } = await visitSlowly('desktop', '/products')
    const slider = page.getByRole('slider', { name: 'Highest price' })
    await slider.fill('1000')
    release()
    await page.waitForURL('**/products?max=1000')
    expect(await slider.inputValue()).toBe('1000')
    await close()
  })

  it('is not inferred from an untouched slider whose value lies between two steps', async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', '/products?min=250&max=1999')
    await untilHydrated(page)
    await page.waitForTimeout(LONGER_THAN_SLIDERS_SETTLE_MS)
    expect(new URL(page.url()).search).toBe('?min=250&max=1999')
    expect(complaints).toEqual([])
    await close()
  })

  it('is also replayed if it was made with the keyboard, on sliders and a checkbox', async () => {
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

  it('is replayed as often as a button was pressed, and the button shows that it is busy', async () => {
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
    await isHydrated(page)
    expect(await page.locator('[aria-busy]').count()).toBe(0)
    await more.click()
    expect(await page.locator('output').textContent()).toBe('6')
    await close()
  })

  it('opens the search, which keeps what was typed and then suggests products', async () => {
    const { page, complaints, release, close } = await visitSlowly('phone', '/products')
    await button(page, 'Search').tap()
    await page.keyboard.type('moon')
    release()
    await page.getByRole('option', { name: /Grand Moon Jar/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/products?search=moon')
    expect(await page.locator(':popover-open').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('searches', async () => {
    const { page, close } = await visitSlowly('phone', '/products')
    await button(page, 'Search').tap()
    await page.keyboard.type('moon')
    await button(page, 'Search').tap()
    await page.waitForURL('**/products?search=moon')
    await close()
  })

  it('opens a menu once, however often its button was pressed', async () => {
    const { page, complaints, release, close } = await visitSlowly('phone', '/products')
    await button(page, 'Sort, Featured').dblclick()
    await button(page, 'Sort, Featured').tap()
    release()
    await page.getByRole('menuitemradio', { name: 'Rating' }).tap()
    await page.waitForURL('**/products?sort=rating')
    expect(complaints).toEqual([])
    await close()
  })

  it('navigates if it was on a link, even before scripts load', async () => {
    const { page, close } = await visitSlowly('desktop', '/')
    await page.getByRole('banner').getByRole('link', { name: 'Shop All' }).click()
    await page.getByRole('heading', { level: 1, name: /22 products/ }).waitFor()
    await close()
  })
})

describe('code that does not load', () => {
  it('is fetched again after a delay, even without an interaction', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    await page.route('**/assets/react-*.js', (route) => route.abort())
    const failure = page.waitForEvent('console', (message) => message.text().includes('could not be hydrated'))
    await page.goto(shopfront.origin + PRODUCT)
    await failure
    await page.unroute('**/assets/react-*.js')
    await isHydrated(page)
    await close()
  })

  it('is fetched again on the next interaction', async () => {
    const { page, close } = await shopfront.visit('desktop', null)
    await page.route('**/assets/react-*.js', (route) => route.abort())
    const failure = page.waitForEvent('console', (message) => message.text().includes('could not be hydrated'))
    await page.goto(shopfront.origin + PRODUCT)
    await failure
    await page.unroute('**/assets/react-*.js')
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return hydratedAt(page)
      })
      .toBeTruthy()
    await close()
  })

  it('leaves the page readable but not hydrated until it loads', async () => {
    const { page, release, close } = await visitSlowly('desktop', PRODUCT)
    const failed = page.waitForEvent('console', (message) => message.text().includes('could not be hydrated'))
    await page.route('**/assets/apollo-*.js', (route) => route.abort())
    release()
    await failed
    await page.getByRole('heading', { level: 1, name: /^Sea Glass/ }).waitFor()
    expect(await button(page, 'Retry').count()).toBe(0)
    await page.unroute('**/assets/apollo-*.js')
    await untilHydrated(page)
    await page.getByRole('heading', { level: 1, name: /^Sea Glass/ }).waitFor()
    await close()
  })

  it('reloads the page once if a new version has replaced it', async () => {
    const { page, close } = await shopfront.visit('desktop', null)
    let documents = 0
    page.on('framenavigated', () => (documents += 1))
    await page.route('**/assets/react-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(shopfront.origin + PRODUCT)
    await expect.poll(() => documents, { timeout: 10_000 }).toBe(2)
    await page.waitForTimeout(3000)
    expect(documents).toBe(2)
    await page.unroute('**/assets/react-*.js')
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return page.evaluate(() => performance.getEntriesByName('hydrated').length)
      })
      .toBe(1)
    await close()
  })
})

describe('a page that the server could not render', () => {
  const failing = async (path: string, meanwhile: (page: Page) => Promise<unknown>) => {
    const rendering = vi.spyOn(shopfront.app.apollo, 'executeOperation').mockRejectedValue(new Error('no database'))
    const { page, close } = await shopfront.visit('phone', null)
    try {
      await meanwhile(page)
      await page.goto(shopfront.origin + path)
    } finally {
      rendering.mockRestore()
    }
    return { page, close }
  }

  it.each(['/products?search=cup', '/product/celadon-chai-cup'])(
    'is rendered in the browser instead: %s',
    async (path) => {
      const { page, close } = await failing(path, async () => undefined)
      await page.getByRole('heading', { level: 1, name: /cup/i }).waitFor()
      await close()
    },
  )

  it('if the browser fails too, shows Retry, which then loads the page', async () => {
    const { page, close } = await failing('/products?search=bowl', (page) =>
      page.route('**/graphql*', (route) => route.fulfill({ status: 500, body: '{}' })),
    )
    await button(page, 'Retry').waitFor()
    await page.unroute('**/graphql*')
    await button(page, 'Retry').click()
    await page.getByRole('heading', { level: 1, name: /bowl/ }).waitFor()
    await close()
  })

  it('is not caused by an invalid filter, because the server ignores it', async () => {
    const { page, close } = await shopfront.visit('phone', '/products?category=%00')
    await page.getByRole('heading', { level: 1, name: /22 products/ }).waitFor()
    await close()
  })
})

describe('a page that was scrolled before hydration', () => {
  it('keeps its scroll position', async () => {
    const { page, release, close } = await visitSlowly('phone', '/products')
    // This test ignores shifts caused by web fonts on machines without the stand-in fonts.
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => window.scrollTo(0, 700))
    release()
    await isHydrated(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(700)
    await close()
  })
})

describe('a logged-in shopper', () => {
  it('sees the public page first, and then their personal data', async () => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await shopfront.visitAsGuest('desktop', PRODUCT)
    await heading(page).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await notification(page, 'Added to Cart').waitFor()
    await page.reload()
    // The server's page contains none of the shopper's data.
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await page.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('can add to the cart with a click during hydration, although the page was rendered for a visitor', async () => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await shopfront.visitAsGuest('phone', null)
    await page.addInitScript(() => {
      const remove = document.removeEventListener.bind(document)
      document.removeEventListener = (type: string, ...rest: unknown[]) => {
        // The last step before React hydrates.
        if (type === 'click') queueMicrotask(() => addToCart().click())
        return (remove as (...args: unknown[]) => void)(type, ...rest)
      }
      const addToCart = () =>
        [...document.querySelectorAll<HTMLElement>('main button')].find((each) => each.textContent === 'Add to Cart')!
    })
    await page.goto(shopfront.origin + PRODUCT)
    await notification(page, 'Added to Cart').waitFor()
    await page.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe(PRODUCT)
    expect(complaints).toEqual([])
    await close()
  })

  it('appears logged in, even in a second tab that was already open', async () => {
    const { page, context, close } = await shopfront.visit('desktop', '/')
    const other = await context.newPage()
    await other.goto(`${shopfront.origin}/login`)
    await logInAsGuest(other)
    await page.getByRole('link', { name: 'Profile' }).waitFor()
    await close()
  })
})
