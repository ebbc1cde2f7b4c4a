/**
 * Keeps the cells of all products, and after a change reads only those of its categories. Goes when PostgreSQL reads all cells within the
 * target of docs/performance.md.
 */
import type { CatalogueWatch } from '../../database/catalogue-changes/catalogueWatch'
import type { Db } from '../../database/db'
import { readCells } from './cells'
import type { Cell } from '../shopParts'

/**
 * Returns all cells. A notification arrives after its transaction has committed, so a statement that begins afterwards sees the change,
 * even if an earlier transaction commits later.
 */
export function keepCells(db: Db, watch: CatalogueWatch): () => Promise<Cell[]> {
  let kept: Cell[] | null = null
  /** The categories whose kept cells are out of date. */
  const changed = new Set<string>()
  let reading: Promise<Cell[]> | null = null

  function drop(): void {
    kept = reading = null
    changed.clear()
  }
  watch.on('watching', drop)
  watch.on('countsChanged', (categoryId) => {
    if (categoryId === null) return drop()
    changed.add(categoryId)
    reading = null
  })

  async function read(): Promise<Cell[]> {
    if (kept === null) return readCells(db)
    const [current, categories] = [kept, new Set(changed)]
    const others = current.filter(({ categoryId }) => !categories.has(categoryId))
    return [...others, ...(await readCells(db, [...categories]))]
  }

  return () => {
    if (!watch.isWatching) return readCells(db)
    if (reading) return reading
    const own = (reading = read())
    own.then(
      (cells) => {
        // After another change, these cells may lack it.
        if (reading !== own) return
        kept = cells
        changed.clear()
      },
      () => {
        if (reading === own) reading = null
      },
    )
    return own
  }
}
