/** Data for many tests. */
import { randomUUID } from 'node:crypto'

/** Ids of seeded products. */
export const BOWL = 'sea-glass-serving-bowl'
export const CUP = 'celadon-chai-cup'

export const ADDRESS = {
  name: 'Meera Iyer',
  street: '4, Temple Road',
  city: 'Chennai',
  state: 'Tamil Nadu',
  country: 'India',
  zipCode: '600004',
  mobile: '9000011111',
}

/** An address in Karnataka, where the tests of taxes place the seller. */
export const BENGALURU = {
  name: 'Asha Rao',
  street: '12, 4th Cross',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  zipCode: '560038',
  mobile: '9876543210',
}

export const PASSWORD = 'a long enough password'

/** The sign-up form for a new user. */
export const newcomer = () => ({
  email: `${randomUUID()}@shopper.example`,
  password: PASSWORD,
  firstName: 'Meera',
  lastName: 'Iyer',
})

export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
