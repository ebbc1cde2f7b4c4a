/** The variants of products as the office lists them: all of them, in the order in which the shop shows their options. */
import type { Product } from '../../../generated/prisma/client'
import { anyProductsByIds } from '../../catalogue/catalogue'
import { familyOf, wholeId } from '../../catalogue/variants'
import type { Shop } from '../../shop'

/** Returned in the order of the ids. Empty for a product without variants, and for the id of a variant. */
export async function variantsByProductIds(shop: Shop, ids: readonly string[]): Promise<Product[][]> {
  const found = await shop.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM product WHERE (id = ANY(${ids}::text[]) AND variant_of IS NULL) OR variant_of = ANY(${ids}::text[])`
  const rows = await anyProductsByIds(
    shop,
    found.map(({ id }) => id),
  )
  const products = rows.filter((row) => row !== null)
  return ids.map((id) => inOptionOrder(products.filter((row) => row.variant !== null && wholeId(row) === id)))
}

/** Values are in the order in which they first occur among the rows. Hidden variants come last. */
function inOptionOrder(rows: readonly Product[]): Product[] {
  const rank = ({ variantOf, hiddenAt, position }: Product) => [
    Number(variantOf !== null),
    Number(hiddenAt !== null),
    position,
  ]
  const sorted = [...rows].sort((a, b) => compare(rank(a), rank(b)) || (a.id < b.id ? -1 : 1))
  if (sorted.length === 0) return []
  const { options, variants } = familyOf(sorted)
  const places = options.map(({ values }) => new Map(values.map(({ id }, i) => [id, i])))
  const placeOf = ({ options: chosen }: (typeof variants)[number]) =>
    chosen.map(({ value }, nth) => places[nth]!.get(value.id) ?? 0)
  // Equal places keep their order, because the sort is stable.
  return [...variants].sort((a, b) => compare(placeOf(a), placeOf(b))).map(({ product }) => product)
}

function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((value, i) => value !== other[i])
  return differing < 0 ? 0 : one[differing]! - other[differing]!
}

export interface VariantTotals {
  count: number
  stock: number
  lowestPrice: number
}

/** Returned in the order of the ids. Null for a product without variants, and for the id of a variant. */
export async function variantTotalsByProductIds(
  { db }: Shop,
  ids: readonly string[],
): Promise<(VariantTotals | null)[]> {
  const rows = await db.$queryRaw<(VariantTotals & { id: string })[]>`
    SELECT coalesce(variant_of, id) AS id, count(*)::int AS count, sum(stock)::int AS stock, min(discounted) AS "lowestPrice"
    FROM product
    WHERE (variant_of = ANY(${ids}::text[]) OR (id = ANY(${ids}::text[]) AND variant_of IS NULL)) AND variant IS NOT NULL
    GROUP BY 1`
  const byId = new Map(rows.map(({ id, ...totals }) => [id, totals]))
  return ids.map((id) => byId.get(id) ?? null)
}
