/** Checks each product of a plan together with its variants, before anything is written, and writes options that look alike alike. */
import type { Db } from '../../database/db'
import { familyProblem, inOneSpelling, type Member } from '../../domain/office/products/families'
import type { CatalogueRow } from './catalogueFile'
import type { Change, Changes } from './changes'
import type { Values } from './stored'

const FAMILIES_AT_ONCE = 1_000

interface Row extends Member {
  before: string | null
}

/** Adds an error to a row of each product whose variants would not belong together. Changes the plan's variants. */
export async function planFamilies(db: Db, products: Changes, rows: ReadonlyMap<string, CatalogueRow>): Promise<void> {
  const added = new Map(products.added.map((values) => [String(values['id']), values]))
  const changed = new Map(products.changed.map((change) => [change.id, change]))
  const touched = new Set<string>()
  for (const [id, { variantOf, variant }] of added)
    if (variantOf || variant) touched.add(variantOf ? String(variantOf) : id)
  for (const { id, after } of products.changed) {
    if (after['variantOf']) touched.add(String(after['variantOf']))
    if (['variant', 'variantOf', 'discounted', 'hidden'].some((name) => name in after)) touched.add(id)
  }
  const ids = [...touched]
  for (let from = 0; from < ids.length; from += FAMILIES_AT_ONCE) {
    const some = ids.slice(from, from + FAMILIES_AT_ONCE)
    for (const [id, family] of await readFamilies(db, some, { added, changed })) {
      const problem = familyProblem(id, family)
      if (problem) {
        const row = family.map((each) => rows.get(each.id)).find((each) => each !== undefined)
        row?.addError(`${problem.message.replace(/\.$/, '')}`, problem.field)
        continue
      }
      for (const [rowId, variant] of inOneSpelling(family))
        spell(rowId, variant, { products, added, changed, before: family.find((each) => each.id === rowId)!.before })
    }
  }
}

interface Given {
  added: ReadonlyMap<string, Values>
  changed: Map<string, Change>
}

/** The families of these products and variants as they would be, by the id of the product. */
async function readFamilies(db: Db, ids: string[], { added, changed }: Given): Promise<Map<string, Row[]>> {
  const of = await db.product.findMany({ where: { id: { in: ids } }, select: { id: true, variantOf: true } })
  const wholes = new Set([...ids, ...of.flatMap(({ variantOf }) => variantOf ?? [])])
  const stored = await db.product.findMany({
    where: { OR: [{ id: { in: [...wholes] } }, { variantOf: { in: [...wholes] } }, { id: { in: ids } }] },
    select: { id: true, title: true, variantOf: true, variant: true, discounted: true, hiddenAt: true },
    orderBy: { id: 'asc' },
  })
  const families = new Map<string, Row[]>()
  const add = (row: Row) => {
    const id = row.variantOf ?? row.id
    const family = families.get(id)
    if (family) family.push(row)
    else families.set(id, [row])
  }
  const hides = (id: string | null, isHidden: boolean) => {
    const hidden = id === null ? undefined : (changed.get(id)?.after['hidden'] ?? added.get(id)?.['hidden'])
    return hidden === undefined || hidden === null ? isHidden : hidden !== false
  }
  const hiddenWholes = new Set(
    stored.flatMap(({ id, hiddenAt, variantOf }) => (variantOf === null && hides(id, hiddenAt !== null) ? [id] : [])),
  )
  for (const [id, values] of added) if (!values['variantOf'] && hides(id, false)) hiddenWholes.add(id)
  for (const { id, hiddenAt, ...row } of stored) {
    const after = changed.get(id)?.after ?? {}
    const now = { ...row, ...pick(after) }
    // Variants are hidden with their product, unless the file shows them.
    const isHidden =
      after['hidden'] === false ? false : hides(id, hiddenAt !== null) || hiddenWholes.has(now.variantOf ?? '')
    add({ ...now, id, before: row.variant, isHidden })
  }
  for (const [id, values] of added) {
    const variantOf = values['variantOf'] ? String(values['variantOf']) : null
    if (!wholes.has(id) && (variantOf === null || !wholes.has(variantOf))) continue
    const isHidden = values['hidden'] === false ? false : hides(id, false) || hiddenWholes.has(variantOf ?? '')
    const variant = values['variant'] ? String(values['variant']) : null
    const { title, discounted } = values
    add({ id, title: String(title), variantOf, variant, discounted: Number(discounted), isHidden, before: null })
  }
  return families
}

/** The product's columns among the changes of a row. */
function pick({ title, variantOf, variant, discounted }: Values) {
  const text = (value: Values[string]) => (value === null || value === '' ? null : String(value))
  return {
    ...(title !== undefined && { title: String(title) }),
    ...(variantOf !== undefined && { variantOf: text(variantOf) }),
    ...(variant !== undefined && { variant: text(variant) }),
    ...(discounted !== undefined && { discounted: Number(discounted) }),
  }
}

interface Spelling extends Given {
  products: Changes
  before: string | null
}

function spell(id: string, variant: string, { products, added, changed, before }: Spelling): void {
  const row = added.get(id)
  if (row) return void (row['variant'] = variant)
  const change = changed.get(id)
  if (variant === before) {
    if (!change) return
    delete change.before['variant']
    delete change.after['variant']
    if (Object.keys(change.after).length > 0) return
    products.changed.splice(products.changed.indexOf(change), 1)
    products.same += 1
  } else if (change) {
    change.before['variant'] = before
    change.after['variant'] = variant
  } else {
    const made: Change = { id, before: { variant: before }, after: { variant }, gallery: {}, waits: false }
    changed.set(id, made)
    products.changed.push(made)
  }
}
