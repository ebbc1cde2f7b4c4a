/** Values that several shop systems write in the same way. */
import { PRODUCT_FIELDS } from '../../../shared/goods'
import { line } from '../../../shared/text'
import { wholeNumber } from '../../../shared/wholeNumber'
import type { Note } from './source'
import { amount, rupees } from './values'

export const WITHOUT_PRICE = 'Without a price, left out'
export const UNREADABLE_WEIGHT = 'Weights that cannot be read, left empty'
const ROUNDED = 'Prices rounded to whole rupees'
const NOT_A_STOCK = 'Stock that is not a whole number from 0, now 0'

/** The last category in `Home > Kitchen > Bowls`. */
export const innermost = (path: string): string => line(path.split('>').at(-1)!)

export function sellingPrice(cell: string, note: Note): string {
  const price = amount(cell)
  if (price === null || Number.isNaN(price)) return cell
  if (!Number.isInteger(price)) note(ROUNDED)
  return String(rupees(price))
}

/** Empty without an offer: if there is no former price, or if it is not above the selling price. */
export function formerPrice(cell: string, selling: string, note: Note): string {
  const [former, price] = [amount(cell), amount(selling)]
  if (former === null || former === 0) return ''
  if (Number.isNaN(former)) return cell
  if (price !== null && rupees(former) <= rupees(price)) return ''
  return sellingPrice(cell, note)
}

/** A longer number is cut. */
export const skuOf = (cell: string): string => line(cell).slice(0, PRODUCT_FIELDS.sku.maximum)

/** Empty if the file does not count the stock. */
export function stockOf(cell: string, note: Note): string {
  const stock = wholeNumber(cell)
  if (stock === null) return ''
  if (Number.isSafeInteger(stock) && stock >= 0) return String(stock)
  note(NOT_A_STOCK)
  return '0'
}
