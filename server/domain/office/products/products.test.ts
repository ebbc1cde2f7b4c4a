import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp, without } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { PRODUCT_FACTS, PRODUCT_FIELDS, type ProductField } from '../../../shared/goods'
import { NO_PHOTO } from '../../../shared/photos'
import { checkOut, newShopper, newStaff, setStock, stockOf } from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { eventually } from '../../../testing/statements'

const app = await startTestApp({}, { limits: { ...without('stock', 'coupons'), 'holds.perAccount': 0 } })
const { db } = app.shop
const staff = await newStaff(app)
await db.asset.createMany({ data: [1, 2, 3].map((n) => ({ name: photo(n), width: 1400, height: 1050 })) })

function photo(n: number): string {
  return `u-${String(n).repeat(24)}`
}
const image = (n: number) => ({ url: `/photos/${photo(n)}.webp`, alt: `Jar ${n}` })

const INPUT = {
  title: 'Ivory Lidded Jar',
  description: 'A jar with a lid.',
  material: 'Stoneware',
  capacityMl: 700,
  categoryId: 'gifts',
  discounted: 900,
  original: 1200,
  rating: 4,
  offer: '20%',
  images: [image(1), image(2)],
}

const ERRORS = 'userErrors { code field message }'
const PRODUCT =
  'id version hiddenAt stock position product { id title images { url alt width } quantityAvailable price { discounted } }'
const save = async (variables: object, token = staff.token) => {
  const text = `mutation ($id: ID, $version: Int, $input: OfficeProductInput!, $key: String) {
    saveProduct(id: $id, version: $version, input: $input, idempotencyKey: $key) { product { ${PRODUCT} } ${ERRORS} } }`
  return (await ask(app, text, { token, variables: { input: INPUT, ...variables } })).data.saveProduct
}
const stock = async (variables: object) => {
  const text = `mutation ($productId: ID!, $stock: Int, $change: Int, $expectedStock: Int, $key: String) {
    setStock(productId: $productId, stock: $stock, change: $change, expectedStock: $expectedStock, idempotencyKey: $key) {
      product { stock version } ${ERRORS} } }`
  return (await ask(app, text, { token: staff.token, variables: { productId: BOWL, ...variables } })).data.setStock
}
const COUPON =
  'code percent description validFrom validUntil useLimit customerLimit minimumAmount endedAt version uses state'
const saveCoupon = async (input: object, version?: number, key?: string) => {
  const text = `mutation ($version: Int, $input: OfficeCouponInput!, $key: String) {
    saveCoupon(version: $version, input: $input, idempotencyKey: $key) { coupon { ${COUPON} } ${ERRORS} } }`
  const variables = { version, key, input: { code: 'kiln', percent: 20, description: '20% off', ...input } }
  return (await ask(app, text, { token: staff.token, variables })).data.saveCoupon
}
const office = async (fields: string) =>
  (await ask(app, `{ office { ${fields} } }`, { token: staff.token })).data.office
const audited = (action: string, subjectId: string) =>
  db.auditEntry.findMany({ where: { action, subjectId, actorId: staff.id }, orderBy: { id: 'asc' } })

describe("the office's product mutations and queries", () => {
  const CHANGES = [
    `saveProduct(input: { title: "A", description: "A", categoryId: "gifts", discounted: 1, original: 2, rating: 5, offer: "20%", images: [] })`,
    `setStock(productId: "${CUP}", stock: 0)`,
    `hideProduct(productId: "${CUP}", hidden: true)`,
    `saveCoupon(input: { code: "FREE", percent: 99, description: "A" })`,
    `endCoupon(code: "SUMMER")`,
  ]
  it('refuse visitors, customers and blocked staff without changing anything', async () => {
    const before = JSON.stringify([await db.product.findMany(), await db.coupon.findMany()])
    const blocked = await newStaff(app)
    await db.user.update({ where: { id: blocked.id }, data: { blockedAt: new Date() } })
    const callers: [string | undefined, string][] = [
      [undefined, 'UNAUTHENTICATED'],
      [(await newShopper(app)).token, 'FORBIDDEN'],
      [blocked.token, 'UNAUTHENTICATED'],
    ]
    for (const [token, code] of callers) {
      for (const change of CHANGES) {
        const { errors } = await ask(app, `mutation { ${change} { userErrors { code } } }`, { token })
        expect([change, errors?.[0]?.extensions.code]).toEqual([change, code])
      }
      for (const field of [
        'products { totalCount }',
        `product(id: "${CUP}") { stock }`,
        'lowStock { totalCount }',
        'coupons { uses }',
      ])
        expect((await ask(app, `{ office { ${field} } }`, { token })).errors?.[0]?.extensions.code).toBe(code)
    }
    expect(JSON.stringify([await db.product.findMany(), await db.coupon.findMany()])).toBe(before)
  })
})

/** A valid value of a product's field, other than INPUT's. */
function valueOf(
  name: string,
  { kind, minimum = 0, choices = {} }: ProductField,
): string | number | boolean | string[] | null {
  if (name === 'categoryId') return 'cups'
  if (name === 'original') return 1_000
  if (name === 'variant') return 'Glaze: Celadon'
  // A product, not a variant of one.
  if (name === 'variantOf') return null
  return { text: `Some ${name}`, whole: minimum + 1, 'yes/no': true, choices: Object.keys(choices).slice(1) }[kind]
}

/** Columns that do not raise the version. Orders change the stock, and the database or Prisma maintains the other columns. */
const NOT_COUNTED =
  'choices created_at id is_available search_text star_counts stock title_lower updated_at uses version'.split(' ')

describe('saveProduct', () => {
  it.each([
    [{ discounted: 900, original: 900, offer: '' }, { discounted: 900, original: 900, discountPercent: 0 }, ''],
    [{ discounted: 900, original: 900, offer: '20%' }, { discounted: 900, original: 900, discountPercent: 0 }, ''],
    [
      { discounted: 900, original: 900, offer: 'combo-offer' },
      { discounted: 900, original: 900, discountPercent: 0 },
      '',
    ],
    [{ discounted: 1, original: 1, offer: '' }, { discounted: 1, original: 1, discountPercent: 0 }, ''],
    [{ discounted: 720, original: 900, offer: '' }, { discounted: 720, original: 900, discountPercent: 20 }, '20%'],
    [{ discounted: 720, original: 900, offer: 'combo-offer' }, { discountPercent: 20 }, 'combo-offer'],
  ])('%j costs %j and has the offer %j', async (input, price, offer) => {
    const { product, userErrors } = await save({ input: { ...INPUT, title: 'Priced Bowl', ...input } })
    expect(userErrors).toEqual([])
    const { product: read } = (
      await ask(app, 'query ($id: ID!) { product(id: $id) { offer price { discounted original discountPercent } } }', {
        variables: { id: product.id },
      })
    ).data
    expect(read).toMatchObject({ offer, price })
    await db.product.delete({ where: { id: product.id } })
  })

  it('creates a product with a new id, once per key, and shoppers see it immediately', async () => {
    const seen = async () =>
      (await ask(app, '{ products(filter: { search: "lidded" }) { nodes { id } } }')).data.products.nodes
    expect(await seen()).toEqual([])
    const key = randomUUID()
    const { product, userErrors } = await save({ input: { ...INPUT, stock: 7, title: '  Ivory Lidded Jär ' }, key })
    expect(userErrors).toEqual([])
    expect(product).toEqual({
      id: 'ivory-lidded-jar',
      version: 0,
      hiddenAt: null,
      stock: 7,
      position: 22,
      product: {
        id: 'ivory-lidded-jar',
        title: 'Ivory Lidded Jär',
        images: [1, 2].map((n) => ({ ...image(n), width: 1400 })),
        quantityAvailable: 7,
        price: { discounted: 900 },
      },
    })
    expect(await save({ input: { ...INPUT, stock: 7, title: '  Ivory Lidded Jär ' }, key })).toEqual({
      product,
      userErrors,
    })
    expect(await eventually(seen, ({ length }) => length > 0)).toEqual([{ id: 'ivory-lidded-jar' }])
    expect(await db.asset.count({ where: { unusedSince: null } })).toBe(2)
    const [entry, ...others] = await audited('saveProduct', 'ivory-lidded-jar')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      before: expect.any(Object),
      after: { title: 'Ivory Lidded Jär', stock: 7, discounted: 900 },
    })
  })

  it('never reuses the id of a product or a category', async () => {
    const made = await Promise.all([1, 2, 3].map(() => save({ input: { ...INPUT, title: 'Gifts' } })))
    expect(made.map(({ product }) => product.id).sort()).toEqual(['gifts-2', 'gifts-3', 'gifts-4'])
    expect((await save({ input: { ...INPUT, title: 'मटका' } })).product.id).toBe('मटका')
  })

  it('replaces the whole record and rejects an outdated version', async () => {
    const { product } = await save({ input: { ...INPUT, title: 'Round Box', hidden: true, stock: 3 } })
    const { id, version } = product
    expect(product.product.quantityAvailable).toBe(0)
    const input = {
      ...INPUT,
      title: 'Round Box, Small',
      discounted: 800,
      material: ' ',
      images: [image(2), image(3), image(1)],
    }
    const saved = await save({ id, version, input: { ...input, stock: 99, hidden: false } })
    expect(saved.userErrors).toEqual([])
    // Saving a product changes neither its stock nor its visibility. Other mutations do.
    expect(saved.product).toMatchObject({ id, version: version + 1, stock: 3, hiddenAt: expect.any(String) })
    expect(saved.product.product.images.map(({ alt }: { alt: string }) => alt)).toEqual(['Jar 2', 'Jar 3', 'Jar 1'])
    expect((await db.product.findUniqueOrThrow({ where: { id } })).material).toBeNull()
    const late = await save({ id, version, input: { ...input, discounted: 1 } })
    expect(late.userErrors).toMatchObject([{ code: 'STALE_VERSION', field: ['version'] }])
    expect(late.product).toEqual(saved.product)
    const [, change] = await audited('saveProduct', id)
    expect(change).toMatchObject({
      before: { title: 'Round Box', discounted: 900, material: 'Stoneware' },
      after: { title: 'Round Box, Small', discounted: 800, material: null },
    })
    expect(change!.after).not.toHaveProperty('rating')
  })

  it('saves and shows every field, and an omitted fact becomes unknown', async () => {
    const values = Object.fromEntries(
      Object.entries(PRODUCT_FIELDS).map(([name, field]) => [name, valueOf(name, field)]),
    )
    const { product, userErrors } = await save({ input: { ...INPUT, ...values } })
    expect(userErrors).toEqual([])
    const { id } = product
    expect(await db.product.findUniqueOrThrow({ where: { id } })).toMatchObject(values)
    const facts = Object.keys(PRODUCT_FACTS)
    const { data } = await ask(app, `{ product(id: "${id}") { ${facts.join(' ')} } }`)
    expect(data.product).toEqual(Object.fromEntries(facts.map((name) => [name, values[name]])))
    const { material: _material, capacityMl: _capacityMl, ...withoutFacts } = INPUT
    await save({ id, input: withoutFacts })
    const unknown = Object.fromEntries(facts.map((name) => [name, null]))
    expect(await db.product.findUniqueOrThrow({ where: { id } })).toMatchObject(unknown)
  })

  it.each([
    [[], []],
    [['KITCHEN'], ['KITCHEN']],
    [
      ['KITCHEN', 'DECOR'],
      ['DECOR', 'KITCHEN'],
    ],
    [['DINING', 'DINING'], ['DINING']],
    [
      ['KITCHEN', 'DINING', 'DECOR', 'DINING'],
      ['DECOR', 'DINING', 'KITCHEN'],
    ],
  ])('saves the groups %j as %j, and keeps them if they are omitted or null', async (groups, stored) => {
    const { product } = await save({ input: { ...INPUT, groups } })
    const { id } = product
    const read = async () => (await ask(app, `{ product(id: "${id}") { groups } }`)).data.product.groups
    expect(await read()).toEqual(stored)
    await save({ id, input: { ...INPUT, title: 'Renamed' } })
    await save({ id, input: { ...INPUT, title: 'Renamed', groups: null } })
    expect(await read()).toEqual(stored)
    await save({ id, input: { ...INPUT, groups: [] } })
    // A cached response stays until the change arrives.
    expect(await eventually(read, (groups) => groups.length === 0)).toEqual([])
  })

  it('lets searches find the fields that are marked as searched, and learns their words, whichever field changes', async () => {
    const texts = Object.entries<ProductField>(PRODUCT_FIELDS).filter(
      ([name, { kind }]) => kind === 'text' && name !== 'categoryId' && name !== 'variantOf',
    )
    for (const [name, { searched = false }] of texts) {
      const { product } = await save({ input: { ...INPUT, title: `To Be Found By ${name}` } })
      const word = `zz${name.toLowerCase()}`
      await db.product.update({
        where: { id: product.id },
        data: { [name]: name === 'variant' ? `Glaze: ${word}` : word },
      })
      const [row] = await db.$queryRaw<{ isFound: boolean; isLearned: boolean }[]>`
        SELECT search_text LIKE ${`% ${word} %`} AS "isFound", EXISTS (SELECT FROM search_word WHERE word = ${word}) AS "isLearned"
        FROM product WHERE id = ${product.id}`
      expect({ name, ...row }).toEqual({ name, isFound: searched, isLearned: searched })
      await db.product.delete({ where: { id: product.id } })
    }
  })

  it('increments the version when any column of the record changes', async () => {
    const { product } = await save({ input: { ...INPUT, title: 'Versions' } })
    const where = { id: product.id }
    const columns = await db.$queryRaw<{ name: string; type: string }[]>`
      SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = 'product' ORDER BY column_name`
    const others: Record<string, string> = {
      text: "'other'",
      integer: 'coalesce("{}", 0) + 1',
      smallint: 'coalesce("{}", 1) + 1',
      boolean: 'NOT coalesce("{}", false)',
      'timestamp with time zone': "'2026-01-01T00:00:00Z'",
    }
    const special: Record<string, string> = {
      id: "'other-id'",
      category_id: "'cups'",
      star_counts: "'{1,0,0,0,0}'",
      groups: `ARRAY['KITCHEN']::"ProductGroup"[]`,
      image_url: "'/photos/other.webp'",
      variant_of: `'tea-for-two-set', variant = 'Glaze: Other'`,
      uses: `ARRAY['OVEN']::"ProductUse"[]`,
      choices: "'{1}'",
      awaits_photo: 'true, hidden_at = now()',
    }
    const raised: string[] = []
    for (const { name, type } of columns) {
      const value = (special[name] ?? others[type]!).replace('{}', name)
      const before = await db.product.findUniqueOrThrow({ where })
      const rollback = new Error('rolled back')
      await db
        .$transaction(async (tx) => {
          // With a change of the stock, as by an order. Otherwise, a derived column is an update that changes nothing.
          const stock = name === 'stock' ? '' : ', stock = stock + 1'
          await tx.$executeRawUnsafe(`UPDATE product SET "${name}" = ${value}${stock} WHERE id = $1`, where.id)
          const id = name === 'id' ? 'other-id' : where.id
          const after = await tx.product.findUniqueOrThrow({ where: { id } })
          if (after.version > before.version && name !== 'version') raised.push(name)
          throw rollback
        })
        .catch((error: unknown) => expect(error).toBe(rollback))
    }
    const counted = columns.map(({ name }) => name).filter((name) => !NOT_COUNTED.includes(name))
    expect(raised).toEqual(counted)
  })

  it('stores and returns what the product is safe for, as its texts say', async () => {
    const save = `mutation ($id: ID, $version: Int, $input: OfficeProductInput!) {
      saveProduct(id: $id, version: $version, input: $input) { product { id version product { uses } } ${ERRORS} } }`
    const saved = async (variables: Record<string, unknown>) =>
      (await ask(app, save, { token: staff.token, variables })).data.saveProduct.product
    const input = { ...INPUT, title: 'Uses', care: 'Dishwasher safe. Not for the oven.', isFoodSafe: true }
    const { id, version, product } = await saved({ input })
    const stored = async () => (await db.product.findUniqueOrThrow({ where: { id } })).uses
    expect(product.uses).toEqual(['DISHWASHER', 'FOOD_SAFE'])
    expect(await stored()).toEqual(['DISHWASHER', 'FOOD_SAFE'])
    const changed = await saved({ id, version, input: { ...input, care: 'Microwave safe', isFoodSafe: null } })
    expect([changed.version, changed.product.uses, await stored()]).toEqual([version + 1, ['MICROWAVE'], ['MICROWAVE']])
  })

  it('increments the version when only a further photo changes', async () => {
    const { product } = await save({ input: { ...INPUT, title: 'Photos' } })
    const images = [image(1), image(3)]
    const saved = await save({ id: product.id, version: product.version, input: { ...INPUT, title: 'Photos', images } })
    expect(saved.product.version).toBe(product.version + 1)
    const late = await save({ id: product.id, version: product.version, input: { ...INPUT, title: 'Photos' } })
    expect(late.userErrors).toMatchObject([{ code: 'STALE_VERSION' }])
    await db.$executeRaw`UPDATE product SET stock = stock + 1, updated_at = now() WHERE id = ${product.id}`
    expect((await db.product.findUniqueOrThrow({ where: { id: product.id } })).version).toBe(product.version + 1)
  })

  it('accepts only one of several concurrent calls with the same version', async () => {
    const { version } = await db.product.findUniqueOrThrow({ where: { id: 'gifts-2' } })
    const rivals = await Promise.all(
      [1, 2, 3, 4].map((n) => save({ id: 'gifts-2', version, input: { ...INPUT, title: `Rival ${n}` } })),
    )
    const done = rivals.filter(({ userErrors }) => userErrors.length === 0)
    expect(done).toHaveLength(1)
    const { title } = await db.product.findUniqueOrThrow({ where: { id: 'gifts-2' } })
    expect(new Set(rivals.map(({ product }) => product.product.title))).toEqual(new Set([title]))
  })

  it('accepts the photos that a product already has', async () => {
    const { imageUrl } = await db.product.findUniqueOrThrow({ where: { id: CUP } })
    const { product } = await save({
      id: CUP,
      input: { ...INPUT, title: 'Celadon Chai Cup', images: [image(3), { url: imageUrl, alt: 'A cup' }] },
    })
    expect(product.product.images[1]).toEqual({ url: imageUrl, alt: 'A cup', width: 1400 })
  })

  it.each([
    [{ title: ' ' }, 'title', 'Please enter valid Title: 1 to 200 characters'],
    [{ title: 'a\u0000b' }, 'title', 'Please enter valid Title: 1 to 200 characters'],
    [
      { discounted: INPUT.original + 1 },
      'discounted',
      'Please enter valid Sale price: whole rupees, 1 or more and at most the price',
    ],
    [{ discounted: 0 }, 'discounted', /1 or more/],
    [{ discounted: -1 }, 'discounted', /Sale price/],
    [{ original: 200_001 }, 'original', /at most 2,00,000/],
    [{ rating: 6 }, 'rating', /1 to 5/],
    [{ categoryId: 'nowhere' }, 'categoryId', 'Please enter valid Category: one of the categories'],
    [{ images: [] }, 'images', /1 to 20 photos/],
    [{ images: [{ ...image(1), alt: '  ' }] }, 'images', /describe each/],
    [{ images: [{ url: 'https://elsewhere.example/a.png', alt: 'A' }] }, 'images', /Please upload it first/],
    [{ images: [{ url: '/photos/grand-moon-jar.webp', alt: 'A' }] }, 'images', /Please upload it first/],
    [{ stock: -1 }, 'stock', /0 or more/],
    [{ capacityMl: 0 }, 'capacityMl', /millilitres/],
  ])('refuses %j and names the field', async (bad, field, message) => {
    const { product, userErrors } = await save({ input: { ...INPUT, ...bad } })
    expect(product).toBeNull()
    expect(userErrors).toEqual([
      { code: 'INVALID_INPUT', field: ['input', field], message: expect.stringMatching(message) },
    ])
  })

  it('recalculates percentage offers from the price, and keeps other offers', async () => {
    const offerOf = async (input: object) => {
      const { product } = await save({ input: { ...INPUT, ...input } })
      return (await db.product.findUniqueOrThrow({ where: { id: product.id } })).offer
    }
    expect(await offerOf({ offer: '20%', discounted: 470, original: 570 })).toBe('17%')
    expect(await offerOf({ offer: 'combo-offer', discounted: 470, original: 570 })).toBe('combo-offer')
  })

  it('rejects an unknown product', async () => {
    expect((await save({ id: 'no-such' })).userErrors).toMatchObject([{ code: 'PRODUCT_NOT_FOUND', field: ['id'] }])
  })
})

describe('setStock', () => {
  it('sets, increases and lowers the stock, never below zero', async () => {
    await setStock(app, { [BOWL]: 10 })
    const { version } = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
    expect(await stock({ stock: 4 })).toEqual({ product: { stock: 4, version }, userErrors: [] })
    expect((await stock({ change: -3 })).product.stock).toBe(1)
    expect((await stock({ change: -2 })).userErrors).toEqual([
      { code: 'OUT_OF_STOCK', field: ['change'], message: 'You can remove at most 1 from the stock.' },
    ])
    expect(await stockOf(app, BOWL)).toBe(1)
    const changes = await audited('setStock', BOWL)
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [{ stock: 10 }, { stock: 4 }],
      [{ stock: 4 }, { stock: 1 }],
    ])
  })

  it('is refused if the stock differs from `expectedStock`', async () => {
    await setStock(app, { [BOWL]: 10 })
    const late = await stock({ stock: 8, expectedStock: 11 })
    expect(late).toMatchObject({
      product: { stock: 10 },
      userErrors: [{ code: 'STALE_VERSION', field: ['expectedStock'] }],
    })
    expect((await stock({ stock: 8, expectedStock: 10 })).product.stock).toBe(8)
  })

  it('changes the stock once per key', async () => {
    await setStock(app, { [BOWL]: 10 })
    const key = randomUUID()
    for (let i = 0; i < 3; i += 1) await stock({ change: 5, key })
    expect(await stockOf(app, BOWL)).toBe(15)
    expect((await stock({ change: 6, key })).userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }])
  })

  it('loses no piece while shoppers buy concurrently', async () => {
    await setStock(app, { [BOWL]: 6 })
    const shoppers = []
    for (let i = 0; i < 8; i += 1) {
      const shopper = await newShopper(app, { [BOWL]: 2 })
      shoppers.push(shopper)
    }
    const [orders, changes] = await Promise.all([
      Promise.allSettled(shoppers.map((shopper) => checkOut(app, shopper))),
      Promise.all([-3, 4, -2, 1, 3].map((change) => stock({ change }))),
    ])
    const sold = 2 * orders.filter(({ status }) => status === 'fulfilled').length
    const moved = changes.reduce(
      (sum, { userErrors }, i) => sum + (userErrors.length > 0 ? 0 : [-3, 4, -2, 1, 3][i]!),
      0,
    )
    expect(await stockOf(app, BOWL)).toBe(6 + moved - sold)
  })

  it.each([
    [{}, 'stock'],
    [{ stock: 1, change: 1 }, 'stock'],
    [{ stock: -1 }, 'stock'],
    [{ stock: 1_000_001 }, 'stock'],
    [{ change: 1_000_001 }, 'change'],
    [{ productId: 'no-such', stock: 1 }, 'productId'],
  ])('refuses %j', async (input, field) => {
    expect((await stock(input)).userErrors).toMatchObject([{ field: [field] }])
  })
})

describe('hideProduct', () => {
  it('hides a product from shoppers and shows it again, with one audit entry per change', async () => {
    const id = 'grand-moon-jar'
    const hide = async (hidden: boolean) => {
      const text = `mutation { hideProduct(productId: "${id}", hidden: ${hidden}) { product { hiddenAt version } ${ERRORS} } }`
      return (await ask(app, text, { token: staff.token })).data.hideProduct.product
    }
    const seen = async () => (await ask(app, `{ product(id: "${id}") { id } }`)).data.product
    expect(await seen()).toEqual({ id })
    const hidden = await hide(true)
    expect(hidden.hiddenAt).not.toBeNull()
    expect(await hide(true)).toEqual(hidden)
    expect(await eventually(seen, (product) => product === null)).toBeNull()
    expect(await office(`product(id: "${id}") { hiddenAt product { title } }`)).toEqual({
      product: { hiddenAt: hidden.hiddenAt, product: { title: 'Grand Moon Jar' } },
    })
    expect((await hide(false)).hiddenAt).toBeNull()
    expect(await eventually(seen, (product) => product !== null)).toEqual({ id })
    expect(await audited('hideProduct', id)).toHaveLength(2)
  })

  it('keeps hidden what was hidden for another reason than the product, and hides for good what waits for a photo', async () => {
    const { product } = await save({ input: { ...INPUT, title: 'Waiting Jar', variant: 'Size: Small', hidden: true } })
    const id: string = product.id
    const made = await Promise.all(
      ['Large', 'Huge'].map((size) => save({ input: { ...INPUT, variantOf: id, variant: `Size: ${size}` } })),
    )
    const [large, huge] = made.map((each) => each.product.id as string) as [string, string]
    const change = async (productId: string, hidden: boolean) => {
      const text = `mutation { hideProduct(productId: "${productId}", hidden: ${hidden}) { product { awaitsPhoto } ${ERRORS} } }`
      expect((await ask(app, text, { token: staff.token })).data.hideProduct).toMatchObject({
        product: { awaitsPhoto: false },
        userErrors: [],
      })
    }
    const seen = async () =>
      Object.fromEntries(
        (await db.product.findMany({ where: { id: { in: [id, large, huge] } } })).map((row) => [
          row.id,
          row.hiddenAt === null ? 'shown' : row.awaitsPhoto ? 'waits' : 'hidden',
        ]),
      )
    await db.product.updateMany({ where: { id: { in: [id, large] } }, data: { awaitsPhoto: true } })
    expect(await seen()).toEqual({ [id]: 'waits', [large]: 'waits', [huge]: 'hidden' })
    await change(id, false)
    expect(await seen()).toEqual({ [id]: 'shown', [large]: 'shown', [huge]: 'hidden' })
    const hiddenAt = new Date()
    await db.product.updateMany({ where: { id: { in: [id, large] } }, data: { hiddenAt, awaitsPhoto: true } })
    await change(id, true)
    expect(await seen()).toEqual({ [id]: 'hidden', [large]: 'hidden', [huge]: 'hidden' })
    await db.product.deleteMany({ where: { id } })
  })

  it('cannot show a product before a photo replaces its placeholder', async () => {
    const { product } = await save({ input: { ...INPUT, title: 'Without A Photo', hidden: true } })
    const before = await db.product.update({
      where: { id: product.id },
      data: { imageUrl: NO_PHOTO.url, furtherImages: { deleteMany: {} } },
    })
    const show = `mutation { hideProduct(productId: "${before.id}", hidden: false) { ${ERRORS} } }`
    const refused = await ask(app, show, { token: staff.token })
    expect(refused.data.hideProduct.userErrors).toEqual([
      { code: 'INVALID_INPUT', field: ['productId'], message: expect.stringContaining('add a photo') },
    ])
    const input = { ...INPUT, images: [{ url: NO_PHOTO.url, alt: 'Later' }, image(3)] }
    const saved = await save({ id: before.id, version: before.version, input })
    expect(saved.product.product.images).toEqual([{ url: image(3).url, alt: 'Jar 3', width: 1400 }])
    expect((await ask(app, show, { token: staff.token })).data.hideProduct.userErrors).toEqual([])
    await db.product.delete({ where: { id: before.id } })
  })
})

describe('Office.products', () => {
  const ids = ({ products }: { products: { nodes: { id: string }[] } }) => products.nodes.map(({ id }) => id)

  it.each(['CATALOGUE', 'NEWEST', 'TITLE', 'STOCK', 'PRICE'])(
    'lists every product once, in pages sorted by %s',
    async (sort) => {
      await setStock(app, { [BOWL]: 1 })
      const seen: string[] = []
      let after = ''
      for (;;) {
        const { products } = await office(
          `products(sort: ${sort}, first: 9${after}) { totalCount nodes { id } pageInfo { hasNextPage endCursor } }`,
        )
        seen.push(...ids({ products }))
        expect(products.totalCount).toBe(await db.product.count())
        if (!products.pageInfo.hasNextPage) break
        after = `, after: "${products.pageInfo.endCursor}"`
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(await db.product.count())
    },
  )

  it('searches and filters', async () => {
    await db.product.update({ where: { id: 'bud-vase-trio' }, data: { hiddenAt: new Date(), stock: 2 } })
    await db.product.update({ where: { id: 'stone-grey-platter' }, data: { stock: 5 } })
    expect(ids(await office('products(search: "vase") { nodes { id } }'))).toEqual([
      'bud-vase-trio',
      'bud-vase-trio-indigo',
    ])
    expect(ids(await office('products(filter: { variantsOf: "bud-vase-trio" }) { nodes { id } }'))).toEqual([
      'bud-vase-trio',
      'bud-vase-trio-indigo',
    ])
    expect(ids(await office('products(search: "stone-grey-platter") { nodes { id } }'))).toEqual(['stone-grey-platter'])
    const hidden = ids(await office('products(filter: { hidden: true }) { nodes { id } }'))
    expect(hidden).toEqual(['bud-vase-trio', 'round-box'])
    const low = await office(
      'products(filter: { lowStock: true, hidden: false, categoryId: "plates" }) { nodes { id } totalCount }',
    )
    expect(low.products).toEqual({ nodes: [{ id: 'stone-grey-platter' }], totalCount: 1 })
    const running = await office('low: lowStock { nodes { id stock } } fewer: lowStock(threshold: 4) { nodes { id } }')
    expect(running.low.nodes.at(-1)).toEqual({ id: 'stone-grey-platter', stock: 5 })
    expect(running.fewer.nodes).not.toContainEqual({ id: 'stone-grey-platter' })
    expect(JSON.stringify(running)).not.toContain('bud-vase-trio')
  })

  it('lists each product once if grouped, also by the text, the id and the stock of a variant', async () => {
    await db.product.updateMany({ data: { stock: 20 } })
    await db.product.update({ where: { id: 'tea-for-two-set-oat' }, data: { stock: 0 } })
    const grouped = (filter = '', rest = '') =>
      office(`products(first: 100, filter: { grouped: true ${filter} } ${rest}) { totalCount nodes { id } }`)
    const all = await grouped()
    expect(all.products.totalCount).toBe(await db.product.count({ where: { variantOf: null } }))
    expect(all.products.nodes).toHaveLength(all.products.totalCount)
    for (const search of ['two set, oat', 'tea-for-two-set-oat', 'tea for two', ' SET, OAT '])
      expect(ids(await grouped('', `search: "${search}"`)), search).toEqual(['tea-for-two-set'])
    expect(ids(await grouped('variantsOf: "tea-for-two-set"'))).toEqual(['tea-for-two-set'])
    expect(ids(await grouped('lowStock: true'))).toContain('tea-for-two-set')
    // The lowest stock of a product is that of its variant, on every page.
    const paged: string[] = []
    for (let after: string | null = null; ;) {
      const page = await office(
        `products(first: 3, sort: STOCK, after: ${JSON.stringify(after)}, filter: { grouped: true }) {
          nodes { id } pageInfo { hasNextPage endCursor } }`,
      )
      paged.push(...ids(page))
      if (!page.products.pageInfo.hasNextPage) break
      after = page.products.pageInfo.endCursor
    }
    expect(paged[0]).toBe('tea-for-two-set')
    expect([...paged].sort()).toEqual(ids(all).sort())
  })

  it('has the totals of the variants, and the variants in the order of their options', async () => {
    const base = await db.product.findUniqueOrThrow({ where: { id: 'stone-grey-platter' } })
    await db.product.update({
      where: { id: base.id },
      data: { hiddenAt: null, variant: 'Glaze: White; Size: Small', stock: 4 },
    })
    const add = (nth: number, variant: string, more: object = {}) => {
      const { discounted, original } = { discounted: base.discounted + nth, original: base.original + nth }
      const own = { id: `stone-grey-platter-${nth}`, variantOf: base.id, variant, position: 500 + nth, stock: nth }
      return db.product.create({ data: { ...base, ...own, discounted, original, hiddenAt: null, ...more } })
    }
    await add(1, 'Glaze: Blush; Size: Large')
    await add(2, 'Glaze: Grey; Size: Large', { hiddenAt: new Date(), position: 1 })
    await add(3, 'Glaze: White; Size: Large')
    await add(4, 'Glaze: Blush; Size: Small')
    const { product } = await office(
      `product(id: "stone-grey-platter") { variantTotals { count stock lowestPrice } variants { product { variant } variants { id } } }`,
    )
    expect(product.variantTotals).toEqual({ count: 5, stock: 14, lowestPrice: base.discounted })
    expect(product.variants.map((each: { product: { variant: string } }) => each.product.variant)).toEqual([
      'Glaze: White; Size: Small',
      'Glaze: White; Size: Large',
      'Glaze: Blush; Size: Small',
      'Glaze: Blush; Size: Large',
      'Glaze: Grey; Size: Large',
    ])
    expect(product.variants[1].variants).toEqual([])
    const alone = await office(`product(id: "${CUP}") { variantTotals { count } variants { id } }`)
    expect(alone.product).toEqual({ variantTotals: null, variants: [] })
  })

  it('rejects a cursor from another list', async () => {
    const { products } = await office('products(first: 1) { pageInfo { endCursor } }')
    const text = `{ office { products(sort: TITLE, after: "${products.pageInfo.endCursor}") { totalCount } } }`
    const { errors } = await ask(app, text, { token: staff.token })
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'STALE_CURSOR' })
  })
})

describe('saveCoupon and endCoupon', () => {
  it('create, change, end and reopen a coupon by version, and shoppers see it immediately', async () => {
    const made = await saveCoupon({ validFrom: '2026-01-01T00:00:00+05:30', useLimit: 2, minimumAmount: 500 })
    expect(made).toEqual({
      coupon: {
        code: 'KILN',
        percent: 20,
        description: '20% off',
        validFrom: '2025-12-31T18:30:00Z',
        validUntil: null,
        useLimit: 2,
        customerLimit: null,
        minimumAmount: 500,
        endedAt: null,
        version: 0,
        uses: 0,
        state: 'ACTIVE',
      },
      userErrors: [],
    })
    expect((await saveCoupon({})).userErrors).toMatchObject([{ code: 'INVALID_INPUT', field: ['input', 'code'] }])
    const changed = await saveCoupon({ percent: 30 }, 0)
    expect(changed.coupon).toMatchObject({ percent: 30, version: 1, useLimit: null })
    const late = await saveCoupon({ percent: 40 }, 0)
    expect(late).toMatchObject({
      coupon: { percent: 30, version: 1 },
      userErrors: [{ code: 'STALE_VERSION', field: ['version'] }],
    })
    const listed = async () => (await ask(app, '{ coupons { code value } }')).data.coupons
    expect(await eventually(listed, ({ length }) => length === 3)).toContainEqual({ code: 'KILN', value: 30 })
    const end = async (args: string) =>
      (
        await ask(app, `mutation { endCoupon(code: "kiln", ${args}) { coupon { state version endedAt } ${ERRORS} } }`, {
          token: staff.token,
        })
      ).data.endCoupon
    expect((await end('version: 0')).userErrors).toMatchObject([{ code: 'STALE_VERSION' }])
    const ended = await end('version: 1')
    expect(ended.coupon).toMatchObject({ state: 'OVER', version: 2 })
    expect((await end('version: 1')).coupon).toEqual(ended.coupon)
    expect(await eventually(listed, ({ length }) => length === 2)).toHaveLength(2)
    expect((await end('ended: false')).coupon).toMatchObject({ state: 'ACTIVE', endedAt: null })
    expect((await audited('endCoupon', 'KILN')).map(({ after }) => after)).toEqual([{ ended: true }, { ended: false }])
    expect((await audited('saveCoupon', 'KILN'))[1]).toMatchObject({
      before: { percent: 20, useLimit: 2 },
      after: { percent: 30, useLimit: null },
    })
  })

  it('return the state of a coupon and how often it was used', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    await saveCoupon({ code: 'SOON', validFrom: soon })
    await saveCoupon({ code: 'ONCE', useLimit: 1 })
    await setStock(app, { [BOWL]: 5 })
    const shopper = await newShopper(app, { [BOWL]: 1 })
    await ask(app, 'mutation { applyCoupon(code: "ONCE") { userErrors { code } } }', { token: shopper.token })
    await checkOut(app, shopper)
    const { coupons } = await office('coupons { code uses state }')
    expect(coupons).toEqual([
      { code: 'SUMMER', uses: 0, state: 'ACTIVE' },
      { code: 'BOHO', uses: 0, state: 'ACTIVE' },
      { code: 'KILN', uses: 0, state: 'ACTIVE' },
      { code: 'SOON', uses: 0, state: 'UPCOMING' },
      { code: 'ONCE', uses: 1, state: 'USED_UP' },
    ])
  })

  it.each([
    [{ code: 'A B' }, 'code'],
    [{ percent: 100 }, 'percent'],
    [{ description: '' }, 'description'],
    [{ validFrom: 'tomorrow' }, 'validFrom'],
    [{ validFrom: '2026-12-01T00:00:00Z', validUntil: '2026-12-01T00:00:00Z' }, 'validUntil'],
    [{ useLimit: 0 }, 'useLimit'],
    [{ customerLimit: 0 }, 'customerLimit'],
    [{ minimumAmount: 0 }, 'minimumAmount'],
  ])('reject %j and name the field', async (bad, field) => {
    expect((await saveCoupon({ code: 'BAD', ...bad })).userErrors).toMatchObject([
      { code: 'INVALID_INPUT', field: ['input', field] },
    ])
  })

  it('reject an unknown coupon', async () => {
    expect((await saveCoupon({ code: 'NOBODY' }, 3)).userErrors).toMatchObject([{ code: 'COUPON_UNKNOWN' }])
  })
})
