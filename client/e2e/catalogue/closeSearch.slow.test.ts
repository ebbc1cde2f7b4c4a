/** A search with a typo and a search without results, on a phone and on a desktop. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectNoSidewaysScroll, openShopfront, type Device } from '../browser'
import { button, heading } from '../visits'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const EMPTY = 'Sorry! Could not find any products. Try different set of filters'

const shopfront = openShopfront()

async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await expectNoSidewaysScroll(page)
}

const cardsUnder = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('heading', { level: 3 })

describe.each<Device>(['phone', 'desktop'])('on a %s', (device) => {
  it('a misspelt search shows close results', async () => {
    const { page, complaints, close } = await shopfront.visit(device)
    await button(page, 'Search').first().click()
    await page.getByRole('combobox', { name: /search/i }).fill('bowll')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '“bowll”' }).waitFor()
    expect(await heading(page).textContent()).toContain('5 products')
    expect(await page.getByRole('main').getByRole('article').count()).toBe(5)
    // Only the heading shows the text.
    expect((await page.getByRole('main').innerText()).split('bowll')).toHaveLength(2)
    expect(await page.getByText(EMPTY).count()).toBe(0)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('exact matches come before close results', async () => {
    const { page, close } = await shopfront.visit(device, '/products?search=gift')
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining(['Bud Vase Trio, Gift Boxed', 'Similar products']),
    )
    expect(await cardsUnder(page, 'Similar products').count()).toBe(3)
    expect((await page.getByRole('main').innerText()).split('“gift”')).toHaveLength(2)
    await expectAccessible(page)
    await close()
  })

  it('a price in the search text becomes a removable chip', async () => {
    const { page, complaints, close } = await shopfront.visit(device, '/products?search=gift+under+1000')
    expect(await page.getByRole('main').getByRole('article').allTextContents()).toEqual([
      expect.stringContaining('Lotus Tealight Holder'),
    ])
    await expectAccessible(page)
    // No chip is cut, and each can be removed.
    const chips = page.getByRole('list', { name: 'Chosen filters' })
    expect(await chips.getByRole('button').allTextContents()).toEqual(['Clear search', 'Up to Rs. 1,000'])
    for (const chip of await chips.getByRole('button').all()) {
      const { x, width } = (await chip.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width)
    }
    await button(page, 'Without Up to Rs. 1,000').click()
    await page.getByRole('heading', { level: 1, name: '“gift”' }).waitFor()
    expect(await heading(page).textContent()).toContain('1 product, 3 similar')
    expect(new URL(page.url()).search).toBe('?search=gift')
    expect(await button(page, 'Without Up to Rs. 1,000').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('a search for only a price shows a single chip', async () => {
    const { page, close } = await shopfront.visit(device, '/products?search=%E2%82%B9300+to+400')
    const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('button')
    expect(await chips.allTextContents()).toEqual(['Rs. 300 to Rs. 400'])
    await chips.click()
    await page.getByRole('heading', { level: 1, name: 'Shop All' }).waitFor()
    await close()
  })

  it('a search without results shows a message above the bestsellers', async () => {
    const { page, complaints, close } = await shopfront.visit(device, '/products?search=zzzz')
    await page.getByText(EMPTY).waitFor()
    await cardsUnder(page, 'Bestsellers').nth(3).waitFor()
    const popular = page.getByRole('main').getByRole('navigation', { name: 'Popular' })
    expect(await page.getByRole('main').getByRole('navigation', { name: 'Help' }).count()).toBe(0)
    await expectAccessible(page)
    await popular.getByRole('link', { name: 'Serving bowls' }).click()
    await page.getByRole('heading', { level: 1, name: '“serving bowls”' }).waitFor()
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThan(0)
    await button(page, 'Clear search').click()
    await page.getByRole('heading', { level: 1, name: 'Shop All' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['track my order', 'Shipping'],
    ['refund', 'Return & Refund'],
    ['cancellation', 'FAQ'],
    ['gst invoice', 'Terms of Use'],
  ])('a search for help, %j, leads to the page %s', async (text, title) => {
    const { page, close } = await shopfront.visit(device, `/products?search=${encodeURIComponent(text)}`)
    await page.getByText(EMPTY).waitFor()
    const help = page.getByRole('main').getByRole('navigation', { name: 'Help' }).getByRole('link', { name: title })
    // Right below the sentence.
    const [sentence, link, everything] = await Promise.all(
      [page.getByText(EMPTY), help, button(page, 'Show everything')].map(async (each) => (await each.boundingBox())!.y),
    )
    expect(link).toBeGreaterThan(sentence!)
    expect(link).toBeLessThan(everything!)
    await help.click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await close()
  })

  it('many chips wrap, and none is cut', async () => {
    const { page, close } = await shopfront.visit(
      device,
      '/products?search=a&category=cups&category=bowls&category=plates&category=planters&min=300&max=5000&rating=2&stock=in',
    )
    const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('button')
    await chips.nth(6).waitFor()
    for (const chip of await chips.all()) {
      const { x, width } = (await chip.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width)
    }
    await expectNoSidewaysScroll(page)
    await close()
  })
})
