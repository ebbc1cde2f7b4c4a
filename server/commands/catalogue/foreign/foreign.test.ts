import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
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
        'Columns not used: Vendor, Tags.',
        'Image Src is not used. Add photos from files with npm run photos.',
        '2 products added, 0 changed, 0 unchanged; 22 products outside the file stay.',
        '2 new products without a photo are hidden. Add photos with npm run photos.',
      ],
    ])
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-bowl' } })).toMatchObject({
      ...{ title: 'A Bowl', description: 'Thrown & glazed', categoryId: 'bowls', discounted: 499, original: 650 },
      ...{ stock: 7, weightGrams: 450, rating: 5, hiddenAt: expect.any(Date) },
    })
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-cup' } })).toMatchObject({ weightGrams: null })
  })

  it('reports the lines of variants, and values that cannot be read', async () => {
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
        expect.stringMatching(/^goods\.csv: line 2: “new-pot” has several variants \(lines 2, 3\)/),
        'goods.csv: line 5 (rating): is needed for a new product. Add --rating N, from 1 to 5, for all new products, and 2 more rows',
        expect.stringMatching(/^goods\.csv: line 8, column 12 \(discounted\): must be a whole number/),
        '5 errors. Nothing was changed.',
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

describe('npm run catalogue -- import --from woocommerce', () => {
  it('converts simple products, and reports products with variations', async () => {
    const header =
      'ID,Type,SKU,Name,Published,Description,Stock,Weight (kg),Sale price,Regular price,Categories,Images,Parent,rating'
    const pot = '1,simple,P1,New Pot,1,<p>Thrown</p>,4,0.45,300,400,"Home > Bowls, Gifts",https://a.example/p.jpg,,4'
    const { lines } = await importFile([header, pot, pot.replace('New Pot', 'New Jar')], '--from', 'woocommerce')
    expect(lines).toEqual([
      'Columns not used: SKU.',
      'Images is not used. Add photos from files with npm run photos.',
      '2 products added, 0 changed, 0 unchanged; 22 products outside the file stay.',
      '2 new products without a photo are hidden. Add photos with npm run photos.',
    ])
    expect(await db.product.findUniqueOrThrow({ where: { id: 'new-pot' } })).toMatchObject({
      ...{ title: 'New Pot', description: 'Thrown', categoryId: 'bowls', discounted: 300, original: 400 },
      ...{ stock: 4, weightGrams: 450, rating: 4 },
    })
    const variable = [
      pot.replace('simple', 'variable'),
      pot.replace('simple', 'variation').replace('New Pot', 'New Pot - Red'),
    ]
    expect((await importFile([header, ...variable], '--from', 'woocommerce')).lines).toEqual([
      expect.stringMatching(/^goods\.csv: line 2: “new-pot” has several variants \(lines 2, 3\)/),
      '1 error. Nothing was changed.',
    ])
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

  it.each(['<p', '<p ', '<li ', '<script>', '<script ', '<!--', '<a', '< '])(
    'parses 2 MB of %j in linear time',
    (part) => {
      const html = part.repeat(2_000_000 / part.length)
      const began = process.cpuUsage().user
      plainText(html)
      // A regular expression took minutes for this. The limit allows for a slow machine.
      expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(10)
    },
  )
})
