import { beforeEach, describe, expect, it } from 'vitest'
import { writeStored } from '../../../data/storage'
import { newDraft, newHeaderRow, type Draft } from '../draft'
import { draftOfPreset, findPreset } from '../presets'
import { addToHistory, clearHistory, newEntry, readHistory, requestOf, restore } from './history'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2lnbmF0dXJl'

beforeEach(() => void clearHistory())

const entryOf = (draft: Partial<Draft>, preset = '') =>
  newEntry({ draft: { ...newDraft(), ...draft }, preset }, { phase: 'cancelled' })
const headers = (name: string, value: string, token?: 'guest' | 'own') => [newHeaderRow({ name, value, token })]

describe('the history', () => {
  it('contains the sent requests, the newest first', () => {
    addToHistory(entryOf({ endpoint: '/api/one' }))
    addToHistory(entryOf({ endpoint: '/api/two', method: 'POST', body: '{"a": 1}' }))
    expect(readHistory().map((entry) => requestOf(entry).draft)).toMatchObject([
      { endpoint: '/api/two', method: 'POST', body: '{"a": 1}' },
      { endpoint: '/api/one' },
    ])
    expect(readHistory()[0]).toMatchObject({ status: null, ms: null, incomplete: false })
  })

  it('keeps 25 requests until it is cleared', () => {
    for (let i = 0; i < 30; i++) addToHistory(entryOf({ endpoint: `/api/${i}` }))
    expect(readHistory()).toHaveLength(25)
    expect(requestOf(readHistory()[0]!).draft.endpoint).toBe('/api/29')
    clearHistory()
    expect(readHistory()).toEqual([])
  })

  it('includes a body that is too long for a link', () => {
    const body = JSON.stringify('x'.repeat(100_000))
    addToHistory(entryOf({ method: 'POST', body }))
    expect(requestOf(readHistory()[0]!).draft.body).toBe(body)
    expect(readHistory()[0]!.incomplete).toBe(false)
  })

  it.each(['no json', '{}', '[{"id": 1}]', '[null]'])('is empty if storage contains %s', (text) => {
    writeStored({ apiTesterHistory: text })
    expect(readHistory()).toEqual([])
  })
})

describe('the history does not store', () => {
  it.each([
    ['a token typed by hand', { headers: headers('Authorization', `Bearer ${JWT}`) }],
    ['a token in another header', { headers: headers('x-api-key', 'hush') }],
    ['a token under any name', { headers: headers('x-thing', JWT) }],
    ['a token in a body', { body: `{"encodedToken": "${JWT}"}` }],
    ['a token in a URL', { endpoint: `/api/cart?token=hush` }],
    ['a password', { body: '{"email": "a@b.example", "password": "hu\\"sh"}' }],
    ['a password in GraphQL', { body: JSON.stringify({ query: 'mutation { login(input: { password: "hush" }) }' }) }],
    ['a password among variables', { body: '{"variables": {"input": {"newPassword": "hush"}}}' }],
  ])('%s', (_what, draft) => {
    const entry = entryOf(draft)
    expect(JSON.stringify(entry)).not.toMatch(/hu\\*"?sh|eyJ|c2ln/)
    expect(entry.incomplete).toBe(true)
    expect(() => JSON.parse(requestOf(entry).draft.body) as unknown).not.toThrow()
  })

  it('a token that was filled in by a button, but fetches it again on restore', async () => {
    const entry = entryOf({ headers: headers('authorization', JWT, 'guest') })
    expect(JSON.stringify(entry)).not.toMatch(/eyJ/)
    expect(entry.incomplete).toBe(false)
    const { draft } = await restore(entry, async (owner) => `fresh ${owner}`)
    expect(draft.headers).toMatchObject([{ name: 'authorization', value: 'fresh guest', token: 'guest' }])
  })

  it('the password of an unchanged preset, but restores it from the preset', async () => {
    const id = 'POST /api/auth/login'
    const draft = draftOfPreset(findPreset(id)!, newDraft())
    const entry = entryOf(draft, id)
    expect(entry).toMatchObject({ text: 'preset=POST+%2Fapi%2Fauth%2Flogin', incomplete: false })
    expect(requestOf(entry)).toMatchObject({ preset: id, draft: { body: draft.body } })
  })
})
