import { describe, expect, it } from 'vitest'
import { schemas } from '../rest/schemas'
import { ANSWERS, type Answer, type Shape } from './answers'

interface JsonSchema {
  type: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

/** A JSON schema in the words of a shape; a timestamp is a string there. */
const asShape = ({ type, properties, items }: JsonSchema): unknown => {
  if (items) return [asShape(items)]
  if (!properties) return type
  return Object.fromEntries(Object.entries(properties).map(([field, of]) => [field, asShape(of)]))
}

const withoutTimestamps = (shape: Shape): unknown => {
  if (shape === 'timestamp') return 'string'
  if (typeof shape === 'string') return shape
  if (Array.isArray(shape)) return shape.map(withoutTimestamps)
  return Object.fromEntries(Object.entries(shape).map(([field, of]) => [field, withoutTimestamps(of)]))
}

const schemaOf: Record<Answer, keyof typeof schemas> = {
  categories: 'categories',
  category: 'category',
  products: 'products',
  product: 'product',
  createdUser: 'signup',
  foundUser: 'login',
  cart: 'cart',
  wishlist: 'wishlist',
  address: 'address',
}

describe('the shapes of the answers', () => {
  it.each(Object.keys(ANSWERS) as Answer[])('%s is what the server serialises', (answer) => {
    const [schema] = Object.values(schemas[schemaOf[answer]].response)
    expect(withoutTimestamps(ANSWERS[answer])).toEqual(asShape(schema as unknown as JsonSchema))
  })
})
