import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SLIDE, WIDE_SLIDE } from '../../../server/shared/photos'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, untilHydrated } from '../visits'

const shopfront = openShopfront()
const SCREENS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
]
/** The contrast that WCAG 2 level AA requires for small text. */
const LEAST_CONTRAST = 4.5
/** In pixels. The distance from the crop's left edge to the products is at least this large. */
const SLACK = 40

type Rgb = [red: number, green: number, blue: number]

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The lowest contrast between a text and any pixel behind it. The pixels come from a screenshot without the text.
 */
async function leastContrast(page: Page, text: Locator): Promise<number> {
  const color = (await text.evaluate((element) => getComputedStyle(element).color)).match(/[\d.]+/g)!.map(Number)
  await text.evaluate((element) => element.style.setProperty('-webkit-text-fill-color', 'transparent'))
  const clip = (await text.boundingBox())!
  const picture = sharp(await page.screenshot({ clip }))
  await text.evaluate((element) => element.style.removeProperty('-webkit-text-fill-color'))
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const seen = new Set<number>()
  for (let i = 0; i < data.length; i += info.channels) seen.add(data.readUIntBE(i, 3))
  const behind = [...seen].map((value): Rgb => [value >> 16, (value >> 8) & 255, value & 255])
  return Math.min(...behind.map((each) => contrast(color.slice(0, 3) as Rgb, each)))
}

describe.each(SCREENS)('the slides at $width x $height', (viewport) => {
  // On these screens, the text is on the plain wall to the left of the products.
  const isWide = viewport.width > 800

  it('show readable text that does not cover the products', async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', '/', { viewport })
    await untilHydrated(page)
    for (const number of [1, 2, 3, 4]) {
      await button(page, `Slide ${number}`).click()
      const slide = page.getByRole('group', { name: `${number} of 4`, exact: true })
      await expect.poll(async () => Math.round((await slide.boundingBox())!.x)).toBe(0)
      const image = slide.locator('img')
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth > 0))
        .toBe(true)
      for (const text of [
        slide.getByRole('heading'),
        slide.getByRole('paragraph'),
        slide.getByRole('link').locator('span'),
      ]) {
        await text.scrollIntoViewIfNeeded()
        expect(await leastContrast(page, text)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        const box = (await text.boundingBox())!
        const now = (await image.boundingBox())!
        const end = isWide ? now.x + (now.width * SLIDE.left) / WIDE_SLIDE.width + SLACK : now.x
        const apart = box.x + box.width <= end || box.y >= now.y + now.height
        expect([number, apart]).toEqual([number, true])
      }
      const shape = await image.evaluate((each: HTMLImageElement) => each.naturalWidth / each.naturalHeight)
      const crop = isWide ? WIDE_SLIDE : SLIDE
      expect(shape).toBeCloseTo(crop.width / crop.height, 2)
    }
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })
})
