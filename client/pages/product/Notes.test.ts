import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../../../server/testing/app'
import { BOWL } from '../../../server/testing/data/fixtures'

const offering = await startTestApp({ COD_MAX_AMOUNT: '2500' })
const not = await startBeside(offering, { COD_MAX_AMOUNT: '0' })

const pageOn = async (app: FastifyInstance) =>
  (await app.inject({ url: `/product/${BOWL}`, headers: { accept: 'text/html' } })).body

describe('the notes of a product', () => {
  it('mention pay on delivery and its limit only if the shop offers it', async () => {
    expect(await pageOn(offering)).toContain('Pay on delivery where available, up to Rs. 2,500')
    const without = await pageOn(not)
    expect(without).not.toMatch(/pay on delivery/i)
    expect(without).toContain('14-day exchange and return')
  })

  it('say that FREEDEL applies without being entered', async () => {
    expect(await pageOn(not)).toContain('Ships free in a straw-filled box: FREEDEL counts by itself')
  })
})
