/** Tests that a logged-in shopper's catalogue requests are identical to a visitor's, so that caches can serve them. */
import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newStaff } from '../../../server/testing/data/factories'
import { openShopfront } from '../browser'
import { visitAs } from '../office/officeVisits'
import { button, isHydrated, logInAsGuest, untilHydrated } from '../visits'

const shopfront = openShopfront()

const operationOf = (request: Request): string | null => new URL(request.url()).searchParams.get('operationName')

describe('a logged-in shopper', () => {
  it('requests product listings without a token, and the cart with one', async () => {
    const { page, close } = await shopfront.visit('desktop', '/login')
    const cart = page.waitForRequest((request) => operationOf(request) === 'ShopperQuery')
    await logInAsGuest(page)
    expect((await cart).headers()).toHaveProperty('authorization')
    await page.goto(`${shopfront.origin}/products`)
    await untilHydrated(page)
    await page.getByRole('link', { name: /^Cart/ }).first().waitFor()
    const listing = page.waitForRequest((request) => operationOf(request) === 'ProductsPageQuery')
    await page.getByRole('checkbox', { name: /^Bowls/ }).check()
    const request = await listing
    expect(request.method()).toBe('GET')
    expect(request.headers()).not.toHaveProperty('authorization')
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
    await close()
  })
})

describe('staff', () => {
  it('see their saved change in the shop immediately', async () => {
    const { page, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/product/grand-moon-jar')
    await isHydrated(page)
    await page.goto(`${shopfront.origin}/office/products/grand-moon-jar`)
    await page.getByLabel('Title').fill('Grander Moon Jar')
    await button(page, 'Save').click()
    await page.getByRole('alert').first().waitFor()
    const asked = page.waitForRequest((request) => operationOf(request) === 'HomePageQuery')
    await page.getByRole('banner').getByRole('link', { name: 'View shop' }).click()
    expect((await asked).headers()).toHaveProperty('authorization')
    await close()
  })
})
