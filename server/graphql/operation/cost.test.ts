import { buildSchema, extendSchema, Kind, parse, visit } from 'graphql'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { newShopper } from '../../testing/data/factories'
import { type OwnOperation, readOwnOperations } from '../../testing/ownOperations'
import { statementsOf } from '../../testing/statements'
import { costOf } from './cost'
import { weightsOf } from './weights'

const app = await startTestApp()
const MAXIMUM = app.limits['cost.perOperation']
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const weights = weightsOf(schema, app.limits)

function cost(text: string, variables: Record<string, unknown> = {}, at = { schema, weights }): number {
  const document = parse(text)
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!
  return costOf({ ...at, document, operation, variables })
}

/** Computes an operation's cost after an addition to schema.graphql. */
function costWith(addition: string, text: string): number {
  const extended = extendSchema(schema, parse(addition))
  return cost(text, {}, { schema: extended, weights: weightsOf(extended, app.limits) })
}

const aliased = (count: number, field: (i: number) => string) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')} }`

describe('the cost of an operation', () => {
  it('reflects the work of the database', () => {
    const search = cost('{ products(filter: { search: "bowl" }) { totalCount } }')
    expect(search).toBeGreaterThan(1.5 * cost('{ products { totalCount } }'))
    expect(cost('{ suggestions(text: "bowl") { id } }')).toBeGreaterThan(search)
    expect(cost(aliased(98, () => 'suggestions(text: "bowl") { id }'))).toBeGreaterThan(MAXIMUM)
    expect(
      cost(aliased(20, (i) => `addToCart(productId: "${i}") { cart { id } }`).replace('{', 'mutation {')),
    ).toBeGreaterThan(MAXIMUM)
  })

  it('counts `first` even if only pageInfo or totalCount is selected', () => {
    for (const field of ['pageInfo { hasNextPage }', 'totalCount', 'nodes { id }', 'edges { cursor }']) {
      const of = (first: number) => cost(`{ me { orders(first: ${first}) { ${field} } } }`)
      expect(of(62)).toBeGreaterThan(3 * of(6))
      const products = (first: number) => cost(`{ products(first: ${first}) { ${field} } }`)
      expect(products(100) - products(1)).toBeGreaterThan(300)
    }
  })

  it('assumes the configured maximum length for personal lists', () => {
    expect(cost('{ me { wishlist { id } } }')).toBeGreaterThan(1000)
    expect(cost('{ me { cart { items { id quantity } } } }')).toBeGreaterThan(400)
    const addresses = 'addresses { id name street city state country }'
    expect(cost(`{ me { ${Array.from({ length: 98 }, (_, i) => `a${i}: ${addresses}`).join(' ')} } }`)).toBeGreaterThan(
      MAXIMUM,
    )
  })

  it('is the same with fragments, variables or defaults, and excludes skipped fields', () => {
    const plain = cost('{ products(first: 8) { nodes { id title } } }')
    expect(
      cost('{ products { ...F } } fragment F on ProductConnection { nodes { ... on Product { id title } } }'),
    ).toBe(plain)
    expect(cost('query ($n: Int = 8) { products(first: $n) { nodes { id title } } }')).toBe(plain)
    expect(cost('query ($n: Int!) { products(first: $n) { nodes { id title } } }', { n: 8 })).toBe(plain)
    const withMore =
      'query ($more: Boolean!) { products(first: 8) { nodes { id title related(first: 100) @include(if: $more) { id } } } }'
    expect(cost(withMore, { more: false })).toBe(plain)
    expect(cost(withMore, { more: true })).toBeGreaterThan(plain)
  })

  it('has a default for mutations, which @cost overrides', () => {
    expect(costWith('extend type Mutation { wrap: Int }', 'mutation { wrap }')).toBe(1_251)
    expect(costWith('extend type Mutation { wrap: Int @cost(once: 20) }', 'mutation { wrap }')).toBe(121)
    expect(costWith('extend type Shop { gifts: [ID!] @cost(each: 7) }', '{ shop { gifts } }')).toBe(108)
    expect(cost('mutation { logoutEverywhere { userErrors { code } } }')).toBeGreaterThan(1_250)
  })

  it('is computed quickly even if nested fragment spreads multiply exponentially', () => {
    const bomb = Array.from(
      { length: 40 },
      (_, i) => `fragment F${i} on Product { related { ${`...F${i + 1} `.repeat(4)} } }`,
    )
    expect(cost(`{ product(id: "x") { ...F0 } } ${bomb.join(' ')} fragment F40 on Product { id }`)).toBeGreaterThan(
      MAXIMUM,
    )
  })
})

describe("the shop's own operations", () => {
  const VALUES: Record<string, unknown> = {
    ID: 'celadon-chai-cup',
    Int: 8,
    String: 'celadon',
    ProductFilter: { search: 'celadon', categoryIds: ['cups'], minPrice: 1, maxPrice: 5000, minRating: 3 },
    ProductSort: 'FEATURED',
    Boolean: true,
    QuantityAction: 'INCREMENT',
    ReturnReason: 'DAMAGED',
    OfficeOrderFilter: { status: ['PAID'], search: 'asha' },
    OrderStatus: 'PAID',
    OfficeOrderSort: 'OLDEST',
    OfficeProductFilter: { hidden: false, categoryId: 'cups' },
    OfficeAuditFilter: { subjectKind: 'ORDER', subjectId: 'x' },
    OfficeProductSort: 'STOCK',
    OfficeMailState: 'WAITING',
    OfficeReviewFilter: { hidden: false },
    ReviewSort: 'HIGHEST',
    SignupInput: {
      ...{ firstName: 'x', lastName: 'x', email: 'x', password: 'x' },
      consents: [{ purpose: 'NEWS_BY_MAIL', version: 1 }],
    },
    AddressInput: {
      ...{ name: 'x', street: 'x', city: 'x', state: 'x', country: 'x', zipCode: 'x', mobile: 'x' },
      ...{ label: 'x', isDefault: true },
    },
    ConsentPurpose: 'NEWS_BY_MAIL',
    OfficeWebhookState: 'DEAD',
    OwnerProofInput: { password: 'x' },
    InviteStaffInput: { email: 'x', roleId: 'x' },
    StaffRoleInput: { name: 'x', permissions: ['read_orders'] },
    OfficeSalesBy: 'VARIANT',
    ApiKeyInput: { name: 'x', permissions: ['read_orders'] },
    RefundOrderInput: { number: 'x', version: 1, whole: true, reason: 'x', idempotencyKey: 'x' },
    OrderPiecesInput: { id: 'x', quantity: 1 },
    ReturnLineInput: { id: 'x', quantity: 1, reason: 'DAMAGED' },
    ReceivedLineInput: { id: 'x', restock: 1 },
    RefusedLineInput: { id: 'x', quantity: 1 },
    ReturnWish: 'REPLACEMENT',
    CartChoicesInput: { couponCode: 'x', giftWrap: true },
    OfficeCouponInput: { code: 'x', percent: 1, description: 'x' },
    OfficeProductInput: {
      ...{ title: 'x', description: 'x', categoryId: 'x', discounted: 1, original: 2, rating: 5, offer: 'x' },
      images: [{ url: 'x', alt: 'x' }],
    },
  }
  const input = (name: string): unknown =>
    VALUES[name] ?? Object.fromEntries(fieldsOf(name).map((field) => [field, 'x']))
  const fieldsOf = (name: string): string[] =>
    Object.keys((schema.getType(name) as { getFields?(): object }).getFields?.() ?? {})

  /** The operation as Apollo Client sends it, with `__typename` for each object. */
  function costOfOwn({ text, operation }: OwnOperation): number {
    const variables: Record<string, unknown> = {}
    visit(operation, {
      VariableDefinition({ variable, type }) {
        visit(type, { NamedType: ({ name }) => void (variables[variable.name.value] = input(name.value)) })
      },
    })
    const typed = visit(parse(text), {
      SelectionSet: (node, _key, parent) =>
        parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION
          ? undefined
          : {
              ...node,
              selections: [...node.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
            },
    })
    const document = typed
    const own = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!
    return costOf({ schema, document, operation: own, variables, weights })
  }

  const operations = readOwnOperations()

  it('number more than thirty', () => expect(operations.length).toBeGreaterThan(30))

  /** Office pages send several list queries together, count the products or change many of them, but few people use them. */
  const isOffice = ({ text }: OwnOperation): boolean => /^ {2}(office|placePhotos)\b/m.test(text)

  it.each(operations)(
    '$name costs less than a quarter of the limit or, on office pages, less than the limit',
    (operation) => {
      const own = costOfOwn(operation)
      expect(own).toBeGreaterThan(1)
      expect(own).toBeLessThan(isOffice(operation) ? MAXIMUM : MAXIMUM / 4)
    },
  )
})

describe('the limit on an operation’s cost', () => {
  const DEAR = '{ products(first: 100) { nodes { related(first: 100) { related(first: 100) { id } } } } }'

  it('rejects the operation with 400, QUERY_TOO_EXPENSIVE and its cost before anything runs', async () => {
    let answer: Awaited<ReturnType<typeof ask>> | undefined
    const statements = await statementsOf(async () => (answer = await ask(app, DEAR)))
    expect(statements).toEqual([])
    expect([answer!.status, answer!.data]).toEqual([400, undefined])
    expect(answer!.errors).toEqual([
      {
        message: `The query costs ${cost(DEAR)} points, but the maximum is ${MAXIMUM}. Request fewer fields or shorter lists.`,
        extensions: { code: 'QUERY_TOO_EXPENSIVE', cost: { requested: cost(DEAR), maximum: MAXIMUM } },
      },
    ])
  })

  it('rejects variants of the products of variants of the products of variants, each up to a hundred', () => {
    const variants = (below: string) => `variants { id ${below} }`
    const nested = variants(`product { ${variants(`product { ${variants('')} }`)} }`)
    expect(cost(`{ product(id: "x") { ${nested} } }`)).toBeGreaterThan(MAXIMUM)
  })

  it('also applies to operations with variables or an invalid argument', async () => {
    const byVariable =
      'query ($n: Int!) { products(first: $n) { nodes { related(first: $n) { related(first: $n) { id } } } } }'
    expect((await ask(app, byVariable, { variables: { n: 100 } })).errors![0]!.extensions.code).toBe(
      'QUERY_TOO_EXPENSIVE',
    )
    expect((await ask(app, byVariable, { variables: { n: 3 } })).errors).toBeUndefined()
    const query = `query ($none: Int) { bad: products(first: $none) { totalCount } ${DEAR.slice(1)}`
    expect((await ask(app, query, { variables: { none: null } })).status).toBe(400)
  })

  it('allows a hundred orders with their lines, for integrations', () => {
    const query =
      '{ me { orders(first: 100) { nodes { id status items { quantity product { id } } } pageInfo { endCursor } } } }'
    expect(cost(query)).toBeLessThan(MAXIMUM)
  })

  it('allows a page of a hundred products with their fields and related products', async () => {
    const query = `{ products(first: 100) {
      nodes { id title price { discounted original } category { id name image { url } } related(first: 4) { id title image { url } } }
    } }`
    expect((await ask(app, query)).data.products.nodes).toHaveLength(22)
  })

  it('is turned off by 0', async () => {
    const off = await startBeside(app, {}, { 'cost.perOperation': 0, 'responses.bytes': 0 })
    expect((await ask(off, DEAR)).errors).toBeUndefined()
  })
})

describe('requesting the cost', () => {
  const QUERY = '{ coupons { code } }'
  const post = (headers: Record<string, string>, query = QUERY, at = app) =>
    call(at, 'POST', '/graphql', { headers, body: { query } })

  it('always returns it in a header, and also in extensions with X-Cost: 1', async () => {
    await post({})
    const { headers, ...plain } = await post({})
    expect(plain.json()).toEqual({ data: { coupons: expect.any(Array) } })
    expect(headers['x-graphql-cost']).toBe(String(cost(QUERY)))
    const asked = await post({ 'x-cost': '1' })
    expect(asked.json()).toEqual({
      ...plain.json(),
      extensions: { cost: { requested: cost(QUERY), maximum: MAXIMUM } },
    })
    // A client that did not request the cost does not get it.
    expect((await post({})).body).toBe(plain.body)
  })

  it('executes nothing with X-Cost-Only: 1, even for a mutation or an operation above the limit', async () => {
    const { token } = await newShopper(app)
    const mutation = 'mutation { setGiftWrap(giftWrap: true) { cart { giftWrap } } }'
    const dear = aliased(70, () => 'suggestions(text: "bowl") { id }')
    const statements = await statementsOf(async () => {
      for (const query of [QUERY, mutation, dear]) {
        const { statusCode, json, headers } = await post({ 'x-cost-only': '1', authorization: token }, query)
        expect([statusCode, json()]).toEqual([
          200,
          { data: null, extensions: { cost: { requested: cost(query), maximum: MAXIMUM } } },
        ])
        expect(headers['cache-control']).toBe('no-store')
      }
    })
    expect(statements).toEqual([])
    expect((await ask(app, '{ me { cart { giftWrap } } }', { token })).data.me.cart.giftWrap).toBe(false)
  })
})

describe('the limits of the cost per minute', () => {
  const query = (i: number) => `{ product(id: "p${i}") { id } }`

  it('limit each network address with 429, Retry-After and the remaining budget', async () => {
    const poor = await startBeside(app, { COST_PER_MINUTE: '800' })
    const send = (i: number, remoteAddress: string) =>
      poor.inject({ method: 'POST', url: '/graphql', payload: { query: query(i) }, remoteAddress })
    expect((await send(1, '2001:db8::1')).statusCode).toBe(200)
    expect((await send(2, '2001:db8::2')).statusCode).toBe(200)
    const refused = await send(3, '2001:db8::3')
    expect(refused.statusCode).toBe(429)
    const [{ extensions }] = refused.json().errors
    expect(extensions).toEqual({
      code: 'TOO_MANY_REQUESTS',
      cost: { requested: cost(query(3)), maximum: MAXIMUM, left: expect.any(Number) },
    })
    expect(extensions.cost.left).toBeLessThan(extensions.cost.requested)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    // Cached responses cost nothing, and other network addresses have separate budgets.
    expect((await send(1, '2001:db8::1')).statusCode).toBe(200)
    expect((await send(3, '192.0.2.1')).statusCode).toBe(200)
  })

  it('limit each account across network addresses, and do not charge it for an invalid token', async () => {
    const poor = await startBeside(app, {}, { 'cost.perAccount': 420 })
    const { token } = await newShopper(poor)
    const send = (i: number, authorization: string) =>
      poor.inject({
        method: 'POST',
        url: '/graphql',
        payload: { query: query(i) },
        headers: { authorization },
        remoteAddress: `192.0.2.${i}`,
      })
    expect([(await send(1, token)).statusCode, (await send(2, token)).statusCode]).toEqual([200, 429])
    const { token: other } = await newShopper(poor)
    expect([(await send(3, other)).statusCode, (await send(4, `${token}x`)).statusCode]).toEqual([200, 200])
  })

  it('charge for reading documents that are rejected', async () => {
    const poor = await startBeside(app, { COST_PER_MINUTE: '1000' })
    const nonsense = { query: `{ ${Array.from({ length: 900 }, (_, i) => `nope${i}`).join(' ')} }` }
    const send = () => call(poor, 'POST', '/graphql', { body: nonsense })
    const statuses = [(await send()).statusCode, (await send()).statusCode, (await send()).statusCode]
    // Whether the second document is already rejected depends on how long the first took to validate.
    expect([statuses[0], statuses[2]]).toEqual([400, 429])
  })

  it('charge for reading documents that are rejected before validation', async () => {
    const poor = await startBeside(app, { COST_PER_MINUTE: '500' })
    const send = () => call(poor, 'POST', '/graphql', { body: { query: `{ shop { ${'name '.repeat(800)} } }` } })
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([400, 429])
  })

  it('charge for validating a rejected document, but not for validating a valid one', async () => {
    const charged: number[] = []
    const { chargeCost } = app
    app.chargeCost = async (request, points) => {
      charged.push(points)
      return chargeCost(request, points)
    }
    expect((await ask(app, '{ categories { name slug } }')).status).toBe(400)
    expect(charged).toEqual([expect.any(Number)])
    expect(charged[0]).toBeGreaterThan(0)
    expect((await ask(app, '{ categories { id imageUrl: id } }')).status).toBe(200)
    expect(charged).toHaveLength(1)
    app.chargeCost = chargeCost
  })

  it('charge for the bytes of a large body before it is parsed, also over REST', async () => {
    const poor = await startBeside(app, { COST_PER_MINUTE: '1000' })
    const large = '{"broken": '.padEnd(9_000)
    const send = (url: string, remoteAddress: string) =>
      poor.inject({
        method: 'POST',
        url,
        payload: large,
        headers: { 'content-type': 'application/json' },
        remoteAddress,
      })
    for (const [url, address] of [
      ['/graphql', '192.0.2.1'],
      ['/api/auth/login', '192.0.2.2'],
    ] as const)
      expect([(await send(url, address)).statusCode, (await send(url, address)).statusCode]).toEqual([400, 429])
  })

  it('charge for the bytes of variables, even invalid ones', async () => {
    const poor = await startBeside(app, { COST_PER_MINUTE: '2000' })
    const query = 'query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }'
    const wrong = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`field${i}`, 'x']))
    const send = () => call(poor, 'POST', '/graphql', { body: { query, variables: { filter: wrong } } })
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([400, 429])
  })
})

describe('a document that would take a long time to validate', () => {
  it('is rejected above 1,000 tokens', async () => {
    const text = (fields: number) => `{ ${Array.from({ length: fields }, (_, i) => `f${i}`).join(' ')} }`
    for (const [fields, code] of [
      [996, 'GRAPHQL_VALIDATION_FAILED'],
      [1001, 'GRAPHQL_PARSE_FAILED'],
    ] as const)
      expect((await ask(app, text(fields))).errors![0]!.extensions.code).toBe(code)
  })

  it('is rejected if it selects a leaf field more than a hundred times in one place', async () => {
    const names = (count: number) => `{ shop { ${'name '.repeat(count)} } }`
    expect((await ask(app, names(100))).errors).toBeUndefined()
    const { status, errors } = await ask(app, names(101))
    expect([status, errors!.map(({ message }) => message)]).toEqual([
      400,
      ['"name" is requested more than 100 times in one place.'],
    ])
  })

  it('is rejected if it selects an object field more than twenty times in one place, even through fragments', async () => {
    const places = (count: number) => `{ products(first: 1) { ${'nodes { id } '.repeat(count)} } }`
    expect((await ask(app, places(20))).errors).toBeUndefined()
    const { token } = await newShopper(app)
    const inFragments = Array.from(
      { length: 21 },
      (_, i) => `fragment F${i} on ProductConnection { ... { nodes { id } } }`,
    ).join(' ')
    for (const query of [places(21), `{ products(first: 1) { ...F0 } } ${inFragments}`]) {
      for (const options of [{}, { token }]) {
        const { status, errors } = await ask(app, query, options)
        expect([status, errors!.map(({ message }) => message)]).toEqual([
          400,
          ['"nodes" is requested more than 20 times in one place.'],
        ])
      }
    }
  })
})

describe('the size of a response', () => {
  it('rejects larger responses over GraphQL and REST, except the catalogue over REST', async () => {
    const small = await startBeside(app, {}, { 'responses.bytes': 2000 })
    const { status, errors } = await ask(small, '{ products(first: 22) { nodes { id description } } }')
    expect([status, errors]).toEqual([
      400,
      [
        {
          message: 'The response would be larger than 2000 bytes. Please request less data.',
          extensions: { code: 'RESPONSE_TOO_LARGE' },
        },
      ],
    ])
    const shopper = await newShopper(small)
    for (const { id } of await small.shop.db.product.findMany({ take: 10 }))
      await call(small, 'POST', '/api/user/wishlist', { token: shopper.token, body: { product: { _id: id } } })
    const rest = await call(small, 'GET', '/api/user/wishlist', { token: shopper.token })
    expect([rest.statusCode, rest.json()]).toEqual([
      400,
      { errors: ['The response would be larger than 2000 bytes. Please request less data.'] },
    ])
    expect((await call(small, 'GET', '/api/products')).statusCode).toBe(200)
  })
})

describe('a memoized cost', () => {
  const charged = async (query: string, variables: Record<string, unknown>) => {
    const response = await call(app, 'POST', '/graphql', {
      headers: { 'x-cost-only': '1' },
      body: { query, variables },
    })
    return Number(response.headers['x-graphql-cost'])
  }

  it.each<[string, Record<string, unknown>[]]>([
    ['query ($n: Int!) { me { orders(first: $n) { nodes { id } } } }', [{ n: 1 }, { n: 90 }, { n: 5 }]],
    ['query ($n: Int = 9) { me { orders(first: $n) { nodes { id } } } }', [{}, { n: 50 }, {}]],
    ['query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', [{ ids: ['a'] }, { ids: ['a', 'b', 'c'] }]],
    ['query ($i: ID!) { nodes(ids: [$i, "b"]) { id } }', [{ i: 'a' }, { i: 'c' }]],
    ['query ($s: String) { products(filter: { search: $s }) { totalCount } }', [{ s: null }, { s: 'bowl' }, {}]],
    ['query ($f: ProductFilter) { products(filter: $f) { totalCount } }', [{}, { f: { search: 'bowl' } }]],
    ['query ($n: Int!) { products { facets { priceHistogram(buckets: $n) { count } } } }', [{ n: 2 }, { n: 40 }]],
    ['query ($y: Boolean!) { me { wishlist @include(if: $y) { id } } }', [{ y: true }, { y: false }]],
    [
      'query ($y: Boolean!) { me { ...W @skip(if: $y) } } fragment W on User { wishlist { id } }',
      [{ y: true }, { y: false }],
    ],
    ['mutation ($id: ID!) { removeFromCart(productId: $id) { cart { id } } }', [{ id: 'a' }, { id: 'b' }]],
  ])('%s still depends on the variables', async (query, all) => {
    for (const variables of [...all, ...all]) expect(await charged(query, variables)).toBe(cost(query, variables))
  })

  it('is not used for invalid variables, which cause the same error each time', async () => {
    const query = 'mutation ($id: ID!) { removeFromCart(productId: $id) { cart { id } } }'
    const refused = async () => (await ask(app, query, { variables: { id: { a: 1 } } })).errors
    const first = await refused()
    await charged(query, { id: 'a' })
    expect(await refused()).toEqual(first)
    expect(first?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
  })
})
