/** Catalogue files in JSON: `{ "categories": […], "products": […] }`, or just the list of products. */
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { CATEGORIES, columnsByName, PRODUCTS, type Kept } from './columns'
import { CatalogueRow, type FileError, type CatalogueFile, type Place } from './catalogueFile'

export function readJson(text: string): CatalogueFile {
  const file: CatalogueFile = { products: [], categories: [], errors: [], notes: [] }
  const { errors } = file
  const placeOf = placesIn(text)
  const parseErrors: ParseError[] = []
  const root = parseTree(text, parseErrors, { disallowComments: true })
  // One comma too many causes several errors.
  for (const { error, offset } of parseErrors.slice(0, 1))
    errors.push({ ...placeOf(offset), message: `cannot be read as JSON: ${printParseErrorCode(error)}` })
  if (parseErrors.length > 0 || !root) return file
  const wrong = (node: Node, message: string) => void errors.push({ ...placeOf(node.offset), message })
  if (root.type === 'array') file.products.push(...readRows(root, PRODUCTS, placeOf, errors))
  else if (root.type !== 'object')
    wrong(root, 'must be a list of products, or an object with the lists categories and products')
  else
    for (const [key, value] of membersOf(root)) {
      if (key.value === 'products') file.products.push(...readRows(value, PRODUCTS, placeOf, errors))
      else if (key.value === 'categories') file.categories.push(...readRows(value, CATEGORIES, placeOf, errors))
      else wrong(key, `“${String(key.value)}” must be categories or products`)
    }
  return file
}

const membersOf = (node: Node): [Node, Node][] =>
  (node.children ?? []).flatMap(({ children }) => (children?.length === 2 ? [[children[0]!, children[1]!]] : []))

function readRows(list: Node, kept: Kept, placeOf: (offset: number) => Place, errors: FileError[]): CatalogueRow[] {
  const known = columnsByName(kept)
  const wrong = (node: Node, message: string) => void errors.push({ ...placeOf(node.offset), message })
  if (list.type !== 'array') {
    wrong(list, 'must be a list')
    return []
  }
  return list.children!.flatMap((node) => {
    if (node.type !== 'object') {
      wrong(node, 'must be an object')
      return []
    }
    const row = new CatalogueRow(placeOf(node.offset), errors)
    const seen = new Set<string>()
    for (const [key, value] of membersOf(node)) {
      const name = String(key.value).toLowerCase()
      const column = known.get(name)
      if (seen.has(name)) wrong(key, `“${String(key.value)}” appears twice`)
      seen.add(name)
      if (column) row.put(column, valueOf(value), placeOf(value.offset))
      else wrong(key, `“${String(key.value)}” is not a field of a ${kept.table}`)
    }
    if (!('id' in row.values)) row.addError('is missing. It identifies the record', 'id')
    return [row]
  })
}

/** A list or an object is not a valid value. It is replaced by the name of its type, which the column's rule rejects. */
const valueOf = (node: Node): unknown => (node.children ? `${node.type}` : node.value)

/** Converts offsets to lines and columns, both counted from 1. */
function placesIn(text: string): (offset: number) => Place {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}
