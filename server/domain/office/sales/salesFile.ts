/** Each table of the Sales page as CSV: with all its rows, in rupees. */
import { stringify } from 'csv-stringify/sync'
import { BYTE_ORDER_MARK, guard } from '../../../shared/csvCells'
import { invalidInput } from '../../../shared/errors'
import { rupees } from './invoiceColumns'
import type { Shop } from '../../shop'
import { listTakings, type DayOfTakings } from './takings'
import { readEmptySearches, type EmptySearchRow } from './emptySearches'
import { countBuyers, readSales, type Buyers, type SalesRow, type Span } from './sales'

/** The rows with the largest takings. A spreadsheet with more is hard to use, and few shops have sold as many variants. */
const MAX_ROWS = 100_000

type Columns<Row> = Record<string, (row: Row) => string | number | null>

const DAY_COLUMNS: Columns<DayOfTakings> = {
  day: ({ day }) => day,
  received: ({ gross }) => rupees(gross),
  refunded: ({ refunds }) => rupees(refunds),
  net: ({ gross, refunds }) => (gross < refunds ? `-${rupees(refunds - gross)}` : rupees(gross - refunds)),
  orders: ({ orders }) => orders,
}

const SALES_COLUMNS: Columns<SalesRow> = {
  id: ({ key }) => guard(key),
  name: ({ name }) => guard(name),
  sku: ({ sku }) => sku && guard(sku),
  pieces: ({ pieces }) => pieces,
  orders: ({ orders }) => orders,
  takings: ({ takings }) => rupees(takings),
  offerDiscounts: ({ offerDiscounts }) => rupees(offerDiscounts),
  couponDiscounts: ({ couponDiscounts }) => rupees(couponDiscounts),
  returnedPieces: ({ returnedPieces }) => returnedPieces,
  returned: ({ returned }) => rupees(returned),
}

const EMPTY_SEARCH_COLUMNS: Columns<EmptySearchRow> = {
  text: ({ text }) => guard(text),
  searches: ({ count }) => count,
  lastAt: ({ lastAt }) => lastAt.toISOString(),
}

interface BuyersRow {
  kind: string
  buyers: number
  orders: number
}

const BUYER_COLUMNS: Columns<BuyersRow> = {
  buyers: ({ kind }) => kind,
  number: ({ buyers }) => buyers,
  orders: ({ orders }) => orders,
}

const buyerRows = (counts: Buyers): BuyersRow[] => [
  { kind: 'new', buyers: counts.newBuyers, orders: counts.newBuyersOrders },
  { kind: 'returning', buyers: counts.returningBuyers, orders: counts.returningBuyersOrders },
]

const fileOf = <Row>(columns: Columns<Row>, rows: Row[]): string =>
  BYTE_ORDER_MARK +
  stringify([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((column) => column(row)))])

const sold =
  (by: 'PRODUCT' | 'VARIANT' | 'CATEGORY' | 'COUPON') =>
  async (shop: Shop, span: Span): Promise<string> =>
    fileOf(SALES_COLUMNS, (await readSales(shop, span, by, MAX_ROWS)).rows)

/** Keyed by the name in the address, which is also part of the file's name. */
const TABLES = new Map<string, (shop: Shop, span: Span) => Promise<string>>([
  ['days', async (shop, span) => fileOf(DAY_COLUMNS, await listTakings(shop, span))],
  ['products', sold('PRODUCT')],
  ['variants', sold('VARIANT')],
  ['categories', sold('CATEGORY')],
  ['coupons', sold('COUPON')],
  [
    'searches',
    async (shop, span) => fileOf(EMPTY_SEARCH_COLUMNS, (await readEmptySearches(shop, span, MAX_ROWS)).rows),
  ],
  ['buyers', async (shop, span) => fileOf(BUYER_COLUMNS, buyerRows(await countBuyers(shop, span)))],
])

/** Throws INVALID_INPUT for an unknown table. */
export function salesTable(name: string): (shop: Shop, span: Span) => Promise<string> {
  const table = TABLES.get(name)
  if (table) return table
  throw invalidInput('table', `\`table\` must be one of ${[...TABLES.keys()].join(', ')}.`)
}
