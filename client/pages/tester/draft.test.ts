import { describe, expect, it } from 'vitest'
import { callOf, errorsOf, isSound, newDraft, newHeaderRow, withToken, type Draft } from './draft'

const ORIGIN = 'http://shop.example'
const draft = (parts: Partial<Draft> = {}): Draft => ({ ...newDraft(), ...parts })
const rows = (...headers: [name: string, value: string, on?: boolean][]) =>
  headers.map(([name, value, on = true]) => newHeaderRow({ name, value, on }))

describe('newDraft', () => {
  it('returns the specified default request, which can be sent', () => {
    expect(newDraft()).toMatchObject({ method: 'GET', endpoint: '/api/test-todos', body: '{}' })
    expect(newDraft().headers.map(({ name, value }) => name + value)).toEqual([''])
    expect(isSound(errorsOf(newDraft(), ORIGIN))).toBe(true)
  })
})

describe('callOf', () => {
  it('sends no body with a GET', () => {
    expect(callOf(draft(), ORIGIN)).toEqual({
      method: 'GET',
      url: 'http://shop.example/api/test-todos',
      headers: [['accept', 'application/json']],
    })
  })

  it.each(['POST', 'DELETE'] as const)('sends the body of a %s as it is written', (method) => {
    const { headers, body } = callOf(draft({ method, body: '{ "a": 1 }' }), ORIGIN)
    expect(body).toBe('{ "a": 1 }')
    expect(headers).toContainEqual(['content-type', 'application/json'])
  })

  it('sends no body if the field is empty', () => {
    const call = callOf(draft({ method: 'POST', body: ' \n' }), ORIGIN)
    expect(call.body).toBeUndefined()
    expect(Object.fromEntries(call.headers)).not.toHaveProperty('content-type')
  })

  it('omits rows that are disabled or have no name', () => {
    const headers = rows(['X-One', '1'], ['X-Two', '2', false], ['', ''])
    expect(callOf(draft({ headers }), ORIGIN).headers).toEqual([
      ['accept', 'application/json'],
      ['x-one', '1'],
    ])
  })

  it('lets a row replace a default header, and joins rows with the same name', () => {
    const headers = rows(['Accept', 'text/plain'], ['X-One', ' 1 '], ['x-one', '2'])
    expect(callOf(draft({ headers }), ORIGIN).headers).toEqual([
      ['accept', 'text/plain'],
      ['x-one', '1, 2'],
    ])
  })

  it('accepts a full URL, and a path without its leading slash', () => {
    expect(callOf(draft({ endpoint: ' api/products ' }), ORIGIN).url).toBe('http://shop.example/api/products')
    expect(callOf(draft({ endpoint: 'https://a.example/x' }), ORIGIN).url).toBe('https://a.example/x')
  })
})

describe('errorsOf', () => {
  it.each([
    ['', 'Enter a URL or path, for example /api/products.'],
    ['http://', 'This is not a valid URL.'],
    ['file:///etc/hosts', 'Use an http or https URL.'],
  ])('rejects the endpoint %j', (endpoint, error) => {
    expect(errorsOf(draft({ endpoint }), ORIGIN).endpoint).toBe(error)
  })

  it.each([
    ['bad name', 'x', "The header's name contains an invalid character."],
    ['x-name', 'नमस्ते', "The header's value contains an invalid character."],
    ['', 'x', "Enter the header's name."],
  ])('rejects the header %j: %j', (name, value, error) => {
    const headers = rows([name, value])
    expect(Object.values(errorsOf(draft({ headers }), ORIGIN).headers)).toEqual([error])
    expect(isSound(errorsOf(draft({ headers: rows([name, value, false]) }), ORIGIN))).toBe(true)
  })

  it('rejects a body that is not JSON, but accepts an empty one', () => {
    expect(errorsOf(draft({ body: '{' }), ORIGIN).body).toMatchObject({ line: 1, column: 2 })
    expect(errorsOf(draft({ body: '' }), ORIGIN)).toEqual({ headers: {} })
  })
})

describe('withToken', () => {
  it('fills the empty first row', () => {
    const [row, ...others] = withToken(newDraft().headers, 'abc', 'guest')
    expect(row).toMatchObject({ on: true, name: 'authorization', value: 'abc', token: 'guest' })
    expect(others).toEqual([])
  })

  it('replaces a token, even in a disabled row', () => {
    const [row, ...others] = withToken(rows(['Authorization', 'old', false]), 'new', 'own')
    expect(row).toMatchObject({ on: true, value: 'new', token: 'own' })
    expect(others).toEqual([])
  })

  it('adds a row if no row is empty', () => {
    expect(withToken(rows(['x', '1']), 'abc', 'own').map(({ name }) => name)).toEqual(['x', 'authorization'])
  })
})
