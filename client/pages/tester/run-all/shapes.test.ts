import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { findMisfit } from './shapes'

const shape = z.strictObject({
  name: z.string(),
  price: z.strictObject({ now: z.int() }),
  tags: z.array(z.strictObject({ on: z.boolean() })),
  at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)),
})
const fitting = { name: '', price: { now: 3 }, tags: [{ on: true }, { on: false }], at: '2026-01-01T00:00:00Z' }

describe('findMisfit', () => {
  it('finds no difference in a valid value', () => {
    expect(findMisfit(fitting, shape)).toBeNull()
    expect(findMisfit({ ...fitting, tags: [] }, shape)).toBeNull()
  })

  it.each([
    [null, 'the answer: object expected'],
    [[], 'the answer: object expected'],
    [{ ...fitting, name: undefined }, 'name: string expected'],
    [{ name: '' }, 'price: object expected'],
    [{ ...fitting, extra: 1 }, 'extra is not in the contract'],
    [{ ...fitting, price: { now: 1.5 } }, 'price.now: int expected'],
    [{ ...fitting, price: { now: 1, then: 2 } }, 'price.then is not in the contract'],
    [{ ...fitting, tags: {} }, 'tags: array expected'],
    [{ ...fitting, tags: [{ on: true }, { on: 1 }] }, 'tags[1].on: boolean expected'],
    [{ ...fitting, at: '2026-01-01T00:00:00.000Z' }, 'at: invalid_format'],
  ])('reports the path of the mismatch in %j', (value, misfit) => {
    expect(findMisfit(value, shape)).toBe(misfit)
  })
})
