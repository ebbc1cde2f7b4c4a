/** Reviews: a buyer writes one on the order's page or with an emailed link, shoppers read it, and staff hide it. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { orderNumber } from '../../../server/domain/orders/order'
import { writeReview } from '../../../server/domain/reviews/writeReview'
import { newDelivered, newShopper, newStaff } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'

const shopfront = openShopfront()

const photo = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer()

async function reviewProduct(productId: string, stars: number[]) {
  const { app } = shopfront
  for (const each of stars) {
    const shopper = await newShopper(app)
    const { lines } = await newDelivered(app, shopper, { [productId]: 1 })
    const text = `A review with ${each} stars. The glaze looks as in the photos.\n\nIt arrived well packed.`
    await writeReview(app.shop, shopper, { orderLineId: lines[0]!.id, stars: each, text, photos: [] })
  }
}

describe('reviews', () => {
  it('are missing from a product without any, which shows the studio’s rating', async () => {
    const { page, complaints, close } = await shopfront.visit('phone', `/product/${CUP}`)
    const section = page.getByRole('region', { name: 'Reviews' })
    await section.getByText('No reviews yet').waitFor()
    await page.getByText("Studio's rating (shown until 3 reviews)").first().waitFor()
    const structured = (await page.locator('script[type="application/ld+json"]').allTextContents()).join()
    expect(structured).toContain('"@type":"Product"')
    expect(structured).not.toContain('aggregateRating')
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('are written, changed and withdrawn on the order’s page, with the keyboard', async () => {
    const { app } = shopfront
    const shopper = await newShopper(app)
    const order = await newDelivered(app, shopper, { [BOWL]: 1 })
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'phone', `/orders/${orderNumber(order)}`)
    await page.getByRole('button', { name: /^Write a review of/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Post review', exact: true }).click()
    await dialog.getByText('Please choose 1 to 5 stars').waitFor()
    // The error moves the focus to the stars.
    await page.keyboard.press('Space')
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight')
    expect(await dialog.getByRole('radio', { name: '4 stars: Very good' }).isChecked()).toBe(true)
    await dialog.getByLabel('Your review (optional)').fill('Lovely glaze.')
    const file = { name: 'bowl.jpg', mimeType: 'image/jpeg', buffer: await photo() }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('img', { name: 'Your photo 1' }).waitFor()
    await dialog.getByRole('button', { name: 'Post review', exact: true }).click()
    await page.getByText('Your review', { exact: true }).waitFor()
    await page.getByText('Lovely glaze.').waitFor()
    const row = () =>
      app.shop.db.review.findUnique({ where: { orderLineId: order.lines[0]!.id }, include: { photos: true } })
    expect(await row()).toMatchObject({ stars: 4, text: 'Lovely glaze.', photos: [{ position: 0 }] })
    await page.getByRole('button', { name: /^Edit review of/ }).click()
    await dialog.getByLabel('Your review (optional)').fill('It cracked.')
    await dialog.getByRole('button', { name: 'Save review', exact: true }).click()
    await page.getByText('It cracked.').waitFor()
    await page.getByRole('button', { name: /^Edit review of/ }).click()
    await dialog.getByRole('button', { name: 'Withdraw review', exact: true }).click()
    await page.getByRole('button', { name: /^Write a review of/ }).waitFor()
    expect(await row()).toMatchObject({ text: '', withdrawnAt: expect.any(Date), photos: [] })
    expect(complaints).toEqual([])
    await close()
  })

  it('are listed on the product’s page, sorted and page by page', async () => {
    await reviewProduct(BOWL, [5, 4, 5, 2, 5, 3, 5])
    const { page, complaints, close } = await shopfront.visit('desktop', `/product/${BOWL}`)
    const section = page.getByRole('region', { name: 'Reviews' })
    await section.getByText('4.1 (7 reviews)').waitFor()
    const items = section.getByRole('article')
    expect(await items.count()).toBe(5)
    await section.getByRole('button', { name: 'Show more', exact: true }).click()
    await expect.poll(() => items.count()).toBe(7)
    await section.getByLabel('Sort reviews').selectOption('Fewest stars first')
    await items.first().getByText('A review with 2 stars').waitFor()
    const structured = (await page.locator('script[type="application/ld+json"]').allTextContents()).join()
    expect(structured).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4.1,"reviewCount":7}')
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('are written with an emailed link, without a login', async () => {
    const { app } = shopfront
    const order = await newDelivered(app, await newShopper(app), { [CUP]: 1 })
    const key = app.shop.reviewLinks.sign({ orderId: order.id, generation: 0, issuedAt: new Date() })
    const { page, complaints, close } = await shopfront.visit('phone', `/review#${key}`)
    await page.getByRole('heading', { name: 'Review your order' }).waitFor()
    await page.getByRole('button', { name: /^Write a review of/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('☆').nth(4).click()
    await dialog.getByRole('button', { name: 'Post review', exact: true }).click()
    await page.getByRole('button', { name: /^Edit review of/ }).waitFor()
    const row = await app.shop.db.review.findUnique({ where: { orderLineId: order.lines[0]!.id } })
    expect(row).toMatchObject({ stars: 5, text: '' })
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('are hidden and answered by staff', async () => {
    const { app } = shopfront
    const shopper = await newShopper(app)
    const order = await newDelivered(app, shopper, { [BOWL]: 1 })
    const call = { orderLineId: order.lines[0]!.id, stars: 1, text: 'Words that insult.', photos: [] }
    const { id } = await writeReview(app.shop, shopper, call)
    const { page, complaints, close } = await shopfront.visitAs(await newStaff(app), 'desktop', '/office')
    const unanswered = page.getByRole('region', { name: /^Reviews without a reply: \d/ })
    await unanswered.getByRole('link').click()
    await page.getByRole('navigation', { name: 'Reviews' }).getByRole('link', { name: 'All' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Words that insult.' })
    await row.getByRole('button', { name: /^Reply to/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reply').fill('Please write to us.')
    await dialog.getByRole('button', { name: 'Send reply', exact: true }).click()
    await row.getByText('Please write to us.').waitFor()
    await row.getByRole('button', { name: /^Hide the review/ }).click()
    await dialog.getByRole('button', { name: 'Hide review', exact: true }).click()
    await dialog.getByText('Please give a reason').waitFor()
    await dialog.getByLabel('Reason').fill('It insults a person.')
    await dialog.getByRole('button', { name: 'Hide review', exact: true }).click()
    await row.getByText('It insults a person.').waitFor()
    expect(await app.shop.db.review.findUnique({ where: { id } })).toMatchObject({
      hiddenReason: 'It insults a person.',
    })
    const author = await shopfront.visitAs(shopper, 'phone', `/orders/${orderNumber(order)}`)
    await author.page.getByText('It insults a person.').waitFor()
    await author.close()
    expect(complaints).toEqual([])
    await close()
  })
})
