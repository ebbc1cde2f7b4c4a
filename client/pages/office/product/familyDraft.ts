/** The options of a new product, such as its glazes and sizes, as the form has them, and the variants that follow from them. */
import { GOODS_LIMITS, stock as stockSchema } from '../../../../server/shared/goods'
import { counted } from '../../../../server/shared/sentences'
import { line } from '../../../../server/shared/text'
import {
  likeness,
  MAX_NAME_LENGTH,
  MAX_OPTIONS,
  MAX_VALUE_LENGTH,
  MAX_VARIANTS,
  readVariant,
  variantText,
  type Choice,
} from '../../../../server/shared/variants'
import { wholeNumber } from '../../../../server/shared/wholeNumber'
import { SHOP } from '../../../../server/shared/shop'
import { numberIn, type Draft, type DraftPhoto } from './productDraft'

interface ValueDraft {
  text: string
  /** The colour of the swatch as typed, such as #a8c0b0. Empty for none. */
  swatch: string
}

export interface OptionDraft {
  name: string
  values: ValueDraft[]
  /** Values that staff have typed and not added yet. */
  typed: string
}

/** What staff enter for one variant. */
export interface CellDraft {
  /** Empty for the price of the form. */
  price: string
  stock: string
  /** Null for the photos of the form. */
  photo: DraftPhoto | null
}

export interface FamilyDraft {
  options: OptionDraft[]
  /** By the key of the variant. A variant that staff have not changed has no entry. */
  cells: Readonly<Record<string, CellDraft>>
}

export const NAME_SUGGESTIONS = ['Glaze', 'Size', 'Set of']

export const newOption = (name: string): OptionDraft => ({ name, values: [], typed: '' })
export const newFamily = (): FamilyDraft => ({ options: [newOption('Glaze')], cells: {} })
/** A stock that staff typed before they asked for variants may be that of all of them, so it is not that of each. */
export const EMPTY_CELL: CellDraft = { price: '', stock: '1', photo: null }

/** The next suggested name that no option has. */
export const nextName = (options: readonly { name: string }[]): string =>
  NAME_SUGGESTIONS.find((name) => options.every((each) => likeness(each.name) !== likeness(name))) ?? ''

/** Swatches are for colours. */
export const hasSwatches = (name: string): boolean => ['glaze', 'colour', 'color'].includes(likeness(name))

/**
 * The option with its typed values added, which commas, semicolons and line breaks separate. Values that look like one of the option's are
 * left out.
 */
export function withTyped(option: OptionDraft): OptionDraft {
  const values = [...option.values]
  // One more than a product can have, so that the error says so.
  for (const value of option.typed.split(/[,;\n]/).map(line)) {
    if (value === '' || values.length > MAX_VARIANTS) continue
    if (values.every((each) => likeness(each.text) !== likeness(value))) values.push({ text: value, swatch: '' })
  }
  return { ...option, values, typed: '' }
}

/** The option after staff changed what they type: a separator adds what is before it. */
export function withTyping(option: OptionDraft, text: string): OptionDraft {
  const [last = '', ...before] = text.split(/[,;\n]/).reverse()
  if (before.length === 0) return { ...option, typed: text }
  return { ...withTyped({ ...option, typed: before.reverse().join(',') }), typed: last.trimStart() }
}

const SWATCH = /^#?([0-9a-f]{6})$/i

/** Such as #a8c0b0. Null for no colour, and undefined for other text. */
export function swatchOf(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const digits = SWATCH.exec(text.trim())?.[1]
  return digits && `#${digits.toLowerCase()}`
}

export interface Combination {
  /** Stays the same while other values are added and removed. */
  key: string
  /** Such as `Celadon, Large`. */
  name: string
  choices: Choice[]
  cell: CellDraft
}

/** The number of variants, which may be more than MAX_VARIANTS. */
const combinationCount = ({ options }: FamilyDraft): number =>
  options.reduce((count, { values }) => count * values.length, options.length > 0 ? 1 : 0)

/** The variants in the order of the values. Empty if there are more than MAX_VARIANTS. */
export function combinationsOf(family: FamilyDraft): Combination[] {
  const count = combinationCount(family)
  if (count === 0 || count > MAX_VARIANTS) return []
  const all = family.options.reduce<Choice[][]>(
    (before, { name, values }) =>
      before.flatMap((choices) =>
        values.map(({ text, swatch }) => [
          ...choices,
          { name: line(name), value: line(text), swatch: (hasSwatches(name) && swatchOf(swatch)) || null },
        ]),
      ),
    [[]],
  )
  return all.map((choices) => {
    const key = JSON.stringify(choices.map(({ value }) => likeness(value)))
    const name = choices.map(({ value }) => value).join(', ')
    return { key, name, choices, cell: family.cells[key] ?? EMPTY_CELL }
  })
}

/** The first fault in the options, as a sentence. Null if the variants can be saved. */
export function familyFault(family: FamilyDraft): string | null {
  const { options } = family
  const names = options.map(({ name }) => likeness(name))
  if (options.length > MAX_OPTIONS) return `A product has at most ${MAX_OPTIONS} options.`
  for (const [i, { name, values }] of options.entries()) {
    const called = line(name)
    if (names[i] === '' || !isReadable(called, 'a'))
      return `Please enter a name for option ${i + 1}, such as Glaze, in up to ${MAX_NAME_LENGTH} characters without colons.`
    if (names.indexOf(names[i]!) < i) return `Two options are called ${called}.`
    if (values.length === 0) return `Please enter the values of ${called}, or remove it.`
    const known = values.map(({ text }) => likeness(text))
    for (const [nth, { text, swatch }] of values.entries()) {
      const value = line(text)
      if (!isReadable('a', value))
        return `Please enter each value of ${called} in up to ${MAX_VALUE_LENGTH} characters, without semicolons.`
      if (known.indexOf(known[nth]!) < nth) return `${called} has ${value} twice.`
      if (hasSwatches(name) && swatchOf(swatch) === undefined)
        return `Please enter the colour of ${value} as six digits, such as #a8c0b0, or leave it empty.`
    }
  }
  const count = combinationCount(family)
  if (count > MAX_VARIANTS)
    return `These options make ${counted(count, 'variant')}. A product has at most ${MAX_VARIANTS}.`
  if (count < 2) return 'Please enter at least two values, or remove the options.'
  return null
}

/** True if a file could have the option with this value. */
function isReadable(name: string, value: string): boolean {
  const [read, ...others] = readVariant(variantText([{ name, value, swatch: null }])) ?? []
  return read?.name === name && read.value === value && read.swatch === null && others.length === 0
}

/** The price in rupees, or null for a text that is not one. */
export function priceOf({ price }: CellDraft, formPrice: string): number | null {
  const number = wholeNumber(price.trim() === '' ? formPrice : price)
  return number !== null && number >= 1 && number <= GOODS_LIMITS.price ? number : null
}

/** The pieces, or null for a text that is not a stock level. An empty text is 0. */
export function stockOf({ stock }: CellDraft): number | null {
  const number = wholeNumber(stock) ?? 0
  return stockSchema.safeParse(number).success ? number : null
}

/** What the form says about the stock. `formStock` is what staff typed before they asked for variants. */
export function stockWords(combinations: readonly Combination[], formStock: string): string {
  const all = combinations.reduce((sum, { cell }) => sum + (stockOf(cell) ?? 0), 0)
  const typed = formStock.trim()
  const unused = ['', EMPTY_CELL.stock].includes(typed)
    ? ''
    : ` The stock ${typed} that you entered before is not used.`
  return `Each variant has its own stock, at first ${EMPTY_CELL.stock}: now ${counted(all, 'item')} in all.${unused}`
}

export interface PlannedVariant extends Combination {
  priceRupees: number
  pieces: number
}

/**
 * The variants with the one first that becomes the product itself: the shop's rule is that no variant costs less than its product. The others
 * keep their order. Null if a price or a stock level is missing or not a number.
 */
export function planOf(combinations: readonly Combination[], formPrice: string): PlannedVariant[] | null {
  const planned: PlannedVariant[] = []
  for (const combination of combinations) {
    const [priceRupees, pieces] = [priceOf(combination.cell, formPrice), stockOf(combination.cell)]
    if (priceRupees === null || pieces === null) return null
    planned.push({ ...combination, priceRupees, pieces })
  }
  const lowest = Math.min(...planned.map(({ priceRupees }) => priceRupees))
  const first = planned.find(({ priceRupees }) => priceRupees === lowest)
  return first ? [first, ...planned.filter((each) => each !== first)] : null
}

/** Such as `Celadon Bowl, Celadon, Large`, at most 500 characters. */
export const photoAlt = (title: string, name: string): string => `${line(title)}, ${name}`.slice(0, 500)

/** A stock that a card does not mention. */
const PLENTY = SHOP.fewLeft + 1

/**
 * What the product's card in lists will show. With variants, it shows the one that becomes the product itself, and no number of pieces. The
 * number that the form starts with is not mentioned either.
 */
export function previewOf(
  draft: Draft,
  family: FamilyDraft | null,
  initialStock: string,
): { draft: Draft; stock: number } {
  if (family === null)
    return { draft, stock: ['', initialStock].includes(draft.stock.trim()) ? PLENTY : numberIn(draft.stock) }
  const first = planOf(combinationsOf(family), draft.original)?.[0]
  const { photo = null } = first?.cell ?? {}
  const original = first ? String(first.priceRupees) : draft.original
  return {
    draft: { ...draft, original, discounted: '', photos: [...(photo ? [photo] : []), ...draft.photos] },
    stock: PLENTY,
  }
}
