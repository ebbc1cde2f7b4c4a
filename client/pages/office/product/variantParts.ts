/** The parts of a variant's text as fields. Unlike readVariant, it also reads texts that staff have not finished. */
const SWATCH = /^(.*?)\s*(#\S*)$/

export interface VariantPart {
  name: string
  value: string
  /** As typed, such as #a8c0b0. Empty for none. */
  swatch: string
}

export function partsOf(text: string): VariantPart[] {
  if (text.trim() === '') return []
  return text.split(';').map((part) => {
    const colon = part.indexOf(':')
    const name = part.slice(0, Math.max(0, colon)).trim()
    const rest = part.slice(colon + 1).trim()
    const [, value = rest, swatch = ''] = SWATCH.exec(rest) ?? []
    return { name, value, swatch }
  })
}

/** Signs that separate parts become other signs, so that a value stays in its field. */
export const textOfParts = (parts: readonly VariantPart[]): string =>
  parts
    .map(({ name, value, swatch }) => {
      const own = [value.replaceAll(';', ','), swatch && (swatch.startsWith('#') ? swatch : `#${swatch}`)]
      return `${name.replaceAll(/[:;]/g, ' ')}: ${own.filter(Boolean).join(' ')}`.trim()
    })
    .join('; ')
