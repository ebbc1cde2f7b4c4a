import { describe, expect, it } from 'vitest'
import table from '../delivery/pinPlaces.json' with { type: 'json' }
import { placeOfSupply, stateCode } from './states'

describe('stateCode', () => {
  it.each([
    ['Karnataka', '29'],
    ['jammu & kashmir', '01'],
    ['TamilNadu', '33'],
    [' tamil  nadu ', '33'],
    ['Orissa', '21'],
    ['New Delhi', '07'],
    ['Pondicherry', '34'],
    ['Daman and Diu', '26'],
    ['Bavaria ', null],
    ['', null],
  ])('of %j is %j', (written, code) => {
    expect(stateCode(written)).toBe(code)
  })

  it('recognizes every state in the table of PIN codes', () => {
    for (const state of table.states) expect(placeOfSupply(stateCode(state)!)).toMatch(new RegExp(`^\\d{2}-${state}$`))
  })
})
