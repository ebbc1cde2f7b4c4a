/** Tests the widths of the office's tables, which only a browser computes. */
import { expect, it } from 'vitest'
import { newStaff } from '../../../server/testing/data/factories'
import { CUP } from '../../../server/testing/data/fixtures'
import { openShopfront } from '../browser'
import { buy, visitAs } from './officeVisits'

const shopfront = openShopfront()

/** The pages with a table. */
const PAGES = ['customers', 'orders', 'products', 'coupons', 'staff', 'sales', 'emails', 'packing']

/**
 * Puts a word of 90 letters into each column in turn. Returns the cells that then show fewer than eight characters, and the columns with which
 * the page scrolls sideways. Runs in the browser.
 */
function crushed(): string[] {
  const tables = [...document.querySelectorAll<HTMLTableElement>('main table')]
  const faults: string[] = []
  for (const table of tables) {
    const rows = [...table.tBodies[0]!.rows].slice(0, 3)
    for (let column = 0; column < (rows[0]?.cells.length ?? 0); column += 1) {
      const cells = rows.map((row) => row.cells[column]!)
      const before = cells.map((cell) => cell.innerHTML)
      for (const cell of cells) {
        // The element with the text, such as a link, keeps its style.
        let inner: Element = cell
        while (inner.firstElementChild && !inner.matches('select')) inner = inner.firstElementChild
        if (!inner.matches('input, select, option, svg, svg *, img')) inner.textContent = 'w'.repeat(90)
      }
      const name = `${table.getAttribute('aria-label')}, column ${column + 1} of ${rows[0]!.cells.length}`
      for (const cell of rows.flatMap((row) => [...row.cells])) {
        const style = getComputedStyle(cell)
        if (style.display === 'none' || cell.textContent === '') continue
        const width = cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        const [eight, whole] = ['width:8ch', 'width:max-content;white-space:nowrap'].map((size) => {
          const probe = document.createElement('span')
          probe.style.cssText = `position:absolute;${size}`
          probe.textContent = cell.textContent
          cell.append(probe)
          const { width: measured } = probe.getBoundingClientRect()
          probe.remove()
          return measured
        })
        if (width < Math.min(eight!, whole!) - 1) faults.push(`${name}: ${cell.textContent} has ${width} px`)
      }
      if (document.documentElement.scrollWidth > innerWidth) faults.push(`${name}: scrolls sideways`)
      cells.forEach((cell, i) => (cell.innerHTML = before[i]!))
    }
  }
  return [...new Set(faults)]
}

it('no cell of a table is narrower than eight characters, however long a word in another column is', async () => {
  const { app } = shopfront
  for (let i = 0; i < 3; i += 1) await buy(shopfront, { [CUP]: 1 })
  const { page, close } = await visitAs(shopfront, await newStaff(app), '/office')
  const found: string[] = []
  for (const path of PAGES) {
    // The emails of an order are sent, and listed, soon after it.
    const openTable = async () => {
      await page.goto(`${shopfront.origin}/office/${path}`)
      await page.waitForLoadState('networkidle')
      return page.locator('main table').count()
    }
    await expect.poll(openTable).toBeGreaterThan(0)
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const faults = await page.evaluate(crushed)
      found.push(...faults.map((fault) => `${path} at ${width}: ${fault}`))
    }
  }
  expect(found).toEqual([])
  await close()
})
