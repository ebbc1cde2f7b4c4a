/** The buyer and staff change the delivery address of an order. */
import { describe, expect, it } from 'vitest'
import { newPayingShopper, newStaff } from '../../../server/testing/data/factories'
import { orderNumber, withHistory } from '../../../server/domain/orders/order'
import { expectNoSidewaysScroll, openShopfront } from '../browser'

const shopfront = openShopfront({
  SELLER_NAME: 'Asha Rao Pottery',
  SELLER_ADDRESS: '12 Kiln Road, Chennai 600001',
  SELLER_STATE: 'Tamil Nadu',
  SELLER_GSTIN: '33ABCDE1234F1Z5',
  GST_PERCENT: '12',
})

async function paid() {
  const { app } = shopfront
  const shopper = await newPayingShopper(app)
  const read = () => app.shop.db.order.findFirstOrThrow({ where: { userId: shopper.id }, include: withHistory })
  return { shopper, read, number: orderNumber(await read()) }
}

describe('the address of an order', () => {
  it('is changed by the buyer on a phone, after a question if the tax changes', async () => {
    const { shopper, read, number } = await paid()
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', `/orders/${number}`)
    await page.getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Zip Code').fill('12')
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await dialog.getByText('Please enter valid Zip Code').waitFor()
    // The city and the state of the former address follow the PIN code.
    await dialog.getByLabel('Zip Code').fill('560001')
    await expect.poll(() => dialog.getByLabel('State').inputValue()).toBe('Karnataka')
    expect(await dialog.getByLabel('City').inputValue()).toBe('Bengaluru')
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await dialog.getByText('The tax on the invoice becomes IGST').waitFor()
    expect((await read()).deliveryZipCode).not.toBe('560001')
    // Another change withdraws the question.
    await dialog.getByLabel('City').fill('Bangalore')
    expect(await dialog.getByRole('button', { name: 'Yes, change it' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await dialog.getByRole('button', { name: 'Yes, change it' }).click()
    await dialog.waitFor({ state: 'detached' })
    const place = page.getByRole('region', { name: 'Delivery address' })
    await place.getByText('Bangalore').waitFor()
    await page.getByText('You changed the delivery address.').waitFor()
    expect(await read()).toMatchObject({ deliveryCity: 'Bangalore', deliveryZipCode: '560001' })
    expect(complaints).toEqual([])
    await close()
  })

  it('is changed by staff, and the packing slip says so', async () => {
    const { number, read } = await paid()
    const staff = await newStaff(shopfront.app)
    const { page, complaints, close } = await shopfront.visitAs(staff, 'desktop', `/office/orders/${number}`)
    await page.getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('Street')
      .or(dialog.getByLabel(/^House/))
      .first()
      .fill('7 Beach Road')
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Do not use an earlier packing slip.').waitFor()
    await page.getByRole('link', { name: 'Packing slip' }).click()
    const slip = page.getByRole('article', { name: number })
    await slip.getByText('An earlier slip is void.').waitFor()
    await slip.getByText('7 Beach Road').waitFor()
    expect((await read()).deliveryStreet).toBe('7 Beach Road')
    expect(complaints).toEqual([])
    await close()
  })
})
