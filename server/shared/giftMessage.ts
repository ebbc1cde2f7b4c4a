/** The rule for a gift message, for the server and the form. It fits one card of the packing slip. */
import { hasControls, paragraph } from './text'

/** Characters as people see them: an emoji and a conjunct such as क्षि count as one, and so does a line break. */
export const MAX_GIFT_CHARACTERS = 300
const MAX_GIFT_LINES = 12
/** UTF-16 code units as sent. 300 of the longest emoji have 4,500. Checked before any work on the text. */
export const MAX_GIFT_UNITS = 5000

/** A browser older than 2024 may have no Segmenter. It then counts code points, which are more. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null

const charactersIn = (text: string): number => [...(segmenter?.segment(text) ?? text)].length

/** The number of characters that count, of a text with at most MAX_GIFT_UNITS. */
export const giftCharacters = (text: string): number => charactersIn(paragraph(text))

/** Why the text cannot be a gift message, as a sentence for the shopper. Null if it can, also if it is blank. */
export function whyNotGift(text: string): string | null {
  if (text.length > MAX_GIFT_UNITS) return `The gift message can have at most ${MAX_GIFT_CHARACTERS} characters.`
  const clean = paragraph(text)
  const [characters, lines] = [charactersIn(clean), clean.split('\n').length]
  if (characters > MAX_GIFT_CHARACTERS)
    return `The gift message can have at most ${MAX_GIFT_CHARACTERS} characters. It has ${characters}.`
  if (lines > MAX_GIFT_LINES) return `The gift message can have at most ${MAX_GIFT_LINES} lines. It has ${lines}.`
  return hasControls(clean) ? 'The gift message has characters that cannot be printed.' : null
}
