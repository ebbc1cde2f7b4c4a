/** Asking for emails about products, on a phone: the sold-out product's form, the switch on the wishlist, and the link that stops them. */
import { describe, expect, it } from 'vitest'
import { composeAccountMail } from '../../../server/domain/mail/composeAccountMail'
import { unsubscribeKey } from '../../../server/domain/notices/notices'
import { newProvenShopper, setStock } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button } from '../visits'

const shopfront = openShopfront({ PUBLIC_ORIGIN: 'https://shop.example' })

describe('emails about products on a phone', () => {
  it('a visitor asks for an email about a sold-out product, and confirms the address with a code', async () => {
    const { app } = shopfront
    const { db } = app.shop
    const email = 'visitor@notices.example'
    await setStock(app, { [BOWL]: 0 })
    const { page, complaints, close } = await shopfront.visit('phone', `/product/${BOWL}`)
    const form = page.getByRole('form', { name: 'Email me when it is back' })
    await form.getByLabel('Email', { exact: true }).fill('visitor')
    await button(page, 'Email me when it is back').click()
    await form.getByText('Please enter valid Email').waitFor()
    await form.getByLabel('Email', { exact: true }).fill(email)
    await expectNoSidewaysScroll(page)
    await button(page, 'Email me when it is back').click()
    const code = form.getByLabel('Code', { exact: true })
    await code.and(page.locator(':focus')).waitFor()
    await expectNoSidewaysScroll(page)
    const message = await db.outboxMessage.findFirstOrThrow({ where: { channel: 'account-mail' } })
    const digits = /^ {4}(\d{6})$/m.exec((await composeAccountMail(app.shop, message))!.text)![1]!
    await code.fill(String((Number(digits) + 1) % 1_000_000).padStart(6, '0'))
    await button(page, 'Confirm').click()
    await form.getByText('This code is wrong').waitFor()
    expect(await db.productNotice.count()).toBe(0)
    // A phone may drop the page while the visitor reads the email.
    await page.reload()
    await code.fill(digits)
    await button(page, 'Confirm').click()
    await page.getByText(`We will email ${email} once when this is back.`).waitFor()
    expect(await db.productNotice.findMany()).toMatchObject([{ email, productId: BOWL, kind: 'AVAILABLE' }])

    // Opening the link changes nothing. Only the button does.
    await page.goto(`${shopfront.origin}/unsubscribe?key=${unsubscribeKey(app.shop, email)}`)
    await button(page, 'Unsubscribe').waitFor()
    await expectNoSidewaysScroll(page)
    expect(await db.productNotice.count({ where: { email } })).toBe(1)
    await button(page, 'Unsubscribe').click()
    await page.getByText('You get no more emails about products.').waitFor()
    expect(await db.productNotice.count({ where: { email } })).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('a shopper with a confirmed email needs no code, and stops the emails on the wishlist and the profile', async () => {
    const { app } = shopfront
    const { db } = app.shop
    const shopper = await newProvenShopper(app)
    await setStock(app, { [BOWL]: 0 })
    const item = { userId: shopper.id, productId: CUP, priceWhenAdded: 1 }
    await db.wishlistItem.create({ data: item })
    const own = { where: { email: shopper.email } }
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', `/product/${BOWL}`)
    // The server renders the page for visitors, with a field for the email.
    await page.getByRole('form').getByLabel('Email', { exact: true }).waitFor({ state: 'detached' })
    await button(page, 'Email me when it is back').click()
    await page.getByText(`We will email ${shopper.email} once`).waitFor()
    await page.goto(`${shopfront.origin}/wishlist`)
    const price = page.getByRole('switch', { name: 'Tell me when the price drops' })
    await price.click()
    await expect.poll(() => db.productNotice.count(own)).toBe(2)
    await expectNoSidewaysScroll(page)
    await page.reload()
    await expect.poll(() => price.isChecked()).toBe(true)
    await price.click()
    await expect.poll(() => db.productNotice.count(own)).toBe(1)
    await page.goto(`${shopfront.origin}/profile`)
    const waits = page.getByRole('region', { name: 'Emails you wait for' })
    await waits.getByText('back in stock').waitFor()
    await expectNoSidewaysScroll(page)
    await waits.getByRole('button', { name: 'Remove' }).click()
    await waits.waitFor({ state: 'detached' })
    expect(await db.productNotice.count(own)).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
