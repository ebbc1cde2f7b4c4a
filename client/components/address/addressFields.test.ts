import { describe, expect, it } from 'vitest'
import { savedAddressInput } from '../../../server/shared/validation'
import { badFields, FIELDS } from './addressFields'

const GOOD = {
  name: 'Meera Iyer',
  street: '3 Lake View',
  city: 'Kochi',
  state: 'Kerala',
  country: 'India',
  zipCode: '682001',
  mobile: '9876543210',
  label: null,
}

describe('the invalid fields of the address form', () => {
  it.each([
    [{ city: '', zipCode: '' }, ['zipCode', 'city']],
    [{ zipCode: '12', state: ' ' }, ['zipCode', 'state']],
    [{ mobile: '1', zipCode: '' }, ['zipCode', 'mobile']],
    [{ country: '', zipCode: '!' }, ['zipCode', 'country']],
    [{ name: '', mobile: '' }, ['name', 'mobile']],
    [{ street: '', city: '', zipCode: '' }, ['street', 'zipCode', 'city']],
    [{ city: '', state: '' }, ['city', 'state']],
    [{ label: 'x'.repeat(31), mobile: '' }, ['mobile', 'label']],
    [{ label: 'x'.repeat(31), zipCode: '1' }, ['zipCode', 'label']],
    [
      { name: '', street: '', city: '', state: '', zipCode: '', mobile: '' },
      ['name', 'street', 'zipCode', 'city', 'state', 'mobile'],
    ],
    [{ zipCode: '1' }, ['zipCode']],
    [{}, []],
  ])('of %j are %j, in the order of the screen', (change, expected) => {
    expect(badFields(savedAddressInput.safeParse({ ...GOOD, ...change }).error?.issues ?? [])).toEqual(expected)
  })

  it('include every field of the form', () => {
    const { error } = savedAddressInput.safeParse({})
    expect(badFields(error!.issues)).toEqual([...FIELDS.map(({ name }) => name), 'country', 'mobile'])
  })
})
