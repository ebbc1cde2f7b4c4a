import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, untilHydrated } from '../visits'

const shopfront = openShopfront()
const PRODUCT = '/product/tea-for-two-set'

const gallery = (page: Page) => page.getByRole('region', { name: 'Photos', exact: true })
const counter = (page: Page, text: string) => gallery(page).getByText(text, { exact: true })
const photo = (page: Page, name: RegExp) => gallery(page).getByRole('button', { name })

const IMAGE = { imageUrl: true, imageAlt: true, imageWidth: true, imageHeight: true } as const

/** Call this before a page opens. */
const watchShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const counted = window as unknown as { shift: number }
    counted.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift)

describe.each([2, 3])('a phone with %s pixels in one', (deviceScaleFactor) => {
  it.each(['/', '/products', PRODUCT, '/product/bud-vase-trio'])(
    'opens %s without a photo in full size',
    async (path) => {
      const { page, close } = await shopfront.visit('phone', null, { deviceScaleFactor, isMobile: true })
      const photos: Promise<[name: string, kilobytes: number]>[] = []
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.startsWith('/photos/'))
          photos.push(response.body().then((body) => [pathname, Math.round(body.length / 1000)]))
      })
      await page.goto(shopfront.origin + path)
      await page.waitForLoadState('networkidle')
      const taken = await Promise.all(photos)
      expect(taken.length).toBeGreaterThan(3)
      // Larger ones delay the page's code on a slow network.
      expect(taken.filter(([, kilobytes]) => kilobytes > 80)).toEqual([])
      await close()
    },
  )
})

describe("a product's photos", () => {
  it('can be swiped on a phone without layout shifts', async () => {
    const { page, context, complaints, close } = await shopfront.visit('phone', null)
    await watchShifts(context)
    await page.goto(shopfront.origin + PRODUCT)
    await untilHydrated(page)
    await counter(page, '1 of 3').waitFor()
    await gallery(page)
      .getByRole('list')
      .evaluate((strip) => strip.scrollBy({ left: strip.clientWidth }))
    await counter(page, '2 of 3').waitFor()
    expect(await photo(page, /Tea poured/).evaluate((each) => each.getBoundingClientRect().left)).toBe(0)
    expect(await shiftOf(page)).toBeLessThan(0.01)
    expect(complaints).toEqual([])
    await close()
  })

  it('can be selected with thumbnails or arrow keys on a phone, and opened in full screen', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', PRODUCT)
    await untilHydrated(page)
    await button(page, 'Photo 3').click()
    await counter(page, '3 of 3').waitFor()
    await photo(page, /teapot’s lid/).focus()
    await page.keyboard.press('ArrowLeft')
    await counter(page, '2 of 3').waitFor()
    expect(await photo(page, /Tea poured/).evaluate((each) => each === document.activeElement)).toBe(true)

    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Photos, larger' })
    await dialog.getByRole('group', { name: '2 of 3' }).getByRole('img').waitFor()
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => dialog.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => photo(page, /Tea poured/).evaluate((each) => each === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it('can be selected with arrow keys on a desktop, and each opens in full screen', async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', PRODUCT)
    const isFocused = (name: RegExp) => photo(page, name).evaluate((each) => each === document.activeElement)
    await untilHydrated(page)
    expect(await button(page, 'Photo 3').isVisible()).toBe(false)
    await photo(page, /teapot’s lid/).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await isFocused(/Tea poured/)).toBe(true)

    await photo(page, /teapot’s lid/).click()
    const dialog = page.getByRole('dialog', { name: 'Photos, larger' })
    await dialog.getByRole('group', { name: '3 of 3' }).getByRole('img').waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText('2 of 3', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(/teapot’s lid/)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    [1, []],
    [2, [590]],
    [3, [289, 289]],
    [4, [188, 188, 188]],
    [5, [289, 289, 88, 88]],
    [20, [289, 289, ...Array<number>(17).fill(88)]],
  ])('are shown below the first on a desktop without layout shifts: %i photos', async (count, widths) => {
    const { db } = shopfront.app.shop
    const product = { productId: 'grand-moon-jar' }
    const further = await db.productImage.findMany({ select: IMAGE, orderBy: { imageUrl: 'asc' }, take: count - 1 })
    await db.productImage.deleteMany({ where: product })
    await db.productImage.createMany({ data: further.map((each, i) => ({ ...product, ...each, position: i + 1 })) })
    const { page, context, complaints, close } = await shopfront.visit('desktop', null)
    await watchShifts(context)
    await page.goto(`${shopfront.origin}/product/grand-moon-jar`)
    await untilHydrated(page)
    const items = gallery(page).getByRole('listitem')
    const [first, ...others] = await items.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
    expect(others.map(({ width }) => Math.floor(width))).toEqual(widths)
    expect(Math.floor(first!.width)).toBe(590)
    expect(others.every(({ top }) => top > first!.bottom)).toBe(true)
    const loading = await items
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).loading))
    expect(loading).toEqual(['eager', ...widths.map(() => 'lazy')])
    for (const item of await items.all()) await item.scrollIntoViewIfNeeded()
    await expect
      .poll(() => items.locator('img').evaluateAll((all) => all.every((each) => (each as HTMLImageElement).complete)))
      .toBe(true)
    expect(await shiftOf(page)).toBeLessThan(0.01)
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('load lazily, except for the first one', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    await page.goto(shopfront.origin + PRODUCT)
    const preload = page.locator('link[rel=preload][as=image]')
    expect(await preload.getAttribute('imagesrcset')).toContain('/tea-for-two-set.avif 1200w')
    const source = page.locator('source[type="image/avif"]').first()
    expect(await preload.getAttribute('imagesizes')).toBe(await source.getAttribute('sizes'))
    const loading = await gallery(page)
      .getByRole('listitem')
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).loading))
    expect(loading).toEqual(['eager', 'lazy', 'lazy'])
    await close()
  })

  it('can be scrolled without JavaScript', async () => {
    const { page, close } = await shopfront.visit('phone', PRODUCT, { javaScriptEnabled: false })
    const poured = gallery(page).getByRole('img', { name: /Tea poured/ })
    const box = await poured.boundingBox()
    expect(box!.x).toBe(390)
    await poured.scrollIntoViewIfNeeded()
    expect((await poured.boundingBox())!.x).toBe(0)
    expect(await button(page, 'Photo 2').isVisible()).toBe(false)
    await close()
  })
})

describe('a product card', () => {
  const card = (page: Page) => page.getByRole('article', { name: 'Celadon Chai Cup' })

  it('shows the second photo on hover', async () => {
    const { page, close } = await shopfront.visit('desktop', '/products')
    await untilHydrated(page)
    expect(await card(page).locator('img').count()).toBe(1)
    await card(page).hover()
    const second = card(page).locator('img').nth(1)
    await second.waitFor()
    await expect
      .poll(() => second.evaluate((image: HTMLImageElement) => [image.currentSrc, getComputedStyle(image).opacity]))
      .toEqual([expect.stringContaining('celadon-chai-cup-2.webp'), '1'])
    await close()
  })

  it('does not load the second photo on a touch device', async () => {
    const { page, close } = await shopfront.visit('phone', '/products')
    await untilHydrated(page)
    await card(page).dispatchEvent('pointerenter', { pointerType: 'touch' })
    await card(page).getByRole('link').tap()
    await page.waitForURL('**/product/celadon-chai-cup')
    await page.goBack()
    await card(page).waitFor()
    expect(await card(page).locator('img').count()).toBe(1)
    await close()
  })
})
