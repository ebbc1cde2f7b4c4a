/** Fills an empty shop from the data files beside this one. What is there already stays as it is, stock and prices included. */
import { hashPassword } from '../domain/accounts/passwords'
import type { Db } from './client'
import categories from '../../prisma/catalogue/categories.json' with { type: 'json' }
import coupons from '../../prisma/catalogue/coupons.json' with { type: 'json' }
import demoUsers from '../../prisma/catalogue/demo-users.json' with { type: 'json' }
import products from '../../prisma/catalogue/products.json' with { type: 'json' }

const photoUrl = (file: string): string => `/photos/${file}`

/** Safe to run on many servers at once, and again at every start. */
export async function seed(db: Db, { demoAccounts }: { demoAccounts: boolean }): Promise<void> {
  if (await isSeeded(db, demoAccounts)) return
  await db.category.createMany({ data: categories.map(categoryRow), skipDuplicates: true })
  await db.coupon.createMany({
    data: coupons.map((coupon, position) => ({ ...coupon, position })),
    skipDuplicates: true,
  })
  await db.product.createMany({ data: products.map(productRow), skipDuplicates: true })
  if (demoAccounts) await seedDemoUsers(db)
}

/** Asked at every start, in one statement, since most starts find everything there. */
async function isSeeded(db: Db, demoAccounts: boolean): Promise<boolean> {
  const [row] = await db.$queryRaw<{ missing: bigint }[]>`
    SELECT ${categories.length} - (SELECT count(*) FROM category WHERE id = ANY(${categories.map(({ id }) => id)}))
      + ${coupons.length} - (SELECT count(*) FROM coupon WHERE code = ANY(${coupons.map(({ code }) => code)}))
      + ${products.length} - (SELECT count(*) FROM product WHERE id = ANY(${products.map(({ id }) => id)}))
      + ${demoAccounts ? demoUsers.length : 0}
      - (SELECT count(*) FROM user_account WHERE email = ANY(${demoAccounts ? demoUsers.map(({ email }) => email) : []}))
      AS missing`
  return Number(row!.missing) === 0
}

const categoryRow = ({ id, name, image }: (typeof categories)[number], position: number) => ({
  id,
  name,
  position,
  ...imageColumns(image),
})

const productRow = ({ price, image, ...product }: (typeof products)[number], position: number) => ({
  ...product,
  ...price,
  position,
  ...imageColumns(image),
})

const imageColumns = (image: { file: string; alt: string; width: number; height: number }) => ({
  imageUrl: photoUrl(image.file),
  imageAlt: image.alt,
  imageWidth: image.width,
  imageHeight: image.height,
})

async function seedDemoUsers(db: Db): Promise<void> {
  const known = await db.user.findMany({
    where: { email: { in: demoUsers.map((user) => user.email) } },
    select: { email: true },
  })
  const missing = demoUsers.filter((user) => !known.some(({ email }) => email === user.email))
  for (const { password, address, ...user } of missing) {
    await db.user.upsert({
      where: { email: user.email },
      update: {},
      create: {
        ...user,
        passwordHash: await hashPassword(password),
        cart: { create: {} },
        addresses: { create: address },
      },
    })
  }
}
