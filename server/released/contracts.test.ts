/* eslint-disable @typescript-eslint/no-explicit-any -- the document is changed in places that its type does not name */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { breakingFields, newDefaults, releasedOpenApi, releasedSchema, unannounced } from './contracts'
import { breakingCalls, type OpenApi } from './openapiChanges'

const app = await startTestApp()
const schema = readFileSync('schema.graphql', 'utf8')
const openapi = (await call(app, 'GET', '/api/openapi.json')).json<OpenApi>()

describe('the contract', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const how =
    'breaks clients of the last release. Keep it, or list it under Unreleased in CHANGELOG.md as - Breaking: `…`'

  it('of GraphQL stays compatible with the release, or the changelog lists the breaking change', async () => {
    expect(unannounced(await breakingFields(releasedSchema(), schema), changelog), how).toEqual([])
  })

  it('of GraphQL gives no default to a new field of an input', () => {
    expect(newDefaults(releasedSchema(), schema)).toEqual([])
    const changed = schema.replace('input OrderPiecesInput {', 'input OrderPiecesInput {\n  more: Int! = 0')
    expect(newDefaults(releasedSchema(), changed)).toEqual(['OrderPiecesInput.more'])
  })

  it('of REST stays compatible with the release, or the changelog lists the breaking change', () => {
    expect(unannounced(breakingCalls(releasedOpenApi(), openapi), changelog), how).toEqual([])
  })
})

describe('a change to schema.graphql', () => {
  const changed = (from: string, to: string) => {
    expect(schema).toContain(from)
    return breakingFields(schema, schema.replace(from, to)).then((changes) => changes.map(({ path }) => path))
  }

  it.each([
    ['  "The total quantity of all lines."\n  totalQuantity: Int!\n', '', 'Cart.totalQuantity'],
    ['  totalQuantity: Int!\n', '  totalQuantity: Int\n', 'Cart.totalQuantity'],
    ['order("Such as `CER-000123`." number: String!)', 'order(number: String!, year: Int!)', 'User.order.year'],
    ['  "Newest in the catalogue first."\n  NEWEST\n', '', 'ProductSort.NEWEST'],
  ])('is reported if it breaks clients: %j becomes %j', async (from, to, path) => {
    expect(await changed(from, to)).toEqual([path])
  })

  it.each([
    ['  totalQuantity: Int!\n', '  totalQuantity: Int! @deprecated(reason: "Use items.")\n  pieces: Int\n'],
    ['order("Such as `CER-000123`." number: String!)', 'order(number: String!, year: Int)'],
  ])('is not reported if it only adds something', async (from, to) => {
    expect(await changed(from, to)).toEqual([])
  })
})

describe('a change to the OpenAPI document', () => {
  /** Returns the breaking changes that are found after this change to the document. */
  const changed = (change: (document: any) => void) => {
    const now = structuredClone(openapi)
    change(now)
    return breakingCalls(openapi, now).map(({ path, message }) => `${path}: ${message}`)
  }
  const LIST = '/api/products'
  const CART = '/api/user/cart'
  const ITEM = '/api/user/cart/{productId}'
  const product = (document: any) => document.components.schemas.Product
  const bodyOf = (document: any, path: string) => {
    const { schema } = document.paths[path].post.requestBody.content['application/json']
    return schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
  }

  it('is not reported for an unchanged document', () => {
    expect(changed(() => undefined)).toEqual([])
  })

  it.each([
    ['a call is removed', (all: any) => void delete all.paths[LIST], `GET ${LIST}: was removed`],
    [
      'a status is removed',
      (all: any) => void delete all.paths[CART].get.responses[401],
      `GET ${CART}: status 401 was removed`,
    ],
    [
      'a field is removed',
      (all: any) => void delete product(all).properties.title,
      `GET ${LIST}: \`200.products[].title\` was removed`,
    ],
    [
      'a field may be null',
      (all: any) => void (product(all).properties.title.type = ['string', 'null']),
      `GET ${LIST}: \`200.products[].title\` is now nullable`,
    ],
    [
      'a field has another type',
      (all: any) => void (product(all).properties.rating.type = 'string'),
      `GET ${LIST}: \`200.products[].rating\` may now be string`,
    ],
    [
      'a field may be missing',
      (all: any) => void product(all).required.splice(product(all).required.indexOf('title'), 1),
      `GET ${LIST}: \`200.products[].title\` is now optional`,
    ],
    [
      'a new parameter is required',
      (all: any) => void (all.paths[LIST].get.parameters = [{ name: 'page', in: 'query', required: true }]),
      `GET ${LIST}: parameter \`page\` is now required`,
    ],
    [
      'an optional parameter becomes required',
      (all: any) => void (all.paths[LIST].get.parameters[0].required = true),
      `GET ${LIST}: parameter \`If-None-Match\` is now required`,
    ],
    [
      'a parameter has another type',
      (all: any) => void (all.paths[LIST].get.parameters[0].schema = { type: 'integer' }),
      `GET ${LIST}: \`If-None-Match\` no longer accepts string`,
    ],
    [
      'a new body is required',
      (all: any) => void (all.paths[LIST].get.requestBody = { required: true, content: {} }),
      `GET ${LIST}: the body is now required`,
    ],
    [
      'a body accepts fewer values',
      (all: any) => void bodyOf(all, ITEM).properties.action.properties.type.enum.pop(),
      `POST ${ITEM}: \`action.type\` accepts fewer values`,
    ],
    [
      'a body requires another field',
      (all: any) => {
        const body = bodyOf(all, CART)
        body.properties.note = { type: 'string' }
        body.required = [...(body.required ?? []), 'note']
      },
      `POST ${CART}: \`note\` is now required`,
    ],
  ])('is reported if it breaks clients: %s', (_name, change, found) => {
    expect(changed(change)).toContain(found)
  })

  it('is not reported if it only adds something', () => {
    const found = changed((all) => {
      product(all).properties.weight = { type: 'number' }
      all.paths['/api/stock'] = { get: { responses: { 200: {} } } }
      all.paths[LIST].get.responses[418] = {}
      all.paths[LIST].get.parameters.push({ name: 'page', in: 'query' })
      bodyOf(all, ITEM).properties.action.properties.type.enum.push('double')
    })
    expect(found).toEqual([])
  })
})

describe('unannounced', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- `Cart.items` and `Cart.id`\n\n### Removed\n\n- Breaking: `Cart.version`, which nobody\n  used, and `GET /api/carts`.\n\n## [0.1.0]\n\n- Breaking: `Cart.coupon`\n'
  const of = (path: string) => unannounced([{ path, message: 'was removed' }], changelog)

  it('omits only changes that the changelog lists under Unreleased', () => {
    for (const path of ['Cart.version', 'GET /api/carts']) expect(of(path)).toEqual([])
    for (const path of ['Cart.id', 'Cart.items', 'Cart.coupon', 'Cart']) expect(of(path)).toHaveLength(1)
  })
})
