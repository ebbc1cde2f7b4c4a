import { readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import { expect, it } from 'vitest'
import { PRODUCT_FACTS } from '../../../server/shared/goods'

const { definitions } = parse(readFileSync('client/data/catalogue/productFacts.graphql', 'utf8'))
const facts = Object.entries(PRODUCT_FACTS)

/** Without a fact of a variant, the page would show the opened product's value for every variant. */
it.each([
  ['ProductFacts_product', facts],
  ['VariantFacts_product', facts.filter(([, { of }]) => of === 'variant')],
])('the fragment %s asks for each fact', (name, expected) => {
  const fragment = definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name)
  const fields = fragment?.kind === Kind.FRAGMENT_DEFINITION ? fragment.selectionSet.selections : []
  expect(fields.map((field) => field.kind === Kind.FIELD && field.name.value)).toEqual(expected.map(([fact]) => fact))
})
