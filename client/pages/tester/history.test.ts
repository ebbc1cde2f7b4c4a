import { beforeEach, describe, expect, it } from 'vitest'
import { writeStored } from '../../data/storage'
import { newDraft, newHeaderRow, type Draft } from './draft'
import { addToHistory, clearHistory, draftOfEntry, newEntry, readHistory } from './history'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2lnbmF0dXJl'

beforeEach(() => void clearHistory())

let count = 0
const entryOf = (draft: Partial<Draft>) =>
  newEntry({ ...newDraft(), ...draft }, { id: String(++count), at: '2026-01-01T00:00:00.000Z', status: 200, ms: 5 })
const headers = (name: string, value: string, token?: 'guest' | 'own') => [newHeaderRow({ name, value, token })]

describe('what is kept', () => {
  it('is the request, the newest first', () => {
    addToHistory(entryOf({ endpoint: '/api/one' }))
    addToHistory(entryOf({ endpoint: '/api/two', method: 'POST', body: '{"a": 1}' }))
    expect(readHistory()).toMatchObject([
      { endpoint: '/api/two', method: 'POST', body: '{"a": 1}', status: 200, incomplete: false },
      { endpoint: '/api/one' },
    ])
  })

  it('ends after 25, and when it is cleared', () => {
    for (let i = 0; i < 30; i++) addToHistory(entryOf({ endpoint: `/api/${i}` }))
    expect(readHistory()).toHaveLength(25)
    expect(readHistory()[0]!.endpoint).toBe('/api/29')
    clearHistory()
    expect(readHistory()).toEqual([])
  })

  it.each(['no json', '{}', '[{"id": 1}]', '[null]'])('is nothing where storage holds %s', (text) => {
    writeStored({ apiTesterHistory: text })
    expect(readHistory()).toEqual([])
  })
})

describe('what is not kept', () => {
  it.each([
    ['a token by hand', { headers: headers('Authorization', `Bearer ${JWT}`) }],
    ['a token of another kind', { headers: headers('x-api-key', 'hush') }],
    ['a token under any name', { headers: headers('x-thing', JWT) }],
    ['a token in a body', { body: `{"encodedToken": "${JWT}"}` }],
    ['a token in an address', { endpoint: `/api/cart?token=hush` }],
    ['a password', { body: '{"email": "a@b.example", "password": "hu\\"sh"}' }],
    ['a password in GraphQL', { body: JSON.stringify({ query: 'mutation { login(input: { password: "hush" }) }' }) }],
    ['a password among variables', { body: '{"variables": {"input": {"newPassword": "hush"}}}' }],
  ])('%s', (_what, draft) => {
    const entry = entryOf(draft)
    expect(JSON.stringify(entry)).not.toMatch(/hu\\*"?sh|eyJ|c2ln/)
    expect(entry.incomplete).toBe(true)
    if (entry.body !== '{}') expect(() => JSON.parse(entry.body)).not.toThrow()
  })

  it('a token by a click, which can be had again', async () => {
    const entry = entryOf({ headers: headers('authorization', JWT, 'guest') })
    expect(JSON.stringify(entry)).not.toMatch(/eyJ/)
    expect(entry.incomplete).toBe(false)
    const draft = await draftOfEntry(entry, async (owner) => `fresh ${owner}`)
    expect(draft.headers).toMatchObject([{ name: 'authorization', value: 'fresh guest', token: 'guest' }])
  })

  it('but the passwords that the presets print may stay', () => {
    const body = '{"email": "guest@cerashop.example", "password": "guest-at-cerashop"}'
    expect(entryOf({ body })).toMatchObject({ body, incomplete: false })
  })
})
