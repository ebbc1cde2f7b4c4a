import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { estimatedDelivery } from '../../../server/shared/delivery/delivery'
import { estimateFor } from '../../../server/shared/delivery/remoteDelivery'
import { formatRupees } from '../../../server/shared/money/money'
import { ADDRESS } from '../../../server/testing/data/fixtures'
import { checkOut, fillCart, newShopper, setStock } from '../../../server/testing/data/factories'
import { formatDay } from '../../components/days'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, emptyGuest, notification, newcomerWith, untilHydrated } from '../visits'

const shopfront = openShopfront()
const SHOWN = 'sea-glass-serving-bowl'
const PRODUCT = `/product/${SHOWN}`

describe('the sticky bar with the price and cart button', () => {
  it("is there from the start on a phone, goes while the page's buttons are in view, and covers nothing", async () => {
    const { page, complaints, close } = await shopfront.visit('phone', PRODUCT)
    await untilHydrated(page)
    const bar = page.getByRole('region', { name: 'Buy' })
    const footer = page.getByRole('contentinfo')
    // The first screen has the button.
    const ownButton = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
    const bottomOf = async (button: Locator) => {
      const box = await button.boundingBox()
      return box ? box.y + box.height : Infinity
    }
    const inBar = bar.getByRole('button', { name: 'Add to Cart' })
    await expect
      .poll(async () => Math.min(await bottomOf(ownButton), (await inBar.count()) ? await bottomOf(inBar) : Infinity))
      .toBeLessThanOrEqual(844)
    const photo = (await page.getByRole('region', { name: 'Photos' }).getByRole('listitem').first().boundingBox())!
    const banner = (await page.getByRole('banner').boundingBox())!
    expect([photo.x, photo.width, photo.y]).toEqual([0, 390, banner.y + banner.height])
    await page
      .getByRole('spinbutton')
      .or(page.getByRole('group', { name: 'Quantity' }))
      .first()
      .scrollIntoViewIfNeeded()
    await bar.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Goes well with' }).evaluate((each) => each.scrollIntoView())
    await bar.getByRole('button', { name: 'Add to Cart' }).waitFor()
    expect((await bar.boundingBox())!.y + (await bar.boundingBox())!.height).toBe(844)

    // A focused element is scrolled to a position above the bar.
    const last = page.getByRole('article').last().getByRole('button', { name: 'Add to Cart' })
    await last.focus()
    const focused = (await last.boundingBox())!
    expect(focused.y + focused.height).toBeLessThanOrEqual((await bar.boundingBox())!.y)

    await footer.scrollIntoViewIfNeeded()
    await page.keyboard.press('End')
    await expect
      .poll(async () => (await bar.boundingBox())!.y + (await bar.boundingBox())!.height)
      .toBeLessThanOrEqual((await footer.boundingBox())!.y)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a product page on a phone', () => {
  it("shows the wishlist button on the photo, and opens the device's share sheet", async () => {
    const { page, context, close } = await shopfront.visit('phone', null, { isMobile: true })
    await context.addInitScript(() => {
      navigator.share = (data) =>
        Promise.resolve(void document.body.setAttribute('data-shared', data!.text + data!.url!))
    })
    await page.goto(shopfront.origin + PRODUCT)
    await untilHydrated(page)
    const hearts = page.getByRole('region', { name: 'Photos' }).getByRole('button', { name: 'Add to Wishlist' })
    expect(await hearts.count()).toBe(1)
    await button(page, 'Share').tap()
    await expect
      .poll(() => page.locator('body').getAttribute('data-shared'))
      .toMatch(/^Shop amazing products at up to 70% OFF.*\/product\/sea-glass-serving-bowl$/)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await close()
  })
})

describe('the uses of a product', () => {
  it('are icons with words in the first screen, also in forced colours', async () => {
    const { db } = shopfront.app.shop
    const care = 'Safe for the dishwasher. Not for the oven.'
    const { care: before } = await db.product.findUniqueOrThrow({ where: { id: SHOWN } })
    await db.product.update({ where: { id: SHOWN }, data: { care } })
    const { page, complaints, close } = await shopfront.visit('desktop', PRODUCT, { forcedColors: 'active' })
    const uses = page.getByRole('list', { name: 'Use' }).getByRole('listitem')
    expect(await uses.allTextContents()).toEqual(['Dishwasher safe', 'Not for the oven'])
    const box = (await uses.last().boundingBox())!
    expect(box.y + box.height).toBeLessThan(800)
    const strokes = await uses.locator('path').evaluateAll((all) => all.map((each) => getComputedStyle(each).stroke))
    const text = await uses.first().evaluate((each) => getComputedStyle(each).color)
    const background = await page.locator('body').evaluate((each) => getComputedStyle(each).backgroundColor)
    // The gap next to the line through the oven has the page's colour.
    expect(strokes).toEqual([text, text, background, text])
    await db.product.update({ where: { id: SHOWN }, data: { care: before } })
    expect(complaints).toEqual([])
    await close()
  })

  it('are not shown if the care text names none', async () => {
    const { page, close } = await shopfront.visit('desktop', '/product/grand-moon-jar')
    await page.getByText('Inclusive of all taxes').waitFor()
    expect(await page.getByRole('list', { name: 'Use' }).count()).toBe(0)
    await close()
  })
})

describe('a sold-out product', () => {
  it('offers no delivery and no payment', async () => {
    await setStock(shopfront.app, { 'saffron-nut-bowl': 0 })
    for (const [id, count] of [
      ['saffron-nut-bowl', 0],
      [SHOWN, 1],
    ] as const) {
      const { page, close } = await shopfront.visit('desktop', `/product/${id}`)
      await page.getByText('Inclusive of all taxes').waitFor()
      expect([id, await page.getByLabel('Delivery to').count()]).toEqual([id, count])
      expect([id, await page.getByText('Cash on delivery in most places').count()]).toEqual([id, count])
      await close()
    }
  })
})

describe('the size drawing', () => {
  it.each(['sea-glass-serving-bowl', 'grand-moon-jar', 'midnight-nesting-bowls-set-of-3', 'celadon-chai-cup'])(
    'shows all of its labels: %s',
    async (id) => {
      const { page, close } = await shopfront.visit('phone', `/product/${id}`)
      const drawing = page.getByRole('img', { name: 'Drawing to scale' })
      const frame = (await drawing.boundingBox())!
      const texts = await drawing
        .locator('text')
        .evaluateAll((all) =>
          all.map((each) => ({ text: each.textContent, box: each.getBoundingClientRect().toJSON() as DOMRect })),
        )
      expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Bank card,', 'for scale']))
      for (const { text, box } of texts)
        expect([text, box.left >= frame.x, box.right <= frame.x + frame.width]).toEqual([text, true, true])
      await close()
    },
  )
})

describe('the share dialog', () => {
  it('opens each network in a small window, with the message and the link', async () => {
    const { page, context, complaints, close } = await shopfront.visit('desktop', null)
    await context.addInitScript(() => {
      window.open = (url, _target, features) => {
        document.body.setAttribute('data-opened', `${String(url)} ${features}`)
        return null
      }
    })
    await page.goto(shopfront.origin + PRODUCT)
    await untilHydrated(page)
    await button(page, 'Share').click()
    for (const [network, address] of [
      ['facebook', /^https:\/\/www\.facebook\.com\/.*quote=/],
      ['whatsapp', /^https:\/\/(web|api)\.whatsapp\.com\//],
      ['twitter', /^https:\/\/(twitter|x)\.com\//],
      ['email', /^mailto:\?/],
      ['telegram', /^https:\/\/(t|telegram)\.me\//],
      ['linkedin', /^https:\/\/www\.linkedin\.com\//],
    ] as const) {
      await button(page, network).click()
      const opened = async () => (await page.locator('body').getAttribute('data-opened')) ?? ''
      await expect.poll(opened).toMatch(address)
      const text = decodeURIComponent((await opened()).replaceAll('+', ' '))
      expect(text).toContain('Shop amazing products at up to 70% OFF. Check out this product that I liked!')
      expect(text).toContain(shopfront.origin + PRODUCT)
      expect(text).toMatch(/width=550.*height=400|height=400.*width=550/)
    }
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the wishlist button of a product', () => {
  it('keeps its position and its outlined style after a click', async () => {
    const { page, close } = await shopfront.visitAs(await newShopper(shopfront.app), 'desktop', PRODUCT)
    await untilHydrated(page)
    const main = page.getByRole('main')
    const add = main.getByRole('button', { name: 'Add to Wishlist' }).first()
    const { y } = (await add.boundingBox())!
    await add.click()
    const remove = main.getByRole('button', { name: 'Remove from Wishlist' }).first()
    await remove.waitFor()
    expect((await remove.boundingBox())!.y).toBe(y)
    await expect.poll(() => remove.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
    await close()
  })
})

describe('the delivery day', () => {
  const by = (zipCode: string, productId = SHOWN) =>
    `Arrives by ${formatDay(estimateFor(estimatedDelivery(productId, new Date()), { country: 'India', zipCode }))}`

  it('is calculated from a PIN code that the device remembers, and is later for a remote PIN code', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', PRODUCT)
    await untilHydrated(page)
    const pin = page.getByLabel('Delivery to')
    const ask = async (text: string) => {
      await pin.fill(text)
      await button(page, 'Check').click()
    }
    await ask('5600')
    await page.getByText('Please enter a PIN code of six digits.').waitFor()
    await ask('560 003')
    await page.getByText(`${by('560003')} in Bengaluru`).waitFor()
    await ask('999999')
    await page.getByText('We do not deliver to PIN code 999999').waitFor()
    await ask('744101')
    await page.getByText(`${by('744101')} in Port Blair`).waitFor()
    expect(by('744101')).not.toBe(by('560003'))
    await page.goto(`${shopfront.origin}/product/grand-moon-jar`)
    await page.getByText(`${by('744101', 'grand-moon-jar')} in Port Blair`).waitFor()
    await expect.poll(() => pin.inputValue()).toBe('744101')
    expect(complaints).toEqual([])
    await close()
  })

  it('defaults to the address of a logged-in shopper', async () => {
    const { page, close } = await shopfront.visitAs(await newShopper(shopfront.app), 'desktop', PRODUCT)
    await untilHydrated(page)
    await page.getByText(`${by(ADDRESS.zipCode)} in Chennai`).waitFor()
    await close()
  })
})

describe('a checkout with a remote address', () => {
  it('shows the same delivery day as the order', async () => {
    const shopper = await newShopper(shopfront.app)
    const { shop } = shopfront.app
    await fillCart(shopfront.app, shopper, { 'celadon-chai-cup': 1 })
    await shop.db.address.updateMany({ where: { userId: shopper.id }, data: { zipCode: '744101' } })
    const { page, close } = await shopfront.visitAs(shopper, 'phone', '/checkout')
    const day = await page.getByText('Estimated delivery by').locator('time').getAttribute('datetime')
    const { order } = await checkOut(shopfront.app, shopper)
    expect(order.lines[0]!.estimatedDelivery.toISOString().slice(0, 10)).toBe(day)
    await close()
  })
})

describe('the PIN code of an address', () => {
  it('fills in empty city and state fields, announces this, and is accepted even if unknown', async () => {
    const shopper = await newcomerWith(shopfront.app, {})
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', '/profile')
    await button(page, 'Add New Address').click()
    const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })
    const values = async () => [await field('City').inputValue(), await field('State').inputValue()]

    await field('Zip Code').fill('560 003')
    await page.getByRole('status').filter({ hasText: 'Filled in: Bengaluru, Karnataka' }).waitFor()
    expect(await values()).toEqual(['Bengaluru', 'Karnataka'])
    await field('Zip Code').fill('781001')
    await expect.poll(values).toEqual(['Guwahati', 'Assam'])
    await field('City').fill('Dispur')
    await field('Zip Code').fill('682001')
    await expect.poll(values).toEqual(['Dispur', 'Kerala'])
    await field('Zip Code').fill('999999')
    await page.getByText('We do not deliver to PIN code 999999').waitFor()
    expect(await values()).toEqual(['Dispur', 'Kerala'])

    for (const [label, text] of Object.entries({ Name: 'Meera Iyer', Street: '3 Lake View', Mobile: '9876543210' }))
      await field(label).fill(text)
    await button(page, 'Save').click()
    await notification(page, 'Address added!').waitFor()
    await field('Country').waitFor({ state: 'detached' })
    await button(page, 'Add New Address').click()
    await field('Country').selectOption('Nepal')
    await field('Zip Code').fill('560003')
    await field('Street').fill('Durbar Marg')
    expect(await values()).toEqual(['', ''])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the product lists', () => {
  it('contain no duplicates on the home page, and both Gifts links open the same list', async () => {
    await emptyGuest(shopfront.app)
    const { page, close } = await shopfront.visit('desktop')
    const names = await page.getByRole('article').getByRole('heading').allTextContents()
    expect(names).toHaveLength(8)
    expect(new Set(names).size).toBe(8)
    const gifts = page.getByRole('link', { name: 'Gifts', exact: true })
    const targets = await gifts.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(new Set(targets)).toEqual(new Set(['/products?category=gifts']))
    expect(targets).toHaveLength(2)
    await gifts.first().click()
    await page.getByText('Bud vases, a tea set').waitFor()
    await expect.poll(() => page.title()).toBe('Cerashop | Gifts in clay')
    await close()
  })
})

it('a product page says how many are in the cart, which the sets and the stepper change', async () => {
  const { app } = shopfront
  const shopper = await newShopper(app)
  const matching = (matchingFrom: number | null) =>
    app.shop.db.product.update({ where: { id: SHOWN }, data: { matchingFrom } })
  await matching(2)
  await setStock(app, { [SHOWN]: 20 })
  await fillCart(app, shopper, { [SHOWN]: 2 })
  const { page, close } = await shopfront.visitAs(shopper, 'phone', PRODUCT)
  const { discounted } = await app.shop.db.product.findUniqueOrThrow({ where: { id: SHOWN } })
  const price = (quantity: number) => `${formatRupees(quantity * discounted)} for ${quantity}`
  const costs = (quantity: number) =>
    page
      .getByRole('status')
      .filter({ hasText: price(quantity) })
      .waitFor()
  await page.getByText('In your cart: 2').waitFor()
  await costs(2)
  await button(page, 'Set of 6').click()
  await page.getByText('In your cart: 6').waitFor()
  await costs(6)
  await button(page, 'Decrease quantity').click()
  await page.getByText('In your cart: 5').waitFor()
  await matching(null)
  await close()
})
