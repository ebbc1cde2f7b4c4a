/**
 * The shop without a network: visited pages stay readable, personal data is never cached, and a failed change can be
 * retried.
 */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { fillCart, newShopper } from '../../../server/testing/data/factories'
import { startTestApp } from '../../../server/testing/app'
import { openShopfront } from '../browser'
import { button, emptyGuest, guestOf, heading, logInAsGuest, networkStrip, saveAddress, untilHydrated } from '../visits'

const BUILT = 'dist/client/service-worker.js'

/** Served instead of the built service worker, for a test that needs another one. */
let served: string | null = null
/**
 * If true, the server closes every connection immediately. The packaged browser forgets an emulated network state on a
 * reload.
 */
let isGone = false

function prepare(app: FastifyInstance): void {
  app.server.on('connection', (socket) => isGone && socket.destroy())
  app.addHook('onRequest', async (request, reply) => {
    if (served === null || request.url !== '/service-worker.js') return
    return reply.type('text/javascript').header('cache-control', 'no-cache').send(served)
  })
}

const shopfront = openShopfront({}, { prepare, hasServiceWorker: true })

beforeEach(async () => {
  served = null
  isGone = false
  await emptyGuest(shopfront.app)
})

/** Requests for documents wait for this promise. With API_DELAY_MS, the server runs this hook before it sends any response. */
let arrival: Promise<void> = Promise.resolve()
const slowShopfront = openShopfront(
  { API_DELAY_MS: '1' },
  {
    hasServiceWorker: true,
    prepare: (app) =>
      void app.addHook('onRequest', async ({ headers }) => {
        if (headers['sec-fetch-dest'] === 'document') await arrival
      }),
  },
)

/** All cached URLs, keyed by the name of their cache. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      all[name] = requests.map(({ url }) => url.slice(location.origin.length))
    }
    return all
  })

/** Waits until the service worker is active and has cached the current page. */
async function untilKept(page: Page): Promise<void> {
  await untilHydrated(page)
  const path = new URL(page.url()).pathname
  await expect.poll(async () => (await kept(page))['pages'] ?? []).toContain(path)
}

const strip = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

async function setOffline(context: BrowserContext, offline: boolean): Promise<void> {
  isGone = offline
  if (offline) shopfront.app.server.closeAllConnections()
  await context.setOffline(offline)
}

async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await setOffline(context, true)
  await strip(page, 'You are offline.').waitFor()
}

/** After a reload, Chromium reports a network although Playwright has taken it away. */
const GONE = /You are offline\.|We cannot reach the shop\./
const BACK = /You are back online\.|We can reach the shop again\./

describe('a visitor who loses the network', () => {
  it('can read visited pages, sees an offline message on other pages, and is notified when back online', async () => {
    const { page, context, close } = await shopfront.visit('phone', '/')
    await untilKept(page)
    await page.goto(`${shopfront.origin}/products`)
    await untilHydrated(page)
    // Opened through a link, so its document was never requested. When the second product is opened, the server already has the query's
    // hash.
    for (const name of ['Celadon Chai Cup', 'Speckled Oat Tumbler']) {
      await page.getByRole('article', { name }).getByRole('link').first().click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      if (name === 'Celadon Chai Cup') await page.goBack()
    }
    await expect.poll(async () => (await kept(page))['answers']?.join()).toContain('speckled-oat-tumbler')
    await goOffline(context, page)

    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Speckled Oat Tumbler' }).waitFor()
    await strip(page, GONE).waitFor()
    await page.goto(`${shopfront.origin}/products`)
    await page.getByRole('heading', { level: 1, name: /22 products/ }).waitFor()
    await page.goto(`${shopfront.origin}/`)
    await page.getByRole('heading', { level: 1, name: 'Made slowly, for every day' }).waitFor()
    const photo = page.getByRole('main').locator('img').first()
    expect(
      await photo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
    await page.goto(`${shopfront.origin}/product/grand-moon-jar`)
    await page.getByText(/and this page is not on your device yet\.$/).waitFor()
    await strip(page, GONE).waitFor()

    await setOffline(context, false)
    await strip(page, BACK).waitFor()
    await button(page, 'Retry').click()
    await page.getByRole('heading', { level: 1, name: 'Grand Moon Jar' }).waitFor()
    await strip(page, BACK).waitFor({ state: 'hidden' })
    await close()
  })

  it('is notified even if the browser still reports a connection, as on Wi-Fi without internet access', async () => {
    const { page, context, close } = await shopfront.visit('phone', null)
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true })
      for (const type of ['online', 'offline'])
        window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })
    })
    await page.goto(shopfront.origin)
    await untilKept(page)
    await page.getByRole('status').first().waitFor({ state: 'attached' })
    await setOffline(context, true)
    // The request fails, and the cache has no response.
    await page.getByRole('main').getByRole('link', { name: 'Bowls' }).first().click()
    await strip(page, 'We cannot reach the shop.').waitFor()
    await setOffline(context, false)
    await strip(page, 'We can reach the shop again.').waitFor()

    // The document comes from the service worker's cache.
    await page.goto(shopfront.origin)
    await untilKept(page)
    await setOffline(context, true)
    await page.reload()
    await strip(page, 'We cannot reach the shop.').waitFor()
    await close()
  })

  it('has downloaded no code for pages that were not visited', async () => {
    const { page, close } = await shopfront.visit('phone', '/')
    await untilKept(page)
    const { files } = await kept(page)
    expect(files!.filter((file) => /(Cart|Checkout|Tester|Products|Product)Page-/.test(file))).toEqual([])
    await close()
  })
})

describe('a visitor with a slow network', () => {
  it('sees visited pages from the cache', async () => {
    const { page, close } = await slowShopfront.visit('phone', '/')
    await untilKept(page)
    let arrive = (): void => undefined
    arrival = new Promise((resolve) => (arrive = resolve))
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1, name: 'Made slowly, for every day' }).waitFor()
    arrive()
    await close()
  })
})

describe('a logged-in shopper', () => {
  it('leaves no personal data in any cache', async () => {
    const { app } = shopfront
    const shopper = await newShopper(app, { 'grand-moon-jar': 1 })
    const { page, close } = await shopfront.visit('desktop', '/')
    await page.evaluate((token) => localStorage.setItem('token', token), shopper.token)
    await page.reload()
    await untilKept(page)
    for (const path of [
      '/cart',
      '/checkout',
      '/profile',
      '/orders',
      '/wishlist',
      '/product/grand-moon-jar',
      '/mockman',
    ]) {
      await page.goto(shopfront.origin + path)
      await heading(page).waitFor()
    }
    const addresses = Object.values(await kept(page)).flat()
    expect(addresses).toContain('/product/grand-moon-jar')
    expect(addresses.filter((address) => !/^\/($|assets\/|photos\/|login$|product\/|graphql\?)/.test(address))).toEqual(
      [],
    )
    const texts = await page.evaluate(async () => {
      const bodies = (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        const responses = await Promise.all(
          (await cache.keys()).map((request) => cache.match(request, { ignoreVary: true })),
        )
        return Promise.all(responses.map((response) => response!.text()))
      })
      return (await Promise.all(bodies)).flat().join()
    })
    expect(texts).toContain('Grand Moon Jar')
    const own = [shopper.id, shopper.email, shopper.token]
    expect(own.filter((text) => texts.includes(text))).toEqual([])
    await close()
  })
})

describe('the service worker', () => {
  it('is replaced by a new version immediately', async () => {
    const { page, context, close } = await shopfront.visit('desktop', '/')
    await untilKept(page)
    await context.addInitScript(() =>
      navigator.serviceWorker.addEventListener('controllerchange', () => performance.mark('another worker')),
    )
    served = `${readFileSync(BUILT, 'utf8')}\n// The next version.`
    await page.reload()
    await page.waitForFunction(() => performance.getEntriesByName('another worker').length > 0)
    await close()
  })

  it('is removed with its caches if the shop disables it', async () => {
    const without = await startTestApp({ SERVICE_WORKER: '0' })
    const { page, close } = await shopfront.visit('desktop', '/')
    await untilKept(page)
    served = (await without.inject('/service-worker.js')).body
    // Opens a file instead of a page, because a page would register the worker again.
    await page.goto(`${shopfront.origin}/robots.txt`)
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    expect(await kept(page)).toEqual({})
    await close()
  })
})

describe('an app on the home screen', () => {
  it('can be installed', async () => {
    const { page, context, close } = await shopfront.visit('phone', '/')
    const devtools = await context.newCDPSession(page)
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // A test profile is incognito, so an app cannot be installed there. A headless browser installs nothing anyway.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    const { data, errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { name, start_url, display, icons } = JSON.parse(data!) as Record<string, unknown>
    expect({ name, start_url, display }).toEqual({ name: 'Cerashop', start_url: '/', display: 'standalone' })
    expect((icons as { sizes: string; purpose?: string }[]).map(({ sizes }) => sizes)).toContain('512x512')
    await close()
  })
})

describe('a change that does not reach the shop', () => {
  it('is shown next to its control, and Retry sends it again', async () => {
    // The login loads the code for notifications and the cart, so the network can fail right after this page is hydrated.
    const { page, context, close } = await shopfront.visit('phone', '/login')
    await logInAsGuest(page)
    await page.goto(`${shopfront.origin}/product/grand-moon-jar`)
    await untilHydrated(page)
    const main = page.getByRole('main')
    const add = main.getByRole('button', { name: 'Add to Cart' }).first()
    await add.waitFor()
    // The code that shows a failure loads when the page is idle.
    await networkStrip(page).waitFor({ state: 'attached' })
    await goOffline(context, page)
    await add.click()
    const note = main.getByRole('alert').filter({ hasText: 'Not saved' })
    await note.waitFor()
    expect(await page.locator('.Toastify__toast').count()).toBe(0)
    await setOffline(context, false)
    await note.getByRole('button', { name: 'Retry' }).click()
    await main.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    expect(await note.count()).toBe(0)
    await close()
  })

  it('is shown after a page whose cart did not load', async () => {
    const { page, context, close } = await shopfront.visit('phone', '/login')
    await logInAsGuest(page)
    await context.route(/operationName=ShopperQuery/, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('ShopperQuery'))
    await page.goto(`${shopfront.origin}/product/grand-moon-jar`)
    await failed
    await context.unroute(/operationName=ShopperQuery/)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Add to Cart' }).first().click()
    await main.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    await close()
  })

  it('is retried with the same idempotency key, and is executed only once', async () => {
    const { page, context, close } = await shopfront.visitAsGuest('desktop', null)
    /** The shop executes the change, but its response is lost. The Retry button sends the second request. */
    const retried = async (operation: string, change: () => Promise<unknown>) => {
      const keys: string[] = []
      await context.route('**/graphql', async (route) => {
        const { operationName, variables } = route.request().postDataJSON() as {
          operationName: string
          variables: { idempotencyKey: string }
        }
        if (operationName !== operation) return route.continue()
        const response = await route.fetch()
        // The server does not have the hash yet, so the client then sends the query text.
        if ((await response.text()).includes('PERSISTED_QUERY_NOT_FOUND')) return route.fulfill({ response })
        keys.push(variables.idempotencyKey)
        return keys.length > 1 ? route.fulfill({ response }) : route.abort()
      })
      await change()
      await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click()
      await expect.poll(() => keys).toEqual([keys[0], keys[0]])
      await context.unroute('**/graphql')
    }
    await page.goto(`${shopfront.origin}/product/celadon-chai-cup`)
    await untilHydrated(page)
    const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
    await retried('AddToCart', () => add.click())
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await retried('ChangeCartQuantity', () => button(page, 'Increase quantity').first().click())
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).waitFor()

    await page.goto(`${shopfront.origin}/profile`)
    await button(page, 'Add New Address').click()
    await retried('AddAddress', () => saveAddress(page, { Name: 'Meera Twice' }))
    await expect.poll(() => page.getByText('Meera Twice').count()).toBe(1)
    const { db } = shopfront.app.shop
    expect(await db.address.count({ where: { name: 'Meera Twice' } })).toBe(1)
    await close()
  })

  it('is shown next to its cart line or coupon', async () => {
    const { app } = shopfront
    await fillCart(app, await guestOf(app), { 'grand-moon-jar': 1 })
    const { page, context, close } = await shopfront.visitAsGuest('desktop', '/cart')
    const line = page.getByRole('article', { name: 'Grand Moon Jar' })
    await line.waitFor()
    await button(page, 'Apply Coupon').click()
    const coupons = page.getByRole('dialog', { name: 'Applicable Coupons' })
    await coupons.getByRole('radio').first().check()
    await context.route('**/graphql*', (route) => route.abort())
    await coupons.getByRole('button', { name: 'Apply', exact: true }).click()
    await button(page, 'Increase quantity').click()
    await page.getByLabel('Gift wrap').click()
    const notes = page.getByRole('alert').filter({ hasText: 'Not saved' })
    await expect.poll(() => notes.count()).toBe(3)
    expect(await line.getByRole('alert').count()).toBe(1)
    // The line disappears immediately, and returns when the request fails.
    await line.getByRole('button', { name: 'Remove' }).click()
    await line.getByRole('button', { name: 'Retry' }).waitFor()

    await context.unroute('**/graphql*')
    await line.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { level: 1, name: 'Oops! Your cart looks empty!' }).waitFor()
    await close()
  })

  it('can also be retried for the wishlist and an address', async () => {
    const { page, context, close } = await shopfront.visitAsGuest('phone', null)
    const failing = async (change: () => Promise<unknown>) => {
      await context.route('**/graphql*', (route) => route.abort())
      await change()
      const retry = page.getByRole('main').getByRole('button', { name: 'Retry' }).first()
      await retry.waitFor()
      await context.unroute('**/graphql*')
      return retry
    }
    await page.goto(`${shopfront.origin}/product/celadon-chai-cup`)
    await untilHydrated(page)
    const heart = (name: string) => page.getByRole('main').getByRole('button', { name }).first()
    await heart('Add to Wishlist').waitFor()
    await (await failing(() => heart('Add to Wishlist').click())).click()
    await heart('Remove from Wishlist').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Wishlist, 1 item' }).waitFor()

    await page.goto(`${shopfront.origin}/profile`)
    await button(page, 'Add New Address').click()
    await (await failing(() => saveAddress(page, { Name: 'Meera Offline' }))).click()
    await page.getByText('Meera Offline').waitFor()
    await close()
  })
})
