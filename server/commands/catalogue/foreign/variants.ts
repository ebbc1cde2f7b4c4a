/** Finds the variants of a product in the file of another shop system. */
import { line as oneLine } from '../../../shared/text'
import {
  likeness,
  MAX_NAME_LENGTH,
  MAX_OPTIONS,
  MAX_VALUE_LENGTH,
  MAX_VARIANTS,
  variantText,
  type Choice,
} from '../../../shared/variants'
import { plainText } from './plainText'
import type { Cells, OptionColumns } from './source'

interface Row {
  cells: Cells
  /** Without the cells of the product's first row. */
  ownCells: Cells
  /** Reads a column by its index. */
  at: (index: number) => string
}

export interface Variant<Each extends Row> {
  row: Each
  /** As in PRODUCT_FIELDS. Empty for a product without options. */
  variant: string
}

const TOO_MANY = `Variants after the first ${MAX_VARIANTS}, left out`
const TWICE = 'Variants with the options of another, left out'
const JOINED = `Options after the first ${MAX_OPTIONS}, joined with the option before`
const OPEN = 'Variants for any value of an option, which is now “Any”'
const notUsed = (name: string) => `Attribute “${name}” is not an option to choose, not used`
/** For an option that a row leaves open. */
const ANY = 'Any'

/** Shopify's value for a product without options. */
const NO_OPTION = /^default title$/i

/** What our texts use between options is not part of a name or a value. */
const named = (text: string, most: number): string =>
  oneLine(plainText(text).replace(/[:;]/g, ' '))
    .replace(/ #([0-9a-f]{6})$/i, ' $1')
    .slice(0, most)
    .trim()

/** The values of a row by the likeness of their option. Several columns may lack a name. */
function valuesOf(first: Row, row: Row, options: readonly OptionColumns[]): Map<string, Omit<Choice, 'swatch'>> {
  const values = new Map<string, Omit<Choice, 'swatch'>>()
  for (const columns of options) {
    const value = named(row.at(columns.value), MAX_VALUE_LENGTH)
    if (value === '' || NO_OPTION.test(value)) continue
    const written = named(row.at(columns.name) || first.at(columns.name), MAX_NAME_LENGTH - 2) || 'Variant'
    let name = written
    for (let n = 2; values.has(likeness(name)); n += 1) name = `${written} ${n}`
    values.set(likeness(name), { name, value })
  }
  return values
}

/** The end of `Pot - Red` for the product `Pot`, or the number of the variant. */
function fallbackOf(title: string, own: string, n: number): string {
  const end = own.startsWith(title) ? named(own.slice(title.length).replace(/^[\s–-]+/, ''), MAX_VALUE_LENGTH) : ''
  return end || String(n)
}

/** Options after the third are joined with it. */
function inThree(choices: Choice[]): Choice[] {
  if (choices.length <= MAX_OPTIONS) return choices
  const last = choices.slice(MAX_OPTIONS - 1)
  const value = named(last.map((each) => each.value).join(', '), MAX_VALUE_LENGTH)
  return [...choices.slice(0, MAX_OPTIONS - 1), { ...last[0]!, value }]
}

interface Asked<Each> {
  options: readonly OptionColumns[]
  title: (cells: Cells) => string
  /** True if the options of a product with one row are only facts about it. */
  areFacts: boolean
  note: (row: Each, kind: string) => void
}

/** The rows of one product with their variants, in the order of the file. All of them have the same options, in the same order. */
export function variantsOf<Each extends Row>(
  first: Each,
  rows: readonly Each[],
  { options, title, areFacts, note }: Asked<Each>,
): Variant<Each>[] {
  const values = rows.map((row) => valuesOf(first, row, options))
  const facts = areFacts && rows.length === 1 ? values[0]! : valuesOf(first, first, options)
  const names = new Map<string, string>()
  if (!areFacts || rows.length > 1)
    for (const each of values) for (const [key, { name }] of each) if (!names.has(key)) names.set(key, name)
  for (const [key, { name }] of facts) if (!names.has(key)) note(first, notUsed(name))
  if (names.size === 0 && rows.length <= 1) return rows.map((row) => ({ row, variant: '' }))
  if (names.size === 0) names.set('variant', 'Variant')
  if (names.size > MAX_OPTIONS) for (const row of rows) note(row, JOINED)
  const whole = title(first.cells)
  const seen = new Set<string>()
  return rows.flatMap((row, i) => {
    const own = values[i]!
    const choices = [...names].map(([key, name], nth): Choice => {
      const fallback = own.size === 0 && nth === 0 ? fallbackOf(whole, title(row.ownCells), i + 1) : ANY
      return { name, value: own.get(key)?.value ?? fallback, swatch: null }
    })
    if (own.size > 0 && own.size < names.size) note(row, OPEN)
    const variant = variantText(inThree(choices))
    const key = JSON.stringify(choices.map(({ value }) => likeness(value)))
    const isLeftOut = seen.has(key) ? TWICE : seen.size === MAX_VARIANTS ? TOO_MANY : null
    if (isLeftOut) note(row, isLeftOut)
    else seen.add(key)
    return isLeftOut ? [] : [{ row, variant }]
  })
}
