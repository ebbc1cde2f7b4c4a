import { describe, expect, it } from 'vitest'
import { checkTerms } from './couponTerms'
import { localTime } from '../kit/indianTime'

const texts = { code: ' diwali ', percent: '15', description: 'For Diwali' }

describe('the coupon form', () => {
  it('converts Indian times to instants and back', () => {
    const { input } = checkTerms({ ...texts, validFrom: '2026-11-22T09:00', validUntil: '2026-11-23T00:00' })
    expect(input).toMatchObject({ validFrom: '2026-11-22T09:00:00+05:30', validUntil: '2026-11-23T00:00:00+05:30' })
    expect(localTime('2026-11-22T03:30:00Z')).toBe('2026-11-22T09:00')
  })

  it('treats an empty field as no limit', () => {
    expect(checkTerms({ ...texts, useLimit: ' ' }).input).toMatchObject({
      code: 'diwali',
      useLimit: null,
      validFrom: null,
    })
  })

  it('reports every invalid field', () => {
    const { errors } = checkTerms({ ...texts, percent: '1.5', code: 'a b', validUntil: '', minimumAmount: '0' })
    expect(errors.map(({ field }) => field)).toEqual(['code', 'percent', 'minimumAmount'])
  })

  it('names the length of a coupon’s description, not of a product’s', () => {
    const [error] = checkTerms({ ...texts, description: 'a'.repeat(201) }).errors
    expect(error?.message).toBe('Please enter valid Description: 1 to 200 characters')
  })
})
