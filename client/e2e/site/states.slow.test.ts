/**
 * Checks each drawer, dialog and message of the shop and the office with axe, on a phone and on a desktop. accessibility.slow.test.ts and
 * officeAccessibility.slow.test.ts have the states that need more steps, and everyPage.slow.test.ts the pages.
 */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { requestReturn } from '../../../server/domain/orders/after-sale/ask'
import { orderNumber } from '../../../server/domain/orders/order'
import { newDelivered, newShopper, newStaff, setStock } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectAccessible } from '../axe'
import { openShopfront } from '../browser'
import { buy } from '../office/officeVisits'
import { button, untilHydrated } from '../visits'

const shopfront = openShopfront({ CONTACT_EMAIL: 'hello@shop.example', SHOP_PHONE: '+919845012345' })
const BOTH = [1280, 390]
const PHONE = [390]

interface State {
  what: string
  path: string
  open: (page: Page) => Promise<void>
  /** The widths at which the state exists. The page has the first one when `open` runs. */
  widths?: number[]
}

/** Opens the dialog, and sends its form without a change, so that its errors are shown. */
const dialogOf =
  (opener: string, send?: string) =>
  async (page: Page): Promise<void> => {
    await button(page, opener).first().click()
    await page.getByRole('dialog').waitFor()
    if (send === undefined) return
    await button(page, send).click()
    await page.getByRole('alert').first().waitFor()
  }

async function expectAllAccessible(page: Page, states: State[]): Promise<void> {
  const found: string[] = []
  for (const { what, path, open, widths = BOTH } of states) {
    await page.setViewportSize({ width: widths[0]!, height: 800 })
    await page.goto(shopfront.origin + path)
    // An open dialog hides the page's heading from assistive technology.
    await page.locator('h1, [role=dialog]').first().waitFor()
    await open(page)
    // Lists the errors of all states at once.
    await expectAccessible(page, what, widths).catch((error: Error) => found.push(`${what}: ${error.message}`))
  }
  expect(found).toEqual([])
}

describe('the drawers, dialogs and messages', () => {
  it('of the shop are accessible', async () => {
    const { app } = shopfront
    await setStock(app, { [BOWL]: 40, [CUP]: 40 })
    const { shopper, number } = await buy(shopfront, { [BOWL]: 1 })
    const delivered = orderNumber(await newDelivered(app, shopper, { [BOWL]: 1 }))
    await setStock(app, { [BOWL]: 0 })
    const product = `/product/${CUP}`
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'desktop', null)
    await expectAllAccessible(page, [
      { what: 'Ask about this', path: product, open: dialogOf('Ask about this', 'Send') },
      {
        what: 'the answers of the help search',
        path: '/help/faq',
        async open() {
          await page.getByLabel('Search help').fill('where is my order')
          await page.getByRole('status').filter({ hasText: '2 answers' }).waitFor()
          expect(await page.getByText('Our emails about an order link to it too.').isVisible()).toBe(true)
        },
      },
      {
        what: 'no answers of the help search',
        path: '/help/returns',
        async open() {
          await page.getByLabel('Search help').fill('xylophone')
          await page.getByRole('status').filter({ hasText: 'No answer has these words.' }).waitFor()
          await button(page, 'Send us a message').waitFor()
        },
      },
      {
        what: 'the cart drawer',
        path: product,
        async open() {
          await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
          await page.getByRole('region', { name: 'In your cart' }).waitFor()
          // The drawer stays while it has the focus.
          await page.keyboard.press('F6')
        },
      },
      { what: 'a gift message', path: '/cart', open: dialogOf('Add a gift message') },
      { what: 'coupons', path: '/cart', open: dialogOf('Apply Coupon') },
      {
        what: 'suggestions',
        path: '/',
        async open() {
          await button(page, 'Search').click()
          await page.getByRole('combobox').fill('cup')
          await page.getByRole('option').first().waitFor()
        },
      },
      { what: 'a photo, larger', path: product, open: (page) => openPhoto(page) },
      { what: 'an email about a sold-out product', path: `/product/${BOWL}`, open: (page) => askForNotice(page) },
      { what: 'an address', path: '/profile', open: dialogOf('Add New Address', 'Save') },
      { what: 'a question about an order', path: `/orders/${number}`, open: dialogOf('Contact us about this order') },
      { what: "an order's address", path: `/orders/${number}`, open: dialogOf('Change address') },
      { what: 'a cancellation', path: `/orders/${number}`, open: dialogOf('Cancel order') },
      { what: 'a return', path: `/orders/${delivered}`, open: dialogOf('Return', 'Request return') },
      {
        what: 'a review',
        path: `/orders/${delivered}`,
        async open() {
          await page.getByRole('button', { name: /^Write a review/ }).click()
          await button(page, 'Post review').click()
          await page.getByRole('alert').first().waitFor()
        },
      },
      {
        what: 'the menu',
        path: '/',
        widths: PHONE,
        async open(page) {
          await button(page, 'Menu').click()
          await page.getByRole('region', { name: 'Menu' }).waitFor()
        },
      },
      {
        what: 'the filters',
        path: '/products',
        widths: PHONE,
        async open() {
          await page.getByRole('button', { name: /^Filter/ }).click()
          await page.getByRole('region', { name: 'Filters' }).waitFor()
        },
      },
      { what: 'share', path: product, open: dialogOf('Share') },
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it('of the office are accessible', async () => {
    const { app } = shopfront
    await setStock(app, { [BOWL]: 40 })
    const { number } = await buy(shopfront, { [BOWL]: 2 })
    const buyer = await newShopper(app)
    const returned = await newDelivered(app, buyer, { [BOWL]: 2 })
    await requestReturn(app.shop, buyer, orderNumber(returned), { reason: 'DAMAGED', note: 'A crack', photos: [] })
    const { page, complaints, close } = await shopfront.visitAs(await newStaff(app), 'desktop', null)
    const order = `/office/orders/${number}`
    const back = `/office/orders/${orderNumber(returned)}`
    const isOpen = async (): Promise<void> => page.getByRole('dialog').waitFor()
    const dialogs: [what: string, path: string][] = [
      ['shipping', `${order}/ship`],
      ["changing an order's address", `${order}/address`],
      ['a refund', `${order}/refund`],
      ['cancelling an order', `${order}/cancel`],
      ['disabling links', `${order}/disable-links`],
      ['answering a return', `${back}/answer-return`],
      ['a new coupon', '/office/coupons/new'],
      ['an invitation', '/office/staff/invite'],
    ]
    await expectAllAccessible(page, [
      ...dialogs.map(([what, path]) => ({ what, path, open: isOpen })),
      {
        what: 'errors of a new product',
        path: '/office/products/new',
        async open() {
          await page.getByRole('button', { name: /^Add( product)?$/ }).click()
          await page.getByRole('alert').first().waitFor()
        },
      },
    ])
    expect(complaints).toEqual([])
    await close()
  })
})

async function openPhoto(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button').and(page.locator(':has(img)')).first().click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
}

async function askForNotice(page: Page): Promise<void> {
  await untilHydrated(page)
  const email = page.getByLabel('Email', { exact: true })
  // Once the account is known, its address is filled in.
  await expect.poll(() => email.inputValue()).toContain('@')
  await email.fill('not an address')
  await button(page, 'Email me when it is back').click()
  await page.getByRole('alert').first().waitFor()
}
