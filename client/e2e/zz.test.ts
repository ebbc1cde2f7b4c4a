import { it } from 'vitest'
import { openShopfront } from './browser'
const shopfront = openShopfront()
it('x', async () => {
  for (const d of ['desktop', 'phone'] as const) {
    const { page, complaints, close } = await shopfront.visit(d, '/api/docs')
    page.on('request', (r) => { if (!r.url().startsWith(shopfront.origin)) console.log('EXT', r.url().slice(0, 80)) })
    await page.getByRole('heading', { name: /REST API/ }).waitFor()
    await page.locator('.opblock').first().waitFor()
    await page.screenshot({ path: `/tmp/rest/docs-${d}.png` })
    await page.goto(shopfront.origin + '/api/docs#/Cart/addToCart')
    await page.reload()
    await page.locator('.opblock.is-open').waitFor()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `/tmp/rest/docs-op-${d}.png` })
    console.log(d, complaints, await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]))
    await page.setViewportSize({ width: 320, height: 600 })
    console.log(await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]))
    await close()
  }
})
