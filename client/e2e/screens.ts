/**
 * All screens of the shop, in the order of one long visit: a visitor's pages, an empty account, a purchase, and
 * failures.
 */
import demoUsers from '../../prisma/catalogue/demo-users.json' with { type: 'json' }
import { at, escape, type Camera, type Screen } from './camera'
import { PURCHASE } from './orders/purchaseScreens'
import { button, untilHydrated } from './visits'

/** Each device uses a different demo user. */
async function logIn({ page, origin, device }: Camera): Promise<void> {
  const { email, password } = demoUsers[device === 'desktop' ? 0 : 1]!
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password').fill(password)
  await button(page, 'Login').click()
  await page.waitForURL('**/products')
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
      await page.getByRole('region', { name: 'Menu' }).waitFor()
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
      await page.getByLabel('Email', { exact: true }).fill('nobody@cerashop.example')
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
      await page.getByLabel('Email', { exact: true }).fill('meera@cerashop.example')
      await button(page, 'Send Email').click()
      await page.getByLabel('OTP').waitFor()
    },
  },
  ...['returns', 'faq', 'contact', 'privacy', 'terms'].map((topic) => ({
    name: `help-${topic}`,
    show: at(`/help/${topic}`),
  })),
  ...['decor', 'dining', 'kitchen', 'brands'].map((group) => ({ name: group, show: at(`/products?group=${group}`) })),
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
