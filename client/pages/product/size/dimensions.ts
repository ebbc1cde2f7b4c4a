/** Reads a product's dimensions, such as `26 cm across, 9 cm tall`, as lengths in centimetres. */

export interface Size {
  /** Null if only the height is known. */
  width: number | null
  /** Null for a flat product, which is drawn from above. */
  height: number | null
  /** The front-to-back length of a flat product that is not round. */
  depth: number | null
}

/** Longer texts are not parsed. */
const MAX_TEXT_LENGTH = 100
const MAX_ITEMS = 4
/** In centimetres. */
const LARGEST = 300

const LENGTH = String.raw`\d{1,3}(?:\.\d)?`
const LIST = new RegExp(`^(${LENGTH}(?:(?:, | and )${LENGTH}){0,${MAX_ITEMS - 1}}) cm (across|tall)$`)
const PAIR = new RegExp(`^(${LENGTH})(?: cm)? (?:by|x|×) (${LENGTH}) cm$`)

/** One size per item of a set. Null if the text contains anything else. */
export function parseDimensions(text: string | null): Size[] | null {
  if (text === null || text.length > MAX_TEXT_LENGTH) return null
  const wanted = text.trim().replace(/,? each$/, '')
  const pair = PAIR.exec(wanted)
  if (pair) return checked([{ width: Number(pair[1]), height: null, depth: Number(pair[2]) }])
  const parts = wanted.split(/(?<=across|tall), /)
  const across = lengths(parts, 'across')
  const tall = lengths(parts, 'tall')
  if ((across ? 1 : 0) + (tall ? 1 : 0) !== parts.length || (across && tall && across.length !== tall.length))
    return null
  if (!across) return checked(tall!.map((height) => ({ width: null, height, depth: null })))
  return checked(across.map((width, i) => ({ width, height: tall?.[i] ?? null, depth: null })))
}

function lengths(parts: string[], direction: string): number[] | null {
  const match = parts.map((part) => LIST.exec(part)).find((each) => each?.[2] === direction)
  return match ? match[1]!.split(/, | and /).map(Number) : null
}

const checked = (sizes: Size[]): Size[] | null =>
  sizes.every(({ width, height, depth }) =>
    [width, height, depth].every((each) => each === null || (each > 0 && each <= LARGEST)),
  )
    ? sizes
    : null
