import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import { newDraft, newHeaderRow } from './draft'
import { draftOfPreset, findPreset, groupsOf, paramsIn, pathOf, PAYMENT_PRESETS, PRESETS } from './presets'
import { draftOfTwin, explorerLinkOf, twinOf } from './twin'

describe('the presets', () => {
  it('are all endpoints, in groups', () => {
    const groups = groupsOf([...PRESETS, ...PAYMENT_PRESETS])
    expect(groups.map(({ group }) => group)).toEqual([
      ...['categories', 'products', 'auth', 'cart', 'wishlist', 'address', 'payments'],
    ])
    expect(groups.flatMap(({ presets }) => presets)).toHaveLength(ENDPOINTS.length + 4)
    expect(groups.at(-1)!.presets).toEqual(PAYMENT_PRESETS)
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

  it.each(PRESETS)('$id has a GraphQL twin that can be sent, and opened in the explorer', (preset) => {
    const twin = twinOf(preset)!
    expect(twin.query).toContain('\n')
    const { endpoint, body } = draftOfTwin(twin, newDraft())
    expect(endpoint).toBe('/graphql')
    expect(JSON.parse(body)).toEqual(twin)
    const [path, hash] = explorerLinkOf(twin).split('#')
    const opened = new URLSearchParams(hash)
    expect([path, opened.get('query'), JSON.parse(opened.get('variables')!)]).toEqual([
      '/graphql',
      twin.query,
      twin.variables,
    ])
  })

  it('of payments have no twin', () => {
    expect(PAYMENT_PRESETS.map((preset) => twinOf(preset))).toEqual([null, null, null, null])
  })
})

describe('an address that an answer held', () => {
  const preset = findPreset('DELETE /api/user/address/:addressId')!
  const known = paramsIn({ address: [{ _id: 'first' }, { _id: 'newest' }] })

  it('is the one that presets and twins are about', () => {
    expect(draftOfPreset(preset, newDraft(), known).endpoint).toBe('/api/user/address/newest')
    expect(twinOf(preset, known)!.variables).toEqual({ addressId: 'newest' })
    expect(twinOf(findPreset('GET /api/products')!, known)!.variables).toEqual({ first: 100 })
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
