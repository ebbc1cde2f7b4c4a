import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../../testing/app'
import { ask } from '../../testing/calls'
import { newStaff, setStock } from '../../testing/data/factories'
import { countStatements, eventually } from '../../testing/statements'
import { readVariant } from '../../shared/variants'
import { countOptions, readChoices } from './choices'
import { closeTo } from './closeSearch'
import { NO_FAMILIES } from './productFilter'
import { slugOfOption, slugOfValue } from './variants'

const app = await startTestApp()
const { db } = app.shop
const beside = await startBeside(app, {})
const staff = await newStaff(app)

const GLAZES = ['Celadon #b4c9b6', 'Oat #d8c9ac', 'Indigo', 'Celadon #a0c0a0', 'CELADON', 'नीला']
const SIZES = ['Small', 'Large', '22 cm']
const CATEGORIES = ['cups', 'bowls', 'gifts']
const random = fc.sample(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), { numRuns: 40, seed: 7 })
const model = await db.product.findUniqueOrThrow({ where: { id: 'celadon-chai-cup' } })

/** Families of one to five variants, some sold out or hidden, with one or two options. A few have other options. */
for (const [i, numbers] of random.entries()) {
  const variantOf = (nth: number) => {
    const glaze = `${i % 3 === 0 ? 'glaze' : 'Glaze'}: ${GLAZES[numbers[nth]! % GLAZES.length]!}`
    const size = `Size: ${SIZES[(numbers[nth]! >> 3) % SIZES.length]!}`
    return i % 7 === 6 ? `Option ${i}: Value ${nth}` : i % 4 === 0 ? size : i % 4 === 1 ? glaze : `${glaze}; ${size}`
  }
  const texts = [...new Set(Array.from({ length: 1 + (numbers[11]! % 5) }, (_, nth) => variantOf(nth)))]
  for (const [nth, variant] of texts.entries())
    await db.product.create({
      data: {
        ...model,
        id: `family-${i}${nth > 0 ? `-${nth}` : ''}`,
        title: `Family Bowl ${i}`,
        variant,
        variantOf: nth > 0 ? `family-${i}` : null,
        stock: numbers[5 + nth]! % 3,
        hiddenAt: nth > 0 && numbers[6 + nth]! % 5 === 0 ? new Date() : null,
        discounted: 200 + (i % 8) * 300,
        original: 9000,
        rating: 1 + (i % 5),
        categoryId: CATEGORIES[i % 3]!,
        position: 100 + i,
      },
    })
}
const all = await db.product.findMany({ where: { hiddenAt: null }, orderBy: { position: 'asc' } })
const wholes = all.filter(({ variantOf }) => variantOf === null)
type Row = (typeof all)[number]

const TEXTS = ['Family Bowl', 'Bowl 1', 'Moon Jar', 'celadon']
/** closeSearch.slow.test.ts checks which titles are close to a text. */
const closeIds = new Map<string, Set<string>>()
for (const text of TEXTS) closeIds.set(text, new Set((await closeTo(app.shop, text)).ids))

interface Filter {
  search?: string
  categoryIds?: string[]
  minPrice?: number
  maxPrice?: number
  minRating?: number
  availableOnly?: boolean
  choices?: { option: string; values: string[] }[]
}

const choicesOf = (row: Row): Record<string, string> =>
  Object.fromEntries(
    (readVariant(row.variant ?? '') ?? []).map(({ name, value }) => [slugOfOption(name), slugOfValue(value)]),
  )
const variantsOf = (row: Row) =>
  row.variant === null ? [] : all.filter(({ id, variantOf }) => (variantOf ?? id) === row.id)
/** The variants of a product that have all choices, and are in stock if the filter says so. */
const having = (row: Row, { choices = [], availableOnly }: Filter) =>
  variantsOf(row).filter(
    (variant) =>
      (!availableOnly || variant.stock > 0) &&
      choices.every(({ option, values }) => values.length === 0 || values.includes(choicesOf(variant)[option] ?? '')),
  )
const isSet = ({ choices = [] }: Filter) => choices.some(({ values }) => values.length > 0)
const isAvailable = (row: Row) => row.stock > 0 || variantsOf(row).some(({ stock }) => stock > 0)

/** The filter in plain JavaScript. */
const matching = (filter: Filter): Row[] =>
  wholes.filter(
    (row) =>
      (row.title.toLowerCase().includes((filter.search ?? '').toLowerCase()) ||
        closeIds.get(filter.search!)!.has(row.id)) &&
      (!filter.categoryIds?.length || filter.categoryIds.includes(row.categoryId)) &&
      row.discounted >= (filter.minPrice ?? 0) &&
      row.discounted <= (filter.maxPrice ?? Infinity) &&
      row.rating >= (filter.minRating ?? 0) &&
      (!filter.availableOnly || isAvailable(row)) &&
      (!isSet(filter) || having(row, filter).length > 0),
  )

const OPTIONS = [...new Set(all.flatMap((row) => Object.keys(choicesOf(row))))].sort()
const valuesOfOption = (option: string) => [...new Set(all.flatMap((row) => choicesOf(row)[option] ?? []))].sort()

/** The count of each value of each option, without zeros, unless the value is chosen. */
function counted(filter: Filter): Record<string, Record<string, [count: number, selected: boolean]>> {
  const facets = OPTIONS.map((option) => {
    const others = { ...filter, choices: filter.choices?.filter((each) => each.option !== option) }
    const listed = matching(others)
    const chosen = filter.choices?.find((each) => each.option === option)?.values ?? []
    const values = valuesOfOption(option).map((value) => {
      const count = listed.filter((row) =>
        having(row, others).some((variant) => choicesOf(variant)[option] === value),
      ).length
      return [value, [count, chosen.includes(value)]] as [string, [number, boolean]]
    })
    return [option, Object.fromEntries(values.filter(([, [count, selected]]) => count > 0 || selected))] as const
  })
  return Object.fromEntries(facets.filter(([, values]) => Object.keys(values).length > 0))
}

const LIST = `query ($filter: ProductFilter, $sort: ProductSort!) { products(filter: $filter, sort: $sort, first: 100) {
  totalCount nodes { id }
  facets {
    options { slug name values { slug label swatch count selected } }
    categories { category { id } count } price { minimum maximum } priceHistogram(buckets: 1) { count }
  } } }`

async function list(filter: Filter, { sort = 'NEWEST', on = app } = {}) {
  const { data, errors } = await ask(on, LIST, { variables: { filter, sort } })
  expect(errors).toBeUndefined()
  return data.products
}

interface OptionFacet {
  slug: string
  values: { slug: string; count: number; selected: boolean }[]
}
const readFacets = (options: OptionFacet[]) =>
  Object.fromEntries(
    options.map(({ slug, values }) => [
      slug,
      Object.fromEntries(values.map((value) => [value.slug, [value.count, value.selected]])),
    ]),
  )

const anyChoices = fc
  .uniqueArray(
    fc.oneof(
      ...['glaze', 'size', 'option-6', 'nope'].map((option) =>
        fc.record({
          option: fc.constant(option),
          values: fc.subarray([...valuesOfOption(option), 'nope', 'Celadon']),
        }),
      ),
    ),
    { selector: ({ option }) => option, maxLength: 3 },
  )
  .map((choices) => choices.map(({ option, values }) => ({ option, values: [...values] })))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyFilter: fc.Arbitrary<Filter> = fc.record({
  search: maybe(fc.constantFrom(...TEXTS)),
  categoryIds: maybe(fc.subarray(CATEGORIES)),
  minPrice: maybe(fc.constantFrom(0, 500, 800)),
  maxPrice: maybe(fc.constantFrom(800, 1700, 8000)),
  minRating: maybe(fc.integer({ min: 1, max: 5 })),
  availableOnly: maybe(fc.boolean()),
  choices: maybe(anyChoices),
})

describe('a filter by the values of variants', () => {
  it('lists and counts like a plain JavaScript calculation, with any other filter', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom('FEATURED', 'PRICE_LOW_TO_HIGH'), async (filter, sort) => {
        const found = await list(filter, { sort })
        const wanted = matching(filter)
        expect(found.nodes.map(({ id }: Row) => id).sort()).toEqual(wanted.map(({ id }) => id).sort())
        expect(found.totalCount).toBe(wanted.length)
        const prices = wanted.map(({ discounted }) => discounted)
        if (filter.minPrice === undefined && filter.maxPrice === undefined)
          expect(found.facets.price).toEqual(
            prices.length > 0 ? { minimum: Math.min(...prices), maximum: Math.max(...prices) } : null,
          )
        const byCategory = matching({ ...filter, categoryIds: undefined })
        for (const { category, count } of found.facets.categories)
          expect(count).toBe(byCategory.filter(({ categoryId }) => categoryId === category.id).length)
        const facets = readFacets(found.facets.options)
        const expected = counted(filter)
        // The most frequent options are listed.
        if (Object.keys(expected).length <= 6) expect(facets).toEqual(expected)
        else expect(expected).toMatchObject(facets)
        expect(Object.keys(facets)).toHaveLength(Math.min(6, Object.keys(expected).length))
      }),
      { numRuns: 150 },
    )
  })

  it('pages by cursor in any order of the choices', async () => {
    const PAGE = `query ($filter: ProductFilter, $after: String) { products(filter: $filter, first: 3, after: $after) {
      nodes { id } pageInfo { endCursor } } }`
    const choices = [
      { option: 'glaze', values: ['celadon', 'oat'] },
      { option: 'size', values: ['large', 'small'] },
      { option: 'kiln', values: [] },
    ]
    const next = (filter: Filter, after: string | null) => ask(app, PAGE, { variables: { filter, after } })
    const first = (await next({ choices }, null)).data.products
    const same = [...choices]
      .reverse()
      .map(({ option, values }) => ({ option, values: [...values, ...values].reverse() }))
    const second = (await next({ choices: same }, first.pageInfo.endCursor)).data.products
    const wanted = matching({ choices })
    expect(wanted.length).toBeGreaterThan(5)
    expect(new Set([...first.nodes, ...second.nodes].map(({ id }: Row) => id)).size).toBe(6)
    const { errors } = await next({ choices: [choices[0]!] }, first.pageInfo.endCursor)
    expect(errors![0]!.extensions).toMatchObject({ reason: 'STALE_CURSOR' })
  })

  it('needs one variant with all choices, and with availableOnly in stock', async () => {
    const data = { ...model, variant: 'Glaze: Ash; Size: Tall', stock: 0, title: 'Two', position: 300 }
    await db.product.create({ data: { ...data, id: 'two' } })
    await db.product.create({
      data: { ...data, id: 'two-b', variantOf: 'two', variant: 'Glaze: Rust; Size: Wide', stock: 1 },
    })
    const choose = (glaze: string, size: string) => ({
      choices: [
        { option: 'glaze', values: [glaze] },
        { option: 'size', values: [size] },
      ],
    })
    const total = async (filter: Filter) => (await list(filter)).totalCount
    await eventually(
      () => total(choose('ash', 'tall')),
      (count) => count === 1,
    )
    expect(
      await Promise.all([choose('ash', 'tall'), choose('rust', 'wide'), choose('ash', 'wide')].map(total)),
    ).toEqual([1, 1, 0])
    expect(await total({ ...choose('ash', 'tall'), availableOnly: true })).toBe(0)
    expect(await total({ ...choose('rust', 'wide'), availableOnly: true })).toBe(1)
    await db.product.delete({ where: { id: 'two' } })
    await eventually(
      () => total(choose('ash', 'tall')),
      (count) => count === 0,
    )
  })

  it('takes the most frequent name, label and colour', async () => {
    const { options } = (await list({ choices: [{ option: 'glaze', values: ['celadon'] }] })).facets
    const texts = all
      .flatMap(({ variant }) => readVariant(variant ?? '') ?? [])
      .filter(({ value }) => slugOfValue(value) === 'celadon')
    const most = (words: string[]) =>
      words.sort((a, b) => words.filter((word) => word === b).length - words.filter((word) => word === a).length)[0]
    const glaze = options.find(({ slug }: OptionFacet) => slug === 'glaze')
    const celadon = glaze.values.find(({ slug }: { slug: string }) => slug === 'celadon')
    expect([glaze.name, celadon.label]).toEqual(['Glaze', most(texts.map(({ value }) => value))])
    expect(['#b4c9b6', '#a0c0a0']).toContain(celadon.swatch)
    expect(celadon.selected).toBe(true)
  })

  it('has the slugs that the address of a product takes', async () => {
    const { data } = await ask(app, '{ product(id: "lotus-tealight-holder") { options { slug values { slug } } } }')
    const [{ slug, values }] = data.product.options
    for (const value of values) {
      const found = await list({ choices: [{ option: slug, values: [value.slug] }] })
      expect(found.nodes.map(({ id }: Row) => id)).toContain('lotus-tealight-holder')
    }
  })

  it.each([
    [Array.from({ length: 4 }, (_, i) => ({ option: `o${i}`, values: ['v'] })), 'at most 3 options'],
    [[{ option: 'glaze', values: Array.from({ length: 21 }, (_, i) => `v${i}`) }], 'at most 20 values'],
    [[{ option: 'x'.repeat(201), values: ['v'] }], 'at most 200 characters'],
    [[{ option: 'glaze', values: ['x'.repeat(201)] }], 'at most 200 characters'],
    [[{ option: 'glaze', values: ['a\0'] }], 'at most 200 characters'],
    [
      [
        { option: 'glaze', values: ['oat'] },
        { option: 'glaze', values: ['celadon'] },
      ],
      'only once',
    ],
  ])('refuses %j', async (choices, message) => {
    const { errors } = await ask(app, LIST, { variables: { filter: { choices }, sort: 'NEWEST' } })
    expect(errors!.map(({ extensions }) => extensions)).toEqual([expect.objectContaining({ code: 'BAD_USER_INPUT' })])
    expect(errors![0]!.message).toMatch(/^`choices` /)
    expect(errors![0]!.message).toContain(message)
  })

  it.each(["'; DROP TABLE product; --", '__proto__', 'constructor', '{1,2}', '%', '../..', '', '🏺'])(
    'finds nothing for the option or the value %j',
    async (text) => {
      for (const choice of [
        { option: text, values: ['celadon'] },
        { option: 'glaze', values: [text] },
      ])
        expect(await list({ choices: [choice] })).toMatchObject({ totalCount: 0, nodes: [] })
    },
  )
})

describe('the counts of values', () => {
  const countOf = async (slug: string, { on = app, ...filter }: Filter & { on?: typeof app } = {}): Promise<number> => {
    const { options }: { options: OptionFacet[] } = (await list(filter, { on })).facets
    return options.find((each) => each.slug === 'glaze')?.values.find((each) => each.slug === slug)?.count ?? 0
  }
  const counts = async (filter: Filter = {}) => [
    await countOf('copper', filter),
    await countOf('copper', { ...filter, on: beside }),
  ]
  const become = (filter: Filter, wanted: number) =>
    eventually(
      () => counts(filter),
      (found) => found.every((count) => count === wanted),
    )
  const PRODUCT = 'lotus-tealight-holder'
  const ITS_VARIANT = `${PRODUCT}-celadon`

  it('follow what the office changes, and what sells out, on each server', async () => {
    expect(await counts()).toEqual([0, 0])
    const SAVE = `mutation ($id: ID!, $input: OfficeProductInput!) { saveProduct(id: $id, input: $input) { userErrors { message } } }`
    const row = await db.product.findUniqueOrThrow({ where: { id: ITS_VARIANT } })
    const input = {
      title: 'Any',
      description: 'Any.',
      categoryId: row.categoryId,
      discounted: row.discounted,
      original: row.original,
      rating: row.rating,
      offer: row.offer,
      variantOf: PRODUCT,
      variant: 'Glaze: Copper #b87333',
      images: [{ url: row.imageUrl, alt: row.imageAlt }],
    }
    const saved = await ask(app, SAVE, { token: staff.token, variables: { id: ITS_VARIANT, input } })
    expect(saved.data.saveProduct.userErrors).toEqual([])
    expect(await become({}, 1)).toEqual([1, 1])
    await setStock(app, { [ITS_VARIANT]: 0 })
    expect(await become({ availableOnly: true }, 0)).toEqual([0, 0])
    expect(await counts()).toEqual([1, 1])
    await setStock(app, { [ITS_VARIANT]: 3 })
    expect(await become({ availableOnly: true }, 1)).toEqual([1, 1])
    await db.product.update({ where: { id: ITS_VARIANT }, data: { hiddenAt: new Date() } })
    expect(await become({}, 0)).toEqual([0, 0])
    await db.product.update({ where: { id: ITS_VARIANT }, data: { hiddenAt: null } })
    expect(await become({}, 1)).toEqual([1, 1])
    await db.product.delete({ where: { id: ITS_VARIANT } })
    expect(await become({}, 0)).toEqual([0, 0])
  })

  it('are read without a statement once they are cached', async () => {
    const filter = { choices: [{ option: 'glaze', values: ['oat'] }] }
    const COUNTS = `query ($filter: ProductFilter) { products(filter: $filter) { totalCount facets { options { values { count } } } } }`
    await ask(app, COUNTS, { variables: { filter } })
    expect(await countStatements(() => ask(app, COUNTS, { variables: { filter } }))).toBe(0)
  })

  it('are the same if some cells do not share their lists with the others', async () => {
    const cells = await app.shop.cells()
    const choices = await readChoices(db, cells)
    const separate = cells.map((cell, i) => {
      const lists = [...cell.families.lists].reverse()
      const indexes = cell.families.indexes.map((index) => lists.length - 1 - index)
      return i % 2 === 0 ? cell : { ...cell, families: { ...cell.families, lists, indexes } }
    })
    expect(await readChoices(db, separate)).toEqual(choices)
    for (const filter of [{}, { minPrice: 500, maxPrice: 1400, availableOnly: true }])
      expect(countOptions(choices, separate, filter)).toEqual(countOptions(choices, cells, filter))
    expect(countOptions(choices, cells, {})).not.toEqual([])
  })

  it('need no statement in a shop without variants', async () => {
    const cells = (await app.shop.cells()).map((cell) => ({ ...cell, families: NO_FAMILIES }))
    expect(await countStatements(() => readChoices(db, cells))).toBe(0)
  })

  it('list at most 6 options with 30 values each, the chosen ones first', async () => {
    for (let nth = 0; nth < 40; nth += 1)
      await db.product.create({
        data: {
          ...model,
          id: `many-${nth}`,
          title: 'Many',
          variant: `Number: ${nth}`,
          variantOf: nth > 0 ? 'many-0' : null,
        },
      })
    const ofNumber = async (filter: Filter = {}) =>
      (await list({ search: 'Many', ...filter })).facets.options.find(({ slug }: OptionFacet) => slug === 'number')
    await eventually(ofNumber, (facet) => facet !== undefined)
    expect((await ofNumber()).values).toHaveLength(30)
    const values = ['39', '38', '7']
    const chosen: OptionFacet = await ofNumber({ choices: [{ option: 'number', values }] })
    expect(chosen.values).toHaveLength(30)
    expect(
      chosen.values
        .filter(({ selected }) => selected)
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual([...values].sort())
  })
})

describe('the numbers of a product', () => {
  const choicesIn = async (id: string) =>
    (await db.$queryRaw<{ choices: number[] | null }[]>`SELECT choices FROM product WHERE id = ${id}`)[0]!.choices
  const textsIn = async (id: string) => {
    const rows = await db.$queryRaw<{ text: string; choice: number }[]>`
      SELECT text, choice FROM product, unnest(choices) AS choice JOIN variant_text ON variant_text.id = abs(choice) WHERE product.id = ${id}`
    return rows.map(({ text, choice }) => `${choice < 0 ? '-' : '+'}${text}`).sort()
  }

  it('are those of its visible variants, and change with them', async () => {
    const id = 'grand-moon-jar'
    expect(await choicesIn('celadon-chai-cup')).toBeNull()
    expect(await choicesIn(`${id}-celadon`)).toBeNull()
    expect(await textsIn(id)).toEqual(['+Glaze: Celadon #b4c9b6', '+Glaze: Milk white #f2eee4'])
    const { version } = await db.product.findUniqueOrThrow({ where: { id } })
    await setStock(app, { [`${id}-celadon`]: 0, [id]: 0 })
    expect(await textsIn(id)).toEqual(['-Glaze: Celadon #b4c9b6', '-Glaze: Milk white #f2eee4'])
    expect((await db.product.findUniqueOrThrow({ where: { id } })).version).toBe(version)
    await setStock(app, { [`${id}-celadon`]: 1 })
    expect(await textsIn(id)).toEqual(['+Glaze: Celadon #b4c9b6', '-Glaze: Milk white #f2eee4'])
    // Another product gets the variant.
    await db.product.update({ where: { id: `${id}-celadon` }, data: { variantOf: 'tea-for-two-set' } })
    expect(await textsIn(id)).toEqual(['-Glaze: Milk white #f2eee4'])
    expect(await textsIn('tea-for-two-set')).toContain('+Glaze: Celadon #b4c9b6')
    await db.product.update({ where: { id }, data: { variant: null } })
    expect(await choicesIn(id)).toBeNull()
  })

  it('cannot be set by a writer', async () => {
    const id = 'tea-for-two-set'
    const before = await choicesIn(id)
    await db.$executeRaw`UPDATE product SET choices = '{99999}' WHERE id = ${id}`
    expect(await choicesIn(id)).toEqual(before)
  })

  it('are right after variants of one product sell out in two transactions', async () => {
    const id = 'bud-vase-trio'
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        db.product.update({ where: { id: i % 2 === 0 ? id : `${id}-indigo` }, data: { stock: i < 18 ? i % 4 : 0 } }),
      ),
    ).catch(() => undefined)
    await setStock(app, { [id]: 0, [`${id}-indigo`]: 0 })
    await Promise.all([setStock(app, { [id]: 4 }), setStock(app, { [`${id}-indigo`]: 5 })])
    expect((await textsIn(id)).every((text) => text.startsWith('+'))).toBe(true)
  })

  it('are one for two writers that add the same new text', async () => {
    const data = { ...model, variant: 'Glaze: Brand new', title: 'New' }
    await Promise.all([1, 2, 3, 4].map((i) => db.product.create({ data: { ...data, id: `new-${i}` } })))
    const all = await Promise.all([1, 2, 3, 4].map((i) => choicesIn(`new-${i}`)))
    expect(new Set(all.map(String)).size).toBe(1)
    expect(all[0]).toHaveLength(1)
  })
})
