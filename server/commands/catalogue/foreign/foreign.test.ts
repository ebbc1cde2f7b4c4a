import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_PHOTO } from '../../../shared/photos'
import { openTestDatabase, testSettings } from '../../../testing/app'
import { callCommand } from '../../../testing/terminal'
import { plainText } from './plainText'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-foreign-'))
const database = await openTestDatabase()
const { db } = database
const settings = testSettings(database.env)
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => db.product.deleteMany({ where: { id: { startsWith: 'new-' } } }))

async function importFile(lines: string[], ...options: string[]) {
  writeFileSync(join(folder, 'goods.csv'), lines.map((line) => `${line}\n`).join(''))
  return callCommand('catalogue', ['import', 'goods.csv', ...options], { folder, settings, database })
}

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Value,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Status,rating'

describe('npm run catalogue -- import --from shopify', () => {
  it('converts products, hides them until they have a photo, and lists what it omits', async () => {
    const { code, lines } = await importFile(
      [
        SHOPIFY,
        'new-bowl,A Bowl,"<p>Thrown &amp; <b>glazed</b></p>",Asha,Home > Kitchen > Bowls,,blue,true,,450,7,499.00,650.00,https://cdn.example/a.jpg,1,active,5',
        'new-bowl,,,,,,,,,,,,,https://cdn.example/b.jpg,2,,',
        'new-cup,A Cup,<p>Small</p>,Asha,,cups,,true,,0,3,250,300.0,,,draft,4',
      ],
      '--from',
      'shopify',
    )
    expect([code, lines]).toEqual([
      0,
      [
        'Prices are read as rupees: 250 to 499.',
        'Columns not used: Vendor, Tags.',
        '2 products added, 0 changed, 0 unchanged; 28 products outside the file stay.',
        '2 new products without a photo are hidden. Add photos with npm run photos.',
        'The photos are at these hosts:',
        '  cdn.example: 2 photos',
        'To download the photos, remove the hosts that you do not trust from this command, and run it:',
        '  npm run catalogue -- import goods.csv --from shopify --photos-from cdn.example',
      ],
    ])
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-bowl' } })).toMatchObject({
      ...{ title: 'A Bowl', description: 'Thrown & glazed', categoryId: 'bowls', discounted: 499, original: 650 },
      ...{ stock: 7, weightGrams: 450, rating: 5, hiddenAt: expect.any(Date) },
    })
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-cup' } })).toMatchObject({ weightGrams: null })
  })

  const PHOTOS = (...rows: [string, string][]) => [
    SHOPIFY,
    'new-bowl,A Bowl,Thrown,,,bowls,,true,,0,7,499,,https://one.example/3.jpg,3,active,5',
    ...rows.map(([url, position]) => `new-bowl,,,,,,,,,,,,,"${url}",${position},,`),
  ]

  it('with --photos, lists the hosts of the photos and changes nothing', async () => {
    const rows: [string, string][] = [
      ['https://two.example/1.jpg', '1'],
      ['https://two.example/2.jpg?v=1,2', '2'],
      ['https://two.example/1.jpg', '4'],
      ['http://two.example/5.jpg', '5'],
      ['https://10.0.0.1/6.jpg', '6'],
    ]
    const options = ['--from', 'shopify', '--photos']
    const { code, lines } = await importFile(PHOTOS(...rows), ...options)
    expect([code, lines.join('\n').split('\n')]).toEqual([
      1,
      [
        'Prices are read as rupees: 499.',
        'Photos whose address is not https with the name of a host, left out: 2 rows (lines 6, 7).',
        'Nothing was changed.',
        'The photos are at these hosts:',
        '  two.example: 2 photos',
        '  one.example: 1 photo',
        'To download the photos, remove the hosts that you do not trust from this command, and run it:',
        '  npm run catalogue -- import goods.csv --from shopify --photos-from two.example,one.example',
      ],
    ])
    expect(await db.product.findUnique({ where: { id: 'new-bowl' } })).toBe(null)
    const other = await importFile(PHOTOS(), '--from', 'shopify', '--photos-from', 'nope.example')
    expect([other.code, other.lines.join()]).toEqual([1, expect.stringContaining('No photo is at nope.example.')])
    expect(await db.product.findUnique({ where: { id: 'new-bowl' } })).toBe(null)
  })

  it('with --photos-from, imports the products even if their photos cannot be downloaded, and says so', async () => {
    // No name ends with `invalid`.
    const rows = PHOTOS().map((row) => row.replace('one.example', 'photos.invalid'))
    const { code, lines } = await importFile(rows, '--from', 'shopify', '--photos-from', 'photos.invalid')
    expect(code).toBe(1)
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^line 2: https:\/\/photos\.invalid\/3\.jpg cannot be downloaded \(E\w+\)$/),
      '0 photos downloaded, 0 from earlier runs, 1 failed.',
      'Some photos failed. Run the command again to download only these and what is left.',
    ])
    expect(await db.product.findUnique({ where: { id: 'new-bowl' } })).toMatchObject({ imageUrl: NO_PHOTO.url })
  })

  it('ends with the complete command for the photos', async () => {
    const options = ['--from', 'shopify', '--rating', '4', '--category', "Asha's pots"]
    const next = [
      'The photos are at these hosts:',
      '  one.example: 1 photo',
      'To download the photos, remove the hosts that you do not trust from this command, and run it:',
      String.raw`  npm run catalogue -- import goods.csv --from shopify --rating 4 --category 'Asha'\''s pots' --photos-from one.example`,
    ]
    const planned = await importFile(PHOTOS(), ...options, '--dry-run')
    expect(planned.lines.slice(-5)).toEqual(['Nothing was changed.', ...next])
    writeFileSync(join(folder, 'goods.csv'), PHOTOS().join('\n'))
    const checked = await callCommand('catalogue', ['check', 'goods.csv', ...options], { folder, settings, database })
    expect(checked.lines.slice(-4)).toEqual(next)
    expect((await importFile(PHOTOS(), ...options)).lines.slice(-4)).toEqual(next)
    const unknown = await importFile(PHOTOS(), ...options, '--photos-from', 'nope.example')
    expect(unknown.lines.slice(-5)).toEqual(['No photo is at nope.example. Nothing was changed.', ...next])
  })

  it('reports the lines of values that cannot be read', async () => {
    const row = (id: string, values: string) => `${id},A Pot,Thrown,,,${values}`
    const { code, lines } = await importFile(
      [
        SHOPIFY,
        row('new-pot', 'Bowls,,true,Small,,1,100,200,,,active,5'),
        row('new-pot', ',,,Large,,1,150,250,,,,').replace('A Pot,Thrown', ','),
        row('new-pot', ',,,,,,,,https://cdn.example/c.jpg,2,,').replace('A Pot,Thrown', ','),
        ...['a', 'b', 'c'].map((id) => row(`new-${id}`, 'Bowls,,true,,,1,100,,,,active,')),
        row('new-d', 'Bowls,,true,,,1,1.299,200,,,active,5'),
      ],
      '--from',
      'shopify',
    )
    expect([code, lines]).toEqual([
      1,
      [
        'goods.csv: line 5 (rating): is needed for a new product. Add --rating N, from 1 to 5, for all new products, and 2 more rows',
        expect.stringMatching(/^goods\.csv: line 8, column 12 \(discounted\): must be a whole number/),
        '4 errors. Nothing was changed.',
        'To give all new products the rating 4, or another one from 1 to 5, run:',
        '  npm run catalogue -- import goods.csv --from shopify --rating 4',
      ],
    ])
    expect(await db.product.count({ where: { id: { startsWith: 'new-' } } })).toBe(0)
  })

  it('is suggested for a Shopify file, and rejected for any other file', async () => {
    expect((await importFile([SHOPIFY])).lines[0]).toBe(
      'goods.csv: line 1: looks like a file of shopify. Add --from shopify',
    )
    expect((await importFile(['id,title', 'x,y'], '--from', 'shopify')).lines[0]).toMatch(
      /^goods\.csv: line 1: is not a product file of shopify, because the columns handle, variant price are missing$/,
    )
    expect(await importFile(['id'], '--from', 'constructor')).toMatchObject({ code: 2 })
  })
})

describe('the import of a file as it is exported', () => {
  const header = 'Title,URL handle,Description,Type,Price,Compare-at price,Inventory quantity,Status'
  const rows = [
    'A vase,New_Vase,<p>Thrown</p>,Vases,499.00,,4,Active',
    'A vase,new-vase,<p>Turned</p>,Vases,499.00,,4,Active',
    'A lamp,new-lamp,,,1299.50,1500.00,,Active',
  ]
  const removeCategories = () => db.category.deleteMany({ where: { id: { in: ['vases', 'other', 'lighting'] } } })
  beforeEach(removeCategories)

  it('needs only --rating, adds the categories, and changes nothing a second time', async () => {
    const asked = await importFile([header, ...rows], '--from', 'shopify')
    expect(asked).toMatchObject({
      code: 1,
      lines: [
        'goods.csv: line 2 (rating): is needed for a new product. Add --rating N, from 1 to 5, for all new products, and 2 more rows',
        '3 errors. Nothing was changed.',
        'To give all new products the rating 4, or another one from 1 to 5, run:',
        '  npm run catalogue -- import goods.csv --from shopify --rating 4',
      ],
    })
    const notes = [
      'Prices are read as rupees: 499 to 1,300.',
      'Prices rounded to whole rupees: 1 product (line 4: A lamp).',
      'Sold out, because the file has no stock: 1 product (line 4: A lamp).',
      'Without a description, which is now the title: 1 product (line 4: A lamp).',
      'In the category Other, because the file names none (--category NAME chooses another): 1 product (line 4: A lamp).',
      'To give each new product without a stock 10 pieces, or another number, run:',
      '  npm run catalogue -- import goods.csv --from shopify --rating 4 --dry-run --stock 10',
    ]
    const planned = await importFile([header, ...rows], '--from', 'shopify', '--rating', '4', '--dry-run')
    expect([...planned.lines].sort()).toEqual(
      [
        ...notes,
        '+ vases  Vases',
        '+ other  Other',
        ...['+ new-vase  A vase', '+ new-vase-2  A vase', '+ new-lamp  A lamp'],
        '3 products would be added, 0 changed, 0 unchanged; 2 categories would be added, 0 changed, 0 unchanged; 28 products outside the file stay.',
        '3 new products without a photo would be hidden. Add photos with npm run photos.',
        'Nothing was changed.',
      ].sort(),
    )
    expect(await importFile([header, ...rows], '--from', 'shopify', '--rating', '4')).toMatchObject({ code: 0 })
    // Both APIs send the grade, but pages do not show it.
    const graded = await db.product.findUniqueOrThrow({ where: { id: 'new-lamp' } })
    expect(graded).toMatchObject({ rating: 4, studioRating: 4, isGraded: false })
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-lamp' } })).toMatchObject({
      ...{ title: 'A lamp', description: 'A lamp', categoryId: 'other', categoryName: 'Other' },
      ...{ discounted: 1300, original: 1500, offer: '13%', stock: 0, rating: 4 },
    })
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-vase-2' } })).toMatchObject({
      ...{ description: 'Turned', categoryId: 'vases', discounted: 499, original: 499, offer: '', stock: 4 },
    })
    await db.product.update({ where: { id: 'new-lamp' }, data: { description: 'Ours', stock: 7, rating: 5 } })
    expect((await importFile([header, ...rows], '--from', 'shopify', '--rating', '1')).lines).toEqual([
      ...notes.slice(0, 2),
      '0 products added, 0 changed, 3 unchanged; 28 products outside the file stay.',
    ])
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-lamp' } })).toMatchObject({
      ...{ description: 'Ours', stock: 7, rating: 5 },
    })
  })

  it('puts products without a category where --category says', async () => {
    const options = ['--from', 'shopify', '--rating', '4', '--category', 'Lighting']
    expect(await importFile([header, rows[2]!], ...options)).toMatchObject({ code: 0 })
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-lamp' } })).toMatchObject({ categoryId: 'lighting' })
    await db.product.deleteMany({ where: { id: 'new-lamp' } })
    expect(await importFile([header, rows[2]!], ...options.slice(0, 5), 'BOWLS')).toMatchObject({ code: 0 })
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-lamp' } })).toMatchObject({ categoryId: 'bowls' })
  })

  it('rates new products of our own files too, and only those without a rating', async () => {
    const own = 'id,title,description,category,discounted'
    const file = [`${own}`, 'new-a,A,A cup,cups,300', 'new-b,B,A cup,cups,300']
    expect(await importFile(file, '--rating', '3')).toMatchObject({ code: 0 })
    const rated = [`${own},rating`, 'new-c,C,A cup,cups,300,5', 'new-a,A,A cup,cups,300,4']
    expect(await importFile(rated, '--rating', '2')).toMatchObject({ code: 0 })
    const ratings = await db.product.findMany({
      where: { id: { startsWith: 'new-' } },
      select: { id: true, rating: true },
      orderBy: { id: 'asc' },
    })
    expect(ratings).toEqual([
      { id: 'new-a', rating: 4 },
      { id: 'new-b', rating: 3 },
      { id: 'new-c', rating: 5 },
    ])
  })

  it.each([
    [['--rating', '6'], '--rating must be a whole number from 1 to 5.'],
    [['--rating', '4.5'], '--rating must be a whole number from 1 to 5.'],
    [['--rating', ''], '--rating must be a whole number from 1 to 5.'],
    [['--photos'], '--photos and --photos-from are only for files of another shop, with --from or --columns.'],
    [
      ['--photos-from', 'a.example'],
      '--photos and --photos-from are only for files of another shop, with --from or --columns.',
    ],
    [['--category', 'Lamps'], '--category is only for files of another shop, with --from or --columns.'],
    [['--from', 'shopify', '--category', ' '], '--category must have a letter or a digit.'],
  ])('rejects %j', async (options, sentence) => {
    const { code, lines } = await importFile([header], ...options)
    expect([code, lines.join('\n')]).toEqual([2, expect.stringContaining(sentence)])
    const exported = await callCommand('catalogue', ['export', 'out.csv', ...options], { folder, settings, database })
    expect(exported.code).toBe(2)
  })
})

describe('npm run catalogue -- import --from woocommerce', () => {
  it('converts simple products, and products with variations', async () => {
    const header =
      'ID,Type,SKU,Name,Published,Description,Stock,Weight (kg),Sale price,Regular price,Categories,Images,Parent,rating'
    const pot = '1,simple,P1,New Pot,1,<p>Thrown</p>,4,0.45,300,400,"Home > Bowls, Gifts",https://a.example/p.jpg,,4'
    const { lines } = await importFile([header, pot, pot.replace('New Pot', 'New Jar')], '--from', 'woocommerce')
    expect(lines).toEqual([
      'Prices are read as rupees: 300.',
      'SKUs of several rows, taken as they are: 2 rows (P1; new-pot, new-jar).',
      '2 products added, 0 changed, 0 unchanged; 28 products outside the file stay.',
      '2 new products without a photo are hidden. Add photos with npm run photos.',
      'The photos are at these hosts:',
      '  a.example: 1 photo',
      'To download the photos, remove the hosts that you do not trust from this command, and run it:',
      '  npm run catalogue -- import goods.csv --from woocommerce --photos-from a.example',
    ])
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-pot' } })).toMatchObject({
      ...{ title: 'New Pot', description: 'Thrown', categoryId: 'bowls', discounted: 300, original: 400 },
      ...{ stock: 4, weightGrams: 450, rating: 4 },
    })
    const variable = [
      pot.replace('simple', 'variable'),
      pot.replace('simple', 'variation').replace('New Pot', 'New Pot - Red'),
    ]
    const again = await importFile(
      [header, ...variable, variable[1]!.replace('- Red', '- Blue').replace('300,400', '350,400')],
      '--from',
      'woocommerce',
    )
    expect(again.code).toBe(0)
    const pots = await db.product.findMany({ where: { id: { startsWith: 'new-pot' } }, orderBy: { id: 'asc' } })
    expect(pots).toMatchObject([
      { id: 'new-pot', title: 'New Pot', variant: 'Variant: Red', variantOf: null, discounted: 300 },
      { id: 'new-pot-blue', title: 'New Pot, Blue', variant: 'Variant: Blue', variantOf: 'new-pot', discounted: 350 },
    ])
    // All become visible together.
    expect(pots[1]!.hiddenAt).not.toBeNull()
    const second = await importFile(
      [header, ...variable, variable[1]!.replace('- Red', '- Blue').replace('300,400', '350,400')],
      '--from',
      'woocommerce',
    )
    expect(second.lines).toContain('0 products added, 0 changed, 2 unchanged; 29 products outside the file stay.')
  })
})

describe('plainText', () => {
  it.each([
    ['<p>One</p><p>Two<br/>three</p>', 'One\n\nTwo\nthree'],
    ['<ul><li>a</li><li>b &lt;c&gt;</li></ul>', '- a\n- b <c>'],
    ['<style>p{}</style><script>alert(1)</script>x<!-- y -->', 'x'],
    ['5 < 6 &amp; 7 &#8377;&#x41;&nbsp;&unknown; &#99999999;', '5 < 6 & 7 ₹A &unknown; \uFFFD'],
    ['', ''],
    ['<!-- open <p>x', '<!-- open <p>x'],
    ['<SCRIPT>x</SCRIPT>İ <b>y</b>', 'İ y'],
  ])('turns %j into text', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  it.each([
    ...['<p', '<p ', '<li ', '<script>', '<script ', '<!--', '<a', '< ', '<svg>', '&', '&amp', '[a', '[a ', '[a b="'],
    ...['<a "', '<a ">"', '<a \'">', '<a "\'>', '<a "" ', '<a ">', '<?', '<p>\n', '[/a]', '[a_b]', '\\n'],
  ])('parses 2 MB of %j in linear time', (part) => {
    const html = part.repeat(2_000_000 / part.length)
    const began = process.cpuUsage().user
    plainText(html)
    // A regular expression took minutes for this. The limit allows for a slow machine.
    expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(10)
  })
})
