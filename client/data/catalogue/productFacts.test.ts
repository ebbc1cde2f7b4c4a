import { readFileSync } from 'node:fs'
import { Kind, parse, visit } from 'graphql'
import { expect, it } from 'vitest'
import { PRODUCT_FACTS } from '../../../server/shared/goods'

/** The names of the fields that a file asks for below the path, such as `variants.product`. */
function fieldsOf(file: string, path: string): string[] {
  const names: string[] = []
  const above: string[] = []
  visit(parse(readFileSync(file, 'utf8')), {
    [Kind.FIELD]: {
      enter({ name }) {
        if (above.join('.').endsWith(path)) names.push(name.value)
        above.push(name.value)
      },
      leave: () => void above.pop(),
    },
  })
  return names
}

const facts = Object.entries(PRODUCT_FACTS)

it('the fragment of facts asks for each fact', () => {
  expect(fieldsOf('client/data/catalogue/productFacts.graphql', '')).toEqual(facts.map(([name]) => name))
})

it('a product page asks for the own facts of each variant, because it would show those of the product otherwise', () => {
  const own = facts.flatMap(([name, { of }]) => (of === 'variant' ? [name] : []))
  expect(own.length).toBeGreaterThan(0)
  expect(fieldsOf('client/pages/product/ProductPage.graphql', 'variants.product')).toEqual(expect.arrayContaining(own))
})
