/** Recognizes the product files that the import reads with --from. */
import { headersOf, indexesOf, type Sheet } from './convert'
import { SOURCES } from './sources'
import { WOO_TYPE } from './woocommerce'

const FEWEST_COLUMNS = 5

/** WooCommerce writes the types of products in English in every language. */
const looksLikeWooCommerce = ({ header, lines }: Sheet): boolean =>
  header.length >= FEWEST_COLUMNS &&
  lines.length > 0 &&
  header.some((_, i) => lines.every(({ record }) => WOO_TYPE.test((record[i] ?? '').trim())))

const WOO_IN_ENGLISH =
  'looks like a file of woocommerce in another language than English. Set the language of your WordPress profile to English (Users, Profile, Language), export again, and add --from woocommerce'

/** A sentence about a file of another shop system. Null for any other file. `from` is the system that was asked for. */
export function adviceOn(sheet: Sheet, from: string | null): string | null {
  const headers = headersOf(sheet.header)
  for (const source of Object.values(SOURCES)) {
    const indexes = indexesOf(headers, source)
    if (source.name !== from && source.marks.every((mark) => indexes.has(mark)))
      return `looks like a file of ${source.name}. ${from === null ? 'Add' : 'Use'} --from ${source.name}`
  }
  return looksLikeWooCommerce(sheet) ? WOO_IN_ENGLISH : null
}
