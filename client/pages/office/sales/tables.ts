/** The tables of the Sales page. The name of the table is `show` in the address, and `table` in the address of its file. */
import type { OfficeSalesBy } from '../../../generated/types'

interface Table {
  title: string
  /** The heading of the first column, for a table of what was sold. */
  heading?: string
  by?: OfficeSalesBy
  /** Shown instead of a table without rows. */
  empty?: string
}

export const TABLES = {
  days: { title: 'Days' },
  products: { title: 'Products', heading: 'Product', by: 'PRODUCT' },
  variants: { title: 'Variants', heading: 'Variant', by: 'VARIANT' },
  categories: { title: 'Categories', heading: 'Category', by: 'CATEGORY' },
  coupons: { title: 'Coupons', heading: 'Coupon', by: 'COUPON', empty: 'No coupon was used in this period.' },
  buyers: { title: 'Buyers' },
  searches: { title: 'Searches' },
} satisfies Record<string, Table>

export type TableName = keyof typeof TABLES

/** Days, unless the address names another table. */
export function tableIn(query: URLSearchParams): TableName {
  const name = query.get('show') ?? ''
  return Object.hasOwn(TABLES, name) ? (name as TableName) : 'days'
}

export const tableOf = (name: TableName): Table => TABLES[name]
