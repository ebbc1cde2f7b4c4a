/** The record of changes in words: what was done to what, and what was different before. */

/** `shipOrder` as `Ship order`. */
export function actionText(action: string): string {
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Difference {
  name: string
  /** Null where there was nothing. */
  before: string | null
  after: string | null
}

/** Longer texts are cut. */
const LONGEST = 200

function valueText(value: unknown): string | null {
  const text = plainText(value)
  if (text === '') return null
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Of what is in one another too: `quantity: 1, reason: chipped`; several of them with semicolons between. */
function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    const apart = value.some((each) => typeof each === 'object') ? '; ' : ', '
    return value.map(plainText).join(apart)
  }
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${actionText(name).toLowerCase()}: ${plainText(each)}`)
    .join(', ')
}

function fieldsOf(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? {} : JSON.parse(json)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value }
}

/** `before` and `after` are the record's, as JSON text. What is the same is left out. */
export function differencesOf(before: string | null, after: string | null): Difference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({ name: actionText(name), before: valueText(old[name]), after: valueText(now[name]) }))
    .filter((each) => each.before !== each.after)
}
