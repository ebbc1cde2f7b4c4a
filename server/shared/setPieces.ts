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

/** Such as `2`, or `1 single item` of a set. */
export function countText(line: SetLine, some: Pieces): string {
  if (some.pieces === 0) return String(some.quantity)
  const count = singly(line, some)
  return count === 1 ? '1 single item' : `${count} single items`
}

/** Such as `2 × Speckled Mug`, or `1 single item of Dinner Plates, Set of 4`. `title` may have marks around it. */
export const countedTitle = ({ title, ...line }: SetLine & Pieces & { title: string }): string =>
  `${countText(line, line)} ${line.pieces === 0 ? '×' : 'of'} ${title}`
