/** Steps that many tests share. */
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { removeAddress } from '../../server/domain/accounts/addresses'
import { clearCart } from '../../server/domain/cart/cart'
import type { User } from '../../server/generated/prisma/client'
import { GUEST_ACCOUNT } from '../../server/shared/shop'
import { fillCart, newShopper, type Shopper } from '../../server/testing/data/factories'

/** Waits while the button is busy, because it then ignores clicks. */
export const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':not([aria-busy])'))
export const notification = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
/** Is attached once the code that shows failed changes has loaded. */
export const networkStrip = (page: Page) => page.locator('[data-under-header]').getByRole('status')
/** The heading of a page that has loaded. */
export const heading = (page: Page) =>
  page.getByRole('heading', { level: 1 }).and(page.locator(':not([aria-busy] > h1)')).first()

/** Hydrates the page by touching it. Before hydration a link opens a new document. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await isHydrated(page)
}

export const isHydrated = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)

/** Logs in on the login page, and waits until another page opens. */
export async function logInAsGuest(page: Page): Promise<void> {
  await button(page, 'Login as Guest').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

export const guestOf = ({ shop }: FastifyInstance): Promise<User> =>
  shop.db.user.findUniqueOrThrow({ where: { email: GUEST_ACCOUNT.email } })

/** All tests use the same guest account. Each test starts with an empty cart and wishlist. */
export async function emptyGuest(app: FastifyInstance): Promise<void> {
  const guest = await guestOf(app)
  await clearCart(app.shop, guest)
  await app.shop.db.wishlistItem.deleteMany({ where: { userId: guest.id } })
}

/** A new account with a filled cart and without an address. */
export async function newcomerWith(app: FastifyInstance, cart: Record<string, number>): Promise<Shopper> {
  const shopper = await newShopper(app)
  await removeAddress(app.shop, shopper, shopper.addressId)
  await fillCart(app, shopper, cart)
  return shopper
}

/** Fills in the address dialog and saves the address. */
export async function saveAddress(page: Page, texts: Record<string, string> = {}): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
  const address = {
    Name: 'Meera Iyer',
    Street: '3 Lake View',
    City: 'Kochi',
    State: 'Kerala',
    'Zip Code': '682001',
    Mobile: '9876543210',
    ...texts,
  }
  for (const [label, text] of Object.entries(address)) await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Save' }).click()
}
