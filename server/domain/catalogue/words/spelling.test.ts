import { describe, expect, it } from 'vitest'
import { formsOf, nearestTo, splitsOf, swapsOf } from './spelling'

describe('a word that may lack a space', () => {
  it.each([
    ['teaset', [['tea', 'set']]],
    [
      'nutbowl',
      [
        ['nut', 'bowl'],
        ['nutb', 'owl'],
      ],
    ],
    ['bowls', []],
    ['चायसेट', [['चाय', 'सेट']]],
    ['tea😀set', []],
    ['250ml', []],
    ['x'.repeat(25), []],
  ])('%j is split into parts of at least three letters', (word, parts) => {
    expect(splitsOf(word)).toEqual(parts)
  })
})

describe('the forms of a word', () => {
  it.each([
    ['bowls', ['bowls', 'bowl']],
    ['vase', ['vase', 'vases']],
    ['vases', ['vases', 'vase']],
    ['dishes', ['dishes', 'dish']],
    ['glass', ['glass', 'glasses']],
    ['कप', ['कप']],
  ])('are the singular and the plural of %j', (word, forms) => {
    expect(formsOf(word)).toEqual(forms)
  })
})

describe('the words nearest to a misspelt word', () => {
  it.each([
    ['plnater', ['plates', 'planters', 'planter'], ['planters', 'planter']],
    ['bowll', ['bowl', 'box'], ['bowl']],
    ['terakota', ['terracotta', 'teapot'], ['terracotta']],
    ['bolw', ['bold', 'bowl'], ['bold', 'bowl']],
    ['bowwl', ['bowl'], ['bowl']],
    ['lpate', ['plate'], ['plate']],
  ])('for %j among %j are %j', (word, candidates, nearest) => {
    expect(nearestTo(word, candidates)).toEqual(nearest)
  })

  it.each([
    ['handmade', 'handled'],
    ['mother', 'other'],
    ['ceramic', 'certain'],
    ['bowl', 'pot'],
  ])('for %j do not include %j', (word, other) => {
    expect(nearestTo(word, [other])).toEqual([])
  })
})

it('swaps each pair of adjacent letters', () => {
  expect(swapsOf('cpu')).toEqual(['pcu', 'cup'])
})
