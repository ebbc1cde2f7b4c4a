import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { setStock, stockOf } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { lockProducts } from '../../lockProducts'
import { moveStock, type LimitPieces, type Pieces } from './stock'

const app = await startTestApp()
const { db } = app.shop

const JAR = 'grand-moon-jar'

const move = (pieces: { taken?: Pieces[]; returned?: Pieces[]; limit?: LimitPieces; limitsReturned?: boolean }) =>
  db.$transaction((tx) => moveStock(tx, pieces))
const stocks = async () => [await stockOf(app, JAR), await stockOf(app, BOWL)]

describe('moveStock', () => {
  it('takes the stock down to zero but not below', async () => {
    await setStock(app, { [JAR]: 2 })
    expect(await move({ taken: [{ productId: JAR, quantity: 2 }] })).toBeNull()
    expect(await move({ taken: [{ productId: JAR, quantity: 1 }] })).toEqual({ productId: JAR, left: 0, possible: 0 })
    expect(await stockOf(app, JAR)).toBe(0)
  })

  it('moves nothing if one of several products has too few pieces', async () => {
    await setStock(app, { [JAR]: 1, [BOWL]: 5 })
    const taken = [
      { productId: BOWL, quantity: 2 },
      { productId: JAR, quantity: 2 },
    ]
    expect(await move({ taken, returned: [{ productId: BOWL, quantity: 1 }] })).toEqual({
      productId: JAR,
      left: 1,
      possible: 1,
    })
    expect(await stocks()).toEqual([1, 5])
  })

  it('adds up the quantities of a product that is listed twice', async () => {
    await setStock(app, { [JAR]: 3 })
    const twice = [
      { productId: JAR, quantity: 2 },
      { productId: JAR, quantity: 2 },
    ]
    expect(await move({ taken: twice })).toEqual({ productId: JAR, left: 3, possible: 3 })
    expect(await move({ taken: twice, returned: [{ productId: JAR, quantity: 1 }] })).toBeNull()
    expect(await stockOf(app, JAR)).toBe(0)
  })

  it('can take pieces that the same call returns', async () => {
    await setStock(app, { [JAR]: 0, [BOWL]: 0 })
    const pieces = [{ productId: JAR, quantity: 3 }]
    expect(await move({ taken: pieces, returned: [...pieces, { productId: BOWL, quantity: 1 }] })).toBeNull()
    expect(await stocks()).toEqual([0, 1])
  })

  it('waits for a change of the product, without a deadlock, if the id of the variant sorts before that of its product', async () => {
    const { id: _id, ...jar } = await db.product.findUniqueOrThrow({ where: { id: JAR } })
    const [whole, variant] = ['zz-jar', 'aa-jar']
    await db.product.create({ data: { ...jar, id: whole, variant: 'Size: Large', variantOf: null } })
    await db.product.create({ data: { ...jar, id: variant, variant: 'Size: Small', variantOf: whole, stock: 1 } })
    let tries = 0
    const [moving] = await db.$transaction(async (tx) => {
      tries += 1
      await lockProducts(tx, [whole])
      // Not awaited, because it waits for this transaction.
      const move = db.$transaction((other) => {
        tries += 1
        return moveStock(other, { taken: [{ productId: variant, quantity: 1 }] })
      })
      await sleep(200)
      await tx.product.update({ where: { id: whole }, data: { care: 'By hand.' } })
      return [move]
    })
    expect([await moving, tries]).toEqual([null, 2])
    expect(await stockOf(app, variant)).toBe(0)
    await db.product.delete({ where: { id: whole } })
  })

  it('limits how many pieces can be taken to a share of the stock, but always allows the returned ones', async () => {
    const limit: LimitPieces = async (products) => new Map(products.map(({ productId, left }) => [productId, left / 2]))
    const jars = (quantity: number) => [{ productId: JAR, quantity }]
    await setStock(app, { [JAR]: 8 })
    expect(await move({ taken: jars(5), limit })).toEqual({ productId: JAR, left: 8, possible: 4 })
    expect(await move({ taken: jars(4), limit })).toBeNull()
    // Four pieces are in stock and four are returned.
    expect(await move({ taken: jars(5), returned: jars(4), limit })).toEqual({ productId: JAR, left: 8, possible: 4 })
    await setStock(app, { [JAR]: 0 })
    expect(await move({ taken: jars(4), returned: jars(4), limit })).toBeNull()
    expect(await move({ taken: jars(5), returned: jars(4), limit })).toEqual({ productId: JAR, left: 4, possible: 4 })
    expect(await move({ taken: jars(1), returned: jars(4), limit })).toBeNull()
    expect(await stockOf(app, JAR)).toBe(3)
  })

  it('limits the returned pieces too if the caller says so, also if their number does not change', async () => {
    const limit: LimitPieces = async (products) => new Map(products.map(({ productId }) => [productId, 2]))
    const jars = (quantity: number) => [{ productId: JAR, quantity }]
    await setStock(app, { [JAR]: 1 })
    for (const taken of [3, 4, 5])
      expect(await move({ taken: jars(taken), returned: jars(4), limit, limitsReturned: true })).toEqual({
        productId: JAR,
        left: 5,
        possible: 2,
      })
    expect(await stockOf(app, JAR)).toBe(1)
    expect(await move({ taken: jars(2), returned: jars(2), limit, limitsReturned: true })).toBeNull()
    expect(await move({ taken: jars(1), returned: jars(2), limit, limitsReturned: true })).toBeNull()
    expect(await stockOf(app, JAR)).toBe(2)
  })

  it('reports zero pieces for an unknown product', async () => {
    expect(await move({ taken: [{ productId: 'nope', quantity: 1 }] })).toEqual({
      productId: 'nope',
      left: 0,
      possible: 0,
    })
    expect(await move({ returned: [{ productId: 'nope', quantity: 1 }] })).toBeNull()
    expect(await move({})).toBeNull()
  })
})
