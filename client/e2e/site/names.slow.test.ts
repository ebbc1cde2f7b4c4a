/**
 * Tests that a name written from right to left does not reorder the text around it in any dialog of a buyer or of the office. A name, street or
 * town is in an element that isolates it, even if it is alone in its line, because the shop cannot know its direction.
 * everyPage.slow.test.ts checks the pages.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../paths'
import { openShopfront } from '../browser'
import { EVERY_FEATURE, openSettled, untilQuiet } from '../everyPage'
import { mixedTexts, nameFromRightToLeft, type Named } from '../rightToLeft'

const shopfront = openShopfront(EVERY_FEATURE)
let named: Named
beforeAll(async () => {
  named = await nameFromRightToLeft(shopfront.app)
})

describe('names from right to left', () => {
  it('stand alone in the dialogs of the office', async () => {
    const { page, close } = await shopfront.visitAs(named.owner, 'desktop', null)
    const faults: Record<string, string[]> = {}
    for (const path of named.dialogs) {
      await page.goto(shopfront.origin + path)
      await page.getByRole('dialog').waitFor()
      faults[path] = await mixedTexts(page, named)
    }
    expect(faults).toEqual(Object.fromEntries(named.dialogs.map((path) => [path, []])))
    await close()
  })

  it.each([
    ['Edit', () => paths.profile()],
    ['Cancel Order', () => paths.order(named.buyer.numbers[1])],
    ['Return', () => paths.order(named.buyer.numbers[2])],
    ['Apply Coupon', () => paths.cart()],
    ['Add New Address', () => paths.checkout()],
  ])('stand alone in the dialog of %s', async (name, path) => {
    const { page, close } = await shopfront.visitAs(named.buyer, 'desktop', null)
    await openSettled(page, shopfront.origin + path())
    await page.getByRole('main').getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
    await untilQuiet(page)
    expect(await mixedTexts(page, named)).toEqual([])
    await close()
  })
})
