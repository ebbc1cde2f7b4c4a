/** Fills a new shop from the data files. Existing rows stay unchanged, and deleted rows stay deleted. */
import { hashPassword } from '../crypto/passwordHash'
import { usesOf } from '../shared/careUses'
import { inGroupOrder } from '../shared/goods'
import type { Db, Tx } from './db'
import categories from '../../prisma/catalogue/categories.json' with { type: 'json' }
import coupons from '../../prisma/catalogue/coupons.json' with { type: 'json' }
import demoUsers from '../../prisma/catalogue/demo-users.json' with { type: 'json' }
import listed from '../../prisma/catalogue/products.json' with { type: 'json' }

const catalogueUrl = (file: string): string => `/photos/${file}`

/** A product of the file. A variant has only what differs from its product. */
type Listed = Omit<(typeof listed)[number], 'variant' | 'variants'> & {
  variant?: string
  variants?: (Partial<Listed> & { id: string; variant: string; stock: number })[]
}
const products: Listed[] = listed

const CATALOGUE = 'catalogue'
const DEMO_ACCOUNTS = 'demo accounts'

/** Safe to run on many servers simultaneously, and at every startup, because each part is applied only once per shop. */
export async function seed(
  db: Db,
  { demoAccounts, sampleGoods }: { demoAccounts: boolean; sampleGoods: boolean },
): Promise<void> {
  const applied = (await db.appliedSeed.findMany()).map(({ name }) => name)
  if (sampleGoods && !applied.includes(CATALOGUE)) await applyOnce(db, CATALOGUE, seedCatalogue)
  if (demoAccounts && !applied.includes(DEMO_ACCOUNTS)) {
    // Hashes the passwords before the transaction, because other servers may be waiting for it.
    const users = await Promise.all(demoUsers.map(withHash))
    await applyOnce(db, DEMO_ACCOUNTS, (tx) => seedDemoUsers(tx, users))
  }
}

/** Applies the part in full or not at all. A second server waits here for the first one's row, and then sees that the part is applied. */
async function applyOnce(db: Db, name: string, apply: (tx: Tx) => Promise<void>): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.appliedSeed.createMany({ data: { name }, skipDuplicates: true })
    if (count === 1) await apply(tx)
  })
}

async function seedCatalogue(tx: Tx): Promise<void> {
  await tx.category.createMany({ data: categories.map(categoryRow), skipDuplicates: true })
  await tx.coupon.createMany({
    data: coupons.map((coupon, position) => ({ ...coupon, position })),
    skipDuplicates: true,
  })
  await tx.product.createMany({ data: products.map(productRow), skipDuplicates: true })
  // A second statement, because a variant copies the texts of its product.
  await tx.product.createMany({ data: products.flatMap(variantRows), skipDuplicates: true })
  await tx.productImage.createMany({ data: products.flatMap(furtherImageRows), skipDuplicates: true })
}

const categoryRow = ({ image, ...category }: (typeof categories)[number], position: number) => ({
  ...category,
  position,
  ...imageColumns(image),
})

const productRow = ({ price, images, groups, variants: _variants, ...product }: Listed, position: number) => ({
  ...product,
  groups: inGroupOrder(groups),
  uses: usesOf(product),
  ...price,
  position,
  ...imageColumns(images[0]!),
})

const variantsOf = ({ variants = [], ...product }: Listed): Listed[] =>
  variants.map((variant) => ({ ...product, ...variant }))

/** At the position of the product, after it. */
const variantRows = (product: Listed, position: number) =>
  variantsOf(product).map((variant) => ({ ...productRow(variant, position), variantOf: product.id }))

const furtherImageRows = (product: Listed) =>
  [product, ...variantsOf(product)].flatMap(({ id: productId, images }) =>
    images.slice(1).map((image, i) => ({ productId, position: i + 1, ...imageColumns(image) })),
  )

const imageColumns = (image: { file: string; alt: string; width: number; height: number }) => ({
  imageUrl: catalogueUrl(image.file),
  imageAlt: image.alt,
  imageWidth: image.width,
  imageHeight: image.height,
})

const withHash = async ({ password, ...user }: (typeof demoUsers)[number]) => ({
  ...user,
  passwordHash: await hashPassword(password),
})

async function seedDemoUsers(tx: Tx, users: Awaited<ReturnType<typeof withHash>>[]): Promise<void> {
  for (const { address, ...user } of users) {
    await tx.user.upsert({
      where: { email: user.email },
      update: {},
      create: { ...user, isDemo: true, cart: { create: {} }, addresses: { create: { ...address, isDefault: true } } },
    })
  }
}
