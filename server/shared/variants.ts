/**
 * What makes a variant of a product, such as its glaze and its size. The database, catalogue files and the office have it as one text:
 * `Glaze: Celadon #a8c0b0; Size: Large`. The colour is optional.
 */
import { searchForm } from './searchForm'
import { hasWords, line } from './text'

export interface Choice {
  /** The option's name, such as Glaze. */
  name: string
  /** Such as Celadon. */
  value: string
  /** The colour of a swatch, such as #a8c0b0, or null. */
  swatch: string | null
}

/** The maximum number of options of a product, and of its variants. */
export const MAX_OPTIONS = 3
export const MAX_VARIANTS = 100
export const MAX_NAME_LENGTH = 40
export const MAX_VALUE_LENGTH = 60
export const MAX_VARIANT_LENGTH = 400

export const VARIANT_HINT = 'options and values, such as Glaze: Celadon or Glaze: Celadon #a8c0b0; Size: Large'

/**
 * Names and values with the same key are one name or value, such as `Sea-green`, `sea green` and `Séa green.`: case, accents, widths and
 * punctuation do not count. Signs such as + and % do.
 */
export const likeness = (text: string): string =>
  searchForm(text)
    .replace(/[^\p{L}\p{M}\p{N}\p{S}%]+/gu, ' ')
    .trim()

const SWATCH = / (#[0-9a-f]{6})$/i

/** Null for a text that is not of this form, or that names an option twice. */
export function readVariant(text: string): Choice[] | null {
  const choices: Choice[] = []
  const parts = text.split(';', MAX_OPTIONS + 1)
  if (parts.length > MAX_OPTIONS) return null
  for (const part of parts) {
    const colon = part.indexOf(':')
    const name = line(part.slice(0, Math.max(0, colon)))
    const valueAndSwatch = line(part.slice(colon + 1))
    const swatch = SWATCH.exec(valueAndSwatch)?.[1]?.toLowerCase() ?? null
    const value = swatch ? line(valueAndSwatch.replace(SWATCH, '')) : valueAndSwatch
    if (!hasWords(name) || !hasWords(value)) return null
    if (name.length > MAX_NAME_LENGTH || value.length > MAX_VALUE_LENGTH) return null
    if (choices.some((each) => likeness(each.name) === likeness(name))) return null
    choices.push({ name, value, swatch })
  }
  return choices
}

export const variantText = (choices: Choice[]): string =>
  choices.map(({ name, value, swatch }) => `${name}: ${value}${swatch ? ` ${swatch}` : ''}`).join('; ')

/** The text in its only form, so that equal variants have equal texts. A text of another form stays as it is. */
export function writeVariant(text: string): string {
  const choices = readVariant(text)
  return choices ? variantText(choices) : line(text)
}

/** Equal for variants whose options and values look alike, in the same order. Swatches do not count. */
export const variantKey = (variant: string): string =>
  JSON.stringify((readVariant(variant) ?? []).map(({ name, value }) => [likeness(name), likeness(value)]))

/** The values alone: `Celadon, Large`. */
export const valuesOf = (variant: string): string => (readVariant(variant) ?? []).map(({ value }) => value).join(', ')
