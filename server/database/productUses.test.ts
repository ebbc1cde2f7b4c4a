import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
import { usesOf } from '../shared/careUses'
import { openTestDatabase } from '../testing/app'
import { readAllUses, readUses } from './productUses'

const { db, close } = await openTestDatabase()
afterAll(close)

const id = 'celadon-chai-cup'
const stored = () => db.product.findUniqueOrThrow({ where: { id } })
const unread = async () => {
  const rows = await db.$queryRaw<{ id: string }[]>`SELECT id FROM product WHERE uses IS NULL ORDER BY id`
  return rows.map((row) => row.id)
}
/** As a statement of an operator, which does not name the column. */
const writeCare = (care: string | null) => db.$executeRaw`UPDATE product SET care = ${care} WHERE id = ${id}`

beforeEach(async () => {
  await writeCare('Microwave safe')
  await readAllUses(db)
})

describe('what a product is safe for', () => {
  it('is read from the texts of the seeded products', async () => {
    await db.$executeRaw`UPDATE product SET uses = NULL`
    await readAllUses(db)
    const rows = await db.product.findMany({
      where: { id: { not: id }, variantOf: null },
      select: { id: true, uses: true },
    })
    const wanted = products.filter((product) => product.id !== id).map((product) => [product.id, usesOf(product)])
    expect(Object.fromEntries(rows.map((row) => [row.id, row.uses]))).toEqual(Object.fromEntries(wanted))
    expect(wanted.flatMap(([, uses]) => uses)).toContain('DISHWASHER')
  })

  it('is read for a product with many variants whose ids come before its own', async () => {
    await db.$executeRaw`
      INSERT INTO product SELECT copy.* FROM product, generate_series(1, 1001) AS i, json_populate_record(NULL::product,
        (to_jsonb(product) || jsonb_build_object('id', 'a-' || i, 'variant_of', product.id, 'variant', 'Glaze: ' || i))::json) AS copy
      WHERE product.id = ${id}`
    await db.$executeRaw`UPDATE product SET uses = NULL`
    await readAllUses(db)
    expect(await unread()).toEqual([])
    await db.product.deleteMany({ where: { variantOf: id } })
  })

  it('contains no claim that the care text no longer makes, even before the text is read again', async () => {
    expect((await stored()).uses).toEqual(['MICROWAVE', 'FOOD_SAFE'])
    await writeCare('Dishwasher safe. Not for the microwave.')
    expect((await stored()).uses).toEqual([])
    expect(await unread()).toEqual([id])
    await readAllUses(db)
    expect((await stored()).uses).toEqual(['DISHWASHER', 'FOOD_SAFE'])
    await db.product.update({ where: { id }, data: { isFoodSafe: false } })
    expect(await unread()).toEqual([id])
    await readAllUses(db)
    expect((await stored()).uses).toEqual(['DISHWASHER'])
    await db.product.update({ where: { id }, data: { isFoodSafe: true } })
  })

  it('stays when other columns change, or when the same text is written again', async () => {
    await db.product.update({ where: { id }, data: { title: 'Celadon Cup', care: 'Microwave safe' } })
    expect(await unread()).toEqual([])
  })

  it('is read for a new product that a statement added without it', async () => {
    await db.$executeRaw`
      INSERT INTO product SELECT copy.* FROM product, json_populate_record(NULL::product, (to_jsonb(product) - 'uses' || '{"id":"copy"}')::json) AS copy
      WHERE product.id = ${id}`
    expect(await unread()).toEqual(['copy'])
    await readAllUses(db)
    expect(await db.product.findUnique({ where: { id: 'copy' } })).toMatchObject({ uses: ['MICROWAVE', 'FOOD_SAFE'] })
    await db.product.delete({ where: { id: 'copy' } })
  })

  it("does not raise the product's version for a colleague", async () => {
    await writeCare('Oven safe')
    const before = await stored()
    await readAllUses(db)
    const after = await stored()
    expect(after.uses).not.toEqual(before.uses)
    expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt])
  })
})

describe('reading what products are safe for', () => {
  it('does not wait for a product that someone else is changing, and reads it later', async () => {
    await writeCare('Oven safe')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const change = db.$transaction(
      async (tx) => {
        await tx.$executeRaw`UPDATE product SET care = 'Dishwasher safe' WHERE id = ${id}`
        locked()
        await released
        expect(await readUses(tx, { ids: [id] })).toEqual({ count: 1 })
      },
      { timeout: 30_000 },
    )
    await isLocked
    await readAllUses(db)
    expect(await unread()).toEqual([id])
    release()
    await change
    expect((await stored()).uses).toEqual(['DISHWASHER', 'FOOD_SAFE'])
  })

  it('by several servers at the same time reads every product', async () => {
    const { position: _position, ...product } = await stored()
    const copies = Array.from({ length: 2_500 }, (_, position) => ({ ...product, id: `copy-${position}`, position }))
    await db.product.createMany({ data: copies })
    await db.$executeRaw`UPDATE product SET uses = NULL`
    await Promise.all([1, 2, 3].map(() => readAllUses(db)))
    // One of them may leave out rows that another one has locked, so the last rows are read now.
    await readAllUses(db)
    expect(await unread()).toEqual([])
    expect(await db.product.count({ where: { id: { startsWith: 'copy-' }, uses: { has: 'MICROWAVE' } } })).toBe(2_500)
    await db.product.deleteMany({ where: { id: { startsWith: 'copy-' } } })
  })
})
