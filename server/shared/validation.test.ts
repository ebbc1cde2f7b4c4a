import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BENGALURU } from '../testing/data/fixtures'
import { DomainError } from './errors'
import { groupedMobile } from './indianNumbers'
import { addressInput, email, isUuid, loginInput, parseInput, quantity, signupInput } from './validation'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success

function inputErrorsOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, inputErrors: error.inputErrors }
  }
  return null
}

describe('addressInput', () => {
  it('accepts only six-digit PIN codes and ten-digit mobile numbers in India, with spaces or hyphens', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'23456789', 'a', '-', ' ', '٣') }), (text) => {
        const bare = text.replace(/[ -]/g, '').replaceAll('٣', '3')
        // Numbers of eleven or twelve digits may include a country or trunk prefix. The digits used here never form one.
        expect(accepts(addressInput, { ...BENGALURU, zipCode: text })).toBe(/^[2-9]{6}$/.test(bare))
        expect(accepts(addressInput, { ...BENGALURU, mobile: text })).toBe(/^[2-9]{10}$/.test(bare))
      }),
      { numRuns: 500, examples: [['222222'], ['2222222222']] },
    )
  })

  it.each([
    ['98450 12345', '560 003'],
    ['+91 98450 12345', 'PIN 560 003'],
    ['+91-98450-12345', 'PIN: 560003'],
    ['098450 12345', 'Pin Code 560-003'],
    ['+91 0 98450 12345', ' 560003 '],
    ['0091 9845012345', '5 6 0 0 0 3'],
    ['91 98450 12345', 'pincode 560003'],
    ['(0)98450–12345', '560\u00a0003'],
    ['9845012345', '560003'],
  ])('stores %j and %j as plain digits in India', (mobile, zipCode) => {
    for (const country of ['India', ' INDIA ', 'in', 'Bharat']) {
      const stored = parseInput(addressInput, { ...BENGALURU, country, mobile, zipCode })
      expect(stored).toEqual({ ...BENGALURU, country: country.trim(), mobile: '9845012345', zipCode: '560003' })
    }
  })

  it.each(['9198450123', '9100000000', '0123456789', '0091000000'])(
    'removes no prefix from the ten digits %s',
    (mobile) => {
      expect(parseInput(addressInput, { ...BENGALURU, mobile }).mobile).toBe(mobile)
    },
  )

  it('normalizes numbers in any usual notation, and leaves normalized numbers unchanged', () => {
    const digits = (count: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count })
    const separators = fc.array(fc.constantFrom('', '', ' ', '-', '  '), { minLength: 10, maxLength: 10 })
    const spread = (text: string, between: string[]) => [...text].map((digit, i) => digit + between[i]).join('')
    const mobilePrefix = fc.constantFrom('', '+91', '+91 ', '+91-', '0', '0 ', '91 ', '0091 ')
    const pinPrefix = fc.constantFrom('', 'PIN ', 'pin: ', 'PIN Code ')
    fc.assert(
      fc.property(digits(10), digits(6), separators, mobilePrefix, pinPrefix, (mobile, pin, between, before, word) => {
        const written = { ...BENGALURU, mobile: before + spread(mobile, between), zipCode: word + spread(pin, between) }
        const stored = parseInput(addressInput, written)
        expect(stored).toEqual({ ...BENGALURU, mobile, zipCode: pin })
        expect(parseInput(addressInput, stored)).toEqual(stored)
        const shown = { mobile: groupedMobile(mobile), zipCode: pin }
        expect(shown.mobile).toBe(`${mobile.slice(0, 5)} ${mobile.slice(5)}`)
        expect(parseInput(addressInput, { ...BENGALURU, ...shown })).toEqual(stored)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['United Kingdom', '+44 (0)20 7946 0958', 'SW1A 1AA'],
    ['Nepal', '+977 1-4220000', '44600'],
    ['United States', '(212) 555-0100', '10001-1234'],
  ])('does not change numbers from %s', (country, mobile, zipCode) => {
    const written = { ...BENGALURU, country, mobile: ` ${mobile}\t`, zipCode: `${zipCode} ` }
    expect(parseInput(addressInput, written)).toEqual({ ...BENGALURU, country, mobile, zipCode })
    for (const bad of [{ mobile: 'none' }, { mobile: '----- ' }, { zipCode: '<b>' }, { zipCode: '' }]) {
      expect(accepts(addressInput, { ...written, ...bad })).toBe(false)
    }
  })

  it('trims white space around all fields', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(BENGALURU)),
        fc.string({ unit: fc.constantFrom(' ', '\t', '\n', 'x', '1') }),
        (field, text) => {
          const result = addressInput.safeParse({ ...BENGALURU, [field]: text })
          if (result.success)
            expect(Object.values(result.data)).toEqual(Object.values(result.data).map((value) => value.trim()))
          if (text.trim() === '') expect(result.success).toBe(false)
        },
      ),
    )
  })
})

describe('email', () => {
  it('ignores case and surrounding space', () => {
    expect(email.parse('\t Guest@CERASHOP.example\n')).toBe('guest@cerashop.example')
  })

  it.each(['asha@x.example', 'a.b+c@mail.x.example', 'x_y@x-y.example', "o'neil@x.example"])(
    'accepts %s',
    (address) => {
      expect(accepts(email, address)).toBe(true)
    },
  )

  it.each([
    '',
    'asha',
    '@x.example',
    'asha@',
    'asha@x',
    'a sha@x.example',
    'asha@x..example',
    'asha@@x.example',
    'nul\0@x.example',
  ])('refuses %j', (address) => {
    expect(accepts(email, address)).toBe(false)
  })
})

describe('quantity', () => {
  it('is a whole number from 1 to 99', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -5, max: 105 }), fc.double(), fc.anything()), (value) => {
        const isRight = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 99
        expect(accepts(quantity, value)).toBe(isRight)
      }),
    )
  })
})

describe('a password', () => {
  it.each(['e\u0301'.repeat(4), `a${'\ud800'.repeat(7)}`, `seven77${'\udc00'}`])('cannot be %j', (password) => {
    expect(accepts(signupInput, { ...person, password })).toBe(false)
    expect(accepts(signupInput, { ...person, password: 'e\u0301'.repeat(8) })).toBe(true)
  })

  const person = { firstName: 'Asha', lastName: 'Rao', email: 'asha@x.example' }

  it('is kept as it was typed', () => {
    expect(signupInput.parse({ ...person, password: '  spaced  out ' }).password).toBe('  spaced  out ')
    expect(loginInput.parse({ email: person.email, password: ' x ' }).password).toBe(' x ')
  })

  it('is missing if it contains only white space', () => {
    for (const password of [' '.repeat(8), '\t\n\r\u00a0\u2003    ']) {
      expect(accepts(signupInput, { ...person, password })).toBe(false)
      expect(accepts(loginInput, { email: person.email, password })).toBe(false)
    }
  })
})

describe('parseInput', () => {
  it('reports one error for each invalid field, in the order of the fields, with its label', () => {
    expect(
      inputErrorsOf(() => parseInput(addressInput, { ...BENGALURU, mobile: 'x', city: '', zipCode: null })),
    ).toEqual({
      code: 'INVALID_INPUT',
      inputErrors: [
        { field: 'city', message: 'Please enter valid City' },
        { field: 'zipCode', message: 'Please enter valid Zip Code' },
        { field: 'mobile', message: 'Please enter valid Mobile' },
      ],
    })
  })

  it('reports a single error without a field if the input is not an object', () => {
    for (const value of [undefined, null, 'x', 7, []]) {
      expect(inputErrorsOf(() => parseInput(addressInput, value))).toEqual({
        code: 'INVALID_INPUT',
        inputErrors: [{ field: null, message: 'Please enter valid information' }],
      })
    }
  })

  it('throws INVALID_INPUT for arbitrary values', () => {
    fc.assert(
      fc.property(fc.constantFrom(addressInput, signupInput, loginInput), fc.anything(), (schema, value) => {
        expect(inputErrorsOf(() => parseInput(schema, value))?.code).toBe('INVALID_INPUT')
      }),
    )
  })
})

describe('isUuid', () => {
  it('accepts all UUIDs, in upper or lower case, and nothing else', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect([isUuid(id), isUuid(id.toUpperCase())]).toEqual([true, true])
      }),
    )
    for (const id of ['', 'nope', '0'.repeat(36), `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}\n`, '{}'])
      expect(isUuid(id)).toBe(false)
  })
})
