/** A browser that blocks all storage, like Chromium with all cookies blocked: each access to storage throws. */
import { expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { button, logInAsGuest, notification, untilHydrated } from '../visits'

const shopfront = openShopfront()

async function visitWithBlockedStorage() {
  const visit = await shopfront.visit('desktop', null)
  await visit.page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  return visit
}

it('a shopper can log in and add to the cart if storage is blocked', async () => {
  const { page, complaints, close } = await visitWithBlockedStorage()
  await page.goto(`${shopfront.origin}/products?search=oat`)
  await page.getByRole('article', { name: 'Speckled Oat Tumbler' }).getByRole('button', { name: 'Add to Cart' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('Remember me').check()
  await logInAsGuest(page)
  await notification(page, 'Added to Cart').waitFor()
  await page.waitForURL('**/products?search=oat')
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('article', { name: 'Speckled Oat Tumbler' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('the API tester sends requests and lists them in its history if storage is blocked', async () => {
  const { page, complaints, close } = await visitWithBlockedStorage()
  await page.goto(`${shopfront.origin}/mockman`)
  await page.getByLabel('Endpoint').fill('/api/categories')
  await button(page, 'Send').click()
  await page.getByText('Status : 200 OK', { exact: true }).waitFor()
  await page.getByLabel('Endpoint').fill('/api/products')
  await button(page, 'Send').click()
  await button(page, 'Run again GET /api/products').waitFor()
  await button(page, 'Run again GET /api/categories').waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('a viewed product is remembered until the page closes if storage is blocked', async () => {
  const { page, complaints, close } = await visitWithBlockedStorage()
  await page.goto(`${shopfront.origin}/product/celadon-chai-cup`)
  await untilHydrated(page)
  await page.getByRole('region', { name: 'Goes well with' }).getByRole('link').first().click()
  await page.waitForURL((url) => url.pathname !== '/product/celadon-chai-cup')
  await page.getByRole('region', { name: 'Recently viewed' }).getByText('Celadon Chai Cup').waitFor()
  expect(complaints).toEqual([])
  await close()
})
