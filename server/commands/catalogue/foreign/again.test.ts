/** Imports of a file of another shop that was imported before, of files whose columns the operator names, and what the plan says. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, testSettings } from '../../../testing/app'
import { callCommand } from '../../../testing/terminal'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-again-'))
const database = await openTestDatabase()
const { db } = database
const settings = testSettings(database.env)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await db.product.deleteMany({ where: { id: { startsWith: 'new-' } } })
  await db.namedColumns.deleteMany()
})

type Row = Record<string, string>

const fileOf = (rows: Row[]) => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return stringify([header, ...rows.map((row) => header.map((name) => row[name] ?? ''))])
}

async function run(action: string, content: string | Buffer, options: string[], name = 'goods.csv') {
  writeFileSync(join(folder, name), content)
  return callCommand('catalogue', [action, name, ...options], { folder, settings, database })
}
const shopifyFile = (rows: Row[], ...options: string[]) =>
  run('import', fileOf(rows), ['--from', 'shopify', '--rating', '4', ...options])
const wooFile = (rows: Row[], ...options: string[]) =>
  run('import', fileOf(rows), ['--from', 'woocommerce', '--rating', '4', ...options])

const FIRST = {
  ...{ Handle: 'new-mug', Title: 'Mug', 'Body (HTML)': 'Thrown', Type: 'Bowls', Published: 'true', Status: 'active' },
}
const variantRow = (value: string, sku: string, more: Row = {}): Row => ({
  ...{ Handle: 'new-mug', 'Option1 Value': value, 'Variant SKU': sku, 'Variant Price': '499.00' },
  ...{ 'Variant Inventory Qty': '12', 'Variant Inventory Tracker': 'shopify', ...more },
})
const MUG = (blue: Row = {}, red: Row = {}): Row[] => [
  { ...FIRST, 'Option1 Name': 'Color', ...variantRow('Blue', 'RN-1', blue) },
  variantRow('Red', 'RN-2', red),
]
const family = async () =>
  db.product.findMany({
    where: { OR: [{ id: 'new-mug' }, { variantOf: 'new-mug' }] },
    select: { id: true, variant: true, sku: true, stock: true },
    orderBy: { id: 'asc' },
  })
const variants = async () => (await family()).map(({ id, variant }) => [id, variant])

const UNCHANGED = /^0 products added, 0 changed, 2 unchanged/

describe('a Shopify file that is imported again', () => {
  beforeEach(async () => {
    expect((await shopifyFile(MUG())).code).toBe(0)
    expect(await variants()).toEqual([
      ['new-mug', 'Color: Blue'],
      ['new-mug-red', 'Color: Red'],
    ])
  })

  const set = (id: string, data: object) => db.product.update({ where: { id }, data })
  const both = async (blue: object, red: object) => {
    await set('new-mug', blue)
    await set('new-mug-red', red)
  }

  it.each<[string, () => Promise<unknown>]>([
    ['chose swatches', () => both({ variant: 'Color: Blue #112233' }, { variant: 'Color: Red #aa0000' })],
    ['renamed the option', () => both({ variant: 'Glaze: Blue' }, { variant: 'Glaze: Red' })],
    ['respelt the values', () => both({ variant: 'Color: BLUE' }, { variant: 'Color: réd' })],
    ['renamed a value', () => set('new-mug-red', { variant: 'Color: Crimson #aa0000' })],
    ['swapped the values', () => both({ variant: 'Color: Red' }, { variant: 'Color: Blue' })],
    ['gave other SKUs', () => both({ sku: 'A' }, { sku: 'B' })],
    ['swapped the SKUs', () => both({ sku: 'RN-2' }, { sku: 'RN-1' })],
    ['removed a SKU', () => set('new-mug-red', { sku: null })],
    ['changed the price', () => both({ discounted: 450, original: 900 }, { discounted: 470, original: 700 })],
    ['changed the texts', () => set('new-mug', { title: 'Cup', description: 'Ours', material: 'Clay' })],
    ['sold pieces', () => both({ stock: 0 }, { stock: 3 })],
    ['changed the category', () => set('new-mug', { categoryId: 'cups', categoryName: 'Cups' })],
    ['hid a variant', () => set('new-mug-red', { hiddenAt: new Date(0), awaitsPhoto: false })],
    [
      'changed everything',
      () => both({ variant: 'Ton: Azul #112233', sku: null, title: 'T' }, { variant: 'Ton: Rojo', sku: 'X', stock: 1 }),
    ],
  ])('changes nothing after staff %s', async (_, change) => {
    await change()
    const before = await db.product.findMany({ orderBy: { id: 'asc' } })
    expect((await shopifyFile(MUG())).lines.find((line) => line.includes('unchanged'))).toMatch(UNCHANGED)
    expect(await db.product.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
    // The same with the rows in another order, and with blanks.
    const [first, second] = MUG() as [Row, Row]
    const { Handle, 'Option1 Value': value, 'Variant SKU': sku, ...shared } = first
    const turned = [{ ...shared, ...second, 'Option1 Value': ' Red  ' }, variantRow(value!, sku!, { Handle: Handle! })]
    expect((await shopifyFile(turned)).lines.find((line) => line.includes('unchanged'))).toMatch(UNCHANGED)
    expect(await db.product.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })

  it.each(['red', 'RED', ' Red ', 'Réd', 'Red.', 'Ｒｅｄ', 'red\u200b', '“Red”'])(
    'knows the value %j again',
    async (value) => {
      await set('new-mug-red', { variant: 'Color: Red #aa0000' })
      for (const sku of ['RN-2', ''])
        expect((await shopifyFile(MUG({}, { 'Option1 Value': value, 'Variant SKU': sku }))).code).toBe(0)
      expect(await variants()).toEqual([
        ['new-mug', 'Color: Blue'],
        ['new-mug-red', 'Color: Red #aa0000'],
      ])
    },
  )

  it('takes a new value with the same SKU for a rename, and a new option name', async () => {
    await set('new-mug', { variant: 'Color: Blue #112233' })
    const { lines } = await shopifyFile(MUG({}, { 'Option1 Value': 'Crimson' }))
    expect(lines).toContain('Variants renamed in the file, and known by their SKU: 1 product (line 3: Mug).')
    expect(await variants()).toEqual([
      ['new-mug', 'Color: Blue #112233'],
      ['new-mug-red', 'Color: Crimson'],
    ])
    const renamed = MUG({ 'Option1 Name': 'Colour' }, { 'Option1 Value': 'Crimson' })
    expect((await shopifyFile(renamed)).lines.join()).toMatch(/0 products added, 2 changed/)
    expect(await variants()).toEqual([
      ['new-mug', 'Colour: Blue #112233'],
      ['new-mug-red', 'Colour: Crimson'],
    ])
  })

  it('adds a variant in the words of the others, and keeps one that the file no longer has', async () => {
    await both({ variant: 'Glaze: Azure #112233' }, { variant: 'Glaze: Red' })
    expect((await shopifyFile([...MUG(), variantRow('Green', 'RN-3')])).code).toBe(0)
    expect(await variants()).toContainEqual(['new-mug-green', 'Glaze: Green'])
    // Without the blue one, and with another name of the option.
    const less = [{ ...FIRST, 'Option1 Name': 'Farbe', ...variantRow('Red', 'RN-2') }, variantRow('Grau', 'RN-4')]
    expect((await shopifyFile(less)).code).toBe(0)
    expect(await variants()).toEqual([
      ['new-mug', 'Glaze: Azure #112233'],
      ['new-mug-grau', 'Glaze: Grau'],
      ['new-mug-green', 'Glaze: Green'],
      ['new-mug-red', 'Glaze: Red'],
    ])
  })

  it('applies only what has changed in the file', async () => {
    await both({ stock: 9, variant: 'Glaze: Blue' }, { stock: 3, variant: 'Glaze: Red #aa0000' })
    expect((await shopifyFile(MUG({}, { 'Variant Inventory Qty': '20' }))).code).toBe(0)
    expect(await family()).toMatchObject([
      { stock: 9, variant: 'Glaze: Blue' },
      { stock: 20, variant: 'Glaze: Red #aa0000' },
    ])
    expect((await shopifyFile(MUG(), '--again')).code).toBe(0)
    expect(await family()).toMatchObject([{ stock: 12 }, { stock: 12 }])
  })

  it('knows a product by its SKUs when its handle has changed, but not by a damaged SKU', async () => {
    const moved = MUG().map((row) => ({ ...row, Handle: 'new-cup' }))
    const { lines } = await shopifyFile(moved)
    expect(lines).toContain('Renamed in the file, and known by the SKU: 1 product (line 2: Mug).')
    expect(await db.product.count({ where: { id: { startsWith: 'new-' } } })).toBe(2)
    const broken = MUG().map((row) => ({ ...row, Handle: 'new-pot', 'Variant SKU': '8.9E+12' }))
    await shopifyFile(broken)
    expect(await db.product.count({ where: { id: { startsWith: 'new-pot' } } })).toBe(2)
  })

  it('writes a product whole or not at all, and says which, also in a dry run', async () => {
    const rows = [
      ...MUG({ 'Variant Price': '900.00' }),
      { ...FIRST, Handle: 'new-jar', Title: 'Jar', 'Variant Price': '9' },
    ]
    const before = await db.product.findMany({ orderBy: { id: 'asc' } })
    for (const options of [[], ['--dry-run']]) {
      const { code, lines } = await shopifyFile(rows, ...options)
      expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining('Mug, Red would cost less than Mug')])
    }
    expect(await db.product.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })
})

describe('a file that is imported again after files of other kinds', () => {
  const mug = (id = 'new-mug') => db.product.findUniqueOrThrow({ where: { id } })
  const own = (content: string, name = 'goods.csv') => run('import', content, [], name)
  const exported = async (name: string) => {
    expect((await callCommand('catalogue', ['export', name], { folder, settings, database })).code).toBe(0)
    const content = readFileSync(join(folder, name))
    expect((await run('import', content, [], name)).lines[0]).toMatch(/0 products added, 0 changed/)
  }
  const pot = { ID: '7', Type: 'simple', SKU: 'W-7', Name: 'New mug', Published: '1', Stock: '5' }
  const POT: Row[] = [{ ...pot, Description: 'Thrown', 'Regular price': '499', Categories: 'Bowls' }]
  const TABLE = 'Naam,Prijs,Aantal\nNew mug,499,12\n'
  const PRICES = 'id,discounted,original\nnew-mug,399,449\n'
  const JSON_PRICES = '[{"id":"new-mug","discounted":399,"original":449,"stock":12}]'
  const kinds: [string, () => ReturnType<typeof run>][] = [
    ['Shopify', () => shopifyFile(MUG())],
    ['WooCommerce', () => wooFile(POT)],
    [
      'another system',
      () => run('import', TABLE, ['--columns', 'Naam=title,Prijs=price,Aantal=stock', '--rating', '4']),
    ],
    ['a price list', () => own(PRICES)],
    ['a JSON file', () => own(JSON_PRICES, 'goods.json')],
  ]
  const others: [string, () => Promise<unknown>][] = [
    ['an export as CSV', () => exported('all.csv')],
    ['an export as JSON', () => exported('all.json')],
    ['a stock list', () => own('id,stock,hidden\nnew-mug,77,no\n')],
    ['a price list', () => own('id,discounted\nnew-mug,350\n')],
    ['a price list with a text', () => own('id,discounted,original,material\nnew-mug,350,390,Clay\n')],
    ['a JSON file', () => own('[{"id":"new-mug","title":"Cup","discounted":300,"original":320}]', 'few.json')],
    ['WooCommerce', () => wooFile([{ ...POT[0]!, Stock: '3' }])],
    ['two kinds', () => exported('all.csv').then(() => own('id,stock\nnew-mug,4\n'))],
  ]

  it.each(kinds.flatMap(([kind, again]) => others.map(([other, between]) => [kind, other, again, between] as const)))(
    'changes nothing: %s after %s',
    async (kind, other, again, between) => {
      if (kind === other) return
      if (kind.startsWith('a ')) await shopifyFile(MUG())
      expect((await again()).code).toBe(0)
      const staff = { stock: 77, discounted: 410, original: 420, title: 'Ours' }
      await db.product.update({ where: { id: 'new-mug' }, data: staff })
      await between()
      const before = await mug()
      expect((await again()).lines.join('\n')).toMatch(/0 products added, 0 changed/)
      expect(await mug()).toEqual(before)
      // Also the second time, and if the file has a further column.
      expect((await again()).lines.join('\n')).toMatch(/0 changed/)
      expect(await mug()).toEqual(before)
    },
  )

  it('applies what has changed since the last file of its kind, and nothing else', async () => {
    await shopifyFile(MUG())
    await own('id,discounted,original\nnew-mug,400,450\n')
    const { lines } = await shopifyFile(MUG({ 'Variant Inventory Qty': '13' }))
    expect(lines).toContain('stock of 1 product changed: new-mug.')
    expect(await mug()).toMatchObject({ stock: 13, discounted: 400, original: 450 })
    // The same price list says nothing new, and an earlier one does.
    await db.product.update({ where: { id: 'new-mug' }, data: { discounted: 420 } })
    await own('id,discounted,original\nnew-mug,400,450\n')
    expect(await mug()).toMatchObject({ discounted: 420 })
    await own('id,discounted,original\nnew-mug,430,450\n')
    await own('id,discounted,original\nnew-mug,400,450\n')
    expect(await mug()).toMatchObject({ discounted: 400 })
  })

  it.each<[string, () => ReturnType<typeof run>, () => ReturnType<typeof run>]>([
    [
      'our file',
      () => own('id,stock,title\nnew-mug,5,Cup\n'),
      () => own('id,stock,title,material\nnew-mug,5,Cup,Clay\n'),
    ],
    ['our file with fewer columns', () => own('id,stock,title\nnew-mug,5,Cup\n'), () => own('stock,id\n5,new-mug\n')],
    [
      'a file of another system',
      () => run('import', TABLE, ['--columns', 'Naam=title,Prijs=price,Aantal=stock']),
      () =>
        run('import', TABLE.replace('Aantal', 'Aantal,Kleur').replace('12', '12,blauw'), [
          '--columns',
          'Naam=title,Prijs=price,Aantal=stock',
        ]),
    ],
    ['Shopify', () => shopifyFile(MUG()), () => shopifyFile(MUG({ Vendor: 'Us', material: 'Clay' }))],
  ])('keeps what staff changed if %s gets another column', async (_, first, second) => {
    await shopifyFile(MUG())
    expect((await first()).code).toBe(0)
    await db.product.update({ where: { id: 'new-mug' }, data: { stock: 77 } })
    expect((await second()).code).toBe(0)
    expect(await mug()).toMatchObject({ stock: 77 })
  })

  it('remembers at most 20 kinds of each product', async () => {
    await shopifyFile(MUG())
    const columns = ['title', 'stock', 'material', 'care', 'dimensions']
    for (let n = 1; n < 2 ** columns.length; n += 1) {
      const chosen = columns.filter((_, i) => n & (1 << i))
      await own(['id', ...chosen].join() + '\n' + ['new-mug', ...chosen.map(() => '7')].join() + '\n')
    }
    expect(await db.importedProduct.count({ where: { productId: 'new-mug' } })).toBe(20)
  })

  it('says which columns change, of how many products', async () => {
    await shopifyFile(MUG())
    const rows = 'id,stock,material\nnew-mug,8,Clay\nnew-mug-red,8,\n'
    const check = await run('check', rows, [])
    expect(check.lines).toContain('stock of 2 products would change: new-mug, new-mug-red.')
    const { lines } = await own(rows)
    expect(lines.slice(1)).toEqual([
      'stock of 2 products changed: new-mug, new-mug-red.',
      'material of 1 product changed: new-mug.',
    ])
  })
})

describe('values that look alike', () => {
  it.each([
    ['Blue', 'blue'],
    ['Crème', 'Creme'],
    ['Sea-green', 'Sea green'],
    ['Oat.', 'Oat'],
    ['Ｂｌｕｅ', 'Blue'],
  ])('%s and %s are one value of an imported product', async (one, other) => {
    const size = { 'Option2 Name': 'Size', 'Option2 Value': 'S' }
    const rows = [
      { ...FIRST, 'Option1 Name': 'Color', ...variantRow(one, 'A', size) },
      variantRow(other, 'B', { 'Option2 Value': 'L' }),
      variantRow(other, 'C', { 'Option2 Value': 's' }),
    ]
    const { code, lines } = await shopifyFile(rows)
    expect([code, lines.join('\n')]).toEqual([
      0,
      expect.stringContaining('Variants with the options of another, left out'),
    ])
    const values = (await variants()).map(([, variant]) => /Color: (.*); Size/.exec(variant!)![1])
    expect(values).toHaveLength(2)
    expect(new Set(values).size).toBe(1)
  })
})

describe('the plan of an import', () => {
  const plan = async (rows: Row[], ...options: string[]) => (await shopifyFile(rows, '--dry-run', ...options)).lines
  const one = (more: Row): Row => ({ ...FIRST, 'Variant Price': '499.00', 'Variant Inventory Qty': '3', ...more })

  it('counts products and variants, and names titles', async () => {
    const without = ['S', 'M', 'L', 'XL'].map((value, i) => ({
      ...(i === 0 ? FIRST : {}),
      ...variantRow(value, '', { 'Variant Price': '0.00' }),
    }))
    const lines = await plan([...without, one({ Handle: 'new-bowl', Title: 'Bowl' })])
    expect(lines[0]).toBe('Prices are read as rupees: 499.')
    expect(lines).toContain('Without a price, left out: 1 product, 4 variants (lines 2, 3, 4, 5: Mug).')
  })

  it('tells goods that are sold on without stock from others, and ends with --stock', async () => {
    const { 'Variant Inventory Qty': _, ...bare } = one({})
    const rows = [
      { ...bare, 'Variant Inventory Policy': 'continue' },
      { ...bare, Handle: 'new-bowl', Title: 'Bowl', 'Variant Inventory Policy': 'deny' },
    ]
    const lines = await plan(rows)
    expect(lines).toContain(
      'Sold there also without stock (“continue selling”), and sold out here: 1 product (line 2: Mug).',
    )
    expect(lines).toContain('Sold out, because the file has no stock: 1 product (line 3: Bowl).')
    expect(lines.slice(-2)).toEqual([
      'To give each new product without a stock 10 pieces, or another number, run:',
      '  npm run catalogue -- import goods.csv --from shopify --rating 4 --dry-run --stock 10',
    ])
    expect((await shopifyFile(rows, '--stock', '25')).lines.join()).toContain('With 25 pieces, because')
    await shopifyFile(rows, '--stock', '40')
    expect(await db.product.findMany({ where: { id: { startsWith: 'new-' } } })).toMatchObject([
      { stock: 25 },
      { stock: 25 },
    ])
  })

  it.each(['-1', '1.5', 'many', '', '10000000', '1e3', '0x10', ' 5', '٣', '1,000'])(
    'refuses --stock %j',
    async (stock) => {
      expect((await shopifyFile([one({})], `--stock=${stock}`)).code).toBe(2)
    },
  )

  it.each([
    ...['8.90123E+12', '8,90123E+12', '1E+06', '5-Nov', '05-Nov-26', 'Nov-05', '05/11/2026', '2026-11-05', '#N/A'],
    '12 March',
  ])('names the damaged SKU %s', async (sku) => {
    expect((await plan([one({ 'Variant SKU': sku })])).join('\n')).toContain(
      `SKUs that look like the number or the date of a spreadsheet, taken as they are: 1 row (${sku}; new-mug).`,
    )
  })

  it.each(['8901234567890', 'TEA-CEL-2', '5-NOVA', 'E12', '12-34', 'MAY', 'NOV-BLUE', '1.2', 'MARBLE-05', '2026'])(
    'leaves the SKU %s alone',
    async (sku) => {
      expect((await plan([one({ 'Variant SKU': sku })])).join('\n')).not.toContain('SKUs')
    },
  )

  it('names an SKU of several products', async () => {
    const rows = [one({ 'Variant SKU': '100' }), one({ Handle: 'new-bowl', 'Variant SKU': '100' })]
    expect((await plan(rows)).join('\n')).toContain(
      'SKUs of several rows, taken as they are: 2 rows (100; new-mug, new-bowl).',
    )
  })

  it.each([
    ["'499", 499],
    ['+499', 499],
    ['499.', 499],
    ["1'499.00", 1499],
    ['1’499.00', 1499],
    ["'1,499", 1499],
    ['₹ +499', 499],
    ["12'34'567", null],
    ['₹499.', 499],
    ["'₹1,299.00", 1299],
    ['+1 299', 1299],
    ['4.99E+02', null],
    ['5E2', null],
    ["'4,99E+02", null],
    ['499-', null],
    ['about 499', null],
    ['4 99', null],
    ['499..', null],
    ['--499', null],
  ])('the price %s is %j', async (price, value) => {
    const { code, lines } = await shopifyFile([one({ 'Variant Price': price })])
    if (value !== null)
      return expect((await db.product.findUnique({ where: { id: 'new-mug' } }))?.discounted).toBe(value)
    expect([code, lines.join('\n')]).toEqual([1, expect.stringMatching(/must be a whole number of rupees/)])
    if (/\dE/i.test(price)) expect(lines.join('\n')).toContain('A spreadsheet has shortened it: format the column')
  })

  it('keeps the option of a single variant, and drops Default Title', async () => {
    const names = { 'Option1 Name': 'Size', 'Option1 Value': '30 cm' }
    const plain = { 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }
    await shopifyFile([one(names), one({ Handle: 'new-bowl', ...plain })])
    expect(await db.product.findMany({ where: { id: { startsWith: 'new-' } }, orderBy: { id: 'asc' } })).toMatchObject([
      { id: 'new-bowl', variant: null },
      { id: 'new-mug', variant: 'Size: 30 cm' },
    ])
  })
})

describe('a WooCommerce file that is imported again', () => {
  const pot = (more: Row = {}): Row => ({
    ...{ ID: '7', Type: 'simple', SKU: 'W-7', Name: 'New pot', Published: '1', Description: 'Thrown', Stock: '5' },
    ...{ 'Regular price': '499', Categories: 'Bowls', ...more },
  })
  const stored = () => db.product.findMany({ where: { id: { startsWith: 'new-' } }, orderBy: { id: 'asc' } })

  it('knows products by their number, whatever their names and their order', async () => {
    const jar = pot({ ID: '8', SKU: '', Description: 'Turned' })
    await wooFile([pot(), jar])
    await db.product.update({ where: { id: 'new-pot-2' }, data: { title: 'Ours' } })
    const before = await stored()
    expect((await wooFile([jar, pot()])).lines.join()).toMatch(/0 products added, 0 changed, 2 unchanged/)
    expect(await stored()).toEqual(before)
    expect((await wooFile([pot({ Name: 'New tall pot' })])).code).toBe(0)
    expect(await stored()).toMatchObject([{ id: 'new-pot', title: 'New tall pot' }, { id: 'new-pot-2' }])
    // As after a restore of a backup without this table's rows.
    await db.importedProduct.deleteMany()
    const { lines } = await wooFile([pot({ Name: 'New low pot' })])
    expect(lines).toContain('Renamed in the file, and known by the SKU: 1 product (line 2: New low pot).')
    expect(await stored()).toHaveLength(2)
  })

  it('says which attributes and dates it does not keep', async () => {
    const attribute = (name: string, value: string, n = 1) => ({
      [`Attribute ${n} name`]: name,
      [`Attribute ${n} value(s)`]: value,
    })
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const { lines } = await wooFile([
      pot({ ...attribute('Capacity', '500 ml'), 'Sale price': '399', 'Date sale price ends': day(3) }),
      pot({
        ID: '9',
        Type: 'variable',
        SKU: 'V',
        Name: 'New cup',
        'Regular price': '',
        ...attribute('Clay', 'Red', 3),
      }),
      pot({ ...{ ID: '10', Type: 'variation', SKU: '', Parent: 'V', Name: 'New cup' }, ...attribute('Glaze', 'Sea') }),
      pot({
        ...{ ID: '11', Type: 'variation', SKU: '', Parent: 'V', Name: 'New cup' },
        ...{ ...attribute('Size', 'L'), ...attribute('Glaze', 'Oat', 2) },
      }),
    ])
    const said = lines.join('\n')
    expect(said).toContain('Attribute “Capacity” is not an option to choose, not used: 1 product (line 2: New pot).')
    expect(said).toContain('Attribute “Clay” is not an option to choose, not used: 1 product (line 3: New cup).')
    expect(said).toContain('Variants for any value of an option, which is now “Any”: 1 product (line 4: New cup).')
    expect(said).toContain('Sale prices with an end date')
    expect((await stored()).map(({ variant }) => variant)).toEqual([
      'Glaze: Sea; Size: Any',
      'Glaze: Oat; Size: L',
      null,
    ])
    // After the sale, the same file has the regular price.
    expect(await db.product.findUnique({ where: { id: 'new-pot' } })).toMatchObject({ discounted: 399, original: 499 })
    await wooFile([pot({ 'Sale price': '399', 'Date sale price ends': day(-3) })])
    expect(await db.product.findUnique({ where: { id: 'new-pot' } })).toMatchObject({ discounted: 499, original: 499 })
  })
})

describe('npm run catalogue -- import --columns', () => {
  const ITALIAN =
    'TITOLO,DESCRIZIONE,PREZZO,CURRENCY_CODE,QUANTITÀ,TAG,SKU\n"New bowl, smoke fired",<p>Thrown</p>,120.00,EUR,1,"bowl,saggar",B1\n'
  const NAMES = 'TITOLO=title,PREZZO=price,QUANTITÀ=stock'

  it('reads a file of any system, and the next one with this header without it', async () => {
    const { code, lines } = await run('import', ITALIAN, ['--columns', NAMES, '--rating', '4'])
    expect([code, lines.slice(0, 2)]).toEqual([
      0,
      ['Prices are read as rupees: 120.', 'Columns not used: DESCRIZIONE, CURRENCY_CODE, TAG.'],
    ])
    expect(await db.product.findUnique({ where: { id: 'new-bowl-smoke-fired' } })).toMatchObject({
      ...{ title: 'New bowl, smoke fired', discounted: 120, stock: 1, sku: 'B1', categoryId: 'other' },
    })
    const next = await run('import', ITALIAN.replace('120.00', '150.00'), [])
    expect([next.code, next.lines[0]]).toEqual([
      0,
      expect.stringMatching(/^Columns as named before: .*PREZZO=discounted.* --columns names others\.$/),
    ])
    expect(await db.product.findUnique({ where: { id: 'new-bowl-smoke-fired' } })).toMatchObject({ discounted: 150 })
    // A product whose title has changed is known by its SKU.
    const renamed = await run('import', ITALIAN.replace('New bowl', 'New deep bowl'), [])
    expect(renamed.lines.join()).toMatch(/known by the SKU.*0 products added, 1 changed/s)
    // A dry run and another header remember nothing.
    expect((await run('import', ITALIAN.replace('TAG', 'TAGS'), [])).code).toBe(1)
  })

  it.each<[string, string]>([
    ['Name,Price (₹),Qty', 'Name=title,Price (₹)=discounted,Qty=stock'],
    ['Item Name,MRP,Selling Price,Stock', 'Item Name=title,Selling Price=discounted,MRP=original'],
    [
      'Product,Product Title,Variant Price INR,Variant SKU',
      'Product Title=title,Variant Price INR=discounted,Variant SKU=sku',
    ],
    [
      'handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,inventory',
      'name=title,price=discounted,inventory=stock,collection=category',
    ],
    ['TITOLO,PREZZO,QUANTITÀ', 'HEADER=title'],
    ['Sl No,Item,Rate,Pcs', 'HEADER=title,Rate=discounted,Pcs=stock'],
    ['name;price;quantity', 'name=title,price=discounted,quantity=stock'],
    ['NAME\tPRICE\tPHOTO', 'NAME=title,PRICE=discounted,PHOTO=image'],
    ['Title,Price,Sale Price', 'Sale Price=discounted,Price=original'],
    ['code,name,rate (rs)', 'name=title,rate (rs)=discounted,code=sku'],
    ['id,title,price,link', 'price=discounted'],
    [
      'Product Id,Product Handle,Product Title,Product Description',
      'Product Title=title,Product Description=description,Product Handle=id',
    ],
  ])('is suggested for %s', async (header, names) => {
    const delimiter = /[;\t]/.exec(header)?.[0] ?? ','
    const row = header.split(delimiter).map(() => 'x')
    const { code, lines } = await run('import', [header, row.join(delimiter), ''].join('\n'), [])
    const text = lines.join('\n')
    expect([code, text]).toEqual([1, expect.stringContaining(names)])
    // Nothing is said about cells.
    expect(text).not.toMatch(/line 2/)
    expect(text).toMatch(/npm run catalogue -- import goods\.csv --columns /)
  })

  it.each([
    ['', /must be pairs/],
    ['TITOLO', /must be pairs/],
    ['=title', /must be pairs/],
    ['TITOLO=', /must be pairs/],
    ['TITOLO=heading', /there is no column heading/],
    ['TITOLO=title,PREZZO=title', /names title twice/],
    ['TITOLO=createdAt', /there is no column createdAt/],
    [`${'x'.repeat(10_001)}=title`, /more than 10000 characters/],
    ['TITOLO=variantOf', /there is no column variantOf/],
  ])('rejects %j', async (names, sentence) => {
    const { code, lines } = await run('import', ITALIAN, [`--columns=${names}`])
    expect([code, lines.join()]).toEqual([2, expect.stringMatching(sentence)])
  })

  it('names a header that the file does not have, and takes no other system with it', async () => {
    const wrong = await run('import', ITALIAN, ['--columns', 'Titel=title'])
    expect((await run('import', ITALIAN, ['--columns', 'TITOLO=title;PREZZO=price'])).lines.join()).toMatch(
      /has no column/,
    )
    expect([wrong.code, wrong.lines.join()]).toEqual([
      1,
      expect.stringMatching(/no column “Titel”. Its columns are TITOLO/),
    ])
    expect((await run('import', ITALIAN, ['--columns', NAMES, '--from', 'shopify'])).code).toBe(2)
    expect((await run('import', '[]', ['--columns', NAMES], 'goods.json')).code).toBe(2)
  })

  it('reads headers with commas and equals signs', async () => {
    const text = 'Name,"Price, incl. GST",A=B\nNew pot,499,3\n'
    const { code } = await run('import', text, [
      '--columns',
      'Name=title,Price, incl. GST=price,A=B=stock',
      '--rating',
      '3',
    ])
    expect(code).toBe(0)
    expect(await db.product.findUnique({ where: { id: 'new-pot' } })).toMatchObject({ discounted: 499, stock: 3 })
  })
})

describe('a file that is not CSV', () => {
  const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]
  it.each<[string, Buffer]>([
    ['goods.xlsx', Buffer.from('PK\u0003\u0004xl')],
    ['goods.csv', Buffer.from('PK\u0003\u0004xl')],
    ['goods.ods', Buffer.from('PK\u0003\u0004mimetype')],
    ['goods.numbers', Buffer.from('PK\u0003\u0004Index')],
    ['goods.xls', Buffer.from(OLE)],
    ['goods.csv', Buffer.from(OLE)],
    ['goods.xls', Buffer.from('<html><table>')],
    ['goods.csv', Buffer.from('\ufeff<!DOCTYPE html>')],
    ['goods.xls', Buffer.from('<?xml version="1.0"?><Workbook>')],
    ['goods.csv', Buffer.from('%PDF-1.7')],
    ['goods.csv', Buffer.from([0x1f, 0x8b, 8])],
    ['goods.csv', Buffer.from('{\\rtf1')],
    ['goods.csv', Buffer.from('  <table><tr>')],
  ])('is told apart by its first bytes: %s', async (name, bytes) => {
    for (const action of ['check', 'import']) {
      const { code, lines } = await run(action, bytes, [], name)
      expect([code, lines[0]]).toEqual([1, expect.stringMatching(/ is an? .*save it as “CSV UTF-8”$/)])
    }
  })

  it('with the ending of a workbook is refused even if it is text', async () => {
    expect(await run('import', 'id,title\n', [], 'goods.xlsx')).toMatchObject({ code: 2 })
  })
})
