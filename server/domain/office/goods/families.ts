/** The rules that a product and its variants follow together. */
import type { Tx } from '../../../database/db'
import { invalidInput } from '../../../shared/errors'
import { formatRupees } from '../../../shared/money/money'
import { MAX_VARIANTS, readVariant } from '../../../shared/variants'

/**
 * Call this after a change, in its transaction. The caller holds the product's lock. Throws INVALID_INPUT with the field `variantOf`,
 * `variant`, `discounted` or `hidden`.
 */
export async function checkFamily(tx: Tx, id: string): Promise<void> {
  const rows = await tx.product.findMany({
    where: { OR: [{ id }, { variantOf: id }] },
    select: { id: true, title: true, variantOf: true, variant: true, discounted: true, hiddenAt: true },
    orderBy: { id: 'asc' },
  })
  const whole = rows.find((row) => row.id === id)
  const variants = rows.filter((row) => row.id !== id)
  if (variants.length === 0 || !whole) return
  if (whole.variantOf !== null)
    throw invalidInput('variantOf', `${whole.title} is a variant, so it cannot have variants. Please give its product.`)
  if (variants.length >= MAX_VARIANTS)
    throw invalidInput('variantOf', `${whole.title} would have more than ${MAX_VARIANTS} variants.`)
  const wanted = namesOf(whole.variant)
  if (wanted === '')
    throw invalidInput('variant', `Please enter first which variant ${whole.title} is, such as Glaze: White.`)
  const taken = new Set<string>()
  for (const { title, variant, discounted, hiddenAt } of [whole, ...variants]) {
    if (hiddenAt === null && whole.hiddenAt !== null)
      throw invalidInput('hidden', `${whole.title} is hidden with all of its variants. Please show it first.`)
    if (namesOf(variant) !== wanted)
      throw invalidInput('variant', `The variants of ${whole.title} have the options ${wanted}, in this order.`)
    const values = keyOf(variant)
    if (taken.has(values)) throw invalidInput('variant', `${whole.title} has this variant already.`)
    taken.add(values)
    // Lists show and sort by the product's own price, as the lowest.
    if (discounted < whole.discounted)
      throw invalidInput(
        'discounted',
        `${title} would cost less than ${whole.title} (${formatRupees(whole.discounted)}). The product's own price is the lowest of its variants.`,
      )
  }
}

const choicesIn = (variant: string | null) => (variant === null ? [] : (readVariant(variant) ?? []))
const namesOf = (variant: string | null) =>
  choicesIn(variant)
    .map(({ name }) => name)
    .join(', ')
const keyOf = (variant: string | null) => JSON.stringify(choicesIn(variant).map(({ value }) => value.toLowerCase()))
