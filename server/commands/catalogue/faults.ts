/**
 * Lists the errors in a catalogue file. Identical errors become one line, and each column has its own limit, so that no column hides the
 * others.
 */
import { counted, number } from '../../shared/sentences'
import { describeFault, type Fault } from './catalogueFile'

/** The maximum number of lines to print in total, and for one column. */
const MAX_LINES = 500
const MAX_OF_COLUMN = 20

interface Group {
  fault: Fault
  count: number
}

/** In file order. The position of a group is that of its first error. */
function groupsOf(faults: Fault[]): Group[] {
  const inOrder = [...faults].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
  const groups = new Map<string, Group>()
  for (const fault of inOrder) {
    const key = JSON.stringify([fault.field ?? null, fault.message])
    const group = groups.get(key)
    if (group) group.count += 1
    else groups.set(key, { fault, count: 1 })
  }
  return [...groups.values()]
}

export function listFaults(faults: Fault[], file: string): string {
  const ofColumn = new Map<string, number>()
  const lines: string[] = []
  let left = 0
  for (const group of groupsOf(faults)) {
    const { fault, count } = group
    const before = fault.field === undefined ? 0 : (ofColumn.get(fault.field) ?? 0)
    if (fault.field !== undefined) ofColumn.set(fault.field, before + 1)
    if (lines.length >= MAX_LINES || before >= MAX_OF_COLUMN) left += count
    else lines.push(`${file}: ${describeFault(fault)}${count > 1 ? `, and ${rows(count - 1)}` : ''}`)
  }
  const end = `${counted(faults.length, 'fault')}. Nothing was changed.`
  return [...lines, ...(left > 0 ? [`… and ${number(left)} more.`] : []), end].join('\n')
}

const rows = (n: number): string => `${number(n)} more ${n === 1 ? 'row' : 'rows'}`
