import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLInputObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { PRODUCT_FIELDS, type ProductField } from './goods'

it('the description of a search in schema.graphql lists the fields that are marked as searched, and no others', () => {
  const filter = buildSchema(readFileSync('schema.graphql', 'utf8')).getType('ProductFilter') as GraphQLInputObjectType
  const description = filter.getFields()['search']!.description!.replace(/\s+/g, ' ')
  const [, list] = /corrected spellings, in its ([^.]*)\./.exec(description)!
  const listed = list!.split(/, | or /)
  const fields = Object.values<ProductField>(PRODUCT_FIELDS).filter(({ searched }) => searched)
  // `Category name` is the category, and `Variant` the values of its options.
  const words = fields.map(({ label }) => label.split(' ')[0]!.toLowerCase())
  expect(listed.map((name) => words.find((word) => name.startsWith(word)) ?? name).sort()).toEqual(words.sort())
})
