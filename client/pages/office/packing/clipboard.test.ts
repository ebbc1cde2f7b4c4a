import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClipboard } from './clipboard'

/** As Excel and Google Sheets write it. LibreOffice ends rows with \n. */
const write = (rows: string[][], end: string) =>
  rows
    .map((row) => row.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join(end) + end

describe('readClipboard', () => {
  it.each([
    ['a column of Excel', 'EK1\r\nEK2\r\n', [['EK1'], ['EK2']]],
    ['a column of LibreOffice', 'EK1\nEK2\n', [['EK1'], ['EK2']]],
    ['a column of Google Sheets, without a final line break', 'EK1\nEK2', [['EK1'], ['EK2']]],
    ['line ends of an old Mac', 'EK1\rEK2\r', [['EK1'], ['EK2']]],
    ['a trailing tab', 'EK1\t\r\nEK2\t\r\n', [['EK1', ''], ['EK2', '']]], // prettier-ignore
    ['a leading tab', '\tEK1\n\tEK2', [['', 'EK1'], ['', 'EK2']]], // prettier-ignore
    ['an empty row', 'EK1\n\nEK3\n', [['EK1'], [''], ['EK3']]],
    ['a byte order mark', '\uFEFF"EK1"\n', [['EK1']]],
    ['a cell with line breaks', '"Asha\r\nRao"\tEK1\n', [['Asha\r\nRao', 'EK1']]],
    ['doubled quotation marks', '"a ""b"""\tEK1', [['a "b"', 'EK1']]],
    ['a quotation mark that opens no cell', '5" plate\tEK1', [['5" plate', 'EK1']]],
    ['a quotation mark that is never closed', '"EK1\nEK2', [['"EK1'], ['EK2']]],
    ['text after a closed quotation mark', '"a" b\tEK1', [['"a" b', 'EK1']]],
    ['a list with commas', 'EK1, EK2', [['EK1', ' EK2']]],
    ['a list with semicolons', 'EK1;EK2;', [['EK1', 'EK2', '']]],
    ['rows of a CSV file', 'CER-000001,EK1\nCER-000002,EK2\n', [['CER-000001', 'EK1'], ['CER-000002', 'EK2']]], // prettier-ignore
    ['numbers with commas', '14,561,234,567,891\n1,45,61,23,45,67,891\n', [['14,561,234,567,891'], ['1,45,61,23,45,67,891']]], // prettier-ignore
    ['nothing', '', []],
    ['one tab', '\t', [['', '']]],
  ])('reads %s', (_, text, rows) => {
    expect(readClipboard(text)).toEqual(rows)
  })

  it('reads every table that a spreadsheet writes', () => {
    const cell = fc.stringMatching(/^[A-Z0-9 "\t\r\n;,]{0,12}$/)
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      )
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), (rows, end) => {
        expect(readClipboard(write(rows, end))).toEqual(rows)
      }),
    )
  })

  it('reads 200,000 quotation marks in linear time', () => {
    expect(readClipboard('"'.repeat(200_001)).length).toBe(1)
    expect(readClipboard('"a\t'.repeat(60_000)).length).toBe(1)
  })
})
