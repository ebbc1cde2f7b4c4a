/** The filter by the options of products with variants, such as their glaze. */
import { describe, expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { button } from '../visits'

const shopfront = openShopfront()

describe('the filter by glaze', () => {
  it('works with the keyboard, and its cards show and open the chosen variant', async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', '/products')
    const glazes = page.getByRole('region', { name: 'Filters' }).getByRole('group', { name: 'Glaze' })
    await page.locator('section summary', { hasText: 'Glaze' }).press('Enter')
    await glazes.getByRole('checkbox', { name: 'Celadon 2' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('heading', { level: 1, name: /\b2 products/ }).waitFor()
    expect(new URL(page.url()).search).toBe('?choice=glaze.celadon')
    const card = page.getByRole('article', { name: 'Lotus Tealight Holder' })
    expect(await card.getByRole('img').first().getAttribute('src')).toContain('lotus-tealight-holder--celadon')
    await card.getByRole('link', { name: 'Lotus Tealight Holder' }).click()
    await page.waitForURL('**/product/lotus-tealight-holder?glaze=celadon')
    await page.getByRole('group', { name: 'Glaze: Celadon' }).waitFor()
    await page.goBack()
    await button(page, 'Without Celadon').press('Enter')
    await page.getByRole('heading', { level: 1, name: /\b22 products/ }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])
    await close()
  })

  it('works in the drawer of a phone, and is absent where no product has variants', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', '/products?category=planters')
    await button(page, 'Filter').tap()
    const drawer = page.getByRole('region', { name: 'Filters' })
    await drawer.getByText('Size', { exact: true }).tap()
    await drawer.getByRole('group', { name: 'Size' }).getByRole('checkbox', { name: '22 cm 1' }).check()
    await drawer.getByRole('button', { name: 'Show 1 product' }).tap()
    await page.getByRole('link', { name: 'White Fluted Planter' }).waitFor()
    expect(new URL(page.url()).searchParams.getAll('choice')).toEqual(['size.22-cm'])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.goto(`${shopfront.origin}/products?category=cups`)
    await button(page, 'Filter').tap()
    await drawer.getByText('Safe for', { exact: true }).waitFor()
    expect(await drawer.getByText(/^(Glaze|Size)$/).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
