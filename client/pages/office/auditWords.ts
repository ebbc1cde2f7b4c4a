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
  if (value === undefined || value === null) return null
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : Array.isArray(value) && value.every((each) => typeof each !== 'object')
          ? value.join(', ')
          : JSON.stringify(value)
  if (text === '') return null
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
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
