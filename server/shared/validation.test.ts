import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from './errors'
import { addressInput, email, isUuid, loginInput, parseInput, quantity, signupInput } from './validation'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success

const ADDRESS = {
  name: 'Asha Rao',
  street: '12, 4th Cross',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  zipCode: '560038',
  mobile: '9876543210',
}

function issuesOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, issues: error.issues }
  }
  return null
}

describe('addressInput', () => {
  it('takes exactly six digits and ten digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789', 'a', '-', '٣') }), (text) => {
        expect(accepts(addressInput, { ...ADDRESS, zipCode: text })).toBe(/^[0-9]{6}$/.test(text))
        expect(accepts(addressInput, { ...ADDRESS, mobile: text })).toBe(/^[0-9]{10}$/.test(text))
      }),
      { numRuns: 500, examples: [['000000'], ['0000000000']] },
    )
  })

  it('leaves no white space around any field, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(ADDRESS)),
        fc.string({ unit: fc.constantFrom(' ', '\t', '\n', 'x', '1') }),
        (field, text) => {
          const result = addressInput.safeParse({ ...ADDRESS, [field]: text })
          if (result.success)
            expect(Object.values(result.data)).toEqual(Object.values(result.data).map((value) => value.trim()))
          if (text.trim() === '') expect(result.success).toBe(false)
        },
      ),
    )
  })
})

describe('email', () => {
  it('compares without case and surrounding space', () => {
    expect(email.parse('\t Guest@CERASHOP.example\n')).toBe('guest@cerashop.example')
  })

  it.each(['asha@x.example', 'a.b+c@mail.x.example', 'x_y@x-y.example', "o'neil@x.example"])('takes %s', (address) => {
    expect(accepts(email, address)).toBe(true)
  })

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
  it('is a whole number of 1 to 99', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -5, max: 105 }), fc.double(), fc.anything()), (value) => {
        const isRight = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 99
        expect(accepts(quantity, value)).toBe(isRight)
      }),
    )
  })
})

describe('a password', () => {
  const person = { firstName: 'Asha', lastName: 'Rao', email: 'asha@x.example' }

  it('is kept as it is typed', () => {
    expect(signupInput.parse({ ...person, password: '  spaced  out ' }).password).toBe('  spaced  out ')
    expect(loginInput.parse({ email: person.email, password: ' x ' }).password).toBe(' x ')
  })

  it('is missing where it is only white space', () => {
    for (const password of [' '.repeat(8), '\t\n\r\u00a0\u2003    ']) {
      expect(accepts(signupInput, { ...person, password })).toBe(false)
      expect(accepts(loginInput, { email: person.email, password })).toBe(false)
    }
  })
})

describe('parseInput', () => {
  it('gives one issue for each bad field, in the order of the fields, by its label', () => {
    expect(issuesOf(() => parseInput(addressInput, { ...ADDRESS, mobile: 'x', city: '', zipCode: null }))).toEqual({
      code: 'INVALID_INPUT',
      issues: [
        { field: 'city', message: 'Please enter valid City' },
        { field: 'zipCode', message: 'Please enter valid Zip Code' },
        { field: 'mobile', message: 'Please enter valid Mobile' },
      ],
    })
  })

  it('says nothing of a part where the whole is missing', () => {
    for (const value of [undefined, null, 'x', 7, []]) {
      expect(issuesOf(() => parseInput(addressInput, value))).toEqual({
        code: 'INVALID_INPUT',
        issues: [{ field: null, message: 'Please enter valid information' }],
      })
    }
  })

  it('never throws anything else', () => {
    fc.assert(
      fc.property(fc.constantFrom(addressInput, signupInput, loginInput), fc.anything(), (schema, value) => {
        expect(issuesOf(() => parseInput(schema, value))?.code).toBe('INVALID_INPUT')
      }),
    )
  })
})

describe('isUuid', () => {
  it('takes every UUID, in any case, and nothing else', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect([isUuid(id), isUuid(id.toUpperCase())]).toEqual([true, true])
      }),
    )
    for (const id of ['', 'nope', '0'.repeat(36), `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}\n`, '{}'])
      expect(isUuid(id)).toBe(false)
  })
})
