import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../testing/app'
import { countStatements } from '../testing/statements'
import demoUsers from '../../prisma/catalogue/demo-users.json' with { type: 'json' }
import products from '../../prisma/catalogue/products.json' with { type: 'json' }
import { seed } from './seed'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

const WITH_ACCOUNTS = { demoAccounts: true, sampleGoods: true }
const CUP = { id: 'celadon-chai-cup' }

/** Everything that the seed writes. */
const contents = async () => ({
  categories: await db.category.findMany({ orderBy: { id: 'asc' } }),
  coupons: await db.coupon.findMany({ orderBy: { code: 'asc' } }),
  products: await db.product.findMany({ orderBy: { id: 'asc' }, omit: { createdAt: true, updatedAt: true } }),
  emails: (await db.user.findMany({ orderBy: { email: 'asc' } })).map(({ email }) => email),
})

const seeded = await contents()

describe('a shop that is already seeded', () => {
  it('stays unchanged, and needs only one query', async () => {
    expect(await countStatements(() => seed(db, WITH_ACCOUNTS))).toBe(1)
    expect(await contents()).toEqual(seeded)
  })
})

describe('a row that an operator deleted', () => {
  const deletions: Record<string, () => Promise<unknown>> = {
    'a coupon': () => db.coupon.deleteMany({ where: { code: 'SUMMER' } }),
    'a product': () => db.product.delete({ where: { id: products[1]!.id } }),
    'all products of a category, and itself': async () => {
      await db.product.deleteMany({ where: { categoryId: seeded.categories[0]!.id } })
      await db.category.delete({ where: { id: seeded.categories[0]!.id } })
    },
    'an account': () => db.user.delete({ where: { email: demoUsers[1]!.email } }),
    everything: async () => {
      await db.user.deleteMany()
      await db.product.deleteMany()
      await db.category.deleteMany()
      await db.coupon.deleteMany()
    },
  }

  it.each(Object.entries(deletions))('stays deleted: %s', async (_what, remove) => {
    await remove()
    const left = await contents()
    expect(left).not.toEqual(seeded)
    await seed(db, WITH_ACCOUNTS)
    expect(await contents()).toEqual(left)
  })
})

describe('a shop without sample goods', () => {
  beforeAll(() => db.appliedSeed.deleteMany())

  it('begins empty, and gets them when the setting is turned on', async () => {
    const NONE = { demoAccounts: false, sampleGoods: false }
    await seed(db, NONE)
    expect(await countStatements(() => seed(db, NONE))).toBe(1)
    expect(await contents()).toEqual({ categories: [], coupons: [], products: [], emails: [] })
  })
})

describe('a shop without demo accounts', () => {
  beforeAll(() => db.appliedSeed.deleteMany())

  it('creates no accounts, and needs a single query on later starts', async () => {
    await seed(db, { demoAccounts: false, sampleGoods: true })
    expect(await countStatements(() => seed(db, { demoAccounts: false, sampleGoods: true }))).toBe(1)
    expect(await contents()).toEqual({ ...seeded, emails: [] })
  })

  it('creates accounts with an address and a cart when the setting is turned on', async () => {
    await seed(db, WITH_ACCOUNTS)
    expect((await contents()).emails).toEqual(seeded.emails)
    const accounts = await db.user.findMany({ include: { addresses: true, cart: true } })
    for (const { addresses, cart, isDemo } of accounts)
      expect([addresses.length, cart?.version, isDemo]).toEqual([1, 0, true])
  })
})

describe('servers that start together', () => {
  it('seed a new shop only once', async () => {
    await db.user.deleteMany()
    await db.appliedSeed.deleteMany()
    await db.product.deleteMany()
    await Promise.all([1, 2, 3].map(() => seed(db, WITH_ACCOUNTS)))
    expect(await contents()).toEqual(seeded)
  })
})

describe('a shop with sales', () => {
  it('keeps its stock and any changed prices', async () => {
    await db.product.update({ where: CUP, data: { stock: 1, discounted: 199 } })
    await seed(db, WITH_ACCOUNTS)
    expect(await db.product.findUnique({ where: CUP })).toMatchObject({ stock: 1, discounted: 199 })
  })
})
