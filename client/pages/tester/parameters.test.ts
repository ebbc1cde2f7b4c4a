import { describe, expect, it } from 'vitest'
import { pathFields, queryRows, withPathFields, withQueryRows } from './parameters'

const TEMPLATE = '/api/user/cart/:productId'

describe('path parameters', () => {
  it.each([
    ['/api/user/cart/bowl', { productId: 'bowl' }],
    ['/api/user/cart/a%2Fb?x=1', { productId: 'a/b' }],
    ['/api/user/cart/%', { productId: '%' }],
    ['/api/user/cart/:productId', { productId: '' }],
    ['/api/user/cart', {}],
    ['/graphql', {}],
  ])('of %s are %o', (endpoint, fields) => expect(pathFields(TEMPLATE, endpoint)).toEqual(fields))

  it('are written back, escaped, with the query left alone', () => {
    expect(withPathFields(TEMPLATE, '/api/user/cart/x?y=1', { productId: 'a/b' })).toBe('/api/user/cart/a%2Fb?y=1')
    expect(withPathFields(TEMPLATE, '/api/user/cart/x', { productId: '' })).toBe(TEMPLATE)
  })
})

describe('query parameters', () => {
  it('are read and written back, those without a name too', () => {
    expect(queryRows('/api/x?a=1&a=2&b=c%20d')).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', 'c d'],
    ])
    expect(withQueryRows('/api/x?a=1', [['a', '1 & 2']])).toBe('/api/x?a=1+%26+2')
    expect(queryRows(withQueryRows('/api/x', [['', '']]))).toEqual([['', '']])
    expect(withQueryRows('/api/x?a=1', [])).toBe('/api/x')
  })
})
