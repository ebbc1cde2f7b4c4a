import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, getNamedType, isObjectType, type GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { deliverOrder, shipOrder } from '../domain/office/orderChanges'
import { confirmPayment } from '../domain/orders/checkout'
import { findOrderVersion, orderNumber } from '../domain/orders/orders'
import { projectRoot } from '../settings'
import { startTestApp } from '../testing/app'
import { ask } from '../testing/calls'
import { checkOut, fillCart, newShopper, newStaff, payFor } from '../testing/factories'
import { BOWL } from '../testing/fixtures'

const app = await startTestApp()
const { shop } = app
const shopper = await newShopper(app)
const { token } = shopper

async function buy({ paid = true } = {}): Promise<string> {
  await fillCart(app, shopper, { [BOWL]: 1 })
  const checkout = await checkOut(app, shopper)
  if (paid) await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  return orderNumber(checkout.order)
}

const versionOf = async (number: string) => ({
  number,
  version: (await findOrderVersion(shop, shopper.id, number))!.version,
})

const paid = await buy()
const delivered = await buy()
const staff = await newStaff(app)
await shipOrder(shop, staff.id, { ...(await versionOf(delivered)), carrier: 'India Post', trackingNumber: 'EA12345IN' })
await deliverOrder(shop, staff.id, await versionOf(delivered))
const numbers = [await buy({ paid: false }), delivered, paid]

const schema = buildSchema(readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'))

/** Each field by itself, and of an object each of its own. */
const SELECTIONS = fieldsOf('Order').flatMap(({ name, type }) => {
  const own = getNamedType(type)
  if (!isObjectType(own)) return [name]
  const leaves = fieldsOf(own.name).filter(
    (field) => !isObjectType(getNamedType(field.type)) && field.args.length === 0,
  )
  return leaves.map((leaf) => `${name} { ${leaf.name} }`)
})

function fieldsOf(type: string) {
  return Object.values((schema.getType(type) as GraphQLObjectType).getFields())
}

const read = async (query: string): Promise<unknown> => (await ask(app, query, { token })).data

describe('an order in a list tells what it tells by itself, whatever is asked of it: what it does not need is not read', () => {
  it.each(SELECTIONS)('%s', async (selection) => {
    const alone = numbers.map((_, i) => `o${i}: order(number: $n${i}) { value: ${selection} }`)
    const variables = Object.fromEntries(numbers.map((number, i) => [`n${i}`, number]))
    const asked = `query (${numbers.map((_, i) => `$n${i}: String!`).join(', ')}) { me { ${alone.join(' ')} } }`
    const { data } = await ask(app, asked, { token, variables })
    const orders = Object.values((data as { me: object }).me) as object[]
    expect(orders).toHaveLength(numbers.length)
    expect(await read(`{ me { orders(first: 5) { nodes { value: ${selection} } } } }`)).toEqual({
      me: { orders: { nodes: orders } },
    })
    const spread = `{ me { orders(first: 5) { edges { node { ... on Order { ...Part } } } } } }
      fragment Part on Order { value: ${selection} }`
    expect(await read(spread)).toEqual({ me: { orders: { edges: orders.map((node) => ({ node })) } } })
  })
})
