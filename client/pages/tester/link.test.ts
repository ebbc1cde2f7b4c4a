import { describe, expect, it } from 'vitest'
import { newDraft, newHeaderRow, type Draft } from './draft'
import { hashOf, linkedIn } from './link'
import { draftOfPreset, findPreset } from './presets'

const linked = (draft: Partial<Draft>, preset = '') => ({ draft: { ...newDraft(), ...draft }, preset })
/** The linked request without the ids of its header rows. */
const told = (hash: string) =>
  JSON.parse(JSON.stringify(linkedIn(hash), (name, value) => (name === 'id' ? undefined : value)))

describe('hashOf and linkedIn', () => {
  it('store nothing for the initial request', () => {
    expect(hashOf(linked({}))).toBe('')
    expect(linkedIn('')).toBeNull()
    expect(linkedIn('#elsewhere')).toBeNull()
  })

  it('restore the same request', () => {
    const draft = {
      method: 'POST' as const,
      endpoint: '/api/x?a=1&b=%23',
      headers: [newHeaderRow({ name: 'x-one', value: '1: 2' }), newHeaderRow({ name: 'x-two', value: '', on: false })],
      body: '{\n  "a": "ü & #"\n}',
    }
    const { draft: found, preset } = told(hashOf(linked(draft)))
    expect(preset).toBe('')
    expect(found).toEqual(JSON.parse(JSON.stringify(draft, (name, value) => (name === 'id' ? undefined : value))))
  })

  it('store a preset as its name plus the changes', () => {
    const id = 'POST /api/auth/login'
    const draft = draftOfPreset(findPreset(id)!, newDraft())
    expect(hashOf({ draft, preset: id })).toBe('#preset=POST+%2Fapi%2Fauth%2Flogin')
    expect(linkedIn('#preset=POST+%2Fapi%2Fauth%2Flogin')!.draft.body).toContain('guest@cerashop.example')
    expect(linkedIn('#preset=nope&method=PATCH')).toMatchObject({ preset: '', draft: { method: 'GET' } })
  })

  it('keep a body that is not valid JSON', () => {
    expect(linkedIn(hashOf(linked({ body: '{"a": ' })))!.draft.body).toBe('{"a": ')
  })

  it.each([
    ['{"token":"x","id":12345678901234567890}', '{"token":"","id":12345678901234567890}'],
    ['{"a":1,"a":2,"pin":{"Secret":5}}', '{"a":1,"a":2,"pin":{"Secret":""}}'],
    ['{"price":1.0,  "newPassword" : true}', '{"price":1.0,  "newPassword" : ""}'],
    ['{"tokens":["x",[2]],"e":"\\u00e9"}', '{"tokens":["",[""]],"e":"\\u00e9"}'],
    ['{"token":{"kind":1e2},"n":-0}', '{"token":{"kind":1e2},"n":-0}'],
    ['{"pass\\u0077ord":"x","pass\\u0077ord":"y"}', '{"pass\\u0077ord":"","pass\\u0077ord":""}'],
    ['{"password":null}', '{"password":null}'],
  ])('remove the secrets from %s and change nothing else', (body, expected) => {
    expect(linkedIn(hashOf(linked({ body })))!.draft.body).toBe(expected)
  })

  it('store nothing if the request is too long for a URL', () => {
    expect(hashOf(linked({ body: 'x'.repeat(100_000) }))).toBe('')
  })
})

describe('a hash never contains', () => {
  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2lnbmF0dXJl'
  it.each<[string, Partial<Draft>]>([
    [
      'a token added with the button',
      { headers: [newHeaderRow({ name: 'authorization', value: 'hush', token: 'own' })] },
    ],
    ['a token typed by hand', { headers: [newHeaderRow({ name: 'Authorization', value: 'Bearer hush' })] }],
    ['a token under any name', { headers: [newHeaderRow({ name: 'x-thing', value: JWT })] }],
    ['a password', { body: '{"email": "a@b.example", "password": "hu\\"sh"}' }],
    ['the password of a preset', { body: '{"email": "guest@cerashop.example", "password": "guest-at-cerashop"}' }],
    ['a password that is a number', { body: '{"password": 4711}' }],
    ['a partly typed password', { body: '{"password": "hush' }],
    ['a password in text that is not JSON', { body: 'password: hush' }],
    ['a password in GraphQL', { body: JSON.stringify({ query: 'mutation { login(input: { password: "hush" }) }' }) }],
    ['a password in a URL', { endpoint: 'https://me:hush@shop.example/api?password=hush' }],
  ])('%s', (_what, draft) => {
    expect(decodeURIComponent(hashOf(linked(draft)))).not.toMatch(/hu\\*"?sh|eyJ|4711|guest-at/)
  })
})
