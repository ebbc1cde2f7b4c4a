/** Rewrites the product file of another shop system as a file with our columns. */
import type { FileError } from '../catalogueFile'
import { categoriesOf } from '../rules'
import type { Cells, Source } from './sources'

export interface Sheet {
  header: string[]
  lines: { record: string[]; line: number }[]
}

export interface Converted extends Sheet {
  /** The index of each column in the file. */
  numbers: number[]
  /** Sentences that describe what was left out. */
  notes: string[]
}

export interface Known {
  /** Lower-case names of our columns. */
  columns: ReadonlySet<string>
  categories: { id: string; name: string }[]
}

/** The maximum number of columns to name in a note. */
const MAX_NAMED = 30

/** The file's columns that already have our names, for example `rating`, supply values that the foreign columns leave empty. */
export function convert({ header, lines }: Sheet, source: Source, known: Known, errors: FileError[]): Converted {
  const names = header.map((name) => name.trim().toLowerCase())
  const indexes = new Map(names.map((name, i) => [name, i]))
  const mapped = Object.entries(source.columns)
    .filter(([, { from }]) => from.some((name) => indexes.has(name)))
    .map(([name, { from, value }]) => ({ name, from, value: value ?? ((cells: Cells) => cells(from[0]!)) }))
  const taken = new Set([...mapped.flatMap(({ from }) => from), ...source.others])
  const targets = new Set(mapped.map(({ name }) => name.toLowerCase()))
  const own = names.filter((name) => known.columns.has(name) && !taken.has(name) && !targets.has(name))
  const categoryOf = categoryFinder(known.categories)
  const converted = productsOf({ header: names, lines }, source, errors).map(({ record, line }) => {
    const cells = cellsOf(record, indexes)
    const values = mapped.map(({ name, from, value }) => {
      const ownName = name.toLowerCase()
      return value(cells, categoryOf) || (from.includes(ownName) ? '' : cells(ownName))
    })
    return { record: [...values, ...own.map(cells)], line }
  })
  const numberOf = (from: string[]) => names.indexOf(from.find((name) => indexes.has(name))!) + 1
  return {
    header: [...mapped.map(({ name }) => name), ...own],
    numbers: [...mapped.map(({ from }) => numberOf(from)), ...own.map((name) => numberOf([name]))],
    lines: converted,
    notes: notesOf(header, { taken, targets, own: new Set(own) }, lines, source),
  }
}

function cellsOf(record: string[], indexes: Map<string, number>): Cells {
  return (name) => {
    const i = indexes.get(name)
    return i === undefined ? '' : (record[i] ?? '').trim()
  }
}

/** The first row of each product. Reports products with several variants, because only one of the variants would be kept. */
function productsOf({ header, lines }: Sheet, source: Source, errors: FileError[]): Sheet['lines'] {
  const indexes = new Map(header.map((name, i) => [name, i]))
  const products = new Map<string, { first: Sheet['lines'][number]; variants: number }>()
  for (const each of lines) {
    const cells = cellsOf(each.record, indexes)
    if (each.record.every((cell) => cell.trim() === '') || source.isPart(cells)) continue
    const [key, variants] = [source.keyOf(cells), source.variantsOf(cells)]
    const product = products.get(key)
    if (product) product.variants += variants
    else products.set(key, { first: each, variants })
  }
  return [...products].flatMap(([key, { first, variants }]) => {
    if (variants === 1) return [first]
    const message = `“${key}” has several variants. A product of this shop has one price and one stock. Give each variant a row with a different name`
    errors.push({ line: first.line, message })
    return []
  })
}

/** Finds the id of a category by its id or name. An unknown or ambiguous name is kept and reported later. */
function categoryFinder(categories: Known['categories']): (name: string) => string {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return (name) => {
    const [id, ...others] = categoriesOf(name, names)
    return id !== undefined && others.length === 0 ? id : name
  }
}

interface Uses {
  taken: Set<string>
  targets: Set<string>
  own: Set<string>
}

function notesOf(header: string[], { taken, targets, own }: Uses, lines: Sheet['lines'], source: Source): string[] {
  const isUsed = (name: string) => [taken, targets, own].some((names) => names.has(name))
  const left = header.filter(
    (name, i) => !isUsed(name.trim().toLowerCase()) && lines.some(({ record }) => (record[i] ?? '').trim() !== ''),
  )
  const photos = header.findIndex((name) => name.trim().toLowerCase() === source.photos.toLowerCase())
  const hasPhotos = photos >= 0 && lines.some(({ record }) => (record[photos] ?? '').trim() !== '')
  const more = left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : ''
  return [
    ...(left.length > 0 ? [`Columns not used: ${left.slice(0, MAX_NAMED).join(', ')}${more}.`] : []),
    ...(hasPhotos ? [`${source.photos} is not used. Add photos from files with npm run photos.`] : []),
  ]
}
