/** Suggests products while the shopper types: titles that contain the text, then close matches in the order of a listing. */
import { Prisma, type Product } from '../../generated/prisma/client'
import { line } from '../../shared/text'
import { checkFirst } from '../cursor'
import { productsByIds } from './catalogue'
import { firstClose, LOOKED_AT, NOTHING_CLOSE } from './closeSearch'
import { countAll, checkText, holds, sqlOfFilter } from './productFilter'
import type { Shop } from '../shop'
import { searchRows } from './searchRows'
import { isShown } from './shown'
import { inFeaturedOrder } from './sorts'
import { stepsInTitle } from './words/matching'
import { isSearchable } from './words/readings'
import { readSearchPrice } from './words/readSearch'

/**
 * First come titles with the text as whole words, then titles with a word that begins with it, then other titles that contain it, then close
 * products. Equally good matches are in the catalogue's order. A price in the text limits all of them. Throws INVALID_INPUT,
 * SEARCH_TOO_BROAD.
 */
export async function suggestProducts(
  shop: Shop,
  { text, first }: { text: string; first: number },
): Promise<Product[]> {
  checkText('text', text)
  checkFirst(first)
  const given = line(text)
  if (given === '') return []
  const price = await readSearchPrice(shop, given)
  const wanted = price?.search ?? given
  const priced =
    sqlOfFilter({ minPrice: price?.minPrice, maxPrice: price?.maxPrice }, { close: [], choices: null }) ??
    Prisma.sql`true`
  // Each step also requires the text itself, because 'cups' would also find 'Cup'.
  const steps = stepsInTitle(wanted).map((step) => Prisma.sql`(${holds(wanted)} AND ${step})`)
  const holding = await firstIds(shop, [...steps, holds(wanted)], first, priced)
  const left = isSearchable(shop, wanted) ? first - holding.length : 0
  const { ids: close } = left > 0 ? await firstClose(shop, wanted, left, priced) : NOTHING_CLOSE
  return (await productsByIds(shop, [...holding, ...close])).filter((product) => product !== null)
}

/**
 * The ids of products that match the first condition, then those that match the second, and so on, without duplicates. Each group is in the
 * catalogue's order. PostgreSQL runs the parts one after another and stops when it has enough rows. In each part, the index finds the rows
 * before they are sorted (see `matches` in search.ts).
 */
async function firstIds(shop: Shop, conditions: Prisma.Sql[], first: number, always: Prisma.Sql): Promise<string[]> {
  const order = inFeaturedOrder()
  const [best, ...others] = conditions
  if (!best) return []
  const lookedAt = LOOKED_AT * Math.max(first, 25)
  const near = await searchRows<{ id: string }>(
    shop,
    Prisma.sql`
      SELECT id FROM (SELECT * FROM product WHERE ${isShown()} ORDER BY ${order} LIMIT ${lookedAt}) AS first_ones
      WHERE ${best} AND ${always} ORDER BY ${order} LIMIT ${first}`,
  )
  const areAll = others.length === 0 && countAll(await shop.cells()) <= lookedAt
  if (near.length === first || areAll) return near.map(({ id }) => id)
  const parts = conditions.map((condition, i) => {
    const earlier = conditions.slice(0, i).map((other) => Prisma.sql`NOT (${other})`)
    const all = Prisma.join([isShown(), condition, always, ...earlier], ' AND ')
    return Prisma.sql`(SELECT * FROM (SELECT * FROM product WHERE ${all} OFFSET 0) AS found ORDER BY ${order} LIMIT ${first})`
  })
  const found = await searchRows<{ id: string }>(
    shop,
    Prisma.sql`SELECT id FROM (${Prisma.join(parts, ' UNION ALL ')}) AS found LIMIT ${first}`,
  )
  return found.map(({ id }) => id)
}
