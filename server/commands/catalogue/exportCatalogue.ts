/** Writes the stored catalogue to a file. Importing that file changes nothing, even if pieces were sold in the meantime. */
import type { Db } from '../../database/db'
import { CATEGORIES, furtherPhoto, PRODUCTS, STOCK_WAS, type Kept } from './columns'
import { writeCsvHeader, writeCsvRows } from './csv'
import { countRows, mostPhotos, readPage, type Values } from './stored'

const ROWS_AT_ONCE = 1_000

type Progress = (done: number, total: number) => void

async function* pages(db: Db, kept: Kept): AsyncGenerator<Values[]> {
  for (let after: Values | null = null; ;) {
    const page = await readPage(db, kept, after, ROWS_AT_ONCE)
    if (page.length > 0) yield kept === PRODUCTS ? page.map(withStockWas) : page
    if (page.length < ROWS_AT_ONCE) return
    after = page.at(-1)!
  }
}

const withStockWas = (row: Values): Values => ({ ...row, [STOCK_WAS.name]: row['stock']! })

/** Yields the file in chunks. */
export async function* exportCsv(db: Db, onProgress: Progress): AsyncGenerator<string> {
  const most = await mostPhotos(db)
  const further = Array.from({ length: most - 1 }, (_, i) => furtherPhoto(i + 2)).flat()
  const own = PRODUCTS.columns.flatMap((column) => (column.name === 'stock' ? [column, STOCK_WAS] : [column]))
  const columns = [...own, ...further]
  yield writeCsvHeader(columns)
  for await (const rows of counted(db, PRODUCTS, onProgress)) yield writeCsvRows(columns, rows)
}

export async function* exportJson(db: Db, onProgress: Progress): AsyncGenerator<string> {
  let opening = '{\n"categories": [\n'
  for (const kept of [CATEGORIES, PRODUCTS]) {
    yield opening
    let between = ''
    for await (const rows of counted(db, kept, onProgress)) {
      yield between + rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')
      between = ',\n'
    }
    opening = '\n],\n"products": [\n'
  }
  yield '\n]\n}\n'
}

async function* counted(db: Db, kept: Kept, onProgress: Progress): AsyncGenerator<Values[]> {
  const { rows: total } = await countRows(db, kept)
  let done = 0
  for await (const rows of pages(db, kept)) {
    yield rows
    if (kept === PRODUCTS) onProgress((done += rows.length), total)
  }
}
