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

/** The ids of all axe violations on the page, and of those within one part of it. */
export async function violationsOf(page: Page, part: string): Promise<{ all: string[]; inPart: string[] }> {
  await waitForTransitions(page)
  await loadAxe(page)
  const run = (context: string | undefined) =>
    page.evaluate(async (within) => {
      const { axe } = window as unknown as { axe: { run: (context: string | Document) => Promise<AxeResults> } }
      const { violations } = await axe.run(within ?? document)
      return violations.map(({ id }) => id).sort()
    }, context)
  return { all: await run(undefined), inPart: await run(part) }
}

/**
 * Axe would measure the colours of an unfinished transition. Animations that repeat forever do not count, and neither do the progress bars
 * of notifications, whose end closes the notification.
 */
const waitForTransitions = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .filter((animation) => !(animation as CSSAnimation).animationName?.startsWith('Toastify__trackProgress'))
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/**
 * Checks a wide and a narrow screen. The page must have no axe violations, except those of skipped rules, and must not be wider than the
 * screen.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  widths = WIDTHS,
  skipped: string[] = [],
): Promise<void> {
  await page.waitForLoadState('networkidle')
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await waitForTransitions(page)
    const { violations } = await page.evaluate((rules) => {
      const { axe } = window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
      return axe.run({
        resultTypes: ['violations'],
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
      })
    }, skipped)
    expect(violations.map(({ id, nodes }) => `${what}, ${width} pixels: ${id}: ${nodes[0]?.html}`)).toEqual([])
    await expectNoSidewaysScroll(page)
  }
}
