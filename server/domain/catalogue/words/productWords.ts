/** The words of all products, in memory, so that a search for words that products contain needs no statement to check them. */
import type { Db } from '../../../database/db'

/** A catalogue of 4,000 products has about 5,000 words. Larger ones are checked by the database. */
const MAX_WORDS = 20_000

/** Null if there are more than MAX_WORDS. `shop.productWords` caches them. */
export async function readProductWords(db: Db): Promise<ReadonlySet<string> | null> {
  // Sent as one string, because converting each row would take longer than reading it. No word contains a space.
  const [row] = await db.$queryRaw<{ words: string | null }[]>`
    SELECT string_agg(word, ' ') AS words FROM (SELECT word FROM search_word LIMIT ${MAX_WORDS + 1}) AS first_words`
  const words = new Set(row!.words?.split(' '))
  return words.size > MAX_WORDS ? null : words
}
