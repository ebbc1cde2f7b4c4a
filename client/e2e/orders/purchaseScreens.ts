/** The screens of a purchase, from the cart to the invoice. */
import { at, type Camera, type Screen } from '../camera'
import { button } from '../visits'

async function fillCart(camera: Camera): Promise<void> {
  const { page } = camera
  for (const id of ['sea-glass-serving-bowl', 'grand-moon-jar', 'speckled-oat-tumbler']) {
    await at(`/product/${id}`)(camera)
    const main = page.getByRole('main')
    if (id === 'grand-moon-jar') for (let i = 0; i < 2; i += 1) await button(page, 'Increase quantity').click()
    await main.getByRole('button', { name: 'Add to Cart' }).first().click()
    await main.getByRole('link', { name: 'Go to Cart' }).first().waitFor()
    await button(page, 'Add to Wishlist').last().waitFor()
    await main.getByRole('button', { name: 'Add to Wishlist' }).first().click()
    await main.getByRole('button', { name: 'Remove from Wishlist' }).first().waitFor()
  }
  await at('/cart')(camera)
}

export const PURCHASE: Screen[] = [
  { name: 'cart', show: fillCart },
  {
    name: 'coupons',
    whole: false,
    show: async ({ page }) => {
      await button(page, 'Apply Coupon').click()
      await page.getByRole('radio', { name: 'SUMMER' }).check()
    },
  },
  {
    name: 'cart-with-coupon',
    show: async ({ page }) => {
      await button(page, 'Apply').click()
      await page.getByLabel('Gift wrap').check()
      await button(page, 'Remove coupon').waitFor()
    },
  },
  { name: 'wishlist', show: at('/wishlist') },
  { name: 'profile', show: at('/profile') },
  {
    name: 'address',
    whole: false,
    show: async ({ page }) => {
      await button(page, 'Add New Address').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'address-wrong',
    whole: false,
    show: async ({ page }) => {
      await page.getByLabel('Name', { exact: true }).fill('Meera Iyer')
      await button(page, 'Save').click()
    },
  },
  {
    name: 'checkout',
    show: async (camera) => {
      await at('/cart')(camera)
      await camera.page.getByRole('article', { name: 'Grand Moon Jar' }).getByText('Remove').click()
      await at('/checkout')(camera)
    },
  },
  {
    name: 'payment',
    whole: false,
    show: async ({ page }) => {
      await button(page, 'Place Order').click()
      await page.getByRole('dialog').getByText('TEST MODE').first().waitFor()
    },
  },
  {
    name: 'order-summary',
    show: async ({ page }) => {
      await button(page, 'Pay').click()
      await page.waitForURL('**/order_summary')
      await page
        .getByText(/CER-\d{6}/)
        .first()
        .waitFor()
    },
  },
  { name: 'orders', show: at('/orders') },
  {
    name: 'order',
    show: async ({ page }) => {
      await page.getByRole('link', { name: /CER-/ }).first().click()
      await page.getByRole('region', { name: 'Timeline' }).waitFor()
    },
  },
  {
    name: 'order-cancel',
    whole: false,
    show: async ({ page }) => {
      await button(page, 'Cancel order').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'invoice',
    show: async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Invoice' }).click()
      await page.getByRole('article', { name: 'Tax invoice' }).waitFor()
    },
  },
]
