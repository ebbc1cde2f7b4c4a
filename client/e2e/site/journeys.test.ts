import { beforeEach, describe, expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { button, emptyGuest, heading, logInAsGuest, notification, untilHydrated } from '../visits'

const shopfront = openShopfront()

beforeEach(() => emptyGuest(shopfront.app))

describe('a shopper page', () => {
  it.each(['/cart', '/wishlist', '/orders'])(
    'redirects a visitor from %s to the login page, and back after the login',
    async (path) => {
      const { page, close } = await shopfront.visit('desktop', path)
      await page.waitForURL('**/login')
      await logInAsGuest(page)
      await page.waitForURL(`**${path}`)
      await close()
    },
  )

  it('replaces the login page with the profile when logged in, and opens the home page after a logout', async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', '/login')
    await logInAsGuest(page)
    await page.waitForURL('**/products')
    await page.goto(`${shopfront.origin}/login`)
    await page.waitForURL('**/profile')
    await button(page, 'Logout').click()
    await page.waitForURL(`${shopfront.origin}/`)
    await page.getByRole('link', { name: 'Login', exact: true }).waitFor()
    expect(await page.evaluate(() => ['token', 'user', 'signup'].map((key) => localStorage.getItem(key)))).toEqual([
      null,
      null,
      null,
    ])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the listing', () => {
  it('keeps its filters in the URL, so Back and a reload restore them', async () => {
    const { page, close } = await shopfront.visit('desktop', '/products')
    await page.getByRole('checkbox', { name: /^Cups/ }).check()
    await page.waitForURL('**/products?category=cups')
    await page.locator('summary', { hasText: 'Rating' }).first().click()
    await page.getByRole('radio', { name: '4 stars & above' }).check()
    await page.waitForURL('**/products?category=cups&rating=4')
    const where = { categoryId: 'cups', rating: { gte: 4 }, hiddenAt: null }
    const count = await shopfront.app.shop.db.product.count({ where })
    const title = page.getByRole('heading', { level: 1, name: `${count} product` })
    await title.waitFor()
    await page.reload()
    await title.waitFor()
    await untilHydrated(page)
    await page.goBack()
    await page.waitForURL('**/products?category=cups')
    await button(page, 'Clear Filter').click()
    await page.getByRole('heading', { level: 1, name: /22 products/ }).waitFor()
    await close()
  })

  it.each(['at once', 'one after the other', 'as soon as the URL names the last'])(
    'keeps every ticked checkbox, %s',
    async (when) => {
      const { page, close } = await shopfront.visit('desktop', '/products')
      await untilHydrated(page)
      await page.route('**/graphql*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 40 + 400 * Math.random()))
        await route.continue()
      })
      const names = ['Cups', 'Bowls', 'Plates', 'Gifts', 'In stock only']
      const boxes = names.map((name) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) }))
      const handles = await Promise.all(boxes.map((box) => box.elementHandle()))
      await page.evaluate(
        ({ handles, when }) => {
          const tick = (i: number) => (handles[i] as HTMLInputElement | undefined)?.click()
          if (when === 'at once') for (const i of handles.keys()) tick(i)
          else if (when === 'one after the other') for (const i of handles.keys()) setTimeout(() => tick(i), 20 * i)
          else {
            let next = 0
            const push = history.pushState.bind(history)
            history.pushState = (...entry) => {
              push(...entry)
              queueMicrotask(() => tick(next++))
            }
            tick(next++)
          }
        },
        { handles, when },
      )
      await page.waitForURL('**/products?category=cups&category=bowls&category=plates&category=gifts&stock=in')
      await page.getByRole('heading', { level: 1, name: /^(Cups|Bowls|Plates|Gifts), .* and / }).waitFor()
      expect(await Promise.all(boxes.map((box) => box.isChecked()))).toEqual(names.map(() => true))
      const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('listitem')
      expect(await chips.allTextContents()).toEqual(['Cups', 'Bowls', 'Plates', 'Gifts', 'In stock'])
      await page.goBack()
      await expect.poll(() => boxes.at(-1)!.isChecked()).toBe(false)
      await page.goForward()
      await expect.poll(() => boxes.at(-1)!.isChecked()).toBe(true)
      await close()
    },
  )

  it('shows eight products per page, and returns to page 1 when the results change', async () => {
    const { page, close } = await shopfront.visit('desktop', '/products')
    await heading(page).waitFor()
    expect(await page.getByRole('article').count()).toBe(8)
    await button(page, 'Next').click()
    await page.waitForURL('**/products?page=2')
    await page.getByRole('link', { name: '2', exact: true, includeHidden: false }).waitFor()
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price: low to high')
    await page.waitForURL('**/products?sort=price-low')
    const amounts = async () => {
      const prices = await page.getByRole('article').locator('strong').allTextContents()
      return prices.map((text) => Number(text.replace(/\D/g, '')))
    }
    // The eight cheapest products. The previous page stays visible until they arrive.
    await expect.poll(amounts).toEqual([180, 210, 240, 270, 299, 300, 320, 449])
    await close()
  })
})

describe('the wishlist', () => {
  it('adds a product, keeps it when it is added to the cart, and removes it', async () => {
    const { page, complaints, close } = await shopfront.visit('desktop', '/product/celadon-chai-cup')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Add to Wishlist' }).first().click()
    await page.waitForURL('**/login')
    await logInAsGuest(page)
    await notification(page, 'Added to Wishlist').waitFor()
    await page.waitForURL('**/product/celadon-chai-cup')
    await main.getByRole('button', { name: 'Remove from Wishlist' }).first().waitFor()
    await page.getByRole('link', { name: 'Wishlist, 1 item' }).click()
    const card = page.getByRole('article', { name: 'Celadon Chai Cup' })
    await card.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    // The count changes before the response arrives, and until then the button ignores a second press.
    await notification(page, 'Added to Cart').waitFor()
    await card.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor()
    await card.getByRole('button', { name: 'Remove from Wishlist' }).click()
    await page.getByText('Your wishlist is empty!').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the address book', () => {
  it('adds, edits and removes an address, and reports the first invalid field', async () => {
    const { page, complaints, close } = await shopfront.visitAsGuest('desktop', '/profile')
    await button(page, 'Add New Address').click()
    const form = page.getByRole('dialog', { name: 'ADDRESS' })
    // Every invalid field is marked, and the message names the first one.
    await button(page, 'Save').click()
    await form.getByText('Please enter valid Name').waitFor()
    const marked = () =>
      form.locator('[aria-invalid]').evaluateAll((all) => all.map((each) => each.getAttribute('name')))
    expect(await marked()).toEqual(['name', 'street', 'zipCode', 'city', 'state', 'mobile'])
    expect(await form.getByRole('alert').count()).toBe(1)
    await form.getByLabel('Name').fill('M')
    expect(await form.getByText('Please enter valid').count()).toBe(0)
    expect(await marked()).not.toContain('name')
    const fields = { Name: 'Meera Iyer', Street: '3 Lake View', City: 'Kochi', State: 'Kerala' }
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
    await form.getByLabel('Zip Code').fill('6820')
    await form.getByLabel('Mobile').fill('9876543210')
    await button(page, 'Save').click()
    await form.getByText('Please enter valid Zip Code').waitFor()
    expect(await form.getByLabel('Zip Code').evaluate((field) => field === document.activeElement)).toBe(true)
    await form.getByLabel('Zip Code').fill('682001')
    await button(page, 'Save').click()
    await notification(page, 'Address added!').waitFor()
    const saved = page.getByRole('listitem').filter({ hasText: 'Meera Iyer' })
    await saved.getByRole('button', { name: 'Edit' }).click()
    await form.getByLabel('City').fill('Thrissur')
    await form.getByLabel('Label').fill('Studio')
    await button(page, 'Save').click()
    await notification(page, 'Address updated!').waitFor()
    await saved.getByText('Thrissur').waitFor()
    await saved.getByText('Studio').waitFor()
    await saved.getByRole('button', { name: 'Make default' }).click()
    await saved.getByText('Default', { exact: true }).waitFor()
    expect(await page.getByText('Default', { exact: true }).count()).toBe(1)
    await saved.getByRole('button', { name: 'Remove' }).click()
    await notification(page, 'Address removed').waitFor()
    await saved.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the checkout', () => {
  it('accepts a new address', async () => {
    const { page, complaints, close } = await shopfront.visitAsGuest('phone', '/product/celadon-chai-cup')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await notification(page, 'Added to Cart').waitFor()
    await page.goto(`${shopfront.origin}/checkout`)
    await button(page, 'Add New Address').click()
    const dialog = page.getByRole('dialog', { name: 'ADDRESS' })
    for (const [label, text] of [
      ['Name', 'Asha Rao'],
      ['Street', '1, Beach Road'],
      ['City', 'Puducherry'],
      ['State', 'Puducherry'],
      ['Zip Code', '605001'],
      ['Mobile', '9876543210'],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).fill(text)
    }
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notification(page, 'Address added!').waitFor()
    await page.getByRole('radio', { name: 'Asha Rao, 1, Beach Road, Puducherry' }).check()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the cart', () => {
  it('adds one item on a double click, updates other tabs, and rolls back a failed change', async () => {
    const { page, context, close } = await shopfront.visitAsGuest('desktop', '/product/celadon-chai-cup')
    const other = await context.newPage()
    await other.goto(shopfront.origin)
    await heading(other).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().dblclick()
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await other.getByRole('link', { name: 'Cart, 1 item' }).waitFor()

    await page.goto(`${shopfront.origin}/cart`)
    await button(page, 'Increase quantity').waitFor()
    await context.setOffline(true)
    await Promise.all([page.waitForEvent('requestfailed'), button(page, 'Increase quantity').click()])
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await expect.poll(() => page.locator('output').textContent()).toBe('1')
    await close()
  })

  it('applies a different coupon, and removes it', async () => {
    const { page, complaints, close } = await shopfront.visitAsGuest('desktop', '/product/sea-glass-serving-bowl')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('link', { name: 'Cart, 1 item' }).click()
    await button(page, 'Apply Coupon').click()
    await page.getByRole('radio', { name: 'BOHO' }).check()
    await button(page, 'Apply').click()
    await notification(page, 'Coupon Applied!').waitFor()
    // 1,199 - floor(179.85)
    await page.getByText('Rs. 1,020').first().waitFor()
    await button(page, 'Change coupon').click()
    await page.getByRole('radio', { name: 'SUMMER' }).check()
    await button(page, 'Apply').click()
    await page.getByText('Rs. 600').first().waitFor()
    await button(page, 'Remove coupon').click()
    await notification(page, 'Coupon Removed!').waitFor()
    await button(page, 'Apply Coupon').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
