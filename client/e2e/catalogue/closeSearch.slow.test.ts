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
    await page.getByRole('heading', { level: 2, name: 'Results for “bowll”' }).waitFor()
    expect(await heading(page).textContent()).toContain('5 products')
    expect(await cardsUnder(page, 'Results for “bowll”').count()).toBe(5)
    expect(await page.getByText(EMPTY).count()).toBe(0)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('exact matches come before close results', async () => {
    const { page, close } = await shopfront.visit(device, '/products?search=gift')
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining(['Bud Vase Trio, Gift Boxed', 'More for “gift”']),
    )
    expect(await cardsUnder(page, 'More for “gift”').count()).toBe(3)
    await expectAccessible(page)
    await close()
  })

  it('a price in the search text becomes a removable chip', async () => {
    const { page, complaints, close } = await shopfront.visit(device, '/products?search=gift+under+1000')
    expect(await page.getByRole('main').getByRole('article').allTextContents()).toEqual([
      expect.stringContaining('Lotus Tealight Holder'),
    ])
    await expectAccessible(page)
    await button(page, 'Without Up to Rs. 1,000').click()
    await page.getByRole('heading', { level: 1, name: '“gift”' }).waitFor()
    expect(await heading(page).textContent()).toContain('4 products')
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
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })
})
