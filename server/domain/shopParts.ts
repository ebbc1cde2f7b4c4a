/** The types of what the shop keeps in memory, and of what it signs with. Their code is in other folders, none of which shop.ts may import. */
import type { ProductGroup } from '../shared/goods'
import type { ProductUse } from '../shared/productUses'
import type { Network } from '../guards/network'

/** A cell of a data cube: products with the same values in all filter columns except title and price. */
export interface Cell {
  categoryId: string
  rating: number
  offer: string
  isBestseller: boolean
  isAvailable: boolean
  groups: ProductGroup[]
  uses: ProductUse[]
  /** The prices of the cell's products in whole rupees, lowest first. */
  prices: Int32Array
  families: Families
}

/** The products of a cell that have variants. */
export interface Families {
  prices: Int32Array
  /** By product, the index of its variants in `lists`. */
  indexes: Int32Array
  /** Cells share their lists, because a large catalogue has few different ones. */
  lists: readonly VariantNumbers[]
}

/** The number of each variant's combination of values (catalogue/choices.ts), negative if the variant is sold out. */
export type VariantNumbers = Int32Array

/** The options of all variants in the shop. The most frequent ones come first. */
export interface Choices {
  options: { slug: string; name: string }[]
  values: ChoiceValue[]
  /** The indexes of a combination's values, by the combination's number. */
  valuesOf: (number[] | undefined)[]
}

export interface ChoiceValue {
  /** The index of its option. */
  option: number
  slug: string
  label: string
  swatch: string | null
}

/** The searches without a result that a server has not stored yet. */
export interface WaitingSearches {
  /** Counts a submitted search without a result. `networks` are those of the client, the narrowest first. */
  add(text: string, networks: readonly Network[], at?: Date): void
  /** Returns the waiting counts, and resets them. */
  take(): CountedSearch[]
  /** For counts that could not be stored. */
  putBack(counts: CountedSearch[]): void
}

export interface CountedSearch {
  day: string
  text: string
  count: number
  last_at: Date
  /** True if two wide networks have searched for the text on the day. */
  is_shared: boolean
}

export interface MailCodes {
  /** The six digits for the row with this id. */
  of(id: string): string
  matches(id: string, code: string): boolean
}

export interface OrderLinks {
  /** Returns a key of letters, digits, - and _. */
  sign(linked: LinkedOrder): string
  /** Null for a key that the shop did not sign. */
  read(key: string): LinkedOrder | null
}

interface LinkedOrder {
  orderId: string
  /** Links of any other generation are revoked. */
  generation: number
  issuedAt: Date
}
