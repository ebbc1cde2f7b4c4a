/** Products and categories, as visitors see them. */
export type { Category, Product } from '../../generated/prisma/client'
import { sql as sqlText } from 'kysely'
import type { Db } from '../../database/db'
import { columnsOf, statement, type Param, type Sql } from '../../database/sql'
import { Prisma, type Category, type Product, type ProductImage } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { NO_PHOTO } from '../../shared/photos'
import { isStorable } from '../../shared/validation'
import type { Shop } from '../shop'
import { isShown, SHOWN } from './shown'

/** All products that shoppers see, in the catalogue's order. */
export const listProducts = (shop: Shop): Promise<Product[]> =>
  shop.db.product.findMany({ where: SHOWN, orderBy: [{ position: 'asc' }, { id: 'asc' }] })

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

/**
 * Listed in the catalogue's order. A category without a photo of its own has that of its first product. `shop.categories` caches them.
 */
export async function listCategories({ db }: { db: Db }): Promise<Category[]> {
  const categories = await db.category.findMany({ orderBy: { position: 'asc' } })
  return Promise.all(
    categories.map(async (category) => {
      if (category.imageUrl !== NO_PHOTO.url) return category
      const photo = await db.product.findFirst({
        where: { ...SHOWN, categoryId: category.id },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: { imageUrl: true, imageAlt: true, imageWidth: true, imageHeight: true },
      })
      return { ...category, ...photo }
    }),
  )
}

const PRODUCTS_BY_IDS = statement('products by ids', (db, ids: Param<string[]>) =>
  db
    .selectFrom('product')
    .where('product.id', '=', sqlText<string>`ANY(${ids}::text[])`)
    .select(columnsOf('product', Prisma.ProductScalarFieldEnum))
    // Replaces the columns of these names, because node-postgres does not read an array of an enum.
    .select(sqlText<Product['groups']>`product.groups::text[]`.as('groups'))
    .select(sqlText<Product['uses']>`coalesce(product.uses, '{}')::text[]`.as('uses')),
)

/** Returned in the order of the ids. Null for an unknown or hidden product. */
export const productsByIds = async (shop: { sql: Sql }, ids: readonly string[]): Promise<(Product | null)[]> =>
  (await anyProductsByIds(shop, ids)).map((product) => (product?.hiddenAt === null ? product : null))

/** Like productsByIds, but includes hidden products: for existing carts and wishlists, and for staff. */
export async function anyProductsByIds({ sql }: { sql: Sql }, ids: readonly string[]): Promise<(Product | null)[]> {
  return inOrder(ids, await sql.rows(PRODUCTS_BY_IDS, ids.filter(isStorable)))
}

/** The photos of each product after its first, in gallery order. */
export async function furtherImagesByProductIds({ db }: Shop, ids: readonly string[]): Promise<ProductImage[][]> {
  const rows = await db.productImage.findMany({
    where: { productId: { in: [...ids] } },
    orderBy: [{ productId: 'asc' }, { position: 'asc' }],
  })
  return ids.map((id) => rows.filter(({ productId }) => productId === id))
}

/** Returned in the order of the ids. Null for an unknown category. */
export async function categoriesByIds(shop: Shop, ids: readonly string[]): Promise<(Category | null)[]> {
  return inOrder(ids, await shop.categories())
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: Row[]): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** Products with a lower rating are never shown as companions. */
const LEAST_RATING_OF_COMPANIONS = 3

/** The number of products of each category, best rated first, that can be companions. Sold-out products cannot. */
const COMPANIONS_PER_CATEGORY = 12

/**
 * The first `first` companions of each product. Products with the same `isFoodSafe` come first. Among these, the list has the best product
 * of each other category, then the best of the product's own category, then the second best of each, and so on.
 */
export async function relatedByProductIds(shop: Shop, ids: readonly string[], first: number): Promise<Product[][]> {
  const rows = await shop.db.$queryRaw<{ of: string; id: string }[]>`
    WITH pool AS MATERIALIZED (
      SELECT best.* FROM category CROSS JOIN LATERAL (
        SELECT id, category_id, rating, position, is_food_safe FROM product
        WHERE ${isShown()} AND is_available AND category_id = category.id AND rating >= ${LEAST_RATING_OF_COMPANIONS}
        ORDER BY rating DESC, position, id LIMIT ${COMPANIONS_PER_CATEGORY}
      ) best
    )
    SELECT wanted.id AS of, companion.id
    FROM product wanted CROSS JOIN LATERAL (
      SELECT id, row_number() OVER (ORDER BY is_same_use DESC, round, is_same_category, rating DESC, position, id) AS place
      FROM (
        SELECT *, row_number() OVER (PARTITION BY is_same_use, category_id ORDER BY rating DESC, position, id) AS round
        FROM (
          SELECT *, is_food_safe IS NOT DISTINCT FROM wanted.is_food_safe AS is_same_use,
            category_id = wanted.category_id AS is_same_category
          FROM pool WHERE id <> coalesce(wanted.variant_of, wanted.id)
        ) candidate
      ) ranked
      ORDER BY place LIMIT ${first}
    ) companion
    WHERE wanted.id IN (${Prisma.join([...ids])})
    ORDER BY companion.place`
  const products = await productsByIds(
    shop,
    rows.map(({ id }) => id),
  )
  const related = new Map<string, Product[]>(ids.map((id) => [id, []]))
  rows.forEach(({ of }, i) => products[i] && related.get(of)!.push(products[i]))
  return ids.map((id) => related.get(id)!)
}

export const countProducts = ({ db }: Shop): Promise<number> => db.product.count({ where: SHOWN })

/** One page of the sorted list of all ids, for clients that need every product, such as search engines. */
export async function listProductIds({ db }: Shop, { skip, take }: { skip: number; take: number }): Promise<string[]> {
  const rows = await db.product.findMany({ where: SHOWN, select: { id: true }, orderBy: { id: 'asc' }, skip, take })
  return rows.map(({ id }) => id)
}
