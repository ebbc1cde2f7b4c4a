/** Reads the text that a spreadsheet puts on the clipboard, or a list from an email or a CSV file, as rows of cells. */

/** Larger texts are refused before anything reads them. A hundred rows of a courier's widest export have about 100,000 characters. */
export const MAX_PASTED_CHARACTERS = 200_000

/** A number with the commas of thousands or lakhs, which is one cell. */
const GROUPED = /^\s*"?[0-9]{1,3}(?:,[0-9]{2,3})+(?:\.[0-9]+)?"?\s*$/

/**
 * Excel, Google Sheets and LibreOffice separate cells with tabs. They quote a cell that contains a tab, a line break or a quotation mark,
 * and double its quotation marks. Text without tabs may be separated by semicolons or commas.
 */
function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t'
  if (text.includes(';')) return ';'
  const withCommas = text.split(/[\r\n]+/).filter((line) => line.includes(','))
  return withCommas.length > 0 && !withCommas.every((line) => GROUPED.test(line)) ? ',' : '\t'
}

/** A quoted cell from `at`, or null if the text is not quoted as a spreadsheet does it. Its last character is before `end`. */
function quotedCell(text: string, at: number, separator: string): { cell: string; end: number } | null {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    if (text[end + 1] === '"') end += 1
    else {
      const next = text[end + 1]
      const isClosed = next === undefined || next === separator || next === '\n' || next === '\r'
      return isClosed ? { cell: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 } : null
    }
  }
  return null
}

/** The rows of cells as they are, with empty rows and cells. A final line break begins no row. */
export function readClipboard(given: string): string[][] {
  const text = given.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  // The end of a cell that is not quoted.
  const plain = separator === '\t' ? /[\t\r\n]/g : separator === ';' ? /[;\r\n]/g : /[,\r\n]/g
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length || row.length > 0) {
    const quoted = text[at] === '"' ? quotedCell(text, at, separator) : null
    if (quoted) {
      row.push(quoted.cell)
      at = quoted.end
    } else {
      plain.lastIndex = at
      const end = plain.exec(text)?.index ?? text.length
      row.push(text.slice(at, end))
      at = end
    }
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      row.push('')
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    rows.push(row)
    row = []
  }
  return rows
}
