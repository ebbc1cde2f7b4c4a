/** Separates a search text into price bounds and words to search for. */
import { Prisma } from '../../../generated/prisma/client'
import type { Shop } from '../../shop'
import { holds } from '../productFilter'
import { searchRows } from '../searchRows'
import { isShown } from '../shown'
import { readPriceWords } from './priceWords'

/** The price bounds that a search text contains, in whole rupees, inclusive. */
export interface SearchPrice {
  minPrice: number | null
  maxPrice: number | null
  /** The text without the price. */
  search: string
}

/** The maximum number of phrases in a search, because the database checks each one. */
const MAX_PHRASES = 4

/** Null if the text contains no price. Text that a title contains is not a price, such as '4 to 6' in 'Set of 4 to 6'. */
export async function readSearchPrice(shop: Shop, text: string): Promise<SearchPrice | null> {
  const read = readPriceWords(text)
  if (!read) return null
  const phrases = [...new Set(read.phrases)].slice(0, MAX_PHRASES)
  const inTitle = Prisma.join(phrases.map(holds), ' OR ')
  const [row] = await searchRows<{ is_title: boolean }>(
    shop,
    Prisma.sql`SELECT EXISTS (SELECT FROM product WHERE ${isShown()} AND (${inTitle})) AS is_title`,
  )
  return row!.is_title ? null : { minPrice: read.minPrice, maxPrice: read.maxPrice, search: read.text }
}

/** The stricter of two bounds. */
export const stricter = {
  minimum: (...prices: (number | null | undefined)[]) => boundOf(prices, Math.max),
  maximum: (...prices: (number | null | undefined)[]) => boundOf(prices, Math.min),
}

function boundOf(prices: (number | null | undefined)[], choose: (...numbers: number[]) => number): number | null {
  const given = prices.filter((price) => price != null)
  return given.length === 0 ? null : choose(...given)
}
