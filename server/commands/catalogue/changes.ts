/** What an import changes. */
import type { Said } from './imported'
import type { Values } from './stored'

export interface Change {
  id: string
  /** The stored and the new values of the columns that change. */
  before: Values
  after: Values
  /** Set if the file contains the earlier stock: the number of pieces to add, or to remove if negative. `after` is the resulting stock. */
  stockChange?: number
  /** The new values of every column for all photos but the first. A gallery is always saved as a whole. */
  gallery: Values
  /** True if the product was hidden only because it had no photo. */
  waits: boolean
}

export interface Changes {
  added: Values[]
  changed: Change[]
  same: number
  /** The number of stored rows that are missing from the file. These rows are kept. */
  staying: number
}

export interface Plan {
  categories: Changes
  products: Changes
  /** The number of new products without a photo, which are hidden. */
  withoutPhoto: number
  /** The ids of hidden products that get their first photo and stay hidden. */
  ready: string[]
  /** What the file says about each product, for the next import. */
  said: Said[]
  /** By column, the ids of products whose value in the shop stays, because the file says the same as in the last import. */
  kept: ReadonlyMap<string, string[]>
}
