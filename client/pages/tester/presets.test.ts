import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/shared/contract/endpoints'
import { startTestApp } from '../../../server/testing/app'
import { call } from '../../../server/testing/calls'
import { newDraft, newHeaderRow } from './draft'
import { draftOfPreset, findPreset, groupsOf, paramsIn, pathOf, PAYMENT_PRESETS, PRESETS } from './presets'
import { draftOfTwin, explorerLinkOf, twinOf } from './request/twin'

describe('the presets', () => {
  it('cover all endpoints, in groups', () => {
    const groups = groupsOf([...PRESETS, ...PAYMENT_PRESETS])
    expect(groups.map(({ group }) => group)).toEqual([
      ...['Catalogue', 'Accounts', 'Cart', 'Wishlist', 'Addresses', 'Payments'],
    ])
    expect(groups.flatMap(({ presets }) => presets)).toHaveLength(ENDPOINTS.length + 4)
    expect(groups.at(-1)!.presets).toEqual(PAYMENT_PRESETS)
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(ENDPOINTS.length)
  })

  it('fill in the path and the body, and keep the headers', () => {
    const headers = [newHeaderRow({ name: 'authorization', value: 'x' })]
    expect(draftOfPreset(findPreset('POST /api/user/cart/:productId')!, { ...newDraft(), headers })).toEqual({
      method: 'POST',
      endpoint: '/api/user/cart/sea-glass-serving-bowl',
      headers,
      body: '{\n  "action": {\n    "type": "increment"\n  }\n}',
    })
  })

  it("link to their operations in the server's reference", async () => {
    const app = await startTestApp()
    const { paths } = (await call(app, 'GET', '/api/openapi.json')).json()
    const referenceIn = ({ endpoint }: (typeof PRESETS)[number]) => {
      const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
      return operation && `/api/docs#/${operation.tags[0]}/${operation.operationId}`
    }
    expect(PRESETS.map(({ reference }) => reference)).toEqual(PRESETS.map(referenceIn))
    expect(PAYMENT_PRESETS.filter((preset) => !referenceIn(preset)).map(({ id }) => id)).toEqual([
      'POST /api/payments/razorpay/webhook',
    ])
  })

  it.each(PRESETS)('$id has a GraphQL equivalent that can be sent or opened in the explorer', (preset) => {
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

  it('have no GraphQL equivalent for payments', () => {
    expect(PAYMENT_PRESETS.map((preset) => twinOf(preset))).toEqual([null, null, null, null])
  })
})

describe('an address id from a response', () => {
  const preset = findPreset('DELETE /api/user/address/:addressId')!
  const known = paramsIn({ address: [{ _id: 'first' }, { _id: 'newest' }] })

  it('is used by presets and GraphQL equivalents', () => {
    expect(draftOfPreset(preset, newDraft(), known).endpoint).toBe('/api/user/address/newest')
    expect(twinOf(preset, known)!.variables).toEqual({ addressId: 'newest' })
    expect(twinOf(findPreset('GET /api/products')!, known)!.variables).toEqual({ first: 100 })
  })

  it.each([null, undefined, 'text', {}, { address: [] }, { address: [null] }, { address: [{ _id: 1 }] }])(
    'is not found in %j',
    (answer) => expect(paramsIn(answer)).toEqual({}),
  )
})

describe('pathOf', () => {
  it('escapes known parameters and keeps unknown ones', () => {
    expect(pathOf('/api/:a/:b', { a: 'x/y' })).toBe('/api/x%2Fy/:b')
  })
})
