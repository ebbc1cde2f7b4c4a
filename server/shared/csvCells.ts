/**
 * Keeps spreadsheets from reading text in CSV cells as formulas. A spreadsheet treats a cell as a formula if it begins with = + - @, which
 * some also accept in full width, or with a tab or a line break. Some ignore blanks before that. A leading apostrophe makes it text. Text that already starts with apostrophes gets one more, so that reading removes
 * exactly what writing added.
 */
const WOULD_BE_COMPUTED = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/
const WAS_GUARDED = /^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

export const guard = (text: string): string => (WOULD_BE_COMPUTED.test(text) ? `'${text}` : text)
export const unguard = (cell: string): string => (WAS_GUARDED.test(cell) ? cell.slice(1) : cell)

/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
