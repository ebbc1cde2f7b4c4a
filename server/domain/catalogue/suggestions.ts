/** Suggests products for a text: titles that contain it, then close products as in a listing. */
import type { Product } from '../../generated/prisma/client'
import { checkFirst } from '../cursor'
import { productsByIds } from './catalogue'
import { firstCloseIds, firstIds } from './closeSearch'
import { checkText, holds, holdsAtWord, TRIGRAM } from './productFilter'
import type { Shop } from '../shop'

/**
 * First come titles with a word that begins with the text, then other titles that contain it, then close products. Each group is in the
 * catalogue's order. Throws INVALID_INPUT.
 */
export async function suggestProducts(
  shop: Shop,
  { text, first }: { text: string; first: number },
): Promise<Product[]> {
  checkText('text', text)
  checkFirst(first)
  const wanted = text.trim()
  if (wanted === '') return []
  const holding = await firstIds(shop, [holdsAtWord(wanted), holds(wanted)], first)
  const left = wanted.length >= TRIGRAM ? first - holding.length : 0
  const close = left > 0 ? await firstCloseIds(shop, wanted, left) : []
  return (await productsByIds(shop, [...holding, ...close])).filter((product) => product !== null)
}
