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

  it('accepts a full URL, and a path with spaces around it', () => {
    expect(callOf(draft({ endpoint: ' /api/products ' }), ORIGIN).url).toBe('http://shop.example/api/products')
    expect(callOf(draft({ endpoint: 'https://a.example/x' }), ORIGIN).url).toBe('https://a.example/x')
  })
})

describe('errorsOf', () => {
  it.each([
    ['', 'Enter a URL or path, for example /api/products.'],
    ['http://', 'This is not a valid URL.'],
    ['https://shop.example:99999/', 'This is not a valid URL.'],
    ...['file:///etc/hosts', 'shop.example', 'localhost:3000/api/products', 'api/products', '?page=2', '#cart'].map(
      (text) => [text, 'Start with / for this shop, or with http:// or https://.'],
    ),
    ...[
      'ftp://shop.example/',
      'javascript:alert(1)',
      'mailto:a@b.example',
      "'/api/cart'",
      '[x](https://a.example)',
    ].map((text) => [text, 'Start with / for this shop, or with http:// or https://.']),
    ...[
      "curl -X POST 'https://shop.example/api/user/cart'",
      'POST /api/user/cart HTTP/1.1',
      'Invoke-WebRequest -Uri https://shop.example/api/products',
      'await fetch("https://shop.example/api/products")',
      '/api/products -H "accept: */*"',
      'https://shop.example/api/products | jq .',
      'wget\thttps://shop.example',
      '/api/products/sea\u00a0glass',
      '/api/pro\u200bducts',
      '/api/\u202eproducts',
      '<https://shop.example/api/products>',
      '"https://shop.example/api/products"',
      '`/api/products`',
    ].map((text) => [text, 'This is not a URL. Paste only the address, and write a space as %20.']),
    ...['https://me:pass@shop.example/', 'http://me@shop.example/', 'https://:pass@shop.example/x'].map((text) => [
      text,
      'Browsers do not send a user and password in a URL. Use cURL or the Authorization header.',
    ]),
  ])('rejects the endpoint %j', (endpoint, error) => {
    expect(errorsOf(draft({ endpoint: endpoint }), ORIGIN).endpoint).toBe(error)
  })

  it.each([
    ...['/', '/api/products?search=%20a', '//cdn.example/x', '/api/products/{id}', "/api/x?q='a'", '/é/नमस्ते'],
    ...['HTTPS://SHOP.EXAMPLE/API', 'http://[::1]:3000/api', 'https://भारत.example/', '/graphql#x', '/api/a|b^c\\d'],
  ])('accepts the endpoint %j', (endpoint) => {
    expect(errorsOf(draft({ endpoint }), ORIGIN)).toEqual({ headers: {} })
  })

  it.each([
    ...['cookie', 'Cookie2', 'HOST', 'Origin', 'Referer', 'Date', 'DNT', 'Expect', 'TE', 'Trailer', 'Upgrade', 'Via'],
    ...['User-Agent', 'Accept-Charset', 'Accept-Encoding', 'Connection', 'Content-Length', 'Keep-Alive', 'Set-Cookie'],
    ...['Transfer-Encoding', 'Access-Control-Request-Method', 'Access-Control-Request-Headers', ' Host '],
    ...['Proxy-Authorization', 'proxy-', 'Sec-Fetch-Mode', 'SEC-CH-UA', 'sec-x'],
  ])('names the header %j, which browsers do not send, and leaves the request to cURL', (name) => {
    const headers = rows([name, '1'], ['x-one', '1'])
    const errors = errorsOf(draft({ headers }), ORIGIN)
    expect(Object.values(errors.headers)).toEqual(['Browsers do not send this header. Use cURL.'])
    expect(isSound(errors)).toBe(false)
    expect(errors.onlyForbiddenHeaders).toBe(true)
    expect(callOf(draft({ headers }), ORIGIN).headers).toContainEqual([name.trim().toLowerCase(), '1'])
    expect(errorsOf(draft({ headers, body: '{' }), ORIGIN).onlyForbiddenHeaders).toBeUndefined()
    expect(
      errorsOf(draft({ headers: [...headers, ...rows(['a b', ''])] }), ORIGIN).onlyForbiddenHeaders,
    ).toBeUndefined()
    expect(errorsOf(draft({ headers, endpoint: '' }), ORIGIN).onlyForbiddenHeaders).toBeUndefined()
  })

  it.each([
    ['X-HTTP-Method-Override', 'TRACE', true],
    ['X-Http-Method', 'get, connect', true],
    ['x-method-override', 'Track', true],
    ['X-HTTP-Method-Override', 'PATCH', false],
    ['X-Forwarded-For', '1.1.1.1', false],
    ['Proxying', 'x', false],
    ['Secret', 'x', false],
    ['Accept', '*/*', false],
    ['If-None-Match', '"x"', false],
    ['Authorization', 'x', false],
    ['Range', 'bytes=0-1', false],
    ['Content-Type', 'text/plain', false],
    ['X-Cookie', 'a', false],
    ['Hosts', 'a', false],
  ])('the header %s: %s cannot be sent: %s', (name, value, isForbidden) => {
    expect(isSound(errorsOf(draft({ headers: rows([name, value]) }), ORIGIN))).toBe(!isForbidden)
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
