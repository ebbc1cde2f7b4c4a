/**
 * Text in a CSV file's cell: a spreadsheet computes one that begins with = + - @, a tab or a line's end. Behind an apostrophe it is text; one
 * more is added for each that is there, so that reading takes away exactly what writing added.
 */
const WOULD_BE_COMPUTED = /^'*[=+\-@\t\r]/
const WAS_GUARDED = /^'+[=+\-@\t\r]/

export const guard = (text: string): string => (WOULD_BE_COMPUTED.test(text) ? `'${text}` : text)
export const unguard = (cell: string): string => (WAS_GUARDED.test(cell) ? cell.slice(1) : cell)

/** So that spreadsheets take the file for UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
