/** Completions of a text: titles that hold it, then what a listing shows as close to it. */
import type { Product } from '../../generated/prisma/client'
import { checkFirst } from '../cursor'
import { productsByIds } from './catalogue'
import { firstCloseIds, firstIds } from './closeSearch'
import { checkText, holds, holdsAtWord, TRIGRAM } from './productFilter'
import type { Shop } from '../shop'

/**
 * Titles that hold the text come first, of these the ones with a word that begins with it; then what is close to it. Each group is in the
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
