/** Reads the stored catalogue under the column names of a file. */
import type { DbOrTx } from '../../database/db'
import { AWAITS_PHOTO, CHOICES_BETWEEN, furtherPhoto, type Column, type Kept, type Value } from './columns'

export type Values = Record<string, Value>

/** A time in JavaScript's format, in UTC and to the millisecond. */
function read({ name, field, kind, choices }: Column): string {
  if (choices) return `${namesOf(field, choices)} AS "${name}"`
  if (kind === 'hidden')
    return `CASE WHEN awaits_photo THEN '"${AWAITS_PHOTO}"'::json ELSE to_json("${field}" IS NOT NULL) END AS "${name}"`
  if (kind === 'instant') return `to_char("${field}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`
  return `"${field}" AS "${name}"`
}

/** SQL that joins the names of an array's values in the order of `choices`, or is null for an empty array. */
function namesOf(field: string, choices: Readonly<Record<string, string>>): string {
  const each = Object.entries(choices).map(
    ([value, name]) => `CASE WHEN '${value}' = ANY("${field}"::text[]) THEN '${name}' END`,
  )
  return `nullif(concat_ws('${CHOICES_BETWEEN}', ${each.join(', ')}), '')`
}

export async function readByIds(db: DbOrTx, kept: Kept, ids: string[]): Promise<Map<string, Values>> {
  const select = `SELECT ${kept.columns.map(read).join(', ')} FROM ${kept.table} WHERE id = ANY($1)`
  const rows = await db.$queryRawUnsafe<Values[]>(select, ids)
  return withPhotos(db, kept, rows)
}

/** Reads a page in the catalogue's order. The next page begins after this one's last row. */
export async function readPage(db: DbOrTx, kept: Kept, after: Values | null, size: number): Promise<Values[]> {
  const select = `SELECT ${kept.columns.map(read).join(', ')} FROM ${kept.table}
    WHERE (position, id) > ($1, $2) ORDER BY position, id LIMIT ${size}`
  const rows = await db.$queryRawUnsafe<Values[]>(select, after?.['position'] ?? -(2 ** 31), after?.['id'] ?? '')
  return [...(await withPhotos(db, kept, rows)).values()]
}

interface PhotoRow extends Values {
  product_id: string
}

/** Adds image2, image3 and so on, without gaps. */
async function withPhotos(db: DbOrTx, { table }: Kept, rows: Values[]): Promise<Map<string, Values>> {
  const byId = new Map(rows.map((row) => [String(row['id']), row]))
  if (table !== 'product' || rows.length === 0) return byId
  const photos = await db.$queryRawUnsafe<PhotoRow[]>(
    'SELECT * FROM product_image WHERE product_id = ANY($1) ORDER BY product_id, position',
    [...byId.keys()],
  )
  const counts = new Map<string, number>()
  for (const photo of photos) {
    const nth = (counts.get(photo.product_id) ?? 1) + 1
    counts.set(photo.product_id, nth)
    for (const { name, field } of furtherPhoto(nth)) byId.get(photo.product_id)![name] = photo[field] ?? null
  }
  return byId
}

/** The largest number of photos of any product, at least 1. */
export async function mostPhotos(db: DbOrTx): Promise<number> {
  const [row] = await db.$queryRaw<{ most: number }[]>`
    SELECT coalesce(max(count), 0)::int + 1 AS most FROM (SELECT count(*) FROM product_image GROUP BY product_id) AS each`
  return row!.most
}

export async function countRows(db: DbOrTx, { table }: Kept): Promise<{ rows: number; lastPosition: number }> {
  const [row] = await db.$queryRawUnsafe<{ rows: number; last: number }[]>(
    `SELECT count(*)::int AS rows, coalesce(max(position), -1)::int AS last FROM ${table}`,
  )
  return { rows: row!.rows, lastPosition: row!.last }
}
