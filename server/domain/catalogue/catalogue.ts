/** Products, categories and coupons, as anyone may see them. */
import type { DbOrTx } from '../../database/client'
import type { Category, Coupon, Product } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { PRODUCT_COLUMNS } from './search'
import type { Shop } from '../shop'

/** A coupon as a shopper sees it; `percent` is taken off what is left after the offers. */
export type CouponTerms = Pick<Coupon, 'code' | 'percent' | 'description'>

/** All of them, in the catalogue's order. */
export const listProducts = (shop: Shop): Promise<Product[]> =>
  shop.db.product.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] })

export async function getProduct(shop: Shop, id: string): Promise<Product> {
  const [product] = await productsByIds(shop, [id])
  if (!product) throw new DomainError('PRODUCT_NOT_FOUND')
  return product
}

export async function getCategory(shop: Shop, id: string): Promise<Category> {
  const [category] = await categoriesByIds(shop, [id])
  if (!category) throw new DomainError('CATEGORY_NOT_FOUND')
  return category
}

export const listCategories = (shop: Shop): Promise<Category[]> =>
  shop.db.category.findMany({ orderBy: { position: 'asc' } })

export const listCoupons = (shop: Shop): Promise<Coupon[]> => shop.db.coupon.findMany({ orderBy: { position: 'asc' } })

/** In the order of the ids; null where there is none. */
export async function productsByIds({ db }: { db: DbOrTx }, ids: readonly string[]): Promise<(Product | null)[]> {
  return inOrder(ids, await db.product.findMany({ where: { id: { in: storable(ids) } } }))
}

/** In the order of the ids; null where there is none. */
export async function categoriesByIds(shop: Shop, ids: readonly string[]): Promise<(Category | null)[]> {
  return inOrder(ids, await shop.db.category.findMany({ where: { id: { in: storable(ids) } } }))
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: Row[]): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** No id holds a null byte, and PostgreSQL refuses to look for one. */
const storable = (ids: readonly string[]): string[] => ids.filter((id) => !id.includes('\0'))

/** For each product its first `first` companions: the same category first, then bestsellers of the others; never itself. */
export async function relatedByProductIds(shop: Shop, ids: readonly string[], first: number): Promise<Product[][]> {
  const rows = await shop.db.$queryRaw<(Product & { companionOf: string })[]>`
    SELECT wanted.id AS "companionOf", companion.*
    FROM product wanted CROSS JOIN LATERAL (
      (SELECT ${PRODUCT_COLUMNS}, 0 AS part FROM product
       WHERE category_id = wanted.category_id AND id <> wanted.id ORDER BY position, id LIMIT ${first})
      UNION ALL
      (SELECT ${PRODUCT_COLUMNS}, 1 AS part FROM product
       WHERE category_id <> wanted.category_id ORDER BY is_bestseller DESC, position, id LIMIT ${first})
      LIMIT ${first}
    ) companion
    WHERE wanted.id IN (${Prisma.join([...ids])})
    ORDER BY companion.part, companion."isBestseller" AND companion.part = 1 DESC, companion.position, companion.id`
  const companions = new Map<string, Product[]>(ids.map((id) => [id, []]))
  for (const { companionOf, ...product } of rows) companions.get(companionOf)!.push(product)
  return ids.map((id) => companions.get(id)!)
}
