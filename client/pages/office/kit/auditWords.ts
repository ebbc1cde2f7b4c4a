/** Formats audit log entries: the change, the record, and the differences. */
import type { OfficeChange } from '../../../generated/types'

/** Formats `SHIP_ORDER` as `Ship order`. */
export function changeText(change: OfficeChange | null): string {
  if (change === null) return 'Another change'
  const words = change.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats `useLimit` as `Use limit`. */
function nameText(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Difference {
  name: string
  /** Null if there was no value. */
  before: string | null
  after: string | null
}

/** Longer texts are cut to this length. */
const LONGEST = 200

function valueText(value: unknown): string | null {
  const text = plainText(value)
  if (text === '') return null
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Also formats nested values, such as `quantity: 1, reason: chipped`. Semicolons separate several objects. */
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
    .map(([name, each]) => `${nameText(name).toLowerCase()}: ${plainText(each)}`)
    .join(', ')
}

function fieldsOf(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? {} : JSON.parse(json)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value }
}

/** `before` and `after` are JSON texts of the record. Unchanged fields are omitted. */
export function differencesOf(before: string | null, after: string | null): Difference[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({ name: nameText(name), before: valueText(old[name]), after: valueText(now[name]) }))
    .filter((each) => each.before !== each.after)
}
