/** Presses the buttons of the shop's pages, see pressAll. office/officeFocus presses those of the office. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { buyersPages, EVERY_FEATURE, newBuyer, newCollector, VISITORS_PAGES, type Buyer } from '../everyPage'
import { paths } from '../../paths'
import { pressAll } from '../pressAll'

const shopfront = openShopfront(EVERY_FEATURE)
let page: Page
beforeAll(async () => {
  ;({ page } = await shopfront.visit('desktop', null))
})

const NOBODY = { id: '', numbers: ['', '', ''] } as unknown as Buyer

/** Each page's name, with the number of each of its addresses. */
const countsOf = <K extends string>(pages: Record<K, string[]>) =>
  (Object.keys(pages) as K[]).flatMap((name) => pages[name].map((_, i) => [name, i] as const))

const SLOW = { timeout: 600_000 }

describe('the focus after each press', () => {
  it.each(Object.entries(VISITORS_PAGES).flatMap(([, each]) => each))('stays in %s', SLOW, async (path) => {
    const shell = path === paths.home()
    expect((await pressAll(page, shopfront.origin, async () => ({ path }), { shell })).faults).toEqual([])
  })

  it.each(countsOf(buyersPages(NOBODY)))('stays in a buyer’s %s, page %i', SLOW, async (name, i) => {
    const prepare = async () => {
      const shopper = await (name === 'profile' ? newCollector(shopfront.app) : newBuyer(shopfront.app))
      const buyer = { ...NOBODY, ...shopper }
      return { token: shopper.token, path: buyersPages(buyer)[name][i]! }
    }
    expect((await pressAll(page, shopfront.origin, prepare, { shell: name === 'orders' })).faults).toEqual([])
  })
})
