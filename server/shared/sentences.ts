/** Numbers and lists in sentences. */

export const number = (n: number): string => n.toLocaleString('en-IN')

/** `1 product`, `1,200 products`. */
export const counted = (n: number, noun: string, plural = `${noun}s`): string =>
  `${number(n)} ${n === 1 ? noun : plural}`

/** The maximum number of ids in a sentence. */
const MAX_IDS = 20

/** `a, b, and 3 more`. */
export const listed = (ids: string[]): string =>
  [...ids.slice(0, MAX_IDS), ...(ids.length > MAX_IDS ? [`and ${number(ids.length - MAX_IDS)} more`] : [])].join(', ')

/** `2 products stay hidden, because staff or a file hid them: a, b.` */
export const keptHiddenSentence = (ids: string[]): string =>
  `${counted(ids.length, 'product')} ${ids.length === 1 ? 'stays' : 'stay'} hidden, because staff or a file hid ${ids.length === 1 ? 'it' : 'them'}: ${listed(ids)}.`
