/** The rules that a product and its variants follow together. */
import type { Tx } from '../../../database/db'
import { invalidInput } from '../../../shared/errors'
import { formatRupees } from '../../../shared/money/money'
import { likeness, MAX_VARIANTS, readVariant, variantKey, variantText, type Choice } from '../../../shared/variants'

export interface Member {
  id: string
  title: string
  variantOf: string | null
  variant: string | null
  discounted: number
  isHidden: boolean
}

/** Why the rows of a product and its variants do not belong together: the field and a sentence. Null if they do. */
export function familyProblem(id: string, rows: Member[]): { field: string; message: string } | null {
  const whole = rows.find((row) => row.id === id)
  const variants = rows.filter((row) => row.id !== id)
  if (variants.length === 0 || !whole) return null
  if (whole.variantOf !== null)
    return {
      field: 'variantOf',
      message: `${whole.title} is a variant, so it cannot have variants. Please give its product.`,
    }
  if (variants.length >= MAX_VARIANTS)
    return { field: 'variantOf', message: `${whole.title} would have more than ${MAX_VARIANTS} variants.` }
  if (namesOf(whole.variant).length === 0)
    return {
      field: 'variant',
      message: `Please enter first which variant ${whole.title} is, such as Glaze: White.`,
    }
  const taken = new Set<string>()
  for (const { title, variant, discounted, isHidden } of [whole, ...variants]) {
    if (!isHidden && whole.isHidden)
      return { field: 'hidden', message: `${whole.title} is hidden with all of its variants. Please show it first.` }
    if (keyOfNames(variant) !== keyOfNames(whole.variant))
      return {
        field: 'variant',
        message: `The variants of ${whole.title} have the options ${namesOf(whole.variant).join(', ')}, in this order.`,
      }
    const key = variantKey(variant!)
    if (taken.has(key)) return { field: 'variant', message: `${whole.title} has this variant already.` }
    taken.add(key)
    // Lists show and sort by the product's own price, as the lowest.
    if (discounted < whole.discounted)
      return {
        field: 'discounted',
        message: `${title} would cost less than ${whole.title} (${formatRupees(whole.discounted)}). The product's own price is the lowest of its variants.`,
      }
  }
  return null
}

interface Spelling {
  id: string
  /** The variant before the change. Null for a new row, or one without a variant. */
  before: string | null
  variant: string | null
}

/**
 * Options and values of a family that look alike are written alike. A row that rewrites its own option or value rewrites it for all;
 * otherwise, the stored spelling wins over a new one. Returns the new variants by id, without those that stay.
 */
export function inOneSpelling(rows: readonly Spelling[]): Map<string, string> {
  const spellings = new Map<string, { text: string; rank: number }>()
  const parts = (nth: number, { name, value }: Choice) =>
    [
      [JSON.stringify([nth]) + likeness(name), name],
      [JSON.stringify([nth, likeness(name)]) + likeness(value), value],
    ] as const
  for (const { before, variant } of rows) {
    const old = new Map(choicesIn(before).flatMap((choice, nth) => parts(nth, choice)))
    for (const [key, text] of choicesIn(variant).flatMap((choice, nth) => parts(nth, choice))) {
      const was = old.get(key)
      const rank = was === undefined ? 2 : was === text ? 1 : 0
      if (rank < (spellings.get(key)?.rank ?? Infinity)) spellings.set(key, { text, rank })
    }
  }
  const changed = new Map<string, string>()
  for (const { id, variant } of rows) {
    const spelt = choicesIn(variant).map((choice, nth) => {
      const [name, value] = parts(nth, choice).map(([key]) => spellings.get(key)!.text) as [string, string]
      return { ...choice, name, value }
    })
    const text = variantText(spelt)
    if (variant !== null && spelt.length > 0 && text !== variant) changed.set(id, text)
  }
  return changed
}

const choicesIn = (variant: string | null) => (variant === null ? [] : (readVariant(variant) ?? []))
const namesOf = (variant: string | null) => choicesIn(variant).map(({ name }) => name)
const keyOfNames = (variant: string | null) => JSON.stringify(namesOf(variant).map(likeness))

/**
 * Call this after a change, in its transaction. The caller holds the product's lock. `before` are the variants of the rows that changed, by
 * id. Throws INVALID_INPUT with the field `variantOf`, `variant`, `discounted` or `hidden`.
 */
export async function checkFamily(
  tx: Tx,
  id: string,
  before: ReadonlyMap<string, string | null> = NONE,
): Promise<void> {
  const rows = await tx.product.findMany({
    where: { OR: [{ id }, { variantOf: id }] },
    select: { id: true, title: true, variantOf: true, variant: true, discounted: true, hiddenAt: true },
    orderBy: { id: 'asc' },
  })
  const problem = familyProblem(
    id,
    rows.map(({ hiddenAt, ...row }) => ({ ...row, isHidden: hiddenAt !== null })),
  )
  if (problem) throw invalidInput(problem.field, problem.message)
  const spelt = inOneSpelling(
    rows.map((row) => ({ ...row, before: before.has(row.id) ? before.get(row.id)! : row.variant })),
  )
  for (const [rowId, variant] of spelt) await tx.product.update({ where: { id: rowId }, data: { variant } })
}

const NONE: ReadonlyMap<string, string | null> = new Map()
