import { describe, expect, it } from 'vitest'
import products from '../../../../prisma/catalogue/products.json' with { type: 'json' }
import { parseDimensions } from './dimensions'

describe('parseDimensions', () => {
  it.each([
    ['26 cm across, 9 cm tall', [{ width: 26, height: 9, depth: null }]],
    ['9 cm tall, 26 cm across', [{ width: 26, height: 9, depth: null }]],
    ['7.5 cm across, 8 cm tall, each', [{ width: 7.5, height: 8, depth: null }]],
    ['27 cm across', [{ width: 27, height: null, depth: null }]],
    ['36 by 20 cm', [{ width: 36, height: null, depth: 20 }]],
    ['24 cm x 9 cm', [{ width: 24, height: null, depth: 9 }]],
    ['9 and 12 cm tall', [9, 12].map((height) => ({ width: null, height, depth: null }))],
    ['12, 16 and 20 cm across', [12, 16, 20].map((width) => ({ width, height: null, depth: null }))],
  ])('parses %j', (text, sizes) => expect(parseDimensions(text)).toEqual(sizes))

  it.each([
    null,
    '',
    'Teapot 600 ml, cups 150 ml',
    'about 26 cm across',
    '26 cm across, 9 cm tall, 3 cm deep',
    '26 cm across, 27 cm across',
    '10 and 12 cm across, 9 cm tall',
    '0 cm across',
    '999 cm across',
    '1, 2, 3, 4 and 5 cm across',
    `${'1, '.repeat(50)}2 cm across`,
  ])('returns null for %j', (text) => expect(parseDimensions(text)).toBeNull())

  it('parses the dimensions of every product except the tea set, whose size is in millilitres', () => {
    const unread = products.filter(({ dimensions }) => !parseDimensions(dimensions)).map(({ id }) => id)
    expect(unread).toEqual(['tea-for-two-set'])
  })
})
