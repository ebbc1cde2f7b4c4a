/** Every screen of the shop, in the order of one long visit: what a visitor sees, an empty account, a purchase, and failures. */
import type { Page } from 'playwright-core'
import demoUsers from '../../prisma/catalogue/demo-users.json' with { type: 'json' }
import type { Device } from './launch'
import { untilHydrated } from './visits'

export interface Camera {
  page: Page
  origin: string
  device: Device
}

export interface Screen {
  name: string
  /** The page in its full length, which is the rule; a dialog is pictured as the screen shows it. */
  whole?: boolean
  only?: Device
  show: (camera: Camera) => Promise<unknown>
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const escape = ({ page }: Camera) => page.keyboard.press('Escape')

const at =
  (path: string) =>
  async ({ page, origin }: Camera) => {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }

/** Each device shops as a demo user of its own. */
async function logIn({ page, origin, device }: Camera): Promise<void> {
  const { email, password } = demoUsers[device === 'desktop' ? 0 : 1]!
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Login').click()
  await page.waitForURL('**/products')
}

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

const VISITOR: Screen[] = [
  { name: 'home', show: at('/') },
  {
    name: 'home-slide-3',
    whole: false,
    show: async ({ page }) => {
      await button(page, 'Slide 3').click()
      await page.locator('[aria-label="Slide 3"][aria-current]').waitFor()
    },
  },
  {
    name: 'menu',
    whole: false,
    only: 'phone',
    show: async ({ page }) => {
      await button(page, 'Menu').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'search',
    whole: false,
    show: async (camera) => {
      await escape(camera)
      await button(camera.page, 'Search').first().click()
      await camera.page.getByPlaceholder('What are you looking for?').fill('bowl')
      await camera.page.getByRole('option').first().waitFor()
    },
  },
  { name: 'products', show: at('/products') },
  { name: 'products-filtered', show: at('/products?category=cups&category=bowls&min=500&rating=4&sort=price-low') },
  { name: 'products-close', show: at('/products?search=gift') },
  { name: 'products-none', show: at('/products?search=zzzz') },
  {
    name: 'filter',
    whole: false,
    only: 'phone',
    show: async (camera) => {
      await at('/products')(camera)
      await button(camera.page, 'Filter').click()
      await camera.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sort',
    whole: false,
    only: 'phone',
    show: async (camera) => {
      await escape(camera)
      await button(camera.page, 'Sort').click()
      await camera.page.getByRole('menu').waitFor()
    },
  },
  { name: 'product', show: at('/product/sea-glass-serving-bowl') },
  { name: 'product-few-left', show: at('/product/grand-moon-jar') },
  {
    name: 'share',
    whole: false,
    show: async ({ page }) => {
      await button(page, 'Share').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'studio', show: at('/studio') },
  { name: 'product-unknown', show: at('/product/no-such-product') },
  { name: 'login', show: at('/login') },
  {
    name: 'login-wrong',
    whole: false,
    show: async ({ page }) => {
      await page.getByLabel('Email').fill('nobody@cerashop.example')
      await page.getByLabel('Password').fill('not a password')
      await button(page, 'Login').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'signup', show: at('/signup') },
  {
    name: 'signup-wrong',
    show: async ({ page }) => {
      await page.getByLabel('First Name').fill('Meera')
      await button(page, 'Sign Up').click()
    },
  },
  { name: 'forgot-password', show: at('/forgotpassword') },
  {
    name: 'forgot-password-otp',
    show: async ({ page }) => {
      await page.getByLabel('Email').fill('meera@cerashop.example')
      await button(page, 'Send Email').click()
      await page.getByLabel('OTP').waitFor()
    },
  },
  ...['returns', 'faq', 'contact', 'privacy'].map((topic) => ({ name: `help-${topic}`, show: at(`/help/${topic}`) })),
  { name: 'not-found', show: at('/no-such-page') },
  { name: 'tester', show: at('/mockman') },
]

const EMPTY_ACCOUNT: Screen[] = [
  {
    name: 'logged-in',
    whole: false,
    show: logIn,
  },
  { name: 'cart-empty', show: at('/cart') },
  { name: 'wishlist-empty', show: at('/wishlist') },
  { name: 'checkout-empty', show: at('/checkout') },
  { name: 'order-summary-empty', show: at('/order_summary') },
  { name: 'orders-empty', show: at('/orders') },
]

const PURCHASE: Screen[] = [
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
      await page.getByText('TEST MODE').first().waitFor()
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

const FAILURES: Screen[] = [
  {
    name: 'page-failed',
    show: async (camera) => {
      await camera.page.goto(`${camera.origin}/help/faq`)
      await untilHydrated(camera.page)
      await camera.page.route('**/graphql*', (route) => route.abort())
      await camera.page.getByRole('contentinfo').getByRole('link', { name: 'Cups' }).click()
      await button(camera.page, 'Retry').waitFor()
    },
  },
  {
    name: 'page-loading',
    show: async (camera) => {
      await camera.page.unroute('**/graphql*')
      await camera.page.route('**/graphql*', () => new Promise(() => undefined))
      await camera.page.goto(`${camera.origin}/help/faq`)
      await untilHydrated(camera.page)
      await camera.page.getByRole('contentinfo').getByRole('link', { name: 'Cups' }).click()
      await camera.page.getByLabel('Loading').first().waitFor()
    },
  },
]

export const SCREENS: Screen[] = [...VISITOR, ...EMPTY_ACCOUNT, ...PURCHASE, ...FAILURES]
