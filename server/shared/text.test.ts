import { describe, expect, it } from 'vitest'
import { refundReference, shipmentInput } from './officeInput'
import { apiKeyInput, roleInput } from './staffInput'
import { line } from './text'
import { addressInput, savedAddressInput, signupInput, updateAccountInput } from './validation'

describe('line', () => {
  it.each([
    ['marks that change the direction of text', '\u202dAsha\u202c Rao\u200f', 'Asha Rao'],
    ['isolates, as contacts apps add them', '\u2068Asha\u2069', 'Asha'],
    ['spaces without width and a byte order mark', '\ufeffAs\u200bha\u2060', 'Asha'],
    ['line breaks and tabs become one blank', 'Flat 4\r\n12, 4th\tCross\u2028', 'Flat 4 12, 4th Cross'],
    [
      'joiners inside words stay',
      '\u0915\u094d\u200d\u0937 \u0d28\u0d4d\u200d',
      '\u0915\u094d\u200d\u0937 \u0d28\u0d4d\u200d',
    ],
  ])('%s', (_, typed, stored) => {
    expect(line(typed)).toBe(stored)
    expect(line(stored)).toBe(stored)
  })
})

describe('a name', () => {
  const person = { firstName: 'Asha', lastName: 'Rao', email: 'asha@x.example', password: 'a long password' }
  const address = {
    name: 'Asha Rao',
    street: '12, 4th Cross',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    zipCode: '560038',
    mobile: '9876543210',
  }
  const shipment = { carrier: 'India Post', trackingNumber: 'EA1', trackingUrl: '' }
  const controls = ['\u001b]0;pwned\u0007', 'a\u0000b', '\u001b[2J', 'a\u0008b', '\u007f', '\u009b2J']

  it('contains no control characters', () => {
    for (const bad of controls) {
      for (const field of ['firstName', 'lastName'] as const) {
        expect(signupInput.safeParse({ ...person, [field]: bad }).success).toBe(false)
        expect(updateAccountInput.safeParse({ [field]: bad }).success).toBe(false)
      }
      for (const field of ['name', 'street', 'city', 'state'])
        expect(addressInput.safeParse({ ...address, [field]: bad }).success).toBe(false)
      expect(savedAddressInput.safeParse({ ...address, label: bad }).success).toBe(false)
      for (const input of [apiKeyInput, roleInput])
        expect(input.safeParse({ name: bad, permissions: ['read_orders'] }).success).toBe(false)
      for (const field of ['carrier', 'trackingNumber', 'trackingUrl'])
        expect(shipmentInput.safeParse({ ...shipment, [field]: bad }).success).toBe(false)
      expect(refundReference.safeParse(bad).success).toBe(false)
    }
  })

  it('loses invisible marks, and so do numbers that are pasted from contacts', () => {
    expect(signupInput.parse({ ...person, firstName: '\u202eAsha\n' }).firstName).toBe('Asha')
    expect(updateAccountInput.parse({ mobile: '\u202a+91 98765 43210\u202c' }).mobile).toBe('9876543210')
    const marked = Object.fromEntries(Object.entries(address).map(([key, text]) => [key, `\u2068${text}\u2069`]))
    expect(addressInput.parse(marked)).toEqual(address)
    expect(signupInput.safeParse({ ...person, firstName: '\u200b\u202e' }).success).toBe(false)
  })
})
