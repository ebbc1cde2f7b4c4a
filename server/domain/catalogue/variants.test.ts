import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PRODUCT_FIELDS, type ProductField } from '../../shared/goods'
import { startTestApp, without } from '../../testing/app'
import { ask } from '../../testing/calls'
import { checkOut, fillCart, newShopper, newStaff, setStock, stockOf } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { addToCart, getCart } from '../cart/cart'
import { priceOfCart } from '../cart/cartSummary'
import { cancelCheckout } from '../orders/placement/checkout'
import { searchProducts } from './search'

const app = await startTestApp({}, { limits: { ...without('stock', 'coupons'), 'holds.perAccount': 0 } })
const { shop } = app
const { db } = shop
const staff = await newStaff(app)

const SET = 'tea-for-two-set'
const OAT = 'tea-for-two-set-oat'
const POT = 'ribbed-terracotta-pot'
const LARGE_POT = 'ribbed-terracotta-pot-20-cm'

const FAMILY = `options { id slug name values { id slug label swatch } } variantOf fullTitle
  variantSummary { optionNames labels swatches labelCount variesInPrice availableForSale }
  variants { id price { discounted } stock sku options { option { slug } value { id } } product { id title } }`
const family = async (id: string) => (await ask(app, `{ product(id: "${id}") { ${FAMILY} } }`)).data.product

const PHOTO = { url: '/photos/tea-for-two-set.webp', alt: 'A set' }
const INPUT = {
  title: 'Any',
  description: 'Any.',
  categoryId: 'gifts',
  discounted: 3499,
  original: 6998,
  rating: 1,
  offer: '',
  images: [PHOTO],
}
async function save(input: object, id: string | null = null) {
  const text = `mutation ($id: ID, $input: OfficeProductInput!) {
    saveProduct(id: $id, input: $input) { product { id product { title ${FAMILY} } } userErrors { code field message } } }`
  return (await ask(app, text, { token: staff.token, variables: { id, input: { ...INPUT, ...input } } })).data
    .saveProduct
}

/** A product with its own photo, because the office accepts only photos that the product or an upload has. */
async function newFamily(variants: { variant: string; discounted?: number; stock?: number }[]): Promise<string[]> {
  const { id: _id, ...set } = await db.product.findUniqueOrThrow({ where: { id: SET } })
  const ids: string[] = []
  for (const { stock = 5, ...own } of variants) {
    const id = `set-${randomUUID()}`
    await db.product.create({
      data: { ...set, ...own, id, stock, variantOf: ids[0] ?? null, title: `Set ${ids[0] ?? id}` },
    })
    ids.push(id)
  }
  return ids
}

describe('a product with variants', () => {
  it('has its options, values and variants in GraphQL, also by the id of a variant', async () => {
    const set = await family(SET)
    expect(set).toMatchObject({
      variantOf: null,
      fullTitle: 'Tea for Two Set, Blue-grey',
      variantSummary: {
        optionNames: ['Glaze'],
        labels: ['Blue-grey', 'Oat'],
        swatches: ['#8fa0ab', '#d8c9ac'],
        labelCount: 2,
        variesInPrice: false,
        availableForSale: true,
      },
      options: [
        {
          id: 'tea-for-two-set:glaze',
          slug: 'glaze',
          name: 'Glaze',
          values: [
            { id: 'tea-for-two-set:glaze:blue-grey', slug: 'blue-grey', label: 'Blue-grey', swatch: '#8fa0ab' },
            { id: 'tea-for-two-set:glaze:oat', slug: 'oat', label: 'Oat', swatch: '#d8c9ac' },
          ],
        },
      ],
    })
    expect(set.variants).toEqual([
      expect.objectContaining({ id: SET, product: { id: SET, title: 'Tea for Two Set' } }),
      expect.objectContaining({
        id: OAT,
        product: { id: OAT, title: 'Tea for Two Set, Oat' },
        options: [{ option: { slug: 'glaze' }, value: { id: 'tea-for-two-set:glaze:oat' } }],
      }),
    ])
    const { variantOf, fullTitle, ...rest } = await family(OAT)
    expect({ variantOf, fullTitle }).toEqual({ variantOf: SET, fullTitle: 'Tea for Two Set, Oat' })
    expect(rest).toEqual({ ...set, variantOf: undefined, fullTitle: undefined })
  })

  it('costs from its lowest price, and a product without variants is its only variant', async () => {
    expect((await family(POT)).variantSummary).toMatchObject({
      labels: ['14 cm', '20 cm'],
      swatches: [],
      variesInPrice: true,
    })
    const bowl = await family(BOWL)
    expect(bowl).toMatchObject({
      options: [],
      variantSummary: null,
      variantOf: null,
      fullTitle: 'Sea Glass Serving Bowl',
    })
    expect(bowl.variants.map(({ id }: { id: string }) => id)).toEqual([BOWL])
  })

  it('is listed once, in both transports, and counted once', async () => {
    const listed = await searchProducts(shop, { filter: {}, sort: 'FEATURED', first: 100 }).readPage()
    const ids = listed.edges.map(({ node }) => node.id)
    expect(ids).toHaveLength(22)
    expect(ids.filter((id) => id.startsWith(SET))).toEqual([SET])
    const rest = await app.inject('/api/products')
    expect(rest.json().products.map(({ _id }: { _id: string }) => _id)).not.toContain(OAT)
    const { data } = await ask(app, '{ category(id: "gifts") { productCount } products { totalCount } }')
    expect(data.products.totalCount).toBe(22)
    expect(data.category.productCount).toBe(listed.edges.filter(({ node }) => node.categoryId === 'gifts').length)
  })

  it('is found by the glaze of any variant', async () => {
    const found = await searchProducts(shop, {
      filter: { search: 'indigo vase' },
      sort: 'FEATURED',
      first: 10,
    }).readPage()
    expect(found.edges.map(({ node }) => node.id)).toContain('bud-vase-trio')
  })

  it('is available while any variant is, in lists and in GraphQL', async () => {
    const [one, two] = (await newFamily([{ variant: 'Glaze: A' }, { variant: 'Glaze: B' }])) as [string, string]
    const isListed = async () =>
      (
        await searchProducts(shop, { filter: { availableOnly: true }, sort: 'NEWEST', first: 100 }).readPage()
      ).edges.some(({ node }) => node.id === one)
    const states = async () => [await isListed(), (await family(one)).variantSummary.availableForSale]
    await setStock(app, { [one]: 0 })
    // A cached answer may be a second behind.
    await expect.poll(states).toEqual([true, true])
    await setStock(app, { [two]: 0 })
    await expect.poll(states).toEqual([false, false])
    await setStock(app, { [two]: 1 })
    await expect.poll(states).toEqual([true, true])
    await db.product.update({ where: { id: two }, data: { hiddenAt: new Date() } })
    await expect.poll(states).toEqual([false, false])
    await db.product.update({ where: { id: two }, data: { hiddenAt: null } })
    await expect.poll(states).toEqual([true, true])
    await db.product.delete({ where: { id: two } })
    await expect.poll(states).toEqual([false, false])
  })

  it('gives its texts, category and rating to its variants', async () => {
    const [one, two] = (await newFamily([{ variant: 'Glaze: A' }, { variant: 'Size: B; Glaze: C' }])) as [
      string,
      string,
    ]
    await db.product.update({
      where: { id: one },
      data: { title: 'Other Set', care: 'By hand.', rating: 2, discounted: 7 },
    })
    const variant = await db.product.findUniqueOrThrow({ where: { id: two } })
    expect(variant).toMatchObject({ title: 'Other Set, B, C', care: 'By hand.', rating: 2, discounted: 3499 })
    await db.product.update({ where: { id: two }, data: { title: 'Mine', variant: 'Glaze: D #aabbcc' } })
    expect((await db.product.findUniqueOrThrow({ where: { id: two } })).title).toBe('Other Set, D')
    await db.product.update({ where: { id: one }, data: { title: 'x'.repeat(200) } })
    const long = (await db.product.findUniqueOrThrow({ where: { id: two } })).title
    expect([long.length, long.slice(-4)]).toEqual([200, 'x, D'])
  })
})

describe('the columns of a variant', () => {
  const inSql = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  /** Its own, or computed from its own. Every other column of product is its product's. */
  const OWN = [
    ...Object.entries<ProductField>(PRODUCT_FIELDS).flatMap(([name, { of, stored }]) =>
      of === 'variant' ? [inSql(stored ?? name)] : [],
    ),
    ...['id', 'version', 'created_at', 'updated_at', 'hidden_at', 'awaits_photo', 'stock', 'is_available', 'choices'],
    ...['image_url', 'image_alt', 'image_width', 'image_height'],
  ]
  /** Computed from the title, which contains the variant's values. */
  const FROM_TITLE = ['title', 'title_lower', 'search_text']
  /** Another value for a column of each type, as SQL. */
  const OTHER: Record<string, string> = {
    text: `coalesce("{}", '') || 'zz'`,
    int4: 'coalesce("{}", 0) + 1',
    int2: 'coalesce(6 - "{}", 4)',
    bool: 'NOT coalesce("{}", false)',
    timestamptz: `coalesce("{}", now()) + interval '1 day'`,
    _int4: '"{}" || 1',
    _ProductGroup: `ARRAY['KITCHEN']::"ProductGroup"[]`,
    _ProductUse: `ARRAY['OVEN']::"ProductUse"[]`,
  }
  const SPECIAL: Record<string, string> = {
    category_id: `'cups'`,
    star_counts: `'{0,4,0,0,0}'`,
    awaits_photo: 'true, hidden_at = now()',
  }

  const columns = () => db.$queryRaw<{ name: string; type: string }[]>`
    SELECT column_name AS name, udt_name AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = 'product'`
  const rowOf = async (id: string) => {
    const [found] = await db.$queryRaw<{ row: Record<string, unknown> }[]>`
      SELECT to_jsonb(product) AS row FROM product WHERE id = ${id}`
    return found!.row
  }
  /** The rows of a product and its variant after one column of one of them was set. */
  async function after(set: string, changed: 'whole' | 'variant') {
    const [whole, variant] = (await newFamily([{ variant: 'Glaze: A' }, { variant: 'Glaze: B' }])) as [string, string]
    await db.product.update({ where: { id: whole }, data: { rating: 2 } })
    const before = await rowOf(variant)
    await db.$executeRawUnsafe(`UPDATE product SET ${set} WHERE id = $1`, changed === 'whole' ? whole : variant)
    const rows = { before, whole: await rowOf(whole), variant: await rowOf(variant) }
    await db.product.delete({ where: { id: whole } })
    return rows
  }
  const other = ({ name, type }: { name: string; type: string }) =>
    `"${name}" = ${(SPECIAL[name] ?? OTHER[type]!).replaceAll('{}', name)}`

  it('are copied by two functions, which list the fields of a product', () => {
    const shared = Object.entries<ProductField>(PRODUCT_FIELDS)
      .filter(([, { of }]) => of === 'product')
      .map(([name, { stored }]) => inSql(stored ?? name))
    const listed = (file: string, pattern: RegExp) =>
      [...readFileSync(`prisma/functions/${file}.sql`, 'utf8').matchAll(pattern)].map(([, name]) => name!)
    // Three columns follow from the reviews and the care text.
    const all = [...shared, 'rating', 'star_counts', 'uses'].sort()
    expect(listed('copy_from_product', /NEW\.(\w+) :=/g).sort()).toEqual(all)
    expect(listed('update_variants', /OLD\.(\w+)/g).sort()).toEqual(all)
    expect(listed('update_variants', /NEW\.(\w+)[,)]/g).sort()).toEqual(all)
  })

  it('are its own, or follow each change of the product', async () => {
    const all = await columns()
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([...OWN, ...FROM_TITLE]))
    for (const column of all.filter(({ name }) => !OWN.includes(name) && !FROM_TITLE.includes(name))) {
      const { name } = column
      const { before, whole, variant } = await after(other(column), 'whole')
      expect(whole[name], name).not.toEqual(before[name])
      expect({ [name]: variant[name] }).toEqual({ [name]: whole[name] })
    }
    const { variant } = await after(`title = 'Zebra Set'`, 'whole')
    expect(variant).toMatchObject({ title: 'Zebra Set, B', title_lower: 'zebra set, b' })
  })

  it('stay its own when the product changes them', async () => {
    const fixed = ['id', 'variant_of', 'version', 'updated_at']
    for (const column of (await columns()).filter(({ name }) => OWN.includes(name) && !fixed.includes(name))) {
      const { before, variant } = await after(other(column), 'whole')
      expect(variant).toEqual(before)
    }
  })

  it('of its product cannot be changed in the variant alone', async () => {
    for (const column of (await columns()).filter(({ name }) => !OWN.includes(name))) {
      const { name } = column
      const { before, variant } = await after(other(column), 'variant')
      expect({ [name]: variant[name] }).toEqual({ [name]: before[name] })
    }
  })

  it('of a product that becomes a variant, and of a variant that becomes a product, are computed again', async () => {
    const [one, two] = (await newFamily([{ variant: 'Glaze: Alizarin' }, { variant: 'Glaze: Verdigris' }])) as [
      string,
      string,
    ]
    const find = async (search: string) =>
      (await searchProducts(shop, { filter: { search }, sort: 'NEWEST', first: 100 }).readPage()).edges.map(
        ({ node }) => node.id,
      )
    const titles = async () => {
      const { title, title_lower: titleLower } = await rowOf(two)
      expect(titleLower).toBe(String(title).toLowerCase())
      return title
    }
    expect(await find('verdigris')).toEqual([one])
    await db.product.update({ where: { id: two }, data: { variantOf: null, title: 'Single' } })
    expect([await find('verdigris'), await titles()]).toEqual([[two], 'Single'])
    await db.product.update({ where: { id: two }, data: { variantOf: one } })
    expect([await find('verdigris'), await titles()]).toEqual([[one], `Set ${one}, Verdigris`])
    await db.product.update({ where: { id: two }, data: { variant: 'Glaze: Ultramarine' } })
    expect(await titles()).toBe(`Set ${one}, Ultramarine`)
    // A misspelt word finds only words that the search has learned.
    expect([await find('verdigris'), await find('ultramarrine')]).toEqual([[], [one]])
    await db.product.delete({ where: { id: one } })
  })
})

describe('the version of a product', () => {
  const versionOf = async (id: string) => (await db.product.findUniqueOrThrow({ where: { id } })).version

  it('stays when a variant sells out, and rises when the photos after the first are saved', async () => {
    const [one, two] = (await newFamily([{ variant: 'Glaze: A' }, { variant: 'Glaze: B' }])) as [string, string]
    const before = await versionOf(one)
    await setStock(app, { [two]: 0 })
    await setStock(app, { [two]: 1 })
    expect(await versionOf(one)).toBe(before)
    await db.$executeRaw`UPDATE product SET updated_at = now() WHERE id = ${one}`
    expect(await versionOf(one)).toBe(before + 1)
  })
})

describe('a cart with variants', () => {
  const add = async (token: string, productId: string, variantId?: string) => {
    const text = `mutation ($productId: ID!, $variantId: ID) { addToCart(productId: $productId, variantId: $variantId) {
      cart { items { quantity product { id fullTitle } } } userErrors { code field } } }`
    return (await ask(app, text, { token, variables: { productId, variantId } })).data.addToCart
  }

  it('has a line per variant, and refuses a variant of another product', async () => {
    const shopper = await newShopper(app)
    await add(shopper.token, SET, OAT)
    await add(shopper.token, SET)
    await add(shopper.token, SET, SET)
    const { cart } = await add(shopper.token, OAT)
    expect(cart.items).toEqual([
      { quantity: 2, product: { id: OAT, fullTitle: 'Tea for Two Set, Oat' } },
      { quantity: 2, product: { id: SET, fullTitle: 'Tea for Two Set, Blue-grey' } },
    ])
    for (const [product, variant] of [
      [BOWL, OAT],
      [SET, BOWL],
      [OAT, SET],
      [SET, 'nothing'],
    ] as const)
      expect(await add(shopper.token, product, variant)).toEqual({
        cart: null,
        userErrors: [{ code: 'PRODUCT_NOT_FOUND', field: ['variantId'] }],
      })
  })

  it('costs what plain arithmetic says, for random carts', async () => {
    const all = await db.product.findMany({ where: { variant: { not: null } } })
    for (let round = 0; round < 20; round += 1) {
      const shopper = await newShopper(app)
      const wanted = new Map<string, number>()
      for (let i = 0; i < 12; i += 1) {
        const { id, variantOf } = all[Math.floor(Math.random() * all.length)]!
        const quantity = 1 + Math.floor(Math.random() * 3)
        await addToCart(shop, shopper, { productId: variantOf ?? id, variantId: id, quantity })
        wanted.set(id, (wanted.get(id) ?? 0) + quantity)
      }
      const cart = await getCart(shop, shopper.id)
      expect(new Map(cart.lines.map(({ productId, quantity }) => [productId, quantity]))).toEqual(wanted)
      const sum = (price: (product: (typeof all)[number]) => number) =>
        [...wanted].reduce((total, [id, n]) => total + n * price(all.find((each) => each.id === id)!), 0)
      const { cartTotal, offerDiscount } = priceOfCart(cart)
      expect([cartTotal, offerDiscount]).toEqual([
        sum(({ original }) => original),
        sum(({ original, discounted }) => original - discounted),
      ])
    }
  })

  it('becomes an order whose lines name the variants', async () => {
    await setStock(app, { [SET]: 9, [OAT]: 9, [LARGE_POT]: 9 })
    const shopper = await newShopper(app, { [SET]: 1, [OAT]: 2, [LARGE_POT]: 1, [BOWL]: 1 })
    const { order } = await checkOut(app, shopper)
    expect(order.lines.map(({ title }) => title)).toEqual([
      'Tea for Two Set, Blue-grey',
      'Tea for Two Set, Oat',
      'Ribbed Terracotta Pot, 20 cm',
      'Sea Glass Serving Bowl',
    ])
    await cancelCheckout(shop, shopper, order.id)
  })

  it('lets one of fifty buyers have the last piece of a variant', async () => {
    await setStock(app, { [SET]: 50, [OAT]: 1 })
    const buyers = await Promise.all(Array.from({ length: 50 }, () => newShopper(app)))
    await Promise.all(buyers.map((each) => fillCart(app, each, { [OAT]: 1, [SET]: 1 })))
    const results = await Promise.allSettled(buyers.map((each) => checkOut(app, each)))
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(reasons).toHaveLength(49)
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'OUT_OF_STOCK' })
    expect([await stockOf(app, OAT), await stockOf(app, SET)]).toEqual([0, 49])
  })

  it('never deadlocks when products and their variants sell out in any order', async () => {
    const ids = await newFamily([{ variant: 'Glaze: A' }, { variant: 'Glaze: B' }, { variant: 'Glaze: C' }])
    const buyers = await Promise.all(Array.from({ length: 12 }, () => newShopper(app)))
    for (let round = 0; round < 4; round += 1) {
      await setStock(app, Object.fromEntries(ids.map((id) => [id, 2])))
      const results = await Promise.allSettled(
        buyers.map(async (buyer, i) => {
          const wanted = ids.filter((_, n) => (i >> n) % 2 === 0)
          await fillCart(app, buyer, Object.fromEntries(wanted.map((id) => [id, 1])))
          const { order } = await checkOut(app, buyer)
          await cancelCheckout(shop, buyer, order.id)
        }),
      )
      for (const result of results)
        if (result.status === 'rejected') expect(['OUT_OF_STOCK', 'CART_EMPTY']).toContain(result.reason.code)
      const rows = await db.product.findMany({ where: { id: { in: ids } } })
      expect(rows.map(({ stock }) => stock)).toEqual([2, 2, 2])
    }
  })
})

describe('saving a variant', () => {
  it('adds one with the texts of its product, at its position, after its first variant', async () => {
    const [one] = (await newFamily([{ variant: 'Glaze: White' }])) as [string]
    await db.asset.createMany({
      data: { name: 'u-888888888888888888888888', width: 1400, height: 1400 },
      skipDuplicates: true,
    })
    const images = [{ url: '/photos/u-888888888888888888888888.webp', alt: 'A blue set' }]
    const { product, userErrors } = await save({ variantOf: one, variant: ' glaze : Blue ; ', sku: 'S-1', images })
    expect([product, userErrors]).toEqual([null, [expect.objectContaining({ field: ['input', 'variant'] })]])
    const made = await save({ variantOf: one, variant: ' Glaze :  Blue  #AABBCC ', sku: 'S-1', images })
    expect(made.userErrors).toEqual([])
    const { position, ...whole } = await db.product.findUniqueOrThrow({ where: { id: one } })
    expect(await db.product.findUniqueOrThrow({ where: { id: made.product.id } })).toMatchObject({
      title: `${whole.title}, Blue`,
      description: whole.description,
      rating: whole.rating,
      variant: 'Glaze: Blue #aabbcc',
      sku: 'S-1',
      position,
    })
    expect(made.product.product.variants.map(({ id }: { id: string }) => id)).toEqual([one, made.product.id])
    // A save that names none of the three keeps them.
    await save({ images }, made.product.id)
    expect(await db.product.findUniqueOrThrow({ where: { id: made.product.id } })).toMatchObject({
      variantOf: one,
      variant: 'Glaze: Blue #aabbcc',
      sku: 'S-1',
    })
    await save({ images, sku: '' }, made.product.id)
    expect((await db.product.findUniqueOrThrow({ where: { id: made.product.id } })).sku).toBeNull()
  })

  it('hides a new variant of a hidden product, and shows both together', async () => {
    const [one] = (await newFamily([{ variant: 'Glaze: White' }])) as [string]
    const images = [{ url: '/photos/u-888888888888888888888888.webp', alt: 'A set' }]
    const hide = (hidden: boolean) =>
      ask(app, `mutation { hideProduct(productId: "${one}", hidden: ${hidden}) { userErrors { code } } }`, staff)
    await hide(true)
    const { product, userErrors } = await save({ variantOf: one, variant: 'Glaze: Blue', images, stock: 5 })
    expect(userErrors).toEqual([])
    expect(await family(product.id)).toBeNull()
    await hide(false)
    expect((await family(one)).variants.map(({ id }: { id: string }) => id)).toEqual([one, product.id])
  })

  it('refuses what makes no family, names the field, and changes nothing', async () => {
    const [one, two] = (await newFamily([{ variant: 'Glaze: White' }, { variant: 'Glaze: Blue' }])) as [string, string]
    const images = [{ url: '/photos/u-888888888888888888888888.webp', alt: 'A set' }]
    const before = await db.product.count()
    const WRONG: [string | null, object, string][] = [
      [null, { variantOf: one }, 'variant'],
      [null, { variantOf: one, variant: 'Glaze: white' }, 'variant'],
      [null, { variantOf: one, variant: 'Size: Large' }, 'variant'],
      [null, { variantOf: one, variant: 'Glaze: Red; Size: Large' }, 'variant'],
      [null, { variantOf: one, variant: 'Red' }, 'variant'],
      [null, { variantOf: one, variant: 'Glaze: Red; Glaze: Blue' }, 'variant'],
      [null, { variantOf: one, variant: 'A: 1; B: 2; C: 3; D: 4' }, 'variant'],
      [null, { variantOf: one, variant: 'Glaze: Red', discounted: 3498 }, 'discounted'],
      [null, { variantOf: two, variant: 'Glaze: Red' }, 'variantOf'],
      [null, { variantOf: 'nothing', variant: 'Glaze: Red' }, 'variantOf'],
      [null, { variantOf: BOWL, variant: 'Glaze: Red' }, 'variant'],
      [two, { variant: 'Glaze: White' }, 'variant'],
      [two, { variant: '' }, 'variant'],
      [two, { discounted: 3000 }, 'discounted'],
      [two, { variantOf: BOWL }, 'variantOf'],
      [one, { variant: '' }, 'variant'],
      [one, { variant: 'Size: 1' }, 'variant'],
      [one, { discounted: 3500, original: 6998 }, 'discounted'],
    ]
    for (const [id, input, field] of WRONG) {
      const { product, userErrors } = await save({ images, ...input }, id)
      expect([input, product, userErrors]).toEqual([
        input,
        null,
        [expect.objectContaining({ field: ['input', field], message: expect.stringMatching(/\w/) })],
      ])
    }
    expect(await db.product.count()).toBe(before)
  })

  it('accepts only one of two equal variants that are added at the same time', async () => {
    const [one] = (await newFamily([{ variant: 'Glaze: White' }])) as [string]
    const images = [{ url: '/photos/u-888888888888888888888888.webp', alt: 'A set' }]
    const saves = await Promise.all([1, 2, 3].map(() => save({ variantOf: one, variant: 'Glaze: Red', images })))
    expect(saves.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1)
  })
})

describe('hiding', () => {
  const hide = async (productId: string, hidden: boolean) => {
    const text = `mutation { hideProduct(productId: "${productId}", hidden: ${hidden}) { userErrors { message } } }`
    return (await ask(app, text, { token: staff.token })).data.hideProduct.userErrors
  }
  const areHidden = async (ids: string[]) =>
    Promise.all(ids.map(async (id) => (await db.product.findUniqueOrThrow({ where: { id } })).hiddenAt !== null))

  it('a product hides its variants, and showing it shows those that were not hidden alone', async () => {
    const ids = await newFamily([{ variant: 'Glaze: A' }, { variant: 'Glaze: B' }, { variant: 'Glaze: C' }])
    const [one, two] = ids as [string, string, string]
    const shopper = await newShopper(app, { [two]: 1 })
    await hide(two, true)
    expect(await areHidden(ids)).toEqual([false, true, false])
    expect((await family(one)).variants).toHaveLength(2)
    await hide(one, true)
    expect(await areHidden(ids)).toEqual([true, true, true])
    expect((await hide(two, false))[0].message).toContain('show it first')
    await hide(one, false)
    expect(await areHidden(ids)).toEqual([false, true, false])
    await expect(checkOut(app, shopper)).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  })
})
