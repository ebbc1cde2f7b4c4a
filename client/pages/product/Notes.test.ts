import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../../../server/testing/app'
import { BOWL } from '../../../server/testing/data/fixtures'

const offering = await startTestApp({ COD_MAX_AMOUNT: '2500' })
const not = await startBeside(offering, { COD_MAX_AMOUNT: '0' })

const pageOn = async (app: FastifyInstance) =>
  (await app.inject({ url: `/product/${BOWL}`, headers: { accept: 'text/html' } })).body

describe('the notes on a product page', () => {
  it('mention cash on delivery and its limit only if the shop offers it', async () => {
    const page = (await pageOn(offering)).replace(/<\/?bdi[^>]*>/g, '')
    expect(page).toContain('Cash on delivery in most places, up to Rs. 2,500')
    const without = await pageOn(not)
    expect(without).not.toMatch(/pay on delivery/i)
    expect(without).toContain('Returns and exchanges within 14 days')
  })

  it('say that delivery is free and that its coupon is applied automatically', async () => {
    expect(await pageOn(not)).toContain('Free delivery, packed in straw. FREEDEL is applied automatically.')
  })
})

describe('the claims on a page', () => {
  it('are those of the product alone', async () => {
    const { db } = offering.shop
    for (const [isFoodSafe, text] of [
      [true, 'Yes'],
      [false, 'No, not for food or drink'],
    ] as const) {
      await db.product.update({ where: { id: BOWL }, data: { isFoodSafe } })
      await expect.poll(() => pageOn(offering)).toContain(`<dt>Food safe</dt><dd>${text}</dd>`)
    }
    await db.product.update({ where: { id: BOWL }, data: { isFoodSafe: null } })
    await expect.poll(() => pageOn(offering)).not.toContain('Food safe')
    await db.product.update({
      where: { id: BOWL },
      data: { isFoodSafe: true, material: 'Stoneware with a lead-free glaze' },
    })
    await expect.poll(() => pageOn(offering)).toContain('Stoneware with a lead-free glaze')
  })

  it('say nothing about lead for goods of all kinds', async () => {
    for (const url of ['/', '/studio', '/help/faq', '/products', '/products?group=dining', '/products?category=cups']) {
      const { body } = await offering.inject({ url, headers: { accept: 'text/html' } })
      expect([url, /without lead|lead-free|food safe/i.exec(body.replace(/<script.*?<\/script>/gs, ''))?.[0]]).toEqual([
        url,
        url === '/help/faq' ? 'food safe' : undefined,
      ])
    }
  })
})

describe('the sections of a product page', () => {
  it('explain exchanges and, if the shop offers cash on delivery, its refunds', async () => {
    for (const app of [offering, not]) {
      const page = await pageOn(app)
      expect(page).toContain('return it and order the other one')
      expect(page.includes('For cash on delivery, email us the bank account or UPI ID')).toBe(app === offering)
    }
  })

  it('are collapsed except for the first one, which contains the size drawing', async () => {
    const page = await pageOn(not)
    const titles = [...page.matchAll(/<details( open="")?><summary>([^<]+)/g)].map(([, open, title]) => [title, !!open])
    expect(titles).toEqual([
      ['Details', true],
      ['Care', false],
      ['Delivery', false],
      ['Returns and exchanges', false],
    ])
    expect(page).toContain('aria-label="Drawing to scale: 26 cm across, 9 cm tall, next to a bank card"')
  })
})
