import { beforeAll, describe as group, expect, it } from 'vitest'
import { startTestApp } from '../../../server/testing/app'
import { call } from '../../../server/testing/calls'
import { describe, isServed, type OpenApiDocument } from './document'
import { findPreset, PAYMENT_PRESETS, PRESETS } from './presets'

const app = await startTestApp()
let document: OpenApiDocument
beforeAll(async () => {
  document = (await call(app, 'GET', '/api/openapi.json')).json()
})
const described = (id: string) => describe(document, findPreset(id)!)!

group("the server's document", () => {
  it('tells of every preset, and of the payments that the server has', () => {
    expect(PRESETS.filter((preset) => !isServed(document, preset))).toEqual([])
    expect(PAYMENT_PRESETS.filter((preset) => !isServed(document, preset)).map(({ id }) => id)).toEqual([
      'POST /api/payments/razorpay/webhook',
    ])
    expect(describe(document, findPreset('POST /api/payments/razorpay/webhook')!)).toBeNull()
  })

  it('names the fields of a body, with types and bounds', () => {
    expect(described('POST /api/user/cart').fields).toEqual([
      { name: 'product', type: 'object', isRequired: true, rule: '' },
      expect.objectContaining({ name: 'product._id', type: 'string', isRequired: true }),
      { name: 'quantity', type: 'integer or null', isRequired: false, rule: '1 to 99' },
    ])
    expect(described('POST /api/user/cart/:productId').fields.at(-1)).toEqual({
      name: 'action.type',
      type: '"increment" or "decrement"',
      isRequired: true,
      rule: '',
    })
    expect(described('GET /api/products')).toMatchObject({ fields: [], bodyNote: '' })
  })

  it('names the statuses, with their messages and an example of each', () => {
    const { answers, headers, link } = described('POST /api/user/wishlist')
    expect(link).toBe('/api/docs#/Wishlist/addToWishlist')
    expect(headers.map(({ name }) => name)).toEqual(['Idempotency-Key'])
    expect(answers.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['201', '401', '404', '422', '429', '503']),
    )
    expect(answers.find(({ status }) => status === '401')).toEqual({
      status: '401',
      description: 'The token is invalid. Unauthorized access error.',
      example: JSON.stringify({ errors: ['The token is invalid. Unauthorized access error.'] }, null, 2),
    })
    expect(JSON.parse(answers.find(({ status }) => status === '201')!.example!)).toHaveProperty('wishlist')
  })
})
