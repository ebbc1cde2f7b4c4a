/**
 * Finds the shop's product for each product and variant of another shop's file: by the number that the other shop gave it, by its SKU, and
 * then by its options. Staff may have changed all of these in this shop, so what the last import said counts too.
 */
import { likeness, readVariant, variantKey, variantText, type Choice } from '../../../shared/variants'
import { isBrokenSku } from '../skus'

export interface KnownProduct {
  id: string
  title: string
  variant: string | null
  /** Null for a product. */
  variantOf: string | null
  sku: string | null
  /** What the last import said. */
  said: { key: string | null; rowKey: string | null; variant: string | null; sku: string | null }
}

export interface FileVariant {
  /** The id that the file itself names, or empty. */
  id: string
  /** The number that the other shop gave the row, or empty. */
  key: string
  sku: string
  /** As the file writes it. */
  variant: string
}

/** Each text that exactly one of the items has, with this item. */
export function onlyOnes<Item>(items: readonly Item[], textsOf: (item: Item) => readonly (string | null)[]) {
  const found = new Map<string, Item | null>()
  for (const item of items)
    for (const text of new Set(textsOf(item)))
      if (text) found.set(text, found.has(text) && found.get(text) !== item ? null : item)
  return found
}

export const usableSku = (sku: string | null): string | null => (sku && !isBrokenSku(sku) ? sku.toLowerCase() : null)

/** The member of the family for each of the file's variants, or null for a new one. */
export function matchVariants(
  rows: readonly FileVariant[],
  family: readonly KnownProduct[],
): { member: KnownProduct | null; isBySku: boolean }[] {
  const result = rows.map((): { member: KnownProduct | null; isBySku: boolean } => ({ member: null, isBySku: false }))
  const used = new Set<KnownProduct>()
  const match = (
    textOfRow: (row: FileVariant) => string | null,
    textsOf: (member: KnownProduct) => readonly (string | null)[],
    isBySku = false,
  ) => {
    const members = onlyOnes(
      family.filter((member) => !used.has(member)),
      textsOf,
    )
    const ofRows = onlyOnes(
      rows.filter((_, i) => !result[i]!.member),
      (row) => [textOfRow(row)],
    )
    for (const [i, row] of rows.entries()) {
      const text = result[i]!.member ? null : textOfRow(row)
      const member = text ? members.get(text) : null
      if (!member || used.has(member) || ofRows.get(text!) !== row) continue
      used.add(member)
      result[i] = { member, isBySku }
    }
  }
  match(
    ({ id }) => id,
    ({ id }) => [id],
  )
  match(
    ({ key }) => key,
    ({ said }) => [said.rowKey],
  )
  match(
    ({ sku }) => usableSku(sku),
    ({ sku, said }) => [usableSku(said.sku ?? sku)],
    true,
  )
  match(
    ({ sku }) => usableSku(sku),
    ({ sku }) => [usableSku(sku)],
    true,
  )
  match(
    ({ variant }) => keyOf(variant),
    ({ said }) => [keyOf(said.variant)],
  )
  match(
    ({ variant }) => keyOf(variant),
    ({ variant }) => [keyOf(variant)],
  )
  const [row] = rows
  const [member] = family
  if (rows.length === 1 && family.length === 1 && !result[0]!.member && (row!.variant === '' || !member!.variant))
    result[0] = { member: member!, isBySku: false }
  return result
}

const keyOf = (variant: string | null): string | null => (variant ? variantKey(variant) : null)
const read = (variant: string | null): Choice[] => (variant === null ? [] : (readVariant(variant) ?? []))
const namesKey = (choices: Choice[]): string => JSON.stringify(choices.map(({ name }) => likeness(name)))

/**
 * The variants in the words that this shop uses for them. A variant that the file writes as in the last import stays as staff wrote it, and
 * new variants use the words and the swatches of the others. Returns the text for each row.
 */
export function inShopsWords(
  rows: readonly FileVariant[],
  matches: readonly { member: KnownProduct | null }[],
  family: readonly KnownProduct[],
): string[] {
  const members = new Set(matches.flatMap(({ member }) => member ?? []))
  const storedNames = family.map(({ variant }) => read(variant)).find((choices) => choices.length > 0) ?? []
  const saidNames = family.map(({ said }) => read(said.variant)).filter((choices) => choices.length > 0)
  const words = new Map<string, Choice>()
  // What the file said last comes after what is stored, because another stored value may have taken its name.
  for (const { variant, said } of family) {
    const stored = read(variant)
    for (const [nth, choice] of stored.entries()) {
      const key = wordKey(nth, choice)
      if (!words.get(key)?.swatch) words.set(key, choice)
    }
    for (const [nth, choice] of read(said.variant).entries())
      if (stored[nth] && !words.has(wordKey(nth, choice))) words.set(wordKey(nth, choice), stored[nth])
  }
  const isWhole = family.every((member) => members.has(member))
  return rows.map(({ variant }, i) => {
    const { member } = matches[i]!
    const stored = member?.variant ?? null
    if (variant === '') return stored ?? ''
    if (
      stored !== null &&
      [member!.said.variant, stored].some((text) => text !== null && keyOf(text) === keyOf(variant))
    )
      return stored
    const choices = read(variant)
    const isKnown = [storedNames, ...saidNames].some((names) => namesKey(names) === namesKey(choices))
    const keeps = storedNames.length === choices.length && (isKnown || !isWhole)
    return variantText(
      choices.map((choice, nth) => {
        const word = words.get(wordKey(nth, choice))
        return {
          name: keeps ? storedNames[nth]!.name : choice.name,
          value: word?.value ?? choice.value,
          swatch: word?.swatch ?? null,
        }
      }),
    )
  })
}

const wordKey = (nth: number, { value }: Choice): string => `${nth} ${likeness(value)}`
