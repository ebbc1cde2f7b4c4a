/** What sold, on the Sales page of a phone. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { storeEmptySearches } from '../../../server/domain/catalogue/emptySearches'
import { newStaff } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button } from '../visits'
import { buy, visitAs } from './officeVisits'

const shopfront = openShopfront()
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')

it('the page Sales shows what sold on a phone, keeps the period, and saves each table', async () => {
  const { app } = shopfront
  // A repeated test finds what the attempt before it bought.
  await app.shop.db.$executeRaw`TRUNCATE shop_order CASCADE`
  await buy(shopfront, { [BOWL]: 2, [CUP]: 1 })
  for (const text of ['zzqxv', 'zzqxv', 'q'.repeat(200)])
    app.shop.emptySearches.add(text, [{ key: 'network', times: 1 }])
  await storeEmptySearches(app.shop)
  const { title } = await app.shop.db.product.findUniqueOrThrow({ where: { id: BOWL } })
  const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office/sales', 'phone')
  await page.getByRole('link', { name: 'Products', exact: true }).last().click()
  await page.getByRole('table', { name: 'Sold' }).waitFor()
  const texts = await rows(page, 'Sold').allInnerTexts()
  expect(texts.length).toBe(2)
  expect(texts.find((text) => text.includes(title))).toMatch(/\s2\s/)
  await expectNoSidewaysScroll(page)
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download products (CSV)').click()])
  expect(file.suggestedFilename()).toMatch(/^sales-products-.*\.csv$/)
  await page.getByRole('link', { name: 'Last month' }).click()
  await page.getByText('Nothing sold in this period.').waitFor()
  await page.getByRole('link', { name: 'This month' }).click()
  // The links of the tables keep the period that the page shows.
  await page.getByText('Nothing sold in this period.').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Buyers' }).click()
  await page.getByRole('table', { name: 'Buyers' }).waitFor()
  expect((await rows(page, 'Buyers').allInnerTexts())[0]).toMatch(/New buyers[^]*1/)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Searches' }).click()
  await page.getByRole('table', { name: 'Searches without a result' }).waitFor()
  expect((await rows(page, 'Searches without a result').allInnerTexts())[0]).toMatch(/zzqxv\s+2\s/)
  await expectNoSidewaysScroll(page)
  const [searches] = await Promise.all([page.waitForEvent('download'), button(page, 'Download searches (CSV)').click()])
  expect(searches.suggestedFilename()).toMatch(/^sales-searches-.*\.csv$/)
  expect(complaints).toEqual([])
  await close()
})
