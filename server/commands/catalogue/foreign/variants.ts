/** Finds the variants of a product in the file of another shop system. */
import { line as oneLine } from '../../../shared/text'
import { MAX_NAME_LENGTH, MAX_OPTIONS, MAX_VALUE_LENGTH, MAX_VARIANTS } from '../../../shared/variants'
import { plainText } from './plainText'
import type { Cells, Note } from './source'
import { amount } from './values'

/** The index of the columns with the name and the value of an option. */
export interface OptionColumns {
  name: number
  value: number
}

interface Row {
  cells: Cells
  /** Without the cells of the product's first row. */
  ownCells: Cells
  /** Reads a column by its index. */
  at: (index: number) => string
}

interface Choice {
  name: string
  value: string
}

export interface Variant<Each extends Row> {
  row: Each
  /** As in PRODUCT_FIELDS. Empty for a product without variants. */
  variant: string
}

const TOO_MANY = `Variants after the first ${MAX_VARIANTS}, left out`
const TWICE = 'Variants with the options of another, left out'
const JOINED = `Options after the first ${MAX_OPTIONS}, joined with the option before`

/** What our texts use between options is not part of a name or a value. */
const named = (text: string, most: number): string =>
  oneLine(plainText(text).replace(/[:;]/g, ' '))
    .replace(/ #([0-9a-f]{6})$/i, ' $1')
    .slice(0, most)

/** The options that the product's first row names, with the row's values. Empty values belong to no option. */
function choicesOf(first: Row, row: Row, options: readonly OptionColumns[], note: Note): Choice[] {
  const all = options.flatMap(({ name, value }) => {
    const chosen = named(row.at(value), MAX_VALUE_LENGTH)
    const option = named(row.at(name) || first.at(name), MAX_NAME_LENGTH)
    return chosen === '' ? [] : [{ name: option || 'Variant', value: chosen }]
  })
  if (all.length <= MAX_OPTIONS) return all
  note(JOINED)
  const last = all.slice(MAX_OPTIONS - 1)
  const value = last.map((each) => each.value).join(', ')
  return [...all.slice(0, MAX_OPTIONS - 1), { name: last[0]!.name, value: named(value, MAX_VALUE_LENGTH) }]
}

/** The end of `Pot - Red` for the product `Pot`, or the number of the variant. */
function fallbackOf(title: string, own: string, n: number): Choice[] {
  const end = own.startsWith(title) ? named(own.slice(title.length).replace(/^[\s–-]+/, ''), MAX_VALUE_LENGTH) : ''
  return [{ name: 'Variant', value: end || String(n) }]
}

const priceOf = ({ cells }: Row, selling: (cells: Cells) => string): number => amount(selling(cells)) ?? Infinity

/**
 * The variants of one product, the cheapest first, because a product's own price is the lowest. `was` is the variant that the product is in
 * the shop, which stays the first.
 */
export function variantsOf<Each extends Row>(
  first: Each,
  rows: readonly Each[],
  {
    options,
    title,
    selling,
    was,
    note,
  }: {
    options: readonly OptionColumns[]
    title: (cells: Cells) => string
    selling: (cells: Cells) => string
    was: string | null
    note: (row: Each, kind: string) => void
  },
): Variant<Each>[] {
  if (rows.length <= 1) return rows.map((row) => ({ row, variant: '' }))
  const whole = title(first.cells)
  const choices = rows.map((row, i) => {
    const own = choicesOf(first, row, options, (kind) => note(row, kind))
    return own.length > 0 ? own : fallbackOf(whole, title(row.ownCells), i + 1)
  })
  // All variants have the options of the first, in this order.
  const names = choices[0]!.map(({ name }) => name)
  const seen = new Set<string>()
  const variants = rows.flatMap((row, i) => {
    const values = names.map((_, n) => choices[i]![n]?.value ?? ANY)
    const key = JSON.stringify(values.map((value) => value.toLowerCase()))
    if (seen.has(key)) {
      note(row, TWICE)
      return []
    }
    if (seen.size === MAX_VARIANTS) {
      note(row, TOO_MANY)
      return []
    }
    seen.add(key)
    return [{ row, variant: names.map((name, n) => `${name}: ${values[n]!}`).join('; ') }]
  })
  const stored = variants.find(({ variant }) => variant === was)
  const cheapest = variants.reduce((best, each) =>
    priceOf(each.row, selling) < priceOf(best.row, selling) ? each : best,
  )
  const own = stored ?? cheapest
  return [own, ...variants.filter((each) => each !== own)]
}

/** For an option that a row leaves open. */
const ANY = 'Any'
