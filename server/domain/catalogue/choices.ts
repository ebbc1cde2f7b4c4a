/**
 * Filters and counts products by the values of their variants, such as glazes and sizes. The database has a number for each combination of
 * values (the table variant_text), and a product has the numbers of its variants. Options and values of all products with equal slugs count
 * as one.
 */
import type { Db } from '../../database/db'
import { readVariant } from '../../shared/variants'
import type { Cell, Choices, ChoiceValue, Families, VariantNumbers } from '../shopParts'
import { NO_FAMILIES, type OptionChoice, type ProductFilter } from './productFilter'
import { piecesFor } from './shown'
import { slugOfOption, slugOfValue, type Family, type Variant } from './variants'

const NO_CHOICES: Choices = { options: [], values: [], valuesOf: [] }

/** Reads the database only if any products have variants. */
export async function readChoices(db: Db, cells: Cell[]): Promise<Choices> {
  const frequency = frequencyIn(cells)
  const ids = [...frequency.keys()].filter((id) => frequency[id]! > 0)
  if (ids.length === 0) return NO_CHOICES
  const rows = await db.$queryRaw<{ id: number; text: string }[]>`
    SELECT id, text FROM variant_text WHERE id = ANY(${ids}::int[])`
  const of = ({ id }: { id: number }) => frequency[id]!
  return choicesIn(rows.sort((a, b) => of(b) - of(a) || a.id - b.id).map((row) => ({ ...row, count: of(row) })))
}

/** The number of products with each list of variants, for prices between `minimum` and `maximum`, inclusive. */
function countLists(cells: Cell[], minimum = -Infinity, maximum = Infinity): [VariantNumbers, number][] {
  const counts = new Map<Families['lists'], Uint32Array>()
  for (const { families } of cells) {
    const { prices, indexes, lists } = families
    const ofLists = counts.get(lists) ?? new Uint32Array(lists.length)
    counts.set(lists, ofLists)
    for (let i = 0; i < prices.length; i += 1)
      if (prices[i]! >= minimum && prices[i]! <= maximum) ofLists[indexes[i]!]! += 1
  }
  const counted = ([lists, ofLists]: [Families['lists'], Uint32Array]) =>
    lists.map((list, i): [VariantNumbers, number] => [list, ofLists[i]!])
  return [...counts].flatMap(counted).filter(([, count]) => count > 0)
}

/** The number of variants with each combination, by its number. */
function frequencyIn(cells: Cell[]): Uint32Array {
  const lists = countLists(cells)
  let highest = 0
  for (const [list] of lists) for (const variant of list) highest = Math.max(highest, Math.abs(variant))
  const frequency = new Uint32Array(highest + 1)
  for (const [list, count] of lists) for (const variant of list) frequency[Math.abs(variant)]! += count
  return frequency
}

interface Text {
  id: number
  text: string
  /** The number of products that have it. */
  count: number
}

/** Of several spellings or colours, the most frequent one counts. */
function choicesIn(texts: Text[]): Choices {
  const counts = new Map<object, number>()
  const add = <Item extends object>(items: Map<string, Item>, key: string, item: Item, count: number): Item => {
    const kept = items.get(key) ?? item
    items.set(key, kept)
    counts.set(kept, (counts.get(kept) ?? 0) + count)
    return kept
  }
  const options = new Map<string, Choices['options'][number]>()
  const values = new Map<string, Omit<ChoiceValue, 'option'> & { of: Choices['options'][number] }>()
  const chosen = texts.map(({ text, count }) =>
    (readVariant(text) ?? []).map(({ name, value: label, swatch }) => {
      const of = add(options, slugOfOption(name), { slug: slugOfOption(name), name }, count)
      const slug = slugOfValue(label)
      const value = add(values, `${of.slug}:${slug}`, { of, slug, label, swatch }, count)
      value.swatch ??= swatch
      return value
    }),
  )
  const byFrequency = <Item extends { slug: string }>(items: Iterable<Item>): Item[] =>
    [...items].sort((a, b) => counts.get(b)! - counts.get(a)! || (a.slug < b.slug ? -1 : 1))
  const sortedOptions = byFrequency(options.values())
  const sortedValues = byFrequency(values.values())
  const indexes = new Map<object, number>(sortedValues.map((value, i) => [value, i]))
  const valuesOf: Choices['valuesOf'] = []
  for (const [i, { id }] of texts.entries()) valuesOf[id] = chosen[i]!.map((value) => indexes.get(value)!)
  return {
    options: sortedOptions,
    values: sortedValues.map(({ of, ...value }) => ({ ...value, option: sortedOptions.indexOf(of) })),
    valuesOf,
  }
}

/** The choices that exclude anything. */
const setIn = (chosen: OptionChoice[] | null | undefined): OptionChoice[] =>
  (chosen ?? []).filter(({ values }) => values.length > 0)

/** One bit for each chosen option: by combination, whether it has a chosen value, and by option. */
function chosenBits({ options, values, valuesOf }: Choices, chosen: OptionChoice[]) {
  const ofOption = new Uint8Array(options.length)
  const isChosen = new Uint8Array(values.length)
  for (const [i, { option: slug, values: slugs }] of chosen.entries()) {
    const option = options.findIndex((each) => each.slug === slug)
    if (option >= 0) ofOption[option] = 1 << i
    const wanted = new Set(slugs)
    for (const [nth, value] of values.entries())
      if (value.option === option && wanted.has(value.slug)) isChosen[nth] = 1 << i
  }
  const ofCombination = new Uint8Array(valuesOf.length)
  valuesOf.forEach((own, id) => {
    for (const value of own ?? []) ofCombination[id]! |= isChosen[value]!
  })
  return { all: (1 << chosen.length) - 1, ofOption, ofCombination, isChosen }
}

/** The numbers in `product.choices` of which a product needs one. Null if the filter has no choices. */
export function numbersFor(choices: Choices, { choices: given, availableOnly }: ProductFilter): number[] | null {
  const chosen = setIn(given)
  if (chosen.length === 0) return null
  const { all, ofCombination } = chosenBits(choices, chosen)
  const ids = [...ofCombination.keys()].filter((id) => ofCombination[id] === all)
  return availableOnly ? ids : ids.flatMap((id) => [id, -id])
}

/** The cells with only the products that have one of the numbers. */
export function cellsWith(cells: Cell[], numbers: number[]): Cell[] {
  const wanted = new Set(numbers)
  const isWanted = (list: VariantNumbers) => list.some((variant) => wanted.has(variant))
  return cells
    .map((cell) => {
      const { prices, indexes, lists } = cell.families
      const matching = prices.filter((_, i) => isWanted(lists[indexes[i]!]!))
      return { ...cell, families: NO_FAMILIES, prices: matching.sort() }
    })
    .filter(({ prices }) => prices.length > 0)
}

/** The first variant with the filter's choices, if possible in stock. Null without choices. */
export function variantFor({ variants }: Family, filter: ProductFilter): Variant | null {
  const chosen = setIn(filter.choices)
  if (chosen.length === 0) return null
  const having = variants.filter(({ options }) =>
    chosen.every((choice) =>
      options.some(
        ({ option, value }) =>
          slugOfOption(option.name) === choice.option && choice.values.includes(slugOfValue(value.label)),
      ),
    ),
  )
  return having.find(({ product }) => piecesFor(product) > 0) ?? having[0] ?? null
}

const MAX_FACETS = 6
const MAX_VALUES_PER_FACET = 30

export interface OptionFacet {
  slug: string
  name: string
  values: { slug: string; label: string; swatch: string | null; count: number; selected: boolean }[]
}

/**
 * For each option, the number of products with each value. `cells` match the rest of the filter. An option ignores its own choice. Values
 * without a product are left out, unless they are chosen.
 */
export function countOptions(choices: Choices, cells: Cell[], filter: ProductFilter): OptionFacet[] {
  const { counts, isChosen } = countValues(choices, cells, filter)
  const isListed = (i: number) => counts[i]! > 0 || isChosen[i]! > 0
  const first = (a: number, b: number) =>
    Number(isChosen[b]! > 0) - Number(isChosen[a]! > 0) || counts[b]! - counts[a]! || a - b
  const facets = choices.options.map((option, nth) => {
    const own = [...choices.values.keys()].filter((i) => choices.values[i]!.option === nth && isListed(i))
    const kept = own.sort(first).slice(0, MAX_VALUES_PER_FACET)
    // In one order, so that a choice does not move the others.
    const values = kept
      .sort((a, b) => a - b)
      .map((i) => {
        const { slug, label, swatch } = choices.values[i]!
        return { slug, label, swatch, count: counts[i]!, selected: isChosen[i]! > 0 }
      })
    return { ...option, values }
  })
  const listed = facets.filter(({ values }) => values.length > 0)
  const isSet = ({ values }: OptionFacet) => values.some(({ selected }) => selected)
  const most = new Set([...listed.filter(isSet), ...listed.filter((each) => !isSet(each))].slice(0, MAX_FACETS))
  return listed.filter((each) => most.has(each))
}

function countValues(choices: Choices, cells: Cell[], filter: ProductFilter) {
  const { all, ofOption, ofCombination, isChosen } = chosenBits(choices, setIn(filter.choices))
  /** By combination, the values that its products count for: those whose option is the only one that may be missing. */
  const countable = choices.valuesOf.map((values, id) =>
    values?.filter((value) => (ofCombination[id]! | ofOption[choices.values[value]!.option]!) === all),
  )
  const counts = new Uint32Array(choices.values.length)
  /** The last list that a value counted. A product counts once for a value, however many of its variants have it. */
  const counted = new Uint32Array(choices.values.length)
  let nth = 0
  for (const [list, count] of countLists(cells, filter.minPrice ?? undefined, filter.maxPrice ?? undefined)) {
    nth += 1
    for (const variant of list) {
      if (variant < 0 && filter.availableOnly) continue
      // A number is unknown until the server has heard of a change.
      for (const value of countable[Math.abs(variant)] ?? []) {
        if (counted[value] === nth) continue
        counted[value] = nth
        counts[value]! += count
      }
    }
  }
  return { counts, isChosen }
}
