/**
 * Lists the errors in a catalogue file. Identical errors become one line, and each column has its own limit, so that no column hides the
 * others.
 */
import { counted, number } from '../../shared/sentences'
import { describeError, type FileError } from './catalogueFile'

/** The maximum number of lines to print in total, and for one column. */
const MAX_LINES = 500
const MAX_OF_COLUMN = 20

interface Group {
  error: FileError
  count: number
}

/** In file order. The position of a group is that of its first error. */
function groupsOf(errors: FileError[]): Group[] {
  const inOrder = [...errors].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  const groups = new Map<string, Group>()
  for (const error of inOrder) {
    const key = JSON.stringify([error.field ?? null, error.message])
    const group = groups.get(key)
    if (group) group.count += 1
    else groups.set(key, { error, count: 1 })
  }
  return [...groups.values()]
}

export function listErrors(errors: FileError[], file: string): string {
  const ofColumn = new Map<string, number>()
  const lines: string[] = []
  let left = 0
  for (const group of groupsOf(errors)) {
    const { error, count } = group
    const before = error.field === undefined ? 0 : (ofColumn.get(error.field) ?? 0)
    if (error.field !== undefined) ofColumn.set(error.field, before + 1)
    if (lines.length >= MAX_LINES || before >= MAX_OF_COLUMN) left += count
    else lines.push(`${file}: ${describeError(error)}${count > 1 ? `, and ${rows(count - 1)}` : ''}`)
  }
  const end = `${counted(errors.length, 'error')}. Nothing was changed.`
  return [...lines, ...(left > 0 ? [`… and ${number(left)} more.`] : []), end].join('\n')
}

const rows = (n: number): string => `${number(n)} more ${n === 1 ? 'row' : 'rows'}`
