import { buildSchema, isObjectType, type GraphQLObjectType } from 'graphql'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkOut, newShopper } from '../testing/data/factories'
import { BOWL, CUP } from '../testing/data/fixtures'
import { startTestApp } from '../testing/app'
import { ask, call } from '../testing/calls'
import { countStatements } from '../testing/statements'

const app = await startTestApp()
const { db } = app.shop
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }'

const asha = await newShopper(app, { [BOWL]: 1, [CUP]: 2 })
await db.wishlistItem.create({ data: { userId: asha.id, productId: CUP, priceWhenAdded: 1 } })
const { order } = await checkOut(app, asha)
const cart = await db.cart.findUniqueOrThrow({ where: { userId: asha.id }, include: { lines: true } })
const saved = await db.wishlistItem.findFirstOrThrow({ where: { userId: asha.id } })
const own = [
  { __typename: 'User', id: asha.id },
  { __typename: 'Cart', id: cart.id },
  { __typename: 'CartItem', id: cart.lines[0]!.id },
  { __typename: 'WishlistItem', id: saved.id },
  { __typename: 'Address', id: asha.addressId },
  { __typename: 'Order', id: order.id },
  { __typename: 'OrderItem', id: order.lines[0]!.id },
]
const everyones = [
  { __typename: 'Product', id: BOWL },
  { __typename: 'Category', id: 'bowls' },
]
const idsOf = (nodes: { id: string }[]) => nodes.map(({ id }) => id)

describe('node', () => {
  it('covers each type with an id', () => {
    const types = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap())
    const withId = types.filter(
      // Office types are for staff only, so `node` does not find them.
      (type): type is GraphQLObjectType =>
        isObjectType(type) &&
        'id' in type.getFields() &&
        !/^(Office|StaffRole)/.test(type.name) &&
        // A variant is found as a product. Options, reviews, notices and returns are read with their product, order or account.
        !/^Product\w|Review$|Return$/.test(type.name),
    )
    expect(withId.length).toBe(own.length + everyones.length)
    for (const type of withId) expect(type.getInterfaces().map(({ name }) => name)).toContain('Node')
  })

  it('returns the object with the id, with all its fields', async () => {
    const query = `query ($id: ID!) { node(id: $id) { id ... on Product { title category { name } } ... on Order { number items { title } }
      ... on Cart { items { product { id } } } ... on CartItem { product { title } } ... on Address { city } ... on User { email } } }`
    const nodeOf = async (id: string) => (await ask(app, query, { token: asha.token, variables: { id } })).data.node
    expect(await nodeOf(BOWL)).toEqual({
      id: BOWL,
      title: expect.any(String),
      category: { name: 'Bowls' },
    })
    expect((await nodeOf(order.id)).items).toHaveLength(2)
    expect((await nodeOf(cart.id)).items.map((each: { product: { id: string } }) => each.product.id)).toEqual([
      BOWL,
      CUP,
    ])
    expect((await nodeOf(cart.lines[0]!.id)).product.title).toEqual(expect.any(String))
    expect((await nodeOf(asha.addressId)).city).toBe('Chennai')
    expect((await nodeOf(asha.id)).email).toBe(asha.email)
  })

  it('returns many objects in the order of their ids, with null for missing ones', async () => {
    const wanted = [...own, null, ...everyones]
    const ids = wanted.map((node) => node?.id ?? 'nothing-of-the-kind')
    expect((await ask(app, NODES, { token: asha.token, variables: { ids } })).data.nodes).toEqual(wanted)
  })

  it('returns personal objects only to their owner', async () => {
    const ids = idsOf([...own, ...everyones])
    const nothing = own.map(() => null)
    const { token } = await newShopper(app)
    expect((await ask(app, NODES, { token, variables: { ids } })).data.nodes).toEqual([...nothing, ...everyones])
    expect((await ask(app, NODES, { variables: { ids } })).data.nodes).toEqual([...nothing, ...everyones])
  })

  it('rejects an invalid token only for personal ids', async () => {
    const answer = await ask(app, NODES, { token: 'bad', variables: { ids: [order.id] } })
    expect(answer.errors![0]!.extensions.code).toBe('UNAUTHENTICATED')
    expect((await ask(app, NODES, { token: 'bad', variables: { ids: [BOWL] } })).data.nodes).toEqual([everyones[0]])
  })

  it('accepts at most a hundred ids', async () => {
    const ids = (count: number) => ({ variables: { ids: Array.from({ length: count }, (_, i) => `no-${i}`) } })
    expect((await ask(app, NODES, ids(100))).data.nodes).toHaveLength(100)
    const { errors } = await ask(app, NODES, ids(101))
    expect(errors![0]).toMatchObject({
      message: 'You can request at most 100 ids at a time.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it('costs more for more ids, and stays within the limit for a hundred', async () => {
    const costOf = async (count: number) => {
      const variables = { ids: Array.from({ length: count }, (_, i) => `no-${i}`) }
      const answer = await call(app, 'POST', '/graphql', {
        headers: { 'x-cost-only': '1' },
        body: { query: NODES, variables },
      })
      return Number(answer.headers['x-graphql-cost'])
    }
    expect(await costOf(100)).toBeGreaterThan(10 * (await costOf(1)))
    expect(await costOf(100)).toBeLessThan(app.limits['cost.perOperation'])
  })

  it('runs one query per type, not per id', async () => {
    const ids = idsOf(await db.product.findMany({ take: 20 }))
    const one = await countStatements(() => ask(app, NODES, { variables: { ids: ids.slice(0, 1) } }))
    expect(await countStatements(() => ask(app, NODES, { variables: { ids } }))).toBe(one)
    const lines = idsOf(order.lines)
    const ofLines = (ids: string[]) => countStatements(() => ask(app, NODES, { token: asha.token, variables: { ids } }))
    // The statements read the viewer, the type of each id, and the lines.
    expect([await ofLines(lines.slice(0, 1)), await ofLines(lines)]).toEqual([3, 3])
  })

  it('is cached for catalogue objects, and never for personal or missing ones', async () => {
    const cacheControlOf = async (id: string, token?: string) => {
      const query = `{ node(id: "${id}") { id } }`
      return (await call(app, 'POST', '/graphql', { token, body: { query } })).headers['cache-control']
    }
    expect(await cacheControlOf(BOWL)).toContain('public, max-age=60')
    expect(await cacheControlOf('bowls')).toContain('public, max-age=300')
    expect(await cacheControlOf(BOWL, asha.token)).toContain('public, max-age=60')
    for (const id of [...idsOf(own), 'nothing']) expect(await cacheControlOf(id, asha.token)).toBe('no-store')
    expect(await cacheControlOf(order.id)).toBe('no-store')
  })

  it("is not publicly cached if the operation also selects the viewer's data", async () => {
    const query = `{ me { id } node(id: "${BOWL}") { id } }`
    const answer = await call(app, 'POST', '/graphql', { token: asha.token, body: { query } })
    expect(answer.json()).toEqual({ data: { me: { id: asha.id }, node: { id: BOWL } } })
    expect(answer.headers['cache-control']).toBe('no-store')
    const byNobody = await call(app, 'POST', '/graphql', { body: { query } })
    expect(byNobody.json()).toEqual({ data: { me: null, node: { id: BOWL } } })
    expect(byNobody.headers['cache-control']).toBe('no-store')
  })
})

describe('an id of the catalogue', () => {
  async function newProduct(id: string) {
    const product = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
    return db.product.create({ data: { ...product, id } })
  }

  it('belongs to a product or a category, never both', async () => {
    await expect(newProduct('bowls')).rejects.toThrow()
    await expect(db.product.update({ where: { id: CUP }, data: { id: 'gifts' } })).rejects.toThrow()
    const { position: _, ...category } = await db.category.findUniqueOrThrow({ where: { id: 'bowls' } })
    const create = (id: string) => db.category.create({ data: { ...category, id, name: id, position: 99 } })
    await expect(create(BOWL)).rejects.toThrow()
    await expect(db.category.update({ where: { id: 'gifts' }, data: { id: CUP } })).rejects.toThrow()
    expect((await create('vases')).id).toBe('vases')
    expect((await newProduct('tall-vase')).id).toBe('tall-vase')
  })
})
