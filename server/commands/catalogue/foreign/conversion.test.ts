import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stringify } from 'csv-stringify/sync'
import { readCsv } from '../csv'
import type { KnownProduct } from './match'
import { SOURCES } from './sources'
import { plainText } from './plainText'
import { amount, grams, isWithin } from './values'

const KNOWN = {
  categories: [
    { id: 'bowls', name: 'Bowls' },
    { id: 'cups', name: 'Cups' },
  ],
  products: new Map<string, KnownProduct>(),
  otherCategory: 'Other',
  newStock: null,
}
const UNSAID = { key: null, rowKey: null, variant: null, sku: null }
/** The shop's products by id, with a title, or with a variant and the product that has it. */
const productsOf = (all: Record<string, string | { variant: string; variantOf: string | null }>) =>
  new Map(
    Object.entries(all).map(([id, more]): [string, KnownProduct] => [
      id,
      typeof more === 'string'
        ? { id, title: more, variant: null, variantOf: null, sku: null, said: UNSAID }
        : { id, title: id, sku: null, said: UNSAID, ...more },
    ]),
  )

async function read(text: string, from: 'shopify' | 'woocommerce', known: Partial<typeof KNOWN> = {}) {
  const { products, categories, errors, notes } = await readCsv(text, {
    source: SOURCES[from]!,
    kind: from,
    ...KNOWN,
    ...known,
  })
  return {
    values: products.map(({ values }) => values),
    categories: categories.map(({ values }) => values),
    errors: errors.map(({ message }) => message),
    notes: notes.filter((note) => !note.startsWith('Prices are read as')).map((note) => note.replace(TITLES, '$1).')),
  }
}

/** Other tests check the titles at the end of a note. */
const TITLES = /(\((?:line|lines) [^:]*): .*\)\.$/

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')

type Row = Readonly<Record<string, string | undefined>>

/** A file with one row per object. A missing cell has the value of `defaults`. */
function fileOf(defaults: Row, rows: Row[]): string {
  const header = [...new Set([defaults, ...rows].flatMap((row) => Object.keys(row)))]
  return stringify([header, ...rows.map((row) => header.map((name) => row[name] ?? defaults[name] ?? ''))])
}

const shopify = (...rows: Row[]) =>
  read(
    fileOf(
      {
        ...{
          Handle: 'pot',
          Title: 'A pot',
          'Body (HTML)': 'Thrown',
          Type: 'Bowls',
          Published: 'true',
          Status: 'active',
        },
        ...{ 'Variant Grams': '450', 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': '3' },
        ...{ 'Variant Price': '499.00', 'Variant Compare At Price': '', 'Variant Requires Shipping': 'true' },
      },
      rows,
    ),
    'shopify',
  )
const WOO = {
  ...{ ID: '7', Type: 'simple', Name: 'A pot', Published: '1', 'Visibility in catalog': 'visible' },
  ...{ Description: 'Thrown', 'Date sale price starts': '', 'Date sale price ends': '', 'In stock?': '1', Stock: '3' },
  ...{ 'Sale price': '', 'Regular price': '499', Categories: 'Bowls' },
}
const woo = (...rows: Row[]) => read(fileOf(WOO, rows), 'woocommerce')

describe('the import of a file of another shop', async () => {
  it.each([
    [
      'shopify-new-template.csv',
      [{ id: 'slate-bowl', title: 'Slate bowl', description: 'A bowl.', category: 'bowls', rating: 4 }],
    ],
    ['shopify-new-template.csv', [{ discounted: 499, original: 799, stock: 12, weightGrams: 450 }]],
    ['shopify-no-compare.csv', [{ discounted: 499, original: null }, { original: null }, { original: null }]],
    ['shopify-negative-stock.csv', [{ stock: 0 }]],
    ['shopify-grams-decimal.csv', [{ weightGrams: 454 }, { weightGrams: 450 }, { weightGrams: null }]],
    [
      'shopify-price-in.csv',
      [
        { discounted: 1300, original: null },
        { discounted: 1299, original: 1999 },
        ...[{ discounted: 499 }, { discounted: 499 }, { discounted: 499 }],
        { discounted: 1299, original: 1999 },
      ],
    ],
    ['woo-expired.csv', [{ discounted: 799, original: null }]],
    ['woo-lbs.csv', [{ weightGrams: 544 }, { weightGrams: null }]],
    ['woo-desc.csv', [{ description: 'One\n\nTwo' }, { description: 'Text' }, { description: 'Hi' }]],
    [
      'woo-names.csv',
      [
        { id: 'नीला-कटोरा', title: 'नीला कटोरा' },
        { id: 'tasse-untertasse', title: 'Tasse & Untertasse' },
        { id: 'cup-large', title: 'Cup, large' },
        { id: 'bowl-big', title: 'Bowl big' },
      ],
    ],
    ['woo-published.csv', [{ hidden: true }, { hidden: true }, {}, {}, { hidden: true }]],
    ['woo-same-name.csv', [{ id: 'chai-cup' }, { id: 'chai-cup-2' }, { id: 'chai-cup-3' }]],
    [
      'shopify-options.csv',
      [
        {
          id: 'terrace-trough',
          variant: 'Size: Small; Colour: Amber; Style: Standard',
          discounted: 649,
          original: 901,
        },
        { variantOf: 'terrace-trough', variant: 'Size: Large | 280mm x 325mm; Colour: Amber; Style: Standard' },
        { variantOf: 'terrace-trough', discounted: 1408, original: null },
        { id: 'terrace-trough-small-rock-standard', sku: '101' },
        { id: 'herb-pot', variant: null, variantOf: null, category: 'garden-pots', discounted: 349 },
      ],
    ],
    [
      'shopify-present-options.csv',
      [
        { id: 'tide-mug', category: 'mugs', variant: 'Size: Small; Glaze: Sea', stock: 25, weightGrams: 320 },
        { id: 'tide-mug-small-sand', discounted: 449 },
        { id: 'tide-mug-large-sea', discounted: 549 },
        { id: 'tide-mug-large-sand', variantOf: 'tide-mug', variant: 'Size: Large; Glaze: Sand' },
      ],
    ],
    [
      'woo-variations.csv',
      [
        { id: 'soucoupe-en-terre-cuite', description: 'Soucoupe émaillée\n\nDiamètre 20 cm', dimensions: '3 cm tall' },
        { id: 'pot-garrigue', variant: 'taille: 60', discounted: 780, weightGrams: 2000, category: 'pots' },
        { id: 'pot-garrigue-75', variantOf: 'pot-garrigue', weightGrams: 8000 },
        { id: 'pot-garrigue-140', variant: 'taille: 140', discounted: 1320, original: 1450 },
      ],
    ],
    ['woo-stock.csv', [{}, { stock: 0 }, { stock: 0 }, { stock: 0 }, { stock: 0 }]],
    ['woo-categories.csv', ['bowls', 'sale', 'bowls', 'other', 'cups-mugs', 'small'].map((category) => ({ category }))],
    [
      'shopify-handles.csv',
      ['blue-bowl', 'blue-bowl-2', 'bowl-blue', 'कटोरा', 'café-cup', 'bowl', '50-off', 'cups-2'].map((id) => ({ id })),
    ],
    [
      'shopify-html.csv',
      [
        'One two\nthree\n\n- a\n- b\n\nW 10 cm\n’é₹©½',
        '3 < 5 and 7 > 2 <3',
        'x',
        'Plain\n\nwith\nlines',
        'one\n\ntwo',
        '&lt;b&gt; €20 • x',
        'ab',
      ].map((description) => ({ description })),
    ],
  ])('%s goes in as it is', async (name, wanted) => {
    const { values, errors } = await read(fixture(name), name.startsWith('shopify') ? 'shopify' : 'woocommerce')
    expect(errors).toEqual([])
    expect(values).toHaveLength(wanted.length)
    expect(values).toMatchObject(wanted)
  })

  it('counts what it changes or leaves out, with the lines', async () => {
    const types = await read(fixture('woo-types.csv'), 'woocommerce')
    expect(types.notes).toEqual([
      'Products that another shop sells, left out: 1 product (line 2).',
      'Virtual products, left out: 1 product (line 3).',
      'Downloads, left out: 1 product (line 4).',
      'Products of the type “bundle”, left out: 1 product (line 5).',
      'Products of the type “subscription”, left out: 1 product (line 6).',
    ])
    expect(types.errors).toEqual([])
    expect(types.values).toMatchObject([{ id: 'wt-6' }])
    expect((await read(fixture('woo-stock.csv'), 'woocommerce')).notes).toEqual([
      'Sold out, because the file has no stock: 1 product (line 2).',
      'Stock that is not a whole number from 0, now 0: 3 products (lines 3, 4, 5).',
    ])
    expect((await read(fixture('shopify-price-in.csv'), 'shopify')).notes).toEqual([
      'Prices rounded to whole rupees: 1 product (line 2).',
    ])
    expect(
      (await shopify(...Array.from({ length: 25 }, (_, i) => ({ Handle: `p-${i}`, 'Variant Grams': 'heavy' })))).notes,
    ).toEqual([
      expect.stringMatching(
        /^Weights that cannot be read, left empty: 25 products \(lines 2, 3, .*, 21, and 5 more\)\.$/,
      ),
    ])
  })

  it.each([
    ['shopify', { 'Gift Card': 'true' }, 'Gift cards, left out'],
    ['shopify', { Type: 'Gift Card' }, 'Gift cards, left out'],
    ['shopify', { Type: 'gift cards' }, 'Gift cards, left out'],
    ['shopify', { 'Variant Requires Shipping': 'FALSE' }, 'Goods that are not shipped, such as downloads, left out'],
    ['shopify', { 'Variant Price': '' }, 'Without a price, left out'],
    ['shopify', { 'Variant Price': '0.00' }, 'Without a price, left out'],
    ['woocommerce', { 'Regular price': '' }, 'Without a price, left out'],
    ['woocommerce', { Type: 'simple, downloadable, virtual' }, 'Downloads, left out'],
    ['woocommerce', { Type: 'Simple,Virtual' }, 'Virtual products, left out'],
    ['woocommerce', { Type: 'grouped' }, 'Groups of products, left out'],
    ['woocommerce', { Type: 'booking' }, 'Products of the type “booking”, left out'],
    ['woocommerce', { Type: 'variable, virtual' }, 'Virtual products, left out'],
  ] as const)('from %s leaves out a product with %j', async (system, row, kind) => {
    const { values, notes, errors } = system === 'shopify' ? await shopify(row) : await woo(row)
    expect([values, notes, errors]).toEqual([[], [`${kind}: 1 product (line 2).`], []])
  })

  it('takes a sale price within its dates only', async () => {
    const sale = { 'Sale price': '399' }
    const outside = ['Sale prices outside their dates, not used: 1 product (line 2).']
    const ending = [
      'Sale prices with an end date, which stay here until you change them or import the file after that date: 1 product (line 2).',
    ]
    const priceOf = async (dates: Row) => {
      const { values, notes } = await woo({ ...sale, ...dates })
      return [values[0]!['discounted'], values[0]!['original'], notes]
    }
    for (const dates of [
      {} as Row,
      { 'Date sale price starts': '2020-01-01' },
      { 'Date sale price ends': '2999-12-31' },
      { 'Date sale price starts': '2020-01-01', 'Date sale price ends': '2999-12-31' },
      { 'Date sale price ends': '2999-12-31T23:59:59+05:30' },
      { 'Date sale price starts': '1577836800' },
    ])
      expect(await priceOf(dates), JSON.stringify(dates)).toEqual([
        399,
        499,
        dates['Date sale price ends'] ? ending : [],
      ])
    for (const dates of [
      { 'Date sale price ends': '2020-01-01' },
      { 'Date sale price starts': '2999-01-01' },
      { 'Date sale price starts': '2019-01-01', 'Date sale price ends': '2019-02-01' },
      { 'Date sale price ends': '2020-01-01T23:59:59+00:00' },
    ])
      expect(await priceOf(dates), JSON.stringify(dates)).toEqual([499, null, outside])
    const unreadable = ['Sale prices whose dates cannot be read, not used: 1 product (line 2).']
    for (const dates of [
      { 'Date sale price ends': '31/12/2999' },
      { 'Date sale price ends': 'morgen' },
      { 'Date sale price starts': '32503680000000' },
    ])
      expect(await priceOf(dates), JSON.stringify(dates)).toEqual([499, null, unreadable])
  })

  it.each([
    ['499', '399', 399, 499],
    ['499', '499', 499, null],
    ['499', '599', 499, null],
    ['499', '0', 499, null],
    ['499', '', 499, null],
    ['', '399', 399, null],
    ['1299,50', '999,90', 1000, 1300],
    ['499.40', '499.10', 499, null],
    ['₹1,299', '999', 999, 1299],
    ['1.299,00', '', 1299, null],
  ])('WooCommerce: sells at regular %j, sale %j', async (regular, sale, discounted, original) => {
    const { values, errors } = await woo({ 'Regular price': regular, 'Sale price': sale })
    expect([values[0]!['discounted'], values[0]!['original'], errors]).toEqual([discounted, original, []])
  })

  it.each([
    ['0', '', undefined],
    ['', '', undefined],
    ['', 'shopify', undefined],
    ['0', 'shopify', 0],
    ['7', '', 7],
    ['-4', 'shopify', 0],
    ["'-4", 'shopify', 0],
    ['1,200', 'shopify', 1200],
    ['12.00', 'shopify', 12],
    ['2.5', 'shopify', 0],
    ['many', 'shopify', 0],
    ['99999999999999999999', 'shopify', 0],
  ])('Shopify: reads the stock %j with the tracker %j', async (quantity, tracker, stock) => {
    const { values, errors } = await shopify({
      'Variant Inventory Qty': quantity,
      'Variant Inventory Tracker': tracker,
    })
    expect([values[0]!['stock'], errors]).toEqual([stock, []])
  })

  it('keeps a stored description, category and stock if the file has none', async () => {
    const row = { Handle: 'pot', 'Body (HTML)': '<p></p>', Type: '', 'Variant Inventory Qty': '' }
    const fresh = await shopify(row)
    expect(fresh.values[0]).toMatchObject({ description: 'A pot', category: 'other' })
    expect(fresh.categories).toEqual([{ id: 'other', name: 'Other' }])
    const products = productsOf({ pot: 'A pot' })
    const text = fileOf({ Handle: 'pot', Title: 'A pot', 'Body (HTML)': '', Type: '', 'Variant Price': '9' }, [{}])
    const again = await read(text, 'shopify', { products })
    expect(again.values).toEqual([{ id: 'pot', title: 'A pot', discounted: 9 }])
    expect([again.notes, again.categories]).toEqual([[], []])
  })

  it('adds the columns of the shop, which count more than those of the file', async () => {
    const own = { category: 'Cups', rating: '5', discounted: '300', stock: '8', position: '4', material: 'Stoneware' }
    expect((await shopify(own)).values[0]).toMatchObject({
      ...own,
      category: 'cups',
      rating: 5,
      discounted: 300,
      stock: 8,
      position: 4,
    })
    // WooCommerce has columns with these names too.
    expect((await woo({ Position: '0', Stock: '2' })).values[0]).not.toHaveProperty('position')
  })

  it('cuts texts that are too long', async () => {
    const { values, notes, errors } = await shopify({
      Title: 'x'.repeat(199) + '😀😀',
      'Body (HTML)': 'wide '.repeat(1_100),
    })
    expect(errors).toEqual([])
    expect([String(values[0]!['title']).length, String(values[0]!['description']).length]).toEqual([200, 5_000])
    expect(notes).toEqual([
      'Texts cut at 200 characters: 1 product (line 2).',
      'Texts cut at 5,000 characters: 1 product (line 2).',
    ])
  })
})

describe('the ids of imported products', async () => {
  it.each([
    ['Moon-Jar', 'moon-jar'],
    ['moon_jar', 'moon-jar'],
    ['moon--jar', 'moon-jar'],
    ['-moon-jar-', 'moon-jar'],
    ['MOON JAR!', 'moon-jar'],
    ['moon%20jar', 'moon-jar'],
    ['%E0%A4%95%E0%A4%9F%E0%A5%8B%E0%A4%B0%E0%A5%80', 'कटोरी'],
    ['100%-cotton', '100-cotton'],
    ['コーヒーカップ', 'コーヒーカップ'],
    ['новая-ваза', 'новая-ваза'],
    ['new', 'new-2'],
    ['bowls', 'bowls-2'],
    ['★★★', 'a-pot'],
    ['', 'a-pot'],
  ])('the handle %j becomes the id %j', async (handle, id) => {
    const { values, errors } = await shopify({ Handle: handle })
    expect([values[0]!['id'], errors]).toEqual([id, []])
  })

  it('are the same when the file is imported again, and pass over those of other products', async () => {
    const rows = ['Cup', 'Cup', 'Cup 2', 'cup!', 'Cups', 'Lamps'].map((Name, i) => ({ Name, ID: String(i) }))
    const text = fileOf(WOO, [...rows, { Name: 'A lamp', Categories: 'Lamps' }])
    const first = await read(text, 'woocommerce')
    const ids = first.values.map(({ id }) => id)
    expect(ids).toEqual(['cup', 'cup-3', 'cup-2', 'cup-4', 'cups-2', 'lamps-2', 'a-lamp'])
    expect(first.categories).toEqual([{ id: 'lamps', name: 'Lamps' }])
    const stored = {
      products: productsOf(Object.fromEntries(first.values.map(({ id, title }) => [String(id), String(title)]))),
      categories: [...KNOWN.categories, { id: 'lamps', name: 'Lamps' }],
    }
    const again = await read(text, 'woocommerce', stored)
    expect([again.values.map(({ id }) => id), again.categories]).toEqual([ids, []])
    const other = await read(text, 'woocommerce', {
      products: productsOf({ 'cup-3': 'The old cup', lamps: 'Lamps' }),
    })
    expect(other.values.map(({ id }) => id)).toEqual(['cup', 'cup-4', 'cup-2', 'cup-5', 'cups-2', 'lamps', 'a-lamp'])
    expect(other.categories).toEqual([{ id: 'lamps-2', name: 'Lamps' }])
  })
})

describe('many products of one name', async () => {
  it('products of one name get their numbers in linear time', async () => {
    const count = 10_000
    const text = fileOf(
      WOO,
      Array.from({ length: count }, () => ({ Name: 'Cup' })),
    )
    const began = process.cpuUsage().user
    const { values } = await read(text, 'woocommerce')
    // Counting from 2 for each product took seven seconds more. The limit allows for a slow machine.
    expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(4)
    expect(values.at(-1)!['id']).toBe(`cup-${count}`)
  })
})

describe('the categories of an import', async () => {
  it.each([
    ['BOWLS', 'bowls', null],
    ['Home > Tableware > Cups', 'cups', null],
    ['Uncategorized, Cups', 'cups', null],
    ['Cups &amp; Saucers', 'cups-saucers', 'Cups & Saucers'],
    ['Tea\\, coffee and chai', 'tea-coffee-and-chai', 'Tea, coffee and chai'],
    ['दीये', 'दीये', 'दीये'],
    ['<b>Vases</b>', 'vases', 'Vases'],
    ['Vases > ', 'other', 'Other'],
    ['Uncategorised', 'other', 'Other'],
    ['', 'other', 'Other'],
    ['★', 'other', 'Other'],
    ['New', 'new', 'New'],
  ])('the category %j becomes %j', async (categories, id, name) => {
    const { values, errors, categories: added } = await woo({ Categories: categories })
    expect([values[0]!['category'], errors]).toEqual([id, []])
    expect(added).toEqual(name === null ? [] : [{ id, name }])
  })

  it('categories that differ only in case or signs are one', async () => {
    const names = ['Vases', 'vases', 'VASES', 'Vases!', 'Home > Vases']
    const { categories, values } = await woo(...names.map((Categories) => ({ Categories })))
    expect(categories).toEqual([{ id: 'vases', name: 'Vases' }])
    expect(values.map(({ category }) => category)).toEqual(names.map(() => 'vases'))
  })
})

describe('variations of WooCommerce', async () => {
  const pot = { Type: 'variable', SKU: '007', Name: 'Pot', 'Regular price': '', Stock: '' }
  const cells = { Type: 'variation', Parent: '007', Categories: '', Description: '' }
  const variantsOf = async (...rows: Row[]) => {
    const { values, notes, errors } = await woo(...rows)
    return [errors, notes, values.map(({ id, variant, variantOf }) => [id, variant, variantOf].filter(Boolean))]
  }

  it('belong to the product with the beginning of their name, if several products have one SKU', async () => {
    const large = { ...pot, ID: '8', Name: 'Pot large' }
    const small = (name: string) => ({ ...cells, Name: name })
    const names = ['Pot large - 60', 'Pot - 30', 'Pot large - 75', 'Pot - 40']
    expect(await variantsOf(pot, large, ...names.map(small))).toEqual([
      [],
      [],
      [
        ['pot', 'Variant: 30'],
        ['pot-40', 'Variant: 40', 'pot'],
        ['pot-large', 'Variant: 60'],
        ['pot-large-75', 'Variant: 75', 'pot-large'],
      ],
    ])
  })

  it('a variation may come before its product', async () => {
    const rows = [{ ...cells, Name: 'Pot - 30' }, { ...cells, Name: 'Pot - 40' }, pot]
    expect((await variantsOf(...rows))[2]).toEqual([
      ['pot', 'Variant: 30'],
      ['pot-40', 'Variant: 40', 'pot'],
    ])
  })

  it('variations that name no product are left out', async () => {
    const of = { ...cells, Name: 'Pot - 30' }
    const lost = { ...cells, Parent: '', Name: '' }
    expect(await variantsOf(pot, of, lost, lost)).toEqual([
      [],
      ['Variations of no product, left out: 1 product, 2 variants (lines 4, 5).'],
      [['pot']],
    ])
  })
})

describe('files that are not read with --from', async () => {
  it('a file of WooCommerce in another language is named', async () => {
    const danish =
      'ID,Type,Varenummer,Navn,Udgivet,Normalpris\n7,simple,P7,Skål,1,499\n8,"simple, virtual",P8,Kop,1,99\n'
    const cure =
      /looks like a file of woocommerce in another language .* Set the language of your WordPress profile to English/
    expect((await readCsv(danish)).errors).toEqual([{ line: 1, message: expect.stringMatching(cure) }])
    expect((await read(danish, 'woocommerce')).errors).toEqual([expect.stringMatching(cure)])
    expect((await read(danish, 'shopify')).errors).toEqual([
      expect.stringMatching(/columns handle, title, variant price are missing/),
    ])
  })

  it('an import with the wrong --from, or without one, names the right one', async () => {
    expect((await read(fixture('woo-names.csv'), 'shopify')).errors).toEqual([
      expect.stringMatching(/is not a product file of shopify.* Use --from woocommerce$/),
    ])
    expect((await readCsv(fixture('shopify-new-template.csv'))).errors).toEqual([
      { line: 1, message: 'looks like a file of shopify. Add --from shopify' },
    ])
    expect((await readCsv('id,colour\nx,red')).errors[0]!.message).toMatch(/^unknown columns: “colour”/)
  })
})

describe('values of other shops', async () => {
  it.each([
    ['', null],
    ['499', 499],
    ['499.00', 499],
    ['499.000', 499],
    ['1,299.50', 1299.5],
    ['1.299,50', 1299.5],
    ['1 299,50', 1299.5],
    ['₹1,299.50', 1299.5],
    ['Rs. 99.9', 99.9],
    ['1,00,000.25', 100000.25],
    ['99,9', 99.9],
    ['.99', 0.99],
    ['.', NaN],
    [',', NaN],
    ['1.299', NaN],
    ['12.345', NaN],
    ['abc', NaN],
    ['1,2,3', NaN],
    ['$5.50', NaN],
  ])('the amount %j is %d', (cell, value) => {
    expect(amount(cell)).toBe(value)
  })

  it.each([
    ['0,45', 'kg', 450],
    ['0.45', 'kg', 450],
    ['1,200', 'kg', 1200],
    ['1,200', 'g', 1200],
    ['453.59237', 'g', 454],
    ['1', 'lb', 454],
    ['1,5', 'lb', 680],
    ['8', 'oz', 227],
    ['.5', 'lb', 227],
    [',5', 'kg', 500],
    ['8.0', 'oz', 227],
    ['450 g', 'kg', 450],
    ['1.2 kg', 'g', 1200],
    ['2 lbs', 'kg', 907],
    ['0.2', 'g', 1],
    ['0', 'kg', null],
    ['0.000', 'g', null],
    ['', 'kg', null],
    ['abc', 'kg', NaN],
    ['2 stones', 'kg', NaN],
    ['-1', 'kg', NaN],
    ['99999999', 'kg', NaN],
    ['2x4', 'kg', NaN],
  ])('the weight %j in %s is %d', (cell, unit, value) => {
    expect(grams(cell, unit)).toBe(value)
  })

  it('a sale lasts until the end of its last day in India', () => {
    const at = (time: string) => isWithin('2026-11-01', '2026-11-27', Date.parse(time))
    expect([at('2026-10-31T23:59:59+05:30'), at('2026-11-01T00:00:00+05:30')]).toEqual([false, true])
    expect([at('2026-11-27T23:59:59+05:30'), at('2026-11-28T00:00:00+05:30')]).toEqual([true, false])
  })

  it.each([
    ['2026-11-27T10:00:00', '2026-11-27T10:00:00+05:30'],
    ['2026-11-27 10:00', '2026-11-27T10:00:00+05:30'],
    ['2026-11-27T10:00:00Z', '2026-11-27T15:30:00+05:30'],
    ['2026-11-27 10:00:00-08:00', '2026-11-27T23:30:00+05:30'],
  ])('a sale from %s begins at %s, whatever the zone of the machine', (starts, begins) => {
    const begin = Date.parse(begins)
    expect([begin - 1, begin].map((now) => isWithin(starts, '', now))).toEqual([false, true])
  })

  it.each(['2026-11-27T25:00', '2026-02-30 10:00', '27/11/2026', '2026-11-27T10:00 PM', 'now'])(
    'cannot read the time %j',
    (starts) => expect(isWithin(starts, '', 0)).toBeNull(),
  )

  it.each([
    ['[gallery ids="1,2"]Text', 'Text'],
    ['[et_pb_section fb_built="1"][et_pb_text]Hello[/et_pb_text][/et_pb_section]', 'Hello'],
    ['[fusion_text]One[/fusion_text][fusion_text]Two[/fusion_text]', 'One\n\nTwo'],
    ['[row][col]Text[/col][/row]', 'Text'],
    ['[button link="/x"]', ''],
    ['Bowl [handmade] and [2 pieces]', 'Bowl [handmade] and [2 pieces]'],
    ['[ not one ] [] [[x]]', '[ not one ] [] [[x]]'],
    ['&Eacute;t&eacute; &amp; &#x20B9;5 &frac34; &hearts;', 'Été & ₹5 ¾ ♥'],
    ['<a title="a > b" href=x>c</a>', 'c'],
    ["<a title='a > b'>c</a>", 'c'],
    ['<p title="open>x</p>y', 'x\ny'],
    ['<table><tr><th>Width</th><td>10</td></tr><tr><th>Height</th><td>5</td></tr></table>', 'Width 10\nHeight 5'],
    ['<dl><dt>Size</dt><dd>10 cm</dd></dl>', 'Size\n10 cm'],
    ['<?xml version="1.0"?><!DOCTYPE html>x', 'x'],
    ['<svg><text>no</text></svg><iframe src=x>no</iframe>yes', 'yes'],
    ['bell\u0007 and null\u0000', 'bell and null'],
    ['AT&T &notanentity; &', 'AT&T ¬anentity; &'],
  ])('the HTML %j becomes plain text', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  it.each([
    ['One\\nTwo', 'One\nTwo'],
    ['One\\n\\nTwo', 'One\n\nTwo'],
    ['One\\n\\n\\n\\nTwo', 'One\n\nTwo'],
    ['C:\\\\new', 'C:\\new'],
    ['<strong>One</strong>\\nTwo', 'One\nTwo'],
    ['<h2>Care</h2>\\n\\nWash.\\n\\nDry.', 'Care\nWash.\n\nDry.'],
    ['<ul>\\n<li>a</li>\\n<li>b</li>\\n</ul>\\nEnd', '- a\n- b\nEnd'],
    ['<p>One</p>\\n\\n<p>Two</p>', 'One\n\nTwo'],
    ["'- Handmade\\n- Glazed", '- Handmade\n- Glazed'],
    ['Tab\\tstays', 'Tab\\tstays'],
  ])('WooCommerce writes the description %j', async (cell, text) => {
    expect((await woo({ Description: cell })).values[0]!['description']).toBe(text)
  })

  it.each([
    [{ 'Length (in)': '8', 'Width (in)': '4' }, '8 x 4 in'],
    [{ 'Length (cm)': '20', 'Width (cm)': '10', 'Height (cm)': '5,5' }, '20 x 10 x 5.5 cm'],
    [{ 'Height (cm)': '9' }, '9 cm tall'],
    [{ 'Length (in)': '4', 'Width (in)': '5', 'Height (in)': '.5' }, '4 x 5 x 0.5 in'],
    [{ 'Length (mm)': '90', 'Height (mm)': '40' }, '90 mm long, 40 mm tall'],
    [{ 'Length (cm)': '0', 'Width (cm)': '0.00', 'Height (cm)': '' }, null],
  ])('WooCommerce writes the sides %j', async (sides, text) => {
    expect((await woo(sides)).values[0]!['dimensions']).toBe(text)
  })
})

/** A further row of a product has only what belongs to its variant. */
const NEXT = { Title: '', 'Body (HTML)': '', Type: '', Published: '', Status: '' }
const attributesOf = (values: string[]): Row =>
  Object.fromEntries(
    values.flatMap((value, i) => [
      [`Attribute ${i + 1} name`, `A${i + 1}`],
      [`Attribute ${i + 1} value(s)`, value],
      [`Attribute ${i + 1} visible`, '1'],
      [`Attribute ${i + 1} global`, '0'],
    ]),
  )

describe('variants', async () => {
  it('a Shopify product has the rows of its handle as variants, the cheapest first', async () => {
    const { values, errors, notes } = await shopify(
      {
        'Option1 Name': 'Glaze',
        'Option1 Value': 'White',
        'Option2 Name': 'Size',
        'Option2 Value': 'Large',
        'Variant Price': '900',
      },
      { ...NEXT, 'Option1 Value': 'Blue', 'Option2 Value': 'Small', 'Variant Price': '499', 'Variant SKU': 'B-S' },
      { ...NEXT, 'Option1 Value': 'Blue: dark; #aabbcc', 'Option2 Value': '', 'Variant Price': '600' },
      { ...NEXT, 'Option1 Value': 'white', 'Option2 Value': 'large', 'Variant Price': '950' },
      { ...NEXT, 'Option1 Value': 'Gold', 'Option2 Value': 'Large', 'Variant Price': '0' },
    )
    expect(errors).toEqual([])
    expect(values).toMatchObject([
      { id: 'pot', title: 'A pot', variantOf: null, variant: 'Glaze: Blue; Size: Small', discounted: 499, sku: 'B-S' },
      {
        id: 'pot-white-large',
        title: 'A pot, White, Large',
        variantOf: 'pot',
        variant: 'Glaze: White; Size: Large',
        discounted: 900,
      },
      { id: 'pot-blue-dark-aabbcc-any', variantOf: 'pot', variant: 'Glaze: Blue dark aabbcc; Size: Any' },
    ])
    for (const each of values) expect(each).toMatchObject({ description: 'Thrown', category: 'bowls', stock: 3 })
    expect(notes).toContain('Variants with the options of another, left out: 1 product (line 5).')
    expect(notes).toContain('Without a price, left out: 1 product (line 6).')
  })

  it('a single row with a default title is a product without variants', async () => {
    const { values } = await shopify({ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' })
    expect(values).toHaveLength(1)
    expect(values[0]).not.toHaveProperty('variant')
  })

  it('variants keep their ids, and the product its first variant, when the prices change', async () => {
    const rows = (first: string, second: string) =>
      fileOf({ Handle: 'pot', Title: 'A pot', 'Body (HTML)': 'x', Type: 'Bowls', 'Option1 Name': 'Size' }, [
        { 'Option1 Value': 'S', 'Variant Price': first },
        { 'Option1 Value': 'L', 'Variant Price': second },
      ])
    const known = {
      products: productsOf({
        pot: { variant: 'Size: S', variantOf: null },
        'pot-large': { variant: 'Size: L', variantOf: 'pot' },
      }),
    }
    const { values } = await read(rows('700', '600'), 'shopify', known)
    expect(values).toMatchObject([
      { id: 'pot', variant: 'Size: S', discounted: 700 },
      { id: 'pot-large', variant: 'Size: L', discounted: 600 },
    ])
  })

  it.each([['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 1 global']])(
    'of WooCommerce have the attributes in %s',
    async (name, value, visible, isGlobal) => {
      const attribute = { [visible]: '1', [isGlobal]: '0' }
      const { values, errors } = await woo(
        {
          Type: 'variable',
          ID: '7',
          SKU: 'POT',
          'Regular price': '',
          'Weight (kg)': '0.5',
          [name]: 'Glaze',
          [value]: 'Red, Blue',
          ...attribute,
        },
        {
          Type: 'variation',
          ID: '8',
          SKU: 'POT-R',
          Parent: 'POT',
          Name: 'A pot - Red',
          Description: '',
          'Regular price': '700',
          [name]: 'Glaze',
          [value]: 'Red',
          ...attribute,
        },
        {
          Type: 'variation',
          ID: '9',
          Parent: 'id:7',
          Name: 'A pot - Blue',
          Description: '',
          'Regular price': '600',
          'Weight (kg)': '0.7',
          Stock: '',
          'In stock?': '0',
          [name]: 'Glaze',
          [value]: 'Blue',
          ...attribute,
        },
      )
      expect(errors).toEqual([])
      expect(values).toMatchObject([
        {
          id: 'a-pot',
          title: 'A pot',
          variant: 'Glaze: Blue',
          discounted: 600,
          weightGrams: 700,
          stock: 0,
          category: 'bowls',
        },
        {
          id: 'a-pot-red',
          title: 'A pot, Red',
          description: 'Thrown',
          variantOf: 'a-pot',
          variant: 'Glaze: Red',
          weightGrams: 500,
          sku: 'POT-R',
        },
      ])
    },
  )

  it('variants without attributes have the ends of their names', async () => {
    const { values } = await woo(
      { Type: 'variable', 'Regular price': '' },
      { Type: 'variation', Parent: 'id:7', Name: 'A pot - Red' },
      { Type: 'variation', Parent: 'id:7', Name: 'Other' },
    )
    expect(values.map(({ variant }) => variant)).toEqual(['Variant: Red', 'Variant: 2'])
  })

  it('a product has at most 100 variants and 3 options', async () => {
    const { values, notes } = await woo(
      { Type: 'variable', 'Regular price': '' },
      ...Array.from({ length: 102 }, (_, i) => ({
        Type: 'variation',
        Parent: 'id:7',
        ...attributesOf(['a', 'b', 'c', `d${i}`]),
      })),
    )
    expect(values).toHaveLength(100)
    expect(values[1]).toMatchObject({ variant: 'A1: a; A2: b; A3: c, d1' })
    expect(notes).toContain('Variants after the first 100, left out: 1 product, 2 variants (lines 103, 104).')
  })
})
