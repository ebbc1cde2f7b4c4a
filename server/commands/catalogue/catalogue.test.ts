import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { readAllUses } from '../../database/productUses'
import { PRODUCT_FACTS, type ProductField } from '../../shared/goods'
import { NO_PHOTO } from '../../shared/photos'
import { hasControls, paragraph } from '../../shared/text'
import { listCategories } from '../../domain/catalogue/catalogue'
import { writeReview } from '../../domain/reviews/writeReview'
import { openTestDatabase, testSettings } from '../../testing/app'
import { newDelivered, newShopper } from '../../testing/data/factories'
import { BOWL, CUP } from '../../testing/data/fixtures'
import { callCommand } from '../../testing/terminal'
import { PRODUCTS } from './columns'
import { decodeFile, readCsv, writeCsvHeader, writeCsvRows } from './csv'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-catalogue-'))
const database = await openTestDatabase()
const { db } = database
const settings = testSettings(database.env)
const app = await buildApp({ ...database, settings })
afterAll(async () => {
  await app.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = (...args: string[]) => callCommand('catalogue', args, { folder, settings, database })

async function importFile(name: string, text: string | Buffer, ...options: string[]) {
  writeFileSync(join(folder, name), text)
  return call('import', name, ...options)
}

const csv = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')

const productOf = (id: string) =>
  db.product.findUniqueOrThrow({ where: { id }, include: { furtherImages: { orderBy: { position: 'asc' } } } })
const everything = () =>
  db.product.findMany({ include: { furtherImages: { orderBy: { position: 'asc' } } }, orderBy: { id: 'asc' } })

const NEW_HEADER = 'id,title,description,category,discounted,original,rating,image,imageAlt,imageWidth,imageHeight'
const newRow = (id: string, prices = '300,400') =>
  `${id},A new bowl,"Thrown, and glazed",bowls,${prices},5,/photos/${BOWL}.webp,A bowl,1400,1400`
beforeEach(() => db.product.deleteMany({ where: { id: { startsWith: 'new-' } } }))

describe('npm run catalogue -- import', async () => {
  it('adds new products, updates changed ones, and leaves the rest unchanged', async () => {
    const before = await productOf(CUP)
    const text = csv(NEW_HEADER, newRow('new-bowl'), newRow('new-jar'))
    expect(await importFile('new.csv', text)).toMatchObject({
      code: 0,
      lines: ['2 products added, 0 changed, 0 unchanged; 28 products outside the file stay.'],
    })
    expect(await productOf('new-bowl')).toMatchObject({ categoryName: 'Bowls', offer: '25%', stock: 0, position: 22 })
    const prices = csv('id,discounted', 'new-bowl,250', `${CUP},${before.discounted}`)
    expect((await importFile('prices.csv', prices)).lines[0]).toMatch(/^0 products added, 1 changed, 1 unchanged/)
    expect(await productOf('new-bowl')).toMatchObject({ discounted: 250, original: 400, title: 'A new bowl' })
    expect(await productOf(CUP)).toEqual(before)
    const entries = await db.auditEntry.findMany({ where: { action: 'importCatalogue' }, orderBy: { id: 'asc' } })
    expect(entries.map(({ actorId, after }) => [actorId, after])).toEqual([
      [null, { productsAdded: 2 }],
      [null, { productsChanged: 1 }],
    ])
  })

  it('hides and shows variants with their product, except for those that were hidden alone', async () => {
    const [SET, OAT] = ['tea-for-two-set', 'tea-for-two-set-oat']
    const hidden = async () =>
      (await db.product.findMany({ where: { id: { in: [SET, OAT] } }, orderBy: { id: 'asc' } })).map(
        ({ hiddenAt }) => hiddenAt !== null,
      )
    const hide = (id: string, cell: string) => importFile('hide.csv', csv('id,hidden', `${id},${cell}`))
    await hide(SET, 'yes')
    expect(await hidden()).toEqual([true, true])
    expect((await app.inject(`/api/products/${OAT}`)).statusCode).toBe(404)
    expect((await hide(OAT, 'no')).lines).toEqual([
      'hide.csv: line 2, column 2 (hidden): Tea for Two Set is hidden with all of its variants. Please show it first',
      '1 error. Nothing was changed.',
    ])
    const added = csv(`${NEW_HEADER},variantOf,variant`, `${newRow('new-rust', '3499,6998')},${SET},Glaze: Rust`)
    expect((await importFile('rust.csv', added)).code).toBe(0)
    expect((await productOf('new-rust')).hiddenAt).toEqual((await productOf(SET)).hiddenAt)
    await hide(SET, 'no')
    expect([await hidden(), (await productOf('new-rust')).hiddenAt]).toEqual([[false, false], null])
    await hide(OAT, 'yes')
    await hide(SET, 'yes')
    await hide(SET, 'no')
    expect(await hidden()).toEqual([false, true])
    await hide(OAT, 'no')
  })

  it('moves reviews with a variant, and names a product that a variant cannot belong to', async () => {
    const [SET, OAT, POT] = ['tea-for-two-set', 'tea-for-two-set-oat', 'ribbed-terracotta-pot']
    const buyer = await newShopper(app)
    const order = await newDelivered(app, buyer, { [OAT]: 1 })
    const write = (stars: number) =>
      writeReview(app.shop, buyer, { orderLineId: order.lines[0]!.id, stars, text: 'Fine.', photos: [] })
    const stars = async () =>
      (await Promise.all([SET, POT, OAT].map(productOf))).map(({ starCounts }) => starCounts.join(''))
    const move = (id: string, to: string, variant: string) =>
      importFile('move.csv', csv('id,variantOf,variant', `${id},${to},${variant}`))
    await write(5)
    expect(await stars()).toEqual(['00001', '00000', '00001'])
    await move(OAT, POT, 'Size: 99 cm')
    expect(await stars()).toEqual(['00000', '00001', '00001'])
    await move(OAT, '', '')
    expect(await stars()).toEqual(['00000', '00000', '00001'])
    // As after a move by an operator's statement.
    await db.review.updateMany({ data: { productId: SET } })
    await db.product.update({ where: { id: SET }, data: { starCounts: [0, 0, 0, 0, 1] } })
    await write(1)
    expect(await stars()).toEqual(['00000', '00000', '10000'])
    for (const to of [OAT, 'nothing'])
      expect((await move(OAT, to, 'Glaze: Oat')).lines).toEqual([
        `variantOf of ${OAT} must be another product of the shop or the file, not ${to}. Nothing was changed.`,
      ])
    await move(OAT, SET, 'Glaze: Oat #d8c9ac')
    expect(await stars()).toEqual(['10000', '00000', '10000'])
    await db.review.deleteMany()
    await db.product.update({ where: { id: SET }, data: { starCounts: [0, 0, 0, 0, 0] } })
  })

  it('stores what products are safe for, as their care texts say', async () => {
    const usesOf = async () => (await productOf('new-bowl')).uses
    await importFile('new.csv', csv(`${NEW_HEADER},care`, `${newRow('new-bowl')},Microwave and oven safe`))
    expect(await usesOf()).toEqual(['MICROWAVE', 'OVEN'])
    await importFile('care.csv', csv('id,care,isFoodSafe', 'new-bowl,Wash by hand,yes'))
    expect(await usesOf()).toEqual(['FOOD_SAFE'])
  })

  it('does not change the stock if the file has no value for it', async () => {
    await db.product.update({ where: { id: CUP }, data: { stock: 7 } })
    const rows = csv('id,title,stock', `${CUP},Chai Cup,`, `${BOWL},Bowl,12`)
    expect((await importFile('stock.csv', rows)).code).toBe(0)
    expect(await productOf(CUP)).toMatchObject({ stock: 7, title: 'Chai Cup' })
    expect(await productOf(BOWL)).toMatchObject({ stock: 12, title: 'Bowl' })
  })

  it('applies only the change from stockWas, so that sales since the export are kept', async () => {
    await db.product.updateMany({ where: { id: { in: [CUP, BOWL] } }, data: { stock: 27 } })
    await call('export', 'sold.csv')
    const exported = readFileSync(join(folder, 'sold.csv'), 'utf8')
    await db.product.updateMany({ where: { id: { in: [CUP, BOWL] } }, data: { stock: { decrement: 4 } } })
    const unedited = await importFile('unedited.csv', exported)
    expect(unedited.lines).toEqual([expect.stringMatching(/^0 products added, 0 changed, 28 unchanged/)])
    expect(await productOf(CUP)).toMatchObject({ stock: 23 })
    const edited = csv('id,stock,stockWas', `${CUP},37,27`, `${BOWL},20,27`)
    expect((await importFile('edited.csv', edited, '--dry-run')).lines.slice(0, 2)).toEqual([
      `~ ${CUP}  stock: 23 → 33`,
      `~ ${BOWL}  stock: 23 → 16`,
    ])
    expect((await importFile('edited.csv', edited)).code).toBe(0)
    expect([(await productOf(CUP)).stock, (await productOf(BOWL)).stock]).toEqual([33, 16])
  })

  it('recalculates percentage offers from the prices, and keeps other offers', async () => {
    const offerOf = async (id: string) => (await productOf(id)).offer
    await importFile('new.csv', csv(NEW_HEADER, newRow('new-bowl', '470,570'), newRow('new-jar', '300,400')))
    expect(await offerOf('new-bowl')).toBe('17%')
    await importFile('prices.csv', csv('id,discounted,original', 'new-bowl,100,1000', 'new-jar,999,1000'))
    expect([await offerOf('new-bowl'), await offerOf('new-jar')]).toEqual(['90%', '0%'])
    await importFile('offers.csv', csv('id,offer', 'new-bowl,20%', 'new-jar,combo-offer'))
    expect([await offerOf('new-bowl'), await offerOf('new-jar')]).toEqual(['90%', 'combo-offer'])
    await importFile('combo.csv', csv('id,discounted', 'new-jar,500'))
    expect(await offerOf('new-jar')).toBe('combo-offer')
    await importFile('back.csv', csv('id,offer', 'new-jar,1%'))
    expect(await offerOf('new-jar')).toBe('50%')
  })

  it('rejects a difference that would make the stock negative', async () => {
    await db.product.update({ where: { id: CUP }, data: { stock: 3 } })
    const { code, lines } = await importFile('below.csv', csv('id,stock,stockWas', `${CUP},5,10`))
    expect([code, lines[0]]).toEqual([1, 'below.csv: line 2, column 2 (stock): removes 5 items, but only 3 are left'])
    const above = await importFile('above.csv', csv('id,stock,stockWas', `${CUP},2147483647,0`), '--dry-run')
    expect(above.lines[0]).toMatch(/^above\.csv: line 2, column 2 \(stock\): adds 2147483647 items, which exceeds/)
    expect(await productOf(CUP)).toMatchObject({ stock: 3 })
  })

  it('loses no sale while it runs', async () => {
    await db.product.update({ where: { id: CUP }, data: { stock: 100 } })
    const rows = csv('id,stock,stockWas', `${CUP},110,100`)
    const sell = () =>
      db.product.updateMany({ where: { id: CUP, stock: { gt: 0 } }, data: { stock: { decrement: 1 } } })
    await Promise.all([importFile('meanwhile.csv', rows), ...Array.from({ length: 10 }, sell)])
    expect(await productOf(CUP)).toMatchObject({ stock: 100 })
  })

  it('with --dry-run, lists its changes without applying them', async () => {
    const { stock } = await productOf(CUP)
    const before = await everything()
    const { code, lines } = await importFile('dry.csv', csv('id,stock', `${CUP},${stock + 1}`), '--dry-run')
    expect(code).toBe(0)
    expect(lines).toEqual([
      `~ ${CUP}  stock: ${stock} → ${stock + 1}`,
      '0 products would be added, 1 changed, 0 unchanged; 27 products outside the file stay.',
      `stock of 1 product would change: ${CUP}.`,
      'Nothing was changed.',
    ])
    expect(await everything()).toEqual(before)
  })

  it('lists all errors together, with line, column and name, and changes nothing', async () => {
    const before = await everything()
    const rows = csv(
      `${NEW_HEADER},stock,colour`,
      `${newRow('new-a', '401,400')},1,`,
      `${newRow('New B', '1.5,"1,20"')},-1,`,
      `"new-c","two\nlines",,pots,0,1,6,/photos/none.webp,x,1400,,3,`,
      `${newRow('new-a')},1,`,
      `${newRow('cups')},1,,x`,
      `${newRow('cups')},,`,
    )
    const { code, lines } = await importFile('bad.csv', rows)
    expect(code).toBe(1)
    expect(lines.map((line) => line.replace(/(; the known columns|\. The categories) are.*/, ''))).toEqual([
      'bad.csv: line 1: unknown columns: “colour”',
      'bad.csv: line 2, column 5 (discounted): must be at most original (400), not 401',
      'bad.csv: line 3, column 1 (id): must be letters without capitals and digits, separated by hyphens, such as blue-bowl, not “New B”',
      'bad.csv: line 3, column 5 (discounted): must be a whole number of rupees from 1, not “1.5”',
      'bad.csv: line 3, column 6 (original): must be a whole number of rupees from 1, not “1,20”',
      'bad.csv: line 3, column 12 (stock): must be a whole number from 0, not -1',
      'bad.csv: line 4, column 3 (description): is missing',
      'bad.csv: line 4, column 4 (category): “pots” is not a category of the shop',
      'bad.csv: line 4, column 5 (discounted): must be a whole number of rupees from 1, not 0',
      'bad.csv: line 4, column 7 (rating): must be a whole number from 1 to 5, not 6',
      'bad.csv: line 4, column 8 (image): the shop has no photo /photos/none.webp',
      'bad.csv: line 4, column 11 (imageHeight): is missing, although image is given',
      'bad.csv: line 6, column 1 (id): “new-a” is already in line 2',
      'bad.csv: line 7, column 1: has 14 cells, the header has 13. Quote a value that contains the delimiter',
      'bad.csv: line 8, column 1 (id): “cups” is the id of a category. Choose another id',
      '15 errors. Nothing was changed.',
    ])
    expect(await everything()).toEqual(before)
  })

  it.each([
    ['line ends of several programs', 'id,title\r\nnew-a,One\nnew-b,Two\rnew-c,Three', ['One', 'Two', 'Three']],
    ['inch marks', 'id,title\nnew-a,8" plate\nnew-b,Plate 10"', ['8" plate', 'Plate 10"']],
    ['doubled marks', 'id,title\nnew-a,"""Moon"" jar"', ['"Moon" jar']],
    ['the delimiter in a line of its own', 'sep=;\r\nid;title\r\nnew-a;One, two', ['One, two']],
    ['a byte order mark before that', '\uFEFFsep=\t\nid\ttitle\nnew-a\tOne;two', ['One;two']],
    ['columns without a name and values', 'id,title,,\nnew-a,One,,\nnew-b,Two, ,', ['One', 'Two']],
    ['more empty cells than columns', 'id,title\nnew-a,One,,,\nnew-b,Two', ['One', 'Two']],
    ['empty cells after two prices', 'id,title,discounted,original\nnew-a,One,450,700,,,', ['One']],
    ['blank rows', '\n\nid,title\n,\nnew-a,One\n\n', ['One']],
    ['invisible characters in the header', '\u200bid,\u00a0title\u200d\nnew-a,One', ['One']],
    ['spaces around texts', 'id , title\nnew-a ,  One  ', ['One']],
  ])('reads %s', async (_, text, titles) => {
    const { products, errors } = await readCsv(text)
    expect(errors).toEqual([])
    expect(products.map(({ values }) => values['title'])).toEqual(titles)
  })

  it.each([
    'id,discounted,stock,weightGrams\nnew-a,1,299,10,',
    'id,discounted,original\nnew-a,1,299,',
    'id,discounted,original\nnew-a,₹1,299,',
    'id,discounted,original\nnew-a,1,00,000,,',
    'id,discounted,original\nnew-a,1,299.00,',
    'id,title,description\nnew-a,Plate, blue,',
    'id,title,description\nnew-a,"Plate 8", wide",',
    'id,title\nnew-a,One,Two',
    'id,title\nnew-a',
  ])('does not move the values of a row into other columns: %j', async (text) => {
    expect((await readCsv(text)).errors).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringMatching(/^has \d cells, the header has \d\. Quote/) }),
    ])
  })

  const long = (n: number) => `${n} ${'Ware '.repeat(60)}`.slice(0, 299)
  it.each<[string, string, number]>([
    ['empty lines', `id,title\n${'\n'.repeat(500_000)}new-a,One`, 1],
    ['empty lines of two characters', `id,title\r\n${'\r\n'.repeat(500_000)}new-a,One`, 1],
    ['blank lines', `id,title\n${' \n'.repeat(20_000)}new-a,One`, 1],
    ['short rows', `id,title\n${'a\n'.repeat(20_000)}`, 0],
    ['rows of empty cells', `id,title\n${',\n'.repeat(200_000)}`, 0],
    ['long names of columns', Array.from({ length: 900 }, (_, i) => long(i)).join(), 0],
    ['many columns', ','.repeat(5_000_000), 0],
    ['an endless cell', `id,title\nnew-a,"${'x'.repeat(10_000_000)}`, 0],
    ['many products', `id,title\n${Array.from({ length: 20_000 }, (_, i) => `new-${i},One`).join('\n')}`, 20_000],
  ])('leaves turns to the shop while it reads %s', async (_, text, products) => {
    let [last, longest] = [performance.now(), 0]
    const watch = () => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    const timer = setInterval(watch, 1)
    const began = process.cpuUsage().user
    const file = await readCsv(text)
    watch()
    clearInterval(timer)
    expect(file.products).toHaveLength(products)
    // A turn took up to 30 seconds. The limits allow for a slow machine.
    expect(longest).toBeLessThan(1_500)
    expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(10)
  })

  it.each([
    [`id,${'x'.repeat(301)}`, { line: 1, column: 2, message: 'has a name of more than 300 characters' }],
    [`sep=,\n\n\nid,${'x'.repeat(301)}`, { line: 4, column: 2, message: expect.stringContaining('300') }],
    [`id\n${','.repeat(200_000)}`, { line: 2, message: expect.stringMatching(/^has more than 1,00,000 commas/) }],
    [
      `id\n\n\nnew-a\nnew-b,"${'x'.repeat(2_100_000)}`,
      { line: 5, message: expect.stringContaining('20,00,000 bytes') },
    ],
    [
      `id,title\n\n\n\nnew-a,"two\nlines"\n\nnew-b`,
      { line: 8, column: 1, message: expect.stringContaining('1 cells') },
    ],
  ])('names the line that exceeds a limit: %#', async (text, error) => {
    expect((await readCsv(text)).errors).toEqual([error])
  })

  it('reads odd files in linear time', async () => {
    const marks = Array.from({ length: 100_000 }, (_, i) => `"""${i}"`).join(',')
    const blanks = `id${','.repeat(900)}\n${'a\n'.repeat(20_000)}`
    const began = process.cpuUsage().user
    expect((await readCsv(`id\n${marks}`)).errors.length).toBeGreaterThan(0)
    expect((await readCsv(blanks)).errors.length).toBeGreaterThan(0)
    expect((await readCsv(`id${','.repeat(8_000)}\na`)).errors).toEqual([
      { line: 1, message: 'has 8001 columns, and at most 1000 are possible' },
    ])
    // These took minutes. The limit allows for a slow machine.
    expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(10)
  })

  it.each([
    ['discounted', '“1,299.50”', 'must be a whole number of rupees from 1'],
    ['original', '0', 'must be a whole number of rupees from 1'],
    ['rating', '6', 'must be a whole number from 1 to 5'],
    ['stock', '-1', 'must be a whole number from 0'],
    ['position', '“first”', 'must be a whole number'],
    ['weightGrams', '3000000000', 'must be at most 2,14,74,83,647'],
    ['imageWidth', '20001', 'must be a whole number from 1 to 20000'],
  ])('says what %s must be, not %s', async (name, shown, message) => {
    const { errors } = await readCsv(`id;${name}\nnew-a;${shown.replace(/[“”]/g, '')}`)
    expect(errors.map((error) => error.message)).toEqual([`${message}, not ${shown}`])
  })

  it.each([
    ['\n', 3],
    ['\r', 3],
    ['\r\n', 3],
  ])('names the line of a bad byte with the line end %j', (end, line) => {
    const bytes = Buffer.concat([
      Buffer.from(`id,title${end}new-a,कटोरा${end}new-b,`),
      Buffer.from([0xe9]),
      Buffer.from(end),
    ])
    expect(decodeFile(bytes)).toEqual({ error: { line, message: expect.stringContaining('UTF-8') } })
    expect(decodeFile(Buffer.concat([Buffer.from(`a${end}b\n\r\nc\r\rd`), Buffer.from([0xe0, 0xa4])]))).toEqual({
      error: { line: 6, message: expect.anything() },
    })
  })

  describe('of a product whose category is given by name', async () => {
    const CATEGORIES = [
      { id: 'new-one', name: 'Moon' },
      { id: 'new-two', name: 'moon' },
      { id: 'new-five', name: 'new-ONE' },
    ]
    const where = { id: { startsWith: 'new-' } }
    beforeEach(async () => {
      const model = await db.category.findFirstOrThrow({ where: { id: 'bowls' } })
      await db.category.createMany({ data: CATEGORIES.map((category) => ({ ...model, ...category })) })
      return async () => {
        await db.product.deleteMany({ where })
        await db.category.deleteMany({ where })
      }
    })
    const importInto = (category: string) =>
      importFile('into.csv', csv(NEW_HEADER, newRow('new-bowl').replace(',bowls,', `,${category},`)))

    it.each([
      ['new-one', 'new-one'],
      ['new-ONE', 'new-five'],
      ['Moon', 'new-one'],
      ['moon', 'new-two'],
      ['BOWLS', 'bowls'],
      ['NEW-TWO', 'new-two'],
    ])('takes the category %s for %s', async (category, id) => {
      expect((await importInto(category)).code).toBe(0)
      expect(await productOf('new-bowl')).toMatchObject({ categoryId: id })
    })

    it.each([
      ['MOON', 'new-one or new-two'],
      ['mOoN', 'new-one or new-two'],
      ['New-one', 'new-five or new-one'],
      ['NEW-One', 'new-five or new-one'],
    ])('asks which category %s is', async (category, ids) => {
      const { code, lines } = await importInto(category)
      const named = lines[0]!.replace(
        /may be (\S+) or (\S+)\./,
        (_, ...found) => `may be ${found.slice(0, 2).sort().join(' or ')}.`,
      )
      expect([code, named]).toEqual([
        1,
        `into.csv: line 2, column 4 (category): “${category}” may be ${ids}. Write the id of the category`,
      ])
    })
  })

  it.each(['new', 'choices', '\u0902abc', '\u093f', '\u0301a-b'])(
    'refuses %j as the id of a new product, and keeps a stored one',
    async (id) => {
      const { code, lines } = await importFile('ids.csv', csv(NEW_HEADER, newRow(id)))
      expect([code, lines.length]).toEqual([1, 2])
      expect(lines[0]).toMatch(/line 2, column 1 \(id\): (“.*” is an address of the shop|must begin with a letter)/)
      const stored = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
      await db.product.create({ data: { ...stored, id } })
      try {
        expect((await importFile('ids.csv', csv('id,rating', `${id},1`))).code).toBe(0)
      } finally {
        await db.product.delete({ where: { id } })
      }
    },
  )

  it.each([
    ['₹499', 499],
    ['1,299.00', 1299],
    ['1,00,000', 100_000],
    ['Rs. 2,450', 2450],
    ['500/-', 500],
    ['499.00', 499],
    ['५००', 500],
  ])('reads the price %s', async (written, price) => {
    const { products, errors } = await readCsv(`id;discounted;rating\nnew-a;${written};4.0`)
    expect([products[0]!.values['discounted'], products[0]!.values['rating'], errors]).toEqual([price, 4, []])
  })

  it.each(['1,29', '499.50', '1.299', '499.000', '4,99', '$5', '1e3'])('refuses the price %s', async (written) => {
    const { errors } = await readCsv(`id;discounted\nnew-a;${written}`)
    expect(errors).toEqual([expect.objectContaining({ line: 2, column: 2, field: 'discounted' })])
  })

  it('counts a line break of one or two characters in a cell once', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const { errors } = await readCsv(`id,title,rating${end}new-a,"a${end}b${end}c",5${end}new-b,x,8`)
      expect(errors).toEqual([expect.objectContaining({ line: 5, column: 3 })])
    }
  })

  it.each([
    ['id,title\nnew-a,"open\nnew-b,x\nnew-c,y', 2, undefined],
    ['id,title\nnew-a,"open\nnew-b,"x"\nnew-c,y', 2, 2],
    ['id,title\nnew-a,x\n"new-b" y,z', 3, 1],
  ])('says where a quotation mark is not closed', async (text, line, column) => {
    const { products, errors } = await readCsv(text)
    expect([products, errors]).toEqual([
      [],
      [{ line, column, message: expect.stringMatching(/Write a mark .* twice/) }],
    ])
  })

  it('names the number of a column that has values, but no name', async () => {
    expect((await readCsv('id,,title\nnew-a,x,One')).errors).toEqual([
      { line: 1, column: 2, message: 'has values, but no name' },
    ])
  })

  it('reads UTF-16 of both byte orders, and refuses what is broken', async () => {
    const little = Buffer.from('\uFEFFid,title\nnew-a,कटोरा', 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const bytes of [little, big]) {
      const read = decodeFile(bytes)
      expect('text' in read && (await readCsv(read.text)).products[0]!.values['title']).toBe('कटोरा')
    }
    const half = Buffer.from('\uFEFFid,title\nnew-a,x\uD800y', 'utf16le')
    for (const bytes of [half, Buffer.from(half).swap16()])
      expect(decodeFile(bytes)).toEqual({ error: { line: 2, message: expect.stringContaining('broken character') } })
    expect(decodeFile(little.subarray(0, -1))).toEqual({ error: { line: 2, message: expect.anything() } })
    expect(decodeFile(Buffer.from('PK\u0003\u0004…'))).toEqual({
      error: { message: expect.stringContaining('workbook') },
    })
  })

  it('requires every column that a new product needs', async () => {
    const { lines } = await importFile('few.csv', csv('id,discounted', 'new-bowl,100'))
    expect(lines).toEqual([
      'few.csv: line 2, column 1 (id): no product has the id “new-bowl”. A new one also needs title, description, category, rating',
      '1 error. Nothing was changed.',
    ])
    const titled = await importFile('few.csv', csv('id,title,discounted', 'new-bowl,Bowl,100'))
    expect(titled.lines).toContain('few.csv: line 2 (description): is needed for a new product')
    expect(titled.lines).toContain('3 errors. Nothing was changed.')
    expect(titled.lines.at(-1)).toBe('  npm run catalogue -- import few.csv --rating 4')
  })

  it('groups identical errors, and reports each unknown column only once', async () => {
    const rows = Array.from({ length: 1_500 }, (_, i) => newRow(`new-${i}`).replace(`${BOWL}.webp`, 'none.webp'))
    const more = Array.from({ length: 30 }, (_, i) => newRow(`new-b${i}`, `${i + 400},400`))
    const header = `${NEW_HEADER},Vendor,Tags`
    const text = csv(
      header,
      ...[...rows, ...more].map((row) => `${row},,`),
      `${newRow('new-last')},,`.replace(',5,', ',9,'),
    )
    const { lines } = await importFile('many.csv', text)
    expect(lines.map((line) => line.replace(/; the known columns are id, title.*/, ''))).toEqual([
      'many.csv: line 1: unknown columns: “Vendor”, “Tags”',
      'many.csv: line 2, column 8 (image): the shop has no photo /photos/none.webp, and 1,499 more rows',
      ...Array.from({ length: 20 }, (_, i) =>
        expect.stringMatching(`^many.csv: line ${i + 1503}, column 5 .discounted.`),
      ),
      'many.csv: line 1532, column 7 (rating): must be a whole number from 1 to 5, not 9',
      '… and 9 more.',
      '1,531 errors. Nothing was changed.',
    ])
  })

  it('shows a new product without a photo with that of its first variant that has one', async () => {
    const header =
      'id,title,description,category,discounted,original,rating,variantOf,variant,image,imageWidth,imageHeight,imageAlt'
    const row = (id: string, variant: string, photo: string) =>
      `${id},Glazed Bowl,Thrown,bowls,300,400,5,${variant === 'Sand' ? '' : 'glazed'},Glaze: ${variant},${photo}`
    const photoOf = (id: string) => `/photos/${id}.webp,1400,1400,A photo of ${id}`
    const rows = [row('glazed', 'Sand', ',,,'), row('glazed-a', 'Ash', ',,,'), row('glazed-b', 'Blue', photoOf(BOWL))]
    const { lines } = await importFile('glazes.csv', csv(header, ...rows, row('glazed-c', 'Celadon', photoOf(CUP))))
    expect(lines[0]).toMatch('4 products added')
    const image = { imageUrl: `/photos/${BOWL}.webp`, imageAlt: `A photo of ${BOWL}`, hiddenAt: null }
    expect(await productOf('glazed')).toMatchObject(image)
    expect(await productOf('glazed-a')).toMatchObject({ imageUrl: NO_PHOTO.url, awaitsPhoto: true })
    await db.product.deleteMany({ where: { id: { startsWith: 'glazed-' } } })
    await db.product.delete({ where: { id: 'glazed' } })
  })

  it('adds products before their photos, and hides each until it has a photo', async () => {
    const header = 'id,title,description,category,discounted,original,rating,image,hidden'
    const row = (id: string, hidden = '') => `${id},A new bowl,Thrown,bowls,300,400,5,,${hidden}`
    const asked = await importFile('early.csv', csv(header, row('new-bowl'), row('new-jar', 'no')))
    expect(asked.lines).toEqual([
      'early.csv: line 3, column 9 (hidden): must not be no, because the product has no photo yet. Leave it empty',
      '1 error. Nothing was changed.',
    ])
    expect((await importFile('early.csv', csv(header, row('new-bowl'), row('new-jar', 'yes')))).lines).toEqual([
      '2 products added, 0 changed, 0 unchanged; 28 products outside the file stay.',
      '2 new products without a photo are hidden. Add photos with npm run photos.',
    ])
    expect(await productOf('new-bowl')).toMatchObject({ hiddenAt: expect.any(Date), imageUrl: NO_PHOTO.url })
    const shown = await importFile('show.csv', csv('id,hidden', 'new-bowl,no'))
    expect(shown.lines[0]).toMatch(/^show\.csv: line 2, column 2 \(hidden\): must not be no/)
    const without = await importFile('without.csv', csv('id,image', `${CUP},${NO_PHOTO.url}`))
    expect(without.lines[0]).toMatch(/is not a photo of a product/)
    // The export contains the products without a photo, and importing it changes nothing.
    await call('export', 'early.csv')
    expect((await call('import', 'early.csv')).lines).toEqual(['0 products added, 0 changed, 30 unchanged.'])
    const reasons = async () => [(await productOf('new-bowl')).awaitsPhoto, (await productOf('new-jar')).awaitsPhoto]
    expect(await reasons()).toEqual([true, false])
    // The export says why a product is hidden, and another shop reads it.
    await db.product.deleteMany({ where: { id: { startsWith: 'new-' } } })
    expect((await call('import', 'early.csv')).lines[0]).toMatch('2 products added, 0 changed, 28 unchanged.')
    expect(await reasons()).toEqual([true, false])
    await importFile('draft.csv', csv('id,hidden', 'new-bowl,yes', 'new-jar,Photo'))
    expect(await reasons()).toEqual([false, true])
    await importFile('draft.csv', csv('id,hidden', 'new-bowl,photo', 'new-jar,yes'))
    expect(await reasons()).toEqual([true, false])
    const photo = 'id,image,imageWidth,imageHeight,hidden,imageAlt'
    const values = `/photos/${BOWL}.webp,1400,1400`
    const rows = csv(photo, `new-bowl,${values},,A bowl`, `new-jar,${values},no,A jar`)
    expect((await importFile('late.csv', rows)).lines).toEqual([
      '0 products added, 2 changed, 0 unchanged; 28 products outside the file stay.',
      'image of 2 products changed: new-bowl, new-jar.',
      'imageAlt of 2 products changed: new-bowl, new-jar.',
      'hidden of 1 product changed: new-jar.',
      '1 hidden product can be shown now, with a first photo: new-bowl.',
    ])
    expect((await productOf('new-bowl')).hiddenAt).not.toBeNull()
    expect(await productOf('new-jar')).toMatchObject({ hiddenAt: null, imageAlt: 'A jar' })
    await expect(db.product.update({ where: { id: CUP }, data: { imageUrl: NO_PHOTO.url } })).rejects.toThrow()
  })

  it('applies the same stock difference once, except with --again', async () => {
    await db.product.update({ where: { id: CUP }, data: { stock: 10 } })
    const rows = csv('id,stock,stockWas', `${CUP},15,10`)
    expect((await importFile('twice.csv', rows)).code).toBe(0)
    for (const stock of [15, 12]) {
      await db.product.update({ where: { id: CUP }, data: { stock } })
      expect((await importFile('twice.csv', rows)).lines[0]).toMatch(/0 changed, 1 unchanged/)
      expect((await productOf(CUP)).stock).toBe(stock)
    }
    await db.product.update({ where: { id: CUP }, data: { stock: 15 } })
    // As for products that no file has named.
    await db.importedProduct.deleteMany()
    const second = await importFile('twice.csv', rows)
    expect([second.code, second.lines[0]]).toEqual([
      1,
      'twice.csv: line 2, column 2 (stock): looks already imported, because the stock is 15. Export again, or add --again to apply the change again',
    ])
    expect((await productOf(CUP)).stock).toBe(15)
    expect((await importFile('twice.csv', rows, '--again')).code).toBe(0)
    expect((await productOf(CUP)).stock).toBe(20)
  })

  describe('of a file that was imported before', async () => {
    const header = `${NEW_HEADER},groups,material,sku,isBestseller,hidden,variant`
    const row = `${newRow('new-again')},Decor,Stoneware,A-1,no,,Glaze: Sea`
    const staff: Record<string, Parameters<typeof db.product.update>[0]['data']> = {
      title: { title: 'Renamed' },
      description: { description: 'Written by staff.' },
      category: { categoryId: 'cups' },
      discounted: { discounted: 350 },
      original: { original: 900 },
      rating: { studioRating: 2 },
      groups: { groups: ['KITCHEN'] },
      material: { material: null },
      sku: { sku: 'OWN-1' },
      isBestseller: { isBestseller: true },
      variant: { variant: 'Colour: Sea #7fa8a0' },
      image: { imageUrl: `/photos/${CUP}.webp` },
    }

    it.each(Object.entries(staff))('keeps what staff changed in %s, and says so', async (column, data) => {
      const file = csv(header, row)
      expect((await importFile('again.csv', file)).code).toBe(0)
      await db.product.update({ where: { id: 'new-again' }, data })
      const before = await productOf('new-again')
      const { lines } = await importFile('again.csv', file)
      expect(lines[0]).toMatch(/^0 products added, 0 changed, 1 unchanged/)
      expect(lines.slice(1)).toEqual([
        `${column} of 1 product differs in the shop and stays, because the file says the same as in its last import: new-again.`,
        'To apply the whole file, add --again.',
      ])
      expect(await productOf('new-again')).toEqual(before)
      const changed = file.replace('A new bowl', 'A newer bowl')
      expect((await importFile('again.csv', changed)).lines[0]).toMatch(/1 changed/)
      expect(await productOf('new-again')).toMatchObject({ ...(column !== 'title' && data), title: 'A newer bowl' })
      expect((await importFile('again.csv', changed, '--again')).code).toBe(0)
      expect(await productOf('new-again')).not.toMatchObject(data)
    })

    it('keeps sold pieces sold, and what is shown or hidden', async () => {
      const file = csv('id,stock,hidden', `${CUP},12,no`)
      await importFile('again.csv', file)
      await db.product.update({ where: { id: CUP }, data: { stock: 9, hiddenAt: new Date() } })
      expect((await importFile('again.csv', file)).lines[0]).toMatch(/1 unchanged/)
      expect(await productOf(CUP)).toMatchObject({ stock: 9, hiddenAt: expect.any(Date) })
      expect((await importFile('again.csv', csv('id,stock,hidden', `${CUP},14,no`))).code).toBe(0)
      expect(await productOf(CUP)).toMatchObject({ stock: 14, hiddenAt: expect.any(Date) })
      // An empty cell between two imports of the same value is a change.
      await importFile('again.csv', csv('id,hidden', `${CUP},`))
      await importFile('again.csv', csv('id,hidden', `${CUP},no`))
      expect(await productOf(CUP)).toMatchObject({ hiddenAt: null })
    })

    it('lets a price that has changed take its original with it', async () => {
      await importFile('again.csv', csv(NEW_HEADER, newRow('new-again')))
      await importFile('again.csv', csv('id,discounted,original', 'new-again,300,'))
      await importFile('again.csv', csv('id,discounted,original', 'new-again,500,'))
      expect(await productOf('new-again')).toMatchObject({ discounted: 500, original: 500 })
    })
  })

  it.each([
    '28-11-2026 09:15',
    '11/28/2026',
    '45989.38',
    '28 Nov',
    'yesterday',
    '2026-11-28T09:15',
    '########',
    '=NOW()',
    '0',
    '२८-११-२०२६',
  ])('ignores createdAt of products that exist: %s', async (written) => {
    const before = await productOf(CUP)
    expect(
      (await importFile('a.csv', csv('id,title,createdAt', `${CUP},${before.title},${written}`))).lines[0],
    ).toMatch(/1 unchanged/)
    expect(await productOf(CUP)).toEqual(before)
    const fresh = await importFile('a.csv', csv(`${NEW_HEADER},createdAt`, `${newRow('new-x')},${written}`))
    expect(fresh.lines[0]).toMatch(/createdAt\): must be a time such as/)
  })

  it('rejects a header without an id column, a file without rows, and invalid UTF-8', async () => {
    expect((await importFile('a.csv', csv('title', 'x'))).lines[0]).toContain('line 1 (id): is missing')
    expect((await importFile('a.csv', '')).lines[0]).toContain('The file is empty')
    expect((await importFile('a.csv', csv('id,title'))).lines[0]).toBe('a.csv has no products.')
    expect((await importFile('a.csv', csv('id,title', 'x,"y'))).lines[0]).toMatch(
      /line 2: begins with a quotation mark that is not closed/,
    )
    const latin = Buffer.from(csv('id,title', `${CUP},Té`), 'latin1')
    expect((await importFile('a.csv', latin)).lines[0]).toMatch(/line 2: is not in UTF-8. Save the file as/)
  })

  it('reads spreadsheet formats: byte order marks, semicolons, tabs, UTF-16 and CRLF', async () => {
    const title = 'चाय का प्याला'
    for (const delimiter of [';', '\t', ',']) {
      const text = `\uFEFFID${delimiter}Title\r\n${CUP}${delimiter}${title} ${delimiter.charCodeAt(0)}\r\n\r\n`
      for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le')]) {
        expect((await importFile('sheet.csv', bytes)).code).toBe(0)
        expect((await productOf(CUP)).title).toBe(`${title} ${delimiter.charCodeAt(0)}`)
      }
    }
  })

  it('replaces the entire gallery', async () => {
    const { furtherImages } = await productOf(CUP)
    expect(furtherImages).toHaveLength(2)
    expect((await importFile('g.csv', csv('id,image3', `${CUP},`))).lines[0]).toMatch(/line 2.*image3/)
    const header = 'id,image3,image3Alt,image3Width,image3Height'
    await importFile('g.csv', csv(header, `${CUP},,,,`))
    expect((await productOf(CUP)).furtherImages).toEqual(furtherImages.slice(0, 1))
    await importFile('g.csv', csv(header, `${CUP},/photos/${BOWL}.webp,A bowl,10,20`))
    const [first, second] = (await productOf(CUP)).furtherImages
    expect(first).toEqual(furtherImages[0])
    expect(second).toMatchObject({ position: 2, imageUrl: `/photos/${BOWL}.webp`, imageWidth: 10, imageHeight: 20 })
  })

  it('hides and shows products, and keeps the time at which a product was hidden', async () => {
    expect((await importFile('hide.csv', csv('id,hidden', `${CUP},yes`))).code).toBe(0)
    const { hiddenAt } = await productOf(CUP)
    expect(Date.now() - hiddenAt!.getTime()).toBeLessThan(60_000)
    const again = await importFile('again.csv', csv('id,hidden,title', `${CUP},yes,A Cup`, `${BOWL},,Bowl`))
    expect(again.code).toBe(0)
    expect(await productOf(CUP)).toMatchObject({ hiddenAt, title: 'A Cup' })
    expect((await importFile('show.csv', csv('id,hidden', `${CUP},no`))).code).toBe(0)
    expect((await productOf(CUP)).hiddenAt).toBeNull()
  })

  it('accepts photos that staff uploaded, wherever their files are stored, and marks them as used', async () => {
    await db.asset.create({ data: { name: 'up-1', width: 1400, height: 1400 } })
    const row = newRow('new-photo').replace(`/photos/${BOWL}.webp`, '/photos/up-1.webp')
    expect(await importFile('photo.csv', csv(NEW_HEADER, row))).toMatchObject({ code: 0 })
    expect(await db.asset.findUniqueOrThrow({ where: { name: 'up-1' } })).toMatchObject({ unusedSince: null })
  })

  it.each([
    ['Decor', ['DECOR']],
    ['kitchen', ['KITCHEN']],
    ['DINING,DECOR', ['DECOR', 'DINING']],
    [' Kitchen , decor ', ['DECOR', 'KITCHEN']],
    ['Dining, Dining', ['DINING']],
    ['Decor, Dining, Kitchen', ['DECOR', 'DINING', 'KITCHEN']],
    ['', []],
  ])('reads the groups %j as %j, from CSV and JSON, for new products and stored ones', async (cell, groups) => {
    expect((await importFile('a.csv', csv(`${NEW_HEADER},groups`, `${newRow('new-bowl')},"${cell}"`))).code).toBe(0)
    expect(await productOf('new-bowl')).toMatchObject({ groups })
    await importFile('a.csv', csv('id,title', 'new-bowl,Kept'))
    expect(await productOf('new-bowl')).toMatchObject({ title: 'Kept', groups })
    expect((await importFile('a.csv', csv('id,groups', `new-bowl,"${cell}"`))).lines[0]).toMatch(/1 unchanged/)
    await db.product.update({ where: { id: 'new-bowl' }, data: { groups: ['DINING', 'KITCHEN'] } })
    expect((await importFile('a.json', JSON.stringify([{ id: 'new-bowl', groups: cell }]), '--again')).code).toBe(0)
    expect(await productOf('new-bowl')).toMatchObject({ groups })
  })

  it.each(['Garden', 'Decor;Dining', 'Decor,', 'Decor and Dining', '1', "'Decor"])(
    'rejects the groups %j',
    async (cell) => {
      const { code, lines } = await importFile('a.csv', csv('id,groups', `${CUP},"${cell}"`))
      expect([code, lines[0]]).toEqual([
        1,
        `a.csv: line 2, column 2 (groups): must be a list of Decor, Dining, Kitchen, with commas between them, not “${cell}”`,
      ])
    },
  )

  it('imports categories from JSON too, and reports the position of an error in the file', async () => {
    const photo = { image: `/photos/${BOWL}.webp`, imageAlt: 'A bowl', imageWidth: 10, imageHeight: 10 }
    const file = (price: unknown) =>
      JSON.stringify(
        {
          categories: [{ id: 'lamps', name: 'Lamps', ...photo }],
          products: [
            {
              id: 'new-lamp',
              title: 'L',
              description: 'D',
              category: 'lamps',
              discounted: price,
              original: 9,
              rating: 4,
              ...photo,
            },
          ],
        },
        null,
        1,
      )
    expect((await importFile('a.json', file('8'))).lines[0]).toMatch(
      /line 18, column 18 \(discounted\): must be a whole/,
    )
    expect((await importFile('a.json', '{"products": [}')).lines[0]).toMatch(
      /line 1, column 15: cannot be read as JSON/,
    )
    expect((await importFile('a.json', '{"goods": []}')).lines[0]).toMatch(/“goods” must be categories or products/)
    expect((await importFile('a.json', file(8))).code).toBe(0)
    expect(await productOf('new-lamp')).toMatchObject({ categoryId: 'lamps', categoryName: 'Lamps' })
    await db.product.delete({ where: { id: 'new-lamp' } })
    await db.category.delete({ where: { id: 'lamps' } })
  })

  it('takes a category without a photo, and shows it with the photo of its first product', async () => {
    const product = { id: 'new-lamp', title: 'L', description: 'D', category: 'LAMPS', discounted: 8, rating: 4 }
    const photo = { image: `/photos/${BOWL}.webp`, imageAlt: 'A bowl', imageWidth: 10, imageHeight: 10 }
    const file = { categories: [{ id: 'lamps', name: 'Lamps' }], products: [{ ...product, ...photo }] }
    expect((await importFile('a.json', JSON.stringify(file))).code).toBe(0)
    const lamps = async () => (await listCategories({ db })).find(({ id }) => id === 'lamps')
    expect(await lamps()).toMatchObject({ imageUrl: `/photos/${BOWL}.webp`, imageAlt: 'A bowl', imageWidth: 10 })
    expect(await productOf('new-lamp')).toMatchObject({ categoryId: 'lamps', original: 8, offer: '' })
    // The export and its import change nothing.
    await call('export', 'lamps.json')
    expect((await call('import', 'lamps.json')).lines[0]).toMatch(/^0 products added, 0 changed/)
    await db.product.delete({ where: { id: 'new-lamp' } })
    expect(await lamps()).toMatchObject({ imageUrl: NO_PHOTO.url, imageAlt: 'Lamps' })
    await db.category.delete({ where: { id: 'lamps' } })
  })

  it('names a field that appears twice in JSON, and one comma too many once', async () => {
    const twice = await importFile('a.json', '[{"id": "new-a", "title": "A", "Title": "B"}]')
    expect(twice.lines).toContain('a.json: line 1, column 32: “Title” appears twice')
    const comma = await importFile('a.json', '[{"id": "new-a",}]')
    expect(comma.lines).toEqual([expect.stringMatching(/cannot be read as JSON/), '1 error. Nothing was changed.'])
  })

  it('sells a product at one price if the other is empty, missing or the same', async () => {
    const prices = { 'new-a': '300,', 'new-b': '300,300', 'new-c': '300' }
    const header = (id: string) => (id === 'new-c' ? NEW_HEADER.replace('original,', '') : NEW_HEADER)
    for (const [id, price] of Object.entries(prices)) {
      expect((await importFile('a.csv', csv(header(id), newRow(id, price)))).code, id).toBe(0)
      expect(await productOf(id)).toMatchObject({ discounted: 300, original: 300, offer: '' })
    }
    expect((await importFile('a.csv', csv('id,discounted,original', 'new-a,350,'))).code).toBe(0)
    expect(await productOf('new-a')).toMatchObject({ discounted: 350, original: 350, offer: '' })
    await db.product.deleteMany({ where: { id: { in: Object.keys(prices) } } })
  })

  it('takes a category by its name, and Y or N', async () => {
    const { products, errors } = await readCsv('id,isBestseller\nnew-a,Y\nnew-b,n')
    expect([products.map(({ values }) => values['isBestseller']), errors]).toEqual([[true, false], []])
    expect((await importFile('a.csv', csv('id,category', `${CUP},BOWLS`))).code).toBe(0)
    expect(await productOf(CUP)).toMatchObject({ categoryId: 'bowls' })
    await importFile('a.csv', csv('id,category', `${CUP},cups`))
  })

  it('updates the shop immediately, with one notification of each kind and category', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const priceAt = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/products/${CUP}`)
      return ((await response.json()) as { product: { price: { discounted: number } } }).product.price.discounted
    }
    const { discounted, original } = await productOf(CUP)
    expect([await priceAt(), await priceAt()]).toEqual([discounted, discounted])
    let changes = 0
    let changedAt = performance.now()
    const count = () => {
      changes += 1
      changedAt = performance.now()
    }
    database.catalogue.on('changed', count)
    // Notifications of earlier tests may arrive late.
    await expect.poll(() => performance.now() - changedAt).toBeGreaterThan(1_000)
    changes = 0
    const rows = Array.from({ length: 2_100 }, (_, i) => newRow(`new-${i}`))
    const began = performance.now()
    const prices = [`${CUP},x,x,cups,${discounted + 1},${original},5,/photos/${CUP}.webp,x,1400,1400`]
    expect((await importFile('many.csv', csv(NEW_HEADER, ...rows, ...prices))).code).toBe(0)
    expect(performance.now() - began).toBeLessThan(30_000)
    await expect.poll(priceAt).toBe(discounted + 1)
    database.catalogue.off('changed', count)
    // The texts, and the counts of bowls, cups and all categories.
    expect(changes).toBeLessThanOrEqual(5)
  })

  it('changes nothing if it is interrupted or fails', async () => {
    const before = await everything()
    const rows = Array.from({ length: 1_500 }, (_, i) => newRow(`new-${i}`))
    const stop = new AbortController()
    writeFileSync(join(folder, 'stopped.csv'), csv(NEW_HEADER, ...rows))
    const progress = (done: number, _total: number, unit: string) => {
      if (unit === 'products written' && done >= 1_000) stop.abort()
    }
    const on = { folder, settings, database, progress, signal: stop.signal }
    expect(await callCommand('catalogue', ['import', 'stopped.csv'], on)).toMatchObject({
      code: 130,
      lines: ['Stopped.'],
    })
    expect(await everything()).toEqual(before)
  })

  it.skipIf(process.platform === 'win32')(
    'refuses a pipe or a folder, because opening one could block the shop (needs mkfifo)',
    async () => {
      spawnSync('mkfifo', [join(folder, 'pipe.csv')])
      mkdirSync(join(folder, 'folder.csv'))
      for (const name of ['pipe.csv', 'folder.csv'])
        expect(await call('import', name)).toMatchObject({
          code: 1,
          lines: [expect.stringContaining(`${name} is not a file.`)],
        })
    },
  )

  it('adds variants in any order of the rows, and refuses what makes no family', async () => {
    const header = `${NEW_HEADER},variantOf,variant,sku`
    const blue = `${newRow('new-bowl-blue')},new-bowl, Glaze :Blue  #AABBCC,B-1`
    const white = `${newRow('new-bowl')},,Glaze: White,`
    expect(await importFile('wrong.csv', csv(header, blue, `${newRow('new-bowl')},,,`))).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('Please enter first which variant A new bowl is'), expect.anything()],
    })
    expect(await importFile('cheap.csv', csv(header, white, blue.replace('300,400', '299,400')))).toMatchObject({
      code: 1,
      lines: [expect.stringContaining("The product's own price is the lowest"), expect.anything()],
    })
    expect(await db.product.count({ where: { id: { startsWith: 'new-' } } })).toBe(0)
    expect((await importFile('family.csv', csv(header, blue, white))).code).toBe(0)
    expect(await productOf('new-bowl-blue')).toMatchObject({
      title: 'A new bowl, Blue',
      variantOf: 'new-bowl',
      variant: 'Glaze: Blue #aabbcc',
      sku: 'B-1',
    })
    expect((await importFile('bad.csv', csv('id,variant', 'new-bowl-blue,Blue'))).lines[0]).toMatch(/Glaze: Celadon/)
  })

  it('explains its usage', async () => {
    for (const args of [
      [],
      ['sing'],
      ['import'],
      ['import', 'a.txt'],
      ['import', 'a.csv', 'b.csv'],
      ['check', '--fast'],
    ]) {
      const { code, lines } = await call(...args)
      expect([code, lines.join()]).toEqual([
        2,
        expect.stringContaining('Use: npm run catalogue -- check|import|export'),
      ])
    }
    expect(await call('import', 'none.csv')).toMatchObject({ code: 1, lines: [expect.stringContaining('ENOENT')] })
  })
})

describe('npm run catalogue -- export', async () => {
  it.each(['all.csv', 'all.json'])('writes a file that changes nothing when reimported: %s', async (file) => {
    const facts = Object.entries<ProductField>(PRODUCT_FACTS).filter(([, { kind }]) => kind === 'text')
    const texts = {
      ...Object.fromEntries(facts.map(([name]) => [name, `Some ${name}`])),
      title: '=1+1',
      description: 'A "quoted", line\nand एक और\r\n',
      care: "'-x",
      material: '@home',
      dimensions: '',
    }
    await db.product.update({ where: { id: CUP }, data: texts })
    await readAllUses(db)
    const before = await everything()
    expect(await call('export', file)).toEqual({ code: 0, lines: [`The catalogue is in ${file}.`], file: '' })
    expect((await call('import', file)).lines).toEqual(['0 products added, 0 changed, 28 unchanged.'])
    expect(await everything()).toEqual(before)
    await db.productImage.deleteMany()
    await db.product.deleteMany()
    expect((await call('import', file)).lines).toEqual(['28 products added, 0 changed, 0 unchanged.'])
    const updated = new Map(before.map(({ id, updatedAt }) => [id, updatedAt]))
    // An empty cell is imported as null, versions restart, and the description loses the line break at its end.
    const again = (await everything()).map((row) => ({
      ...row,
      updatedAt: updated.get(row.id),
      dimensions: row.dimensions ?? '',
    }))
    const expected = before.map(({ description, dimensions, ...row }) => ({
      ...row,
      version: 0,
      description: paragraph(description),
      dimensions: dimensions ?? '',
    }))
    expect(again).toEqual(expected)
  })

  it('escapes text that a spreadsheet would run as a formula', async () => {
    await db.product.update({ where: { id: CUP }, data: { title: '=HYPERLINK("http://x")', position: -3 } })
    const { file } = await call('export', '-')
    const row = file.split('\n').find((line) => line.startsWith(CUP))!
    expect(file.startsWith('\uFEFFid,title,')).toBe(true)
    expect(row).toContain(`,"'=HYPERLINK(""http://x"")",`)
    expect(file).toContain(',-3,')
  })

  it('preserves any visible text in a round trip', async () => {
    const columns = PRODUCTS.columns.filter(({ name }) => ['id', 'description'].includes(name))
    const text = fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom("'", '=', '+', ',', '"', '\n', '\r', ';', 'x') }),
      )
      .filter((each) => paragraph(each) !== '' && !hasControls(paragraph(each)))
    await fc.assert(
      fc.asyncProperty(text, async (description) => {
        const written = Buffer.from(writeCsvHeader(columns) + writeCsvRows(columns, [{ id: 'x', description }]))
        const decoded = decodeFile(written)
        const given = await readCsv('text' in decoded ? decoded.text : '')
        expect(given.errors).toEqual([])
        expect(given.products.map(({ values }) => values)).toEqual([{ id: 'x', description: paragraph(description) }])
      }),
      { numRuns: 100 },
    )
  })
})
