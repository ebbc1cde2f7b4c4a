/** Checks that a page works with a screen reader and on a narrow screen. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSidewaysScroll } from './browser'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WIDTHS = [1280, 320]

export const loadAxe = (page: Page) => page.evaluate(AXE)

/**
 * Checks a wide and a narrow screen. The page must have no serious or critical axe violation and must not be wider than
 * the screen.
 */
export async function expectAccessible(page: Page, what: string, widths = WIDTHS): Promise<void> {
  await page.waitForLoadState('networkidle')
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
    )
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(grave.map(({ id, nodes }) => `${what}, ${width} pixels: ${id}: ${nodes[0]?.html}`)).toEqual([])
    await expectNoSidewaysScroll(page)
  }
}
