/**
 * Defines each column of a catalogue file: its name in the file and in the database, its format and its rules. A product's columns follow
 * from PRODUCT_FIELDS. The rules match the tables' checks, so a bad file is rejected before it reaches the database.
 */
import { GOODS_LIMITS, isLong, MAX_INTEGER, PRODUCT_FIELDS, type ProductField } from '../../shared/goods'
import { z } from 'zod'
import { hasControls, line, paragraph } from '../../shared/text'

export type Value = string | number | boolean | null

/** The type of a CSV cell's value. JSON values already have a type. */
export type Kind = 'text' | 'whole' | 'yes/no' | 'hidden' | 'choices' | 'instant'

export interface Column {
  name: string
  /** The column's name in the table. */
  field: string
  kind: Kind
  /** True if the column counts only for new rows. Any text is accepted for others. */
  onlyForNew?: true
  /** The names of the choices by stored value. */
  choices?: Readonly<Record<string, string>>
  /** For text: removes what people type without seeing it. A cell that differs from the stored text only in that changes nothing. */
  clean?: (text: string) => string
  /** The rule for a value that is not empty. */
  rule: z.ZodType
  /** The meaning of an empty cell or a null: the value is missing, it is removed, or the stored value stays. */
  empty: 'missing' | 'none' | 'stays'
  /** True if a new row must have this column. */
  neededForNew: boolean
}

type More = Partial<Pick<Column, 'empty' | 'neededForNew' | 'onlyForNew' | 'clean'>>
const NONE: More = { empty: 'none', neededForNew: false }
const STAYS: More = { empty: 'stays', neededForNew: false }
const NEEDED: Pick<Column, 'empty' | 'neededForNew'> = { empty: 'missing', neededForNew: true }

const thousands = (n: number): string => n.toLocaleString('en-IN')

const column = (name: string, field: string, kind: Kind, rule: z.ZodType, more: More): Column => ({
  ...{ name, field, kind, rule },
  ...NEEDED,
  ...more,
})

const textRule = (most: number, clean = line) =>
  z
    .string('must be text')
    .overwrite(clean)
    .max(most, `has more than ${thousands(most)} characters`)
    .refine((text) => text !== '', 'contains only spaces')
    .refine((text) => !hasControls(text), 'contains a control character')

const text = (name: string, field: string, most: number, more: More = {}, clean = line): Column =>
  column(name, field, 'text', textRule(most, clean), { ...more, clean })

const whole = (name: string, field: string, [from, to]: readonly [number, number], more: More = {}, unit = '') => {
  const of = unit === 'rupees' ? ' of rupees' : ''
  // The limits of the database help only where a value exceeds them.
  const limits = `${from > -MAX_INTEGER ? ` from ${from}` : ''}${to < MAX_INTEGER ? ` to ${to}` : ''}`
  const message = `must be a whole number${of}${limits}`
  const most = to < MAX_INTEGER ? message : `must be at most ${thousands(to)}`
  return column(name, field, 'whole', z.int(message).min(from, message).max(to, most), more)
}

/** As the office makes ids of titles, in any script. */
const ID = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u
const MAX_ID_LENGTH = 200
export const isId = (text: string): boolean => text.length <= MAX_ID_LENGTH && ID.test(text)

const id = column(
  'id',
  'id',
  'text',
  textRule(MAX_ID_LENGTH).regex(
    ID,
    'must be letters without capitals and digits, separated by hyphens, such as blue-bowl',
  ),
  {},
)

/** The columns of a photo. `name` is the column of its URL, and the names of the other columns begin with it. */
const photo = (name: string, more: More = {}): Column[] => [
  text(name, 'image_url', 300, more),
  text(`${name}Alt`, 'image_alt', 500, more),
  whole(`${name}Width`, 'image_width', [1, 20_000], more),
  whole(`${name}Height`, 'image_height', [1, 20_000], more),
]

const yesNo = (name: string, field: string, more: More): Column =>
  column(name, field, 'yes/no', z.boolean('must be yes or no'), more)

/** A list of choices is one text, such as `Decor, Dining`. It is stored as an array of the choices' values. */
function choicesOf(name: string, field: string, choices: Readonly<Record<string, string>>, more: More): Column {
  const names = Object.values(choices)
  const message = `must be a list of ${names.join(', ')}, with commas between them`
  const inOrder = z.string(message).transform((text, context) => {
    const wanted = text.split(',').map((each) => each.trim().toLowerCase())
    if (!wanted.every((each) => names.some((known) => known.toLowerCase() === each))) context.addIssue(message)
    return names.filter((known) => wanted.includes(known.toLowerCase())).join(CHOICES_BETWEEN)
  })
  return { ...column(name, field, 'choices', inOrder, more), choices }
}

/** Between the choices of one cell. */
export const CHOICES_BETWEEN = ', '

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function columnOf(field: string, described: ProductField): Column {
  const {
    column: name = field,
    stored = field,
    kind,
    minimum = 0,
    maximum = MAX_INTEGER,
    inFile,
    choices = {},
  } = described
  const empty = described.emptyInFile ?? described.empty
  const more = { empty, neededForNew: empty === 'missing' }
  switch (kind) {
    case 'text': {
      const { form, hint } = described
      const clean = form?.clean ?? (isLong(described) ? paragraph : line)
      const plain = text(name, inSnakeCase(stored), maximum, more, clean)
      if (!form) return plain
      return { ...plain, rule: textRule(maximum, clean).refine((value) => form.isValid(value), `must be ${hint}`) }
    }
    case 'whole':
      return whole(name, inSnakeCase(stored), inFile ?? [minimum, maximum], more, described.unit)
    case 'choices':
      return choicesOf(name, inSnakeCase(stored), choices, more)
    case 'yes/no':
      return yesNo(name, inSnakeCase(stored), more)
  }
}

const STOCK = whole('stock', 'stock', [0, MAX_INTEGER], STAYS)

/** What `hidden` says of a product that is hidden only because it had no photo. */
export const AWAITS_PHOTO = 'photo'
/** Stored as the time from which it applies, and as awaits_photo. */
const HIDDEN = column(
  'hidden',
  'hidden_at',
  'hidden',
  z.union([z.boolean(), z.literal(AWAITS_PHOTO)], `must be yes, no or ${AWAITS_PHOTO}`),
  STAYS,
)

const COLUMNS_OF_PRODUCTS: Column[] = [
  id,
  // Stock and visibility are not part of the record. Exports have them before the position.
  ...Object.entries(PRODUCT_FIELDS).flatMap(([name, field]) => [
    ...(name === 'position' ? [STOCK, HIDDEN] : []),
    columnOf(name, field),
  ]),
  column('createdAt', 'created_at', 'instant', z.iso.datetime('must be a time such as 2026-04-01T09:30:00.000Z'), {
    ...STAYS,
    onlyForNew: true,
  }),
  ...photo('image', STAYS),
]

const COLUMNS_OF_CATEGORIES: Column[] = [
  id,
  text('name', 'name', 200),
  text('title', 'title', 200, NONE),
  text('description', 'description', 2_000, NONE, paragraph),
  whole('position', 'position', [-MAX_INTEGER, MAX_INTEGER], STAYS),
  ...photo('image', STAYS),
]

export interface Kept {
  table: 'product' | 'category'
  columns: Column[]
}

/**
 * The stock when the file was exported. The import adds the difference between `stock` and this column, so pieces that were sold in the
 * meantime stay sold. The database has no such column.
 */
export const STOCK_WAS = whole('stockWas', 'stock', [0, MAX_INTEGER], STAYS)

export const PRODUCTS: Kept = { table: 'product', columns: COLUMNS_OF_PRODUCTS }
export const CATEGORIES: Kept = { table: 'category', columns: COLUMNS_OF_CATEGORIES }

/** A product's photos after the first are image2, image3 and so on. */
export const MAX_PHOTOS = GOODS_LIMITS.images
const FURTHER_PHOTOS = Array.from({ length: MAX_PHOTOS - 1 }, (_, i) => photo(`image${i + 2}`, NONE))
/** The columns of the second or a later photo. */
export const furtherPhoto = (nth: number): Column[] => FURTHER_PHOTOS[nth - 2]!
export const isFurtherPhoto = (name: string): boolean => /^image\d/.test(name)

/** All allowed columns by lower-case name, because people and spreadsheets vary the case. */
export function columnsByName({ table, columns }: Kept): Map<string, Column> {
  const further = table === 'product' ? FURTHER_PHOTOS.flat() : []
  const own = table === 'product' ? [...columns, STOCK_WAS] : columns
  return new Map([...own, ...further].map((column) => [column.name.toLowerCase(), column]))
}
