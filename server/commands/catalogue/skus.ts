/** Notes SKUs that a spreadsheet has damaged, and SKUs that several rows share. */
import { counted, listed } from '../../shared/sentences'
import type { CatalogueRow } from './catalogueFile'

const BROKEN = [
  // A long number, as in 8.90123E+12.
  /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i,
  // A date, as in 5-Nov, Nov-05 and 05/11/2026.
  /^\d{1,4}[-/. ](?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:[-/. ]\d{2,4})?$/i,
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[-/. ]\d{1,4}$/i,
  /^\d{1,2}([-/.])\d{1,2}\1(?:19|20)\d{2}$/,
  /^(?:19|20)\d{2}([-/.])\d{1,2}\1\d{1,2}(?: 00:00(?::00)?)?$/,
  // An error, or a column that was too narrow.
  /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|#+)$/i,
]

/** True for what a spreadsheet makes of a number or a size, such as `8.90123E+12` and `5-Nov`. */
export const isBrokenSku = (sku: string): boolean => BROKEN.some((form) => form.test(sku.trim()))

const BROKEN_SKU = 'SKUs that look like the number or the date of a spreadsheet, taken as they are'
const SHARED_SKU = 'SKUs of several rows, taken as they are'

/** Sentences for the plan. */
export function notesOnSkus(rows: readonly CatalogueRow[]): string[] {
  const bySku = new Map<string, CatalogueRow[]>()
  for (const row of rows) {
    const { sku } = row.values
    if (typeof sku === 'string') bySku.set(sku, [...(bySku.get(sku) ?? []), row])
  }
  const sentence = (kind: string, found: [string, CatalogueRow[]][]) => {
    if (found.length === 0) return []
    const ids = found.flatMap(([, some]) => some.map(({ values }) => String(values['id'])))
    const skus = found.map(([sku]) => sku)
    return [`${kind}: ${counted(ids.length, 'row')} (${listed(skus)}; ${listed(ids)}).`]
  }
  const all = [...bySku]
  return [
    ...sentence(
      BROKEN_SKU,
      all.filter(([sku]) => isBrokenSku(sku)),
    ),
    ...sentence(
      SHARED_SKU,
      all.filter(([, some]) => some.length > 1),
    ),
  ]
}
