import { describe, expect, it } from 'vitest'
import { expectNoSidewaysScroll, openShopfront, VIEWPORTS, type Device } from '../browser'
import { button, emptyGuest, heading, logInAsGuest, notification } from '../visits'

const shopfront = openShopfront()

describe.each(Object.keys(VIEWPORTS) as Device[])('a purchase on a %s', (device) => {
  it('works from the home page to a paid order', async () => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await shopfront.visit(device)
    await heading(page).waitFor()
    expect(await page.title()).toBe('Cerashop | Home')
    await expectNoSidewaysScroll(page)

    await button(page, 'Search').first().click()
    await page.getByPlaceholder('What are you looking for?').fill('sea glass')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/products\?/)
    const card = page.getByRole('article', { name: 'Sea Glass Serving Bowl' })
    await page.getByRole('heading', { level: 1, name: /1 product/ }).waitFor()
    expect(await page.getByRole('article').count()).toBe(1)

    await card.getByRole('link').first().click()
    await page.waitForURL('**/product/sea-glass-serving-bowl')
    await page.getByRole('heading', { level: 1, name: 'Sea Glass Serving Bowl' }).waitFor()
    await button(page, 'Increase quantity').click()
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()

    await page.waitForURL('**/login')
    await page.getByText('Log in to add Sea Glass Serving Bowl to your cart').waitFor()
    await logInAsGuest(page)
    await notification(page, 'Added to Cart').waitFor()
    await page.waitForURL('**/product/sea-glass-serving-bowl')
    await page.getByRole('link', { name: 'Cart, 2 items' }).click()

    await page.waitForURL('**/cart')
    await page.getByText('Rs. 2,398').first().waitFor()
    await button(page, 'Apply Coupon').click()
    const coupons = page.getByRole('dialog', { name: 'Applicable Coupons' })
    await coupons.getByRole('radio', { name: 'SUMMER' }).check()
    await coupons.getByRole('button', { name: 'Apply', exact: true }).click()
    await notification(page, 'Coupon Applied!').waitFor()
    await page.getByLabel('Gift wrap').click()
    // 2 x 1,199 at half price, plus 30 for the gift wrap
    await page.getByText('Rs. 1,229').first().waitFor()
    await button(page, 'Add a gift message').click()
    const gift = page.getByRole('dialog', { name: 'Gift message' })
    await gift.getByLabel('Message (optional)').fill(' For Meera,\nwith love ')
    await gift.getByText('We print it and put it in the parcel. 280 characters left.').waitFor()
    await gift.getByLabel('Leave prices out of the parcel').check()
    await gift.getByRole('button', { name: 'Save' }).click()
    await page.getByText('For Meera,').waitFor()
    await button(page, 'Change the gift message').waitFor()
    await expectNoSidewaysScroll(page)
    await button(page, 'Checkout').click()

    await page.waitForURL('**/checkout')
    await page.getByRole('radio', { name: /Asha Rao.*Indiranagar.*Bengaluru/ }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByText('Test mode: no money is taken.').waitFor()
    await page.getByText('For Meera,\nwith love').waitFor()
    await page.getByText('Gift wrapped.').waitFor()
    await page.getByText('No prices in the parcel.').waitFor()
    // The sandbox takes no cards, so the page names none.
    expect(await page.getByText('RuPay').count()).toBe(0)
    await page.getByRole('list', { name: 'Steps' }).getByText('Address, done').waitFor()
    await button(page, 'Edit address').click()
    const address = page.getByRole('dialog', { name: 'ADDRESS' })
    await address.getByLabel('Name', { exact: true }).fill('Asha M Rao')
    await address.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('radio', { name: /Asha M Rao.*Indiranagar.*Bengaluru/, checked: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/checkout')
    await button(page, 'Edit address').click()
    await address.getByLabel('Name', { exact: true }).fill('Asha Rao')
    await address.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('radio', { name: /Asha Rao/ }).waitFor()
    if (device === 'phone') await page.getByText(/^Arrives by \w{3}, \d+ \w{3}$/).waitFor()
    await button(page, 'Place Order').click()
    const till = page.getByRole('dialog')
    await till.getByText('TEST MODE').first().waitFor()
    await till.getByRole('button', { name: 'Pay', exact: true }).click()

    await page.waitForURL('**/order_summary')
    await page
      .getByText(/CER-\d{6}/)
      .first()
      .waitFor()
    await page.getByText(/^Arrives by \w{3}, \d+ \w{3}$/).waitFor()
    await page.getByText('The courier delivers it to Asha Rao.').waitFor()
    // This shop sends no emails, and the text says so.
    expect(await page.getByText('We have emailed').count()).toBe(0)
    await page.getByText(/^Your order number is CER-\d+\. The confirmation for guest@cerashop\.example is/).waitFor()
    // One day for the order.
    expect(await page.getByText('Estimated delivery by').count()).toBe(0)
    await expectNoSidewaysScroll(page)
    expect(await page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true }).count()).toBe(1)
    const [number] = /CER-\d{6}/.exec(await page.getByRole('main').innerText())!
    await page.goto(`${new URL(page.url()).origin}/orders/${number}`)
    await page.getByText('For Meera,\nwith love').waitFor()
    await page.getByText('No prices in the parcel.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('an unknown URL', () => {
  it('shows a message and a link to the home page', async () => {
    const { page, close } = await shopfront.visit('desktop', '/no-such-page')
    await page.getByText('Oops! Could not find the page!').waitFor()
    expect(await page.title()).toBe('Cerashop | Page Not Found')
    await close()
  })
})
