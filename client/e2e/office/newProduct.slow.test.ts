/** A potter adds a product in several glazes on the form for new products, in few presses and fields. */
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { newStaff } from '../../../server/testing/data/factories'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { notification } from '../visits'

const shopfront = openShopfront()

const photo = async (colour: string) => ({
  name: `${colour}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 900, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})

const isSave = (route: Route) => route.request().postData()?.includes('SaveProduct') === true

/** Counts what a person does: a press is a click or a tap, and a field is one input that is filled or chosen. */
function hands(page: Page) {
  const counted = { presses: 0, fields: 0 }
  return {
    counted,
    press: async (name: string, role: 'button' | 'radio' = 'button') => {
      counted.presses += 1
      await page.getByRole(role, { name, exact: true }).click()
    },
    fill: async (label: string | RegExp, text: string) => {
      counted.fields += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    choose: async (label: string, value: string) => {
      counted.fields += 1
      await page.getByLabel(label, { exact: true }).selectOption(value)
    },
    /** Opens the chooser with a press, and chooses a file. */
    attach: async (variant: string, colour: string) => {
      counted.presses += 1
      counted.fields += 1
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: `Choose the photo of ${variant}`, exact: true }).click()
      await (await chooser).setFiles(await photo(colour))
    },
  }
}

it('the form of a new product adds three glazes with photos in at most 8 presses and 14 fields', async () => {
  const { app, origin } = shopfront
  const { db } = app.shop
  const { page, complaints, close } = await shopfront.visitAs(await newStaff(app), 'phone', '/office/products/new')
  const { counted, press, fill, choose, attach } = hands(page)
  await fill('Title', 'Celadon Bowl')
  await fill('Description', 'Thrown in July.')
  await choose('Category', 'bowls')
  await fill('Price in rupees', '450')
  await press('Yes', 'radio')
  await fill('Add values of Glaze', 'Celadon, White, Indigo')
  await page.keyboard.press('Enter')
  await fill('Colour of Celadon', '#a8c0b0')
  await fill('Colour of Indigo', '#2b3a67')
  await fill('Stock of Celadon', '40')
  await fill('Stock of White', '30')
  await fill('Stock of Indigo', '28')
  for (const [glaze, colour] of [
    ['Celadon', '#a8c0b0'],
    ['White', '#f2eee4'],
    ['Indigo', '#2b3a67'],
  ] as const)
    await attach(glaze, colour)
  await expectNoSidewaysScroll(page)
  await press('Add product')
  await page.waitForURL('**/office/products?of=celadon-bowl')
  expect(counted.presses).toBeLessThanOrEqual(8)
  expect(counted.fields).toBeLessThanOrEqual(14)
  await notification(page, '3 variants saved').first().waitFor()
  await page.getByText('3 variants, 98 items, from').waitFor()
  const rows = await db.product.findMany({
    where: { title: { startsWith: 'Celadon Bowl' } },
    orderBy: { position: 'asc' },
  })
  expect(rows.map(({ variant, stock, discounted, original }) => [variant, stock, discounted, original])).toEqual([
    ['Glaze: Celadon #a8c0b0', 40, 450, 450],
    ['Glaze: White', 30, 450, 450],
    ['Glaze: Indigo #2b3a67', 28, 450, 450],
  ])
  expect(rows.map(({ imageAlt }) => imageAlt)).toEqual([
    'Celadon Bowl, Celadon',
    'Celadon Bowl, White',
    'Celadon Bowl, Indigo',
  ])
  expect(new Set(rows.map(({ imageUrl }) => imageUrl)).size).toBe(3)
  // The shop shows the glazes in the order in which staff typed them.
  await page.goto(`${origin}/product/celadon-bowl`)
  await page.getByRole('heading', { level: 1, name: /^Celadon Bowl/ }).waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('the form of a new product says what is saved if a call fails half-way, and continues from there without saving anything twice', async () => {
  const { app } = shopfront
  const { db } = app.shop
  const { page, close } = await shopfront.visitAs(await newStaff(app), 'desktop', '/office/products/new')
  const { press, fill, choose, attach } = hands(page)
  const status = page.getByRole('status').filter({ hasText: 'Saved:' })
  await fill('Title', 'Moon Cup')
  await fill('Description', 'Round.')
  await choose('Category', 'cups')
  await press('Yes', 'radio')
  await press('Add product')
  await page.getByText('Please enter the values of Glaze, or remove it.').waitFor()
  await fill('Add values of Glaze', 'Sage, Sage, Rust')
  await press('Add another option, such as sizes')
  await fill('Option 2', 'Height')
  await fill('Add values of Height', '8 cm; 12 cm')
  // Pressing the button adds the typed values first, so that staff see their variants before they are saved.
  await press('Add product')
  await page.getByText('Please check the variants with the values that were not added yet').waitFor()
  await fill('Value 2 of Glaze', 'Rust, matt')
  await press('Add product')
  await page.getByText('Please enter the price and the stock of each variant as whole numbers.').waitFor()
  await fill('Price in rupees', '300')
  await fill('Price of Sage, 12 cm', '200,000,0')
  await attach('Rust, matt, 12 cm', '#a0522d')
  await press('Add product')
  await page.getByText('Please enter the price and the stock of each variant as whole numbers.').waitFor()
  expect(await page.getByLabel('Price of Sage, 12 cm').getAttribute('aria-invalid')).toBe('true')
  await fill('Price of Sage, 12 cm', '420')
  expect(await db.product.count({ where: { title: { startsWith: 'Moon Cup' } } })).toBe(0)

  // The shop saves the second variant, but its response is lost.
  let calls = 0
  await page.route('**/graphql*', async (route) => {
    if (!isSave(route)) return route.continue()
    calls += 1
    if (calls !== 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await press('Add product')
  await page.getByText('Sage, 12 cm: The shop could not be reached.').waitFor()
  expect(await status.innerText()).toMatch(/^Saved: Sage, 8 cm\./)
  expect(await page.getByLabel('Title', { exact: true }).isDisabled()).toBe(true)
  expect(await page.getByLabel('Option 1', { exact: true }).isDisabled()).toBe(true)
  // A colleague's change makes the next one impossible, until staff correct it.
  await db.product.update({ where: { id: 'moon-cup' }, data: { discounted: 310, original: 310 } })
  await press('Save the rest')
  await page.getByText(/^Rust, matt, 8 cm: .* would cost less than Moon Cup/).waitFor()
  expect(await status.innerText()).toMatch(/^Saved: Sage, 8 cm; Sage, 12 cm\./)
  await fill('Price of Rust, matt, 8 cm', '310')
  await fill('Price of Rust, matt, 12 cm', '500')
  await press('Save the rest')
  await page.waitForURL('**/office/products?of=moon-cup')
  const rows = await db.product.findMany({ where: { title: { startsWith: 'Moon Cup' } }, orderBy: { position: 'asc' } })
  expect(rows.map(({ variant, discounted }) => [variant, discounted])).toEqual([
    ['Glaze: Sage; Height: 8 cm', 310],
    ['Glaze: Sage; Height: 12 cm', 420],
    ['Glaze: Rust, matt; Height: 8 cm', 310],
    ['Glaze: Rust, matt; Height: 12 cm', 500],
  ])
  await page.getByRole('button', { name: /^Variants of Moon Cup/ }).waitFor({ state: 'detached' })
  await close()
})
