/** An owner imports the file of another shop into an empty shop, and a shopper buys a variant on a phone. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../../server/settings'
import { callCommand } from '../../../server/testing/terminal'
import { expectNoSidewaysScroll, openShopfront, type Device } from '../browser'
import { button, emptyGuest, notification } from '../visits'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-imported-'))
const shopfront = openShopfront({ DATA_DIR: join(folder, 'data') })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FIXTURES = join(projectRoot, 'server/commands/catalogue/foreign/fixtures')
const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#a52' } })
  .jpeg()
  .toBuffer()

/** Runs a command as an owner does, and returns its output. */
async function run(name: string, ...args: string[]): Promise<string[]> {
  const { settings, db } = shopfront.app.shop
  // These commands use no other connection.
  const database = { db, pool: null as never }
  const { code, lines } = await callCommand(name, args, { folder, settings, database })
  expect([code, lines], `${name} ${args.join(' ')}`).toEqual([0, expect.anything()])
  return lines
}

async function emptyShop(): Promise<void> {
  const { app } = shopfront
  await emptyGuest(app)
  await app.shop.db.product.deleteMany()
  await app.shop.db.category.deleteMany()
}

async function importInto(file: string, from: string): Promise<string[]> {
  await emptyShop()
  cpSync(join(FIXTURES, file), join(folder, file))
  return run('catalogue', 'import', file, '--from', from, '--rating', '4')
}

/** `id.jpg` for each product and variant. */
async function addPhotos(ids: string[]): Promise<void> {
  rmSync(join(folder, 'shoot'), { recursive: true, force: true })
  mkdirSync(join(folder, 'shoot'))
  for (const id of ids) writeFileSync(join(folder, 'shoot', `${id}.jpg`), photo)
  await run('photos', 'add', 'shoot', '--show')
}

/** As docs/commands.md says for files without a stock. */
async function setStock(ids: string[]): Promise<void> {
  writeFileSync(join(folder, 'stock.csv'), ['id,stock', ...ids.map((id) => `${id},3`)].join('\n'))
  await run('catalogue', 'import', 'stock.csv')
}

async function buy(page: Page, title: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add to Cart' }).first().click()
  await notification(page, 'Added to Cart').waitFor()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('article', { name: title }).waitFor()
  await expectNoSidewaysScroll(page)
  await button(page, 'Checkout').click()
  await page.waitForURL('**/checkout')
  await button(page, 'Place Order').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/order_summary')
  await main.getByRole('link', { name: 'Track Order' }).click()
  await page.waitForURL('**/orders/**')
  await main.getByText(title, { exact: true }).first().waitFor()
  await expectNoSidewaysScroll(page)
}

describe('an empty shop with the file of another shop', () => {
  it.each([
    {
      ...{ file: 'shopify-options.csv', from: 'shopify', category: 'Garden Pots', product: 'Terrace Trough' },
      ...{ choose: ['Rock'], bought: 'Terrace Trough, Small, Rock, Standard', counted: false, added: 5 },
    },
    {
      ...{ file: 'shopify-present-options.csv', from: 'shopify', category: 'Mugs', product: 'Tide Mug' },
      ...{ choose: ['Large', 'Sand'], bought: 'Tide Mug, Large, Sand', counted: true, added: 4 },
    },
    {
      ...{ file: 'woo-variations.csv', from: 'woocommerce', category: 'Pots', product: 'Pot Garrigue' },
      ...{ choose: ['140'], bought: 'Pot Garrigue, 140', counted: false, added: 4 },
    },
  ])('$file: sells $bought on a phone', async ({ file, from, category, product, choose, bought, counted, added }) => {
    const lines = await importInto(file, from)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${added} products added, 0 changed, 0 unchanged`)))
    expect(lines.some((line) => line.startsWith('Sold out'))).toBe(!counted)
    const { db } = shopfront.app.shop
    const ids = (await db.product.findMany({ select: { id: true } })).map(({ id }) => id)
    await addPhotos(ids)
    if (!counted) await setStock(ids)

    const { page, complaints, close } = await shopfront.visitAsGuest('phone', '/')
    await page.getByRole('link', { name: `View ${category}` }).click()
    await page.waitForURL('**/products?*')
    await page.getByRole('article', { name: product }).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: product }).waitFor()
    await expectNoSidewaysScroll(page)
    for (const value of choose) await page.getByRole('main').getByRole('link', { name: value, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: product }).waitFor()
    await buy(page, bought)
    const line = await db.orderLine.findFirstOrThrow({ where: { title: bought }, include: { order: true } })
    expect([line.quantity, line.order.status]).toEqual([1, 'PAID'])
    expect(complaints).toEqual([])
    await close()
  })

  it.each<Device>(['phone', 'desktop'])('links only to its own categories on a %s', async (device) => {
    await importInto('shopify-present-options.csv', 'shopify')
    const { db } = shopfront.app.shop
    await addPhotos((await db.product.findMany({ select: { id: true } })).map(({ id }) => id))
    const mugs = await db.category.findUniqueOrThrow({ where: { id: 'mugs' } })
    await db.category.create({ data: { ...mugs, id: 'empty-shelf', name: 'Empty Shelf', position: mugs.position + 1 } })

    const { page, complaints, close } = await shopfront.visit(device, '/')
    await page.getByRole('link', { name: 'View Mugs' }).waitFor()
    const footer = page.getByRole('contentinfo').getByRole('navigation', { name: 'Categories' })
    if (device === 'phone') await footer.locator('summary').click()
    expect(await footer.getByRole('link').allTextContents()).toEqual(['Mugs'])
    expect(await page.getByRole('heading', { name: 'Combo offers' }).count()).toBe(0)
    expect(await page.getByText(/Empty Shelf|See all gifts|Shop planters/).count()).toBe(0)
    if (device === 'desktop') {
      const header = page.getByRole('navigation', { name: 'Main' })
      expect(await header.getByRole('link', { name: 'Gifts' }).count()).toBe(0)
    }
    await button(page, 'Search').first().click()
    const popular = page.getByRole('navigation', { name: 'Popular' })
    await popular.waitFor()
    expect(await popular.getByRole('link').allTextContents()).toEqual(['Mugs'])
    await expectNoSidewaysScroll(page)
    await popular.getByRole('link', { name: 'Mugs' }).click()
    await page.waitForURL('**/products?category=mugs')
    await page.getByRole('article', { name: 'Tide Mug' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
