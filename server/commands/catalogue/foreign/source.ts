/** What the import needs to know about the product file of another shop system. */

/** The cells of one row by our name for the file's column, without blanks at the ends. Empty for a missing column. */
export type Cells = (header: string) => string

/** The index of the columns with the name and the value of an option. */
export interface OptionColumns {
  name: number
  value: number
}

/** Counts something that the conversion changes or leaves out. */
export type Note = (kind: string) => void

interface Mapped {
  /** The file's columns that make the value. Errors name the first of them that the file has. */
  from: readonly string[]
  /** Empty means no value. A value that cannot be read stays as it is, and the column's rule rejects it with its line. */
  read: (cells: Cells, note: Note) => string
}

/** A row begins a product, or adds a variant or a photo to one. */
interface Role {
  /** Rows that share a key belong to one product, but each row about a whole product begins one. A product without a key has one row. */
  keys: string[]
  /** True if the product has several variants, even if the other rows do not say so. */
  isVariable: boolean
  /** True for a row that adds a variant. If no product has its key, it belongs to the row before, if its title begins with that one's. */
  isVariant: boolean
  /** True for a row that only adds a photo. */
  isPhoto: boolean
  /** True for a row about the whole product, which has variants in other rows. */
  isWhole: boolean
}

export interface Source {
  name: string
  /** The lower-case headers of each column by our name for it, in all generations of the file. */
  headers: Readonly<Record<string, readonly string[]>>
  /** A file with all of these columns is recognized as this kind. */
  marks: readonly string[]
  /** Keyed by our column. The id and the category are made from the two lists below. */
  columns: Readonly<Record<string, Mapped>>
  /** Columns that are used in another way, or that are reported in a separate sentence. */
  others: readonly string[]
  photos: string
  /** The columns with names and values of options, in the order of the file. */
  optionsOf(headers: readonly string[]): OptionColumns[]
  /** The columns that only the product's first row has, or that count for all of its variants. */
  shared: readonly string[]
  /** The columns that a variant has from the product if its own cell is empty. */
  inherited: readonly string[]
  /** The column of a variant's own photo. */
  variantPhoto: string
  roleOf(cells: Cells): Role
  /** The kind of goods that this shop does not sell, such as gift cards. Null for goods. */
  leftOut(cells: Cells): string | null
  /** The texts from which the id is made. The first that has a letter or a digit counts. */
  idFrom: readonly string[]
  nameOf(cells: Cells): string[]
  categoryFrom: readonly string[]
  /** Empty if the file names none. */
  categoryOf(cells: Cells): string
  /** What identifies a product in later files, such as its number in the other shop. Empty if nothing does. */
  productKey(cells: Cells): string
  /** The same for a variant. */
  rowKey?(ownCells: Cells): string
  /** True if the attributes of a product with one row are only facts about it, which nobody chooses. */
  areFacts?(cells: Cells): boolean
  /** True if the other shop sells the product although it has no stock. */
  isSoldOn?(cells: Cells): boolean
}
