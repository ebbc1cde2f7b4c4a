/** Makes the part of an address from a title: `moon-jar` for Moon Jar. */
import { searchForm, withPlainLetters } from './searchForm'
import { normalized } from './text'

/** Empty if the text contains neither Latin letters nor digits. */
const slugOf = (text: string, longest = Infinity): string =>
  withPlainLetters(normalized(text, 'NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')

/**
 * Like slugOf for a title with a Latin letter. Another title keeps the letters and vowel signs of its script: `कटोरी-बड़ी`. A
 * transliteration would drop vowels that Indian scripts do not write: `ktori-bdi`.
 */
export function addressOf(title: string, longest = Infinity): string {
  const form = searchForm(title)
  if (/[a-z]/.test(form)) return slugOf(title, longest)
  const letters = [...form.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')]
  return letters.slice(0, longest).join('').replace(/^-|-$/g, '')
}
