import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import { newDraft, newHeaderRow } from './draft'
import { draftOfPreset, draftOfTwin, findPreset, paramsIn, pathOf, PRESET_GROUPS, PRESETS, twinOf } from './presets'

describe('the presets', () => {
  it('are all endpoints, in groups', () => {
    expect(PRESET_GROUPS.map(({ group }) => group)).toEqual([
      ...['categories', 'products', 'auth', 'cart', 'wishlist', 'address'],
    ])
    expect(PRESET_GROUPS.flatMap(({ presets }) => presets)).toHaveLength(ENDPOINTS.length)
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(ENDPOINTS.length)
  })

  it('fill in the path and the body, and leave the headers', () => {
    const headers = [newHeaderRow({ name: 'authorization', value: 'x' })]
    expect(draftOfPreset(findPreset('POST /api/user/cart/:productId')!, { ...newDraft(), headers })).toEqual({
      method: 'POST',
      endpoint: '/api/user/cart/sea-glass-serving-bowl',
      headers,
      body: '{\n  "action": {\n    "type": "increment"\n  }\n}',
    })
  })

  it.each(PRESETS)('$id has a GraphQL twin that can be sent', (preset) => {
    expect(twinOf(preset)).toContain('\n')
    const { endpoint, body } = draftOfTwin(preset, newDraft())
    expect(endpoint).toBe('/graphql')
    expect(JSON.parse(body)).toEqual({ query: twinOf(preset) })
  })
})

describe('an address that an answer held', () => {
  const preset = findPreset('DELETE /api/user/address/:addressId')!
  const known = paramsIn({ address: [{ _id: 'first' }, { _id: 'newest' }] })

  it('is the one that presets and twins are about', () => {
    expect(draftOfPreset(preset, newDraft(), known).endpoint).toBe('/api/user/address/newest')
    expect(twinOf(preset, known)).toContain('removeAddress(id: "newest")')
  })

  it.each([null, undefined, 'text', {}, { address: [] }, { address: [null] }, { address: [{ _id: 1 }] }])(
    'is none in %j',
    (answer) => expect(paramsIn(answer)).toEqual({}),
  )
})

describe('pathOf', () => {
  it('escapes what it fills in, and leaves what it does not know', () => {
    expect(pathOf('/api/:a/:b', { a: 'x/y' })).toBe('/api/x%2Fy/:b')
  })
})
