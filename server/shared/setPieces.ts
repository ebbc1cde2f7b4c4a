/**
 * Counts the single pieces of sets: for one broken plate of a set of four, a buyer gets a quarter of the price, or one plate. A line that is not a
 * set has one piece per item.
 */

/** Some of a line: whole items, and further single pieces of a set. Counted like rupees and paise. */
export interface Pieces {
  /** Whole items, 0 or more. */
  quantity: number
  /** Further single pieces, fewer than the set has. 0 if the line is not a set. */
  pieces: number
}

export interface SetLine {
  /** Null if the line is not a set. 1 for single pieces of a set in a replacement order. */
  piecesInSet: number | null
}

export const piecesPerItem = ({ piecesInSet }: SetLine): number => piecesInSet ?? 1

/** The number of single pieces. */
export const singly = (line: SetLine, { quantity, pieces }: Pieces): number => quantity * piecesPerItem(line) + pieces

/** The reverse of `singly`. */
export const inSets = (line: SetLine, count: number): Pieces => ({
  quantity: Math.floor(count / piecesPerItem(line)),
  pieces: count % piecesPerItem(line),
})

/** Such as `2`, or `1 item of the set`. */
export function countText(line: SetLine, some: Pieces): string {
  if (some.pieces === 0) return String(some.quantity)
  const count = singly(line, some)
  return `${count} item${count === 1 ? '' : 's'} of the set${some.quantity === 0 ? '' : 's'}`
}

interface Counted extends SetLine, Pieces {
  /** May have marks around it. */
  title: string
  /** The quantity of the whole line. If given, the text says which part of it this is. */
  bought?: number
}

/** Such as `2 × Speckled Mug`, `2 × Speckled Mug (2 of 4)` or `1 item of the set “Dinner Plates, Set of 4” (1 of 4)`. */
export function countedTitle({ title, bought, ...line }: Counted): string {
  const text = line.pieces === 0 ? `${line.quantity} × ${title}` : `${countText(line, line)} “${title}”`
  const all = bought === undefined ? 0 : singly(line, { quantity: bought, pieces: 0 })
  return singly(line, line) < all ? `${text} (${singly(line, line)} of ${all})` : text
}

/** The title of a line that sends single pieces of a set: the stock has no product for these. */
export const titleOfSingle = (title: string): string => `Item of the set “${title}”`

/** What became of a line's pieces. Of a set, the single ones too. */
export interface LineCounts extends SetLine {
  cancelled: number
  /** Came back, or arrived broken and stay with the buyer. */
  returned: number
  returnedPieces: number
  /** The part of the returned ones that arrived broken. */
  returnedBroken: number
  returnedBrokenPieces: number
  replaced: number
  replacedPieces: number
}

/**
 * Such as `1 cancelled, 2 arrived broken`, or `1 item of the set returned`. Empty if all pieces of the line are as bought. `Replacement for 1` is
 * true before the new piece is sent, and afterwards.
 */
export function countsText({ piecesInSet, ...counts }: LineCounts): string {
  const line = { piecesInSet }
  const broken = { quantity: counts.returnedBroken, pieces: counts.returnedBrokenPieces }
  const returned = { quantity: counts.returned, pieces: counts.returnedPieces }
  const replaced = { quantity: counts.replaced, pieces: counts.replacedPieces }
  const became = Object.entries({
    cancelled: { quantity: counts.cancelled, pieces: 0 },
    returned: inSets(line, singly(line, returned) - singly(line, broken)),
    'arrived broken': broken,
  }).flatMap(([name, some]) => (singly(line, some) > 0 ? [`${countText(line, some)} ${name}`] : []))
  if (singly(line, replaced) > 0) became.push(`replacement for ${countText(line, replaced)}`)
  return became.join(', ')
}

/** True if the buyer has all pieces that count as returned, because they arrived broken. */
export const keepsReturned = (
  lines: readonly Omit<LineCounts, 'piecesInSet' | 'cancelled' | 'replaced' | 'replacedPieces'>[],
): boolean =>
  lines.some(({ returned, returnedPieces }) => returned + returnedPieces > 0) &&
  lines.every((line) => line.returned === line.returnedBroken && line.returnedPieces === line.returnedBrokenPieces)
