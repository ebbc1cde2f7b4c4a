/** Applies all of a plan's changes to the catalogue, or none. */
import { announceCatalogueChange } from '../../database/catalogue-changes/announce'
import type { Db, Tx } from '../../database/db'
import { readUses } from '../../database/productUses'
import { audit } from '../../domain/audit/audit'
import { countStars } from '../../domain/reviews/reviewCounts'
import { checkFamily } from '../../domain/office/products/families'
import { lockProducts } from '../../domain/lockProducts'
import { DomainError } from '../../shared/errors'
import { usePhotos } from '../../media/assets'
import { usesOf } from '../../shared/careUses'
import { CommandError } from '../command'
import {
  AWAITS_PHOTO,
  CATEGORIES,
  CHOICES_BETWEEN,
  furtherPhoto,
  isFurtherPhoto,
  MAX_PHOTOS,
  PRODUCTS,
  type Column,
  type Kept,
  type Value,
} from './columns'
import { writeImported } from './imported'
import type { Change, Changes, Plan } from './changes'
import type { Values } from './stored'

const ROWS_PER_STATEMENT = 1_000
const MINUTE_MS = 60_000
/** The planner's statistics are refreshed after this many changes. */
const MANY = 1_000

type Progress = (done: number) => void

/** Checks the products whose variants or prices may have changed. Throws CommandError. */
async function checkFamilies(tx: Tx, { added, changed }: Changes): Promise<void> {
  const ids = [...added.map(({ id }) => String(id)), ...changed.map(({ id }) => id)]
  const families = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT coalesce(variant_of, id) AS id FROM product WHERE id = ANY(${ids}) AND variant IS NOT NULL ORDER BY id`
  for (const { id } of families)
    await checkFamily(tx, id).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      throw new CommandError(`${error.inputErrors[0]?.message ?? error.message} Nothing was changed.`)
    })
}

/** Throws if any of these rows has changed since the plan was made. */
export async function applyPlan(
  db: Db,
  { categories, products, said }: Plan,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<void> {
  await db.$transaction(
    async (tx) => {
      await usePhotos(tx, photosOf(products))
      await write(tx, CATEGORIES, categories, () => signal.throwIfAborted())
      await write(tx, PRODUCTS, products, (done) => {
        signal.throwIfAborted()
        onProgress(done)
      })
      await checkFamilies(tx, products)
      await writeImported(tx, said)
      await auditImport(tx, categories, products)
      await announceCatalogueChange(tx)
    },
    { timeout: 30 * MINUTE_MS, maxWait: MINUTE_MS },
  )
  if (products.added.length + products.changed.length >= MANY) await db.$executeRaw`ANALYZE product, product_image`
}

async function auditImport(tx: Tx, categories: Changes, products: Changes): Promise<void> {
  const counts = {
    productsAdded: products.added.length,
    productsChanged: products.changed.length,
    categoriesAdded: categories.added.length,
    categoriesChanged: categories.changed.length,
  }
  const after = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  if (Object.keys(after).length === 0) return
  await audit(tx, { actorId: null, action: 'importCatalogue', subject: { type: 'Catalogue', id: 'catalogue' }, after })
}

async function write(tx: Tx, kept: Kept, { added, changed }: Changes, onProgress: Progress): Promise<void> {
  let done = 0
  // A product and its variants that the import hides have one time, so that they are shown together.
  const now = new Date().toISOString()
  // Variants come after their products, whose texts they copy.
  const productsFirst = [...added].sort((a, b) => Number(Boolean(a['variantOf'])) - Number(Boolean(b['variantOf'])))
  const inOrder = [...changed].sort((a, b) => (a.id < b.id ? -1 : 1))
  // In one statement and before all changes, in the order in which orders lock products. This prevents deadlocks.
  await lock(tx, kept, { added, changed })
  for (const rows of portionsOf(productsFirst)) {
    await insert(tx, kept, rows, now)
    onProgress((done += rows.length))
  }
  await changeStock(
    tx,
    inOrder.filter(({ stockChange }) => stockChange !== undefined),
  )
  if (kept.table === 'product') await changeHiddenVariants(tx, changed)
  for (const changes of groupsOf(inOrder)) {
    await update(tx, kept, changes, now)
    if (kept.table === 'product') await readUses(tx, { ids: changes.map(({ id }) => id) })
    onProgress((done += changes.length))
  }
  if (kept.table !== 'product') return
  await hideVariants(tx, { added, changed })
  await moveReviews(tx, changed)
}

/** Moves the reviews of variants that now belong to another product, or are products, and counts the stars of all of them again. */
async function moveReviews(tx: Tx, changed: Change[]): Promise<void> {
  const moved = changed.filter(({ after }) => 'variantOf' in after)
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  await tx.$executeRaw`
    UPDATE review SET product_id = coalesce(product.variant_of, product.id)
    FROM order_line JOIN product ON product.id = order_line.product_id
    WHERE review.order_line_id = order_line.id AND product.id = ANY(${ids})`
  const concerned = moved.flatMap(({ id, before, after }) => [id, before['variantOf'], after['variantOf']])
  const wholes = await tx.product.findMany({
    where: { id: { in: concerned.flatMap((id) => (id ? [String(id)] : [])) }, variantOf: null },
    select: { id: true },
  })
  for (const { id } of wholes) await countStars(tx, id)
}

/**
 * Shows the variants that were hidden with their product, or changes the reason of both, before the product changes. A variant that was
 * hidden alone, or for another reason, stays as it is.
 */
async function changeHiddenVariants(tx: Tx, changed: Change[]): Promise<void> {
  for (const hidden of [false, true, AWAITS_PHOTO]) {
    const ids = changed.flatMap(({ id, after }) => (after['hidden'] === hidden ? [id] : []))
    if (ids.length === 0) continue
    await tx.$executeRaw`
      UPDATE product SET awaits_photo = ${hidden === AWAITS_PHOTO},
        hidden_at = CASE WHEN ${hidden !== false} THEN product.hidden_at END
      FROM product AS whole
      WHERE whole.id = ANY(${ids}) AND product.variant_of = whole.id AND product.hidden_at = whole.hidden_at
        AND product.awaits_photo = whole.awaits_photo`
  }
}

/** Hides the variants of hidden products, except for those that the file shows, which checkFamily then refuses. */
async function hideVariants(tx: Tx, { added, changed }: Pick<Changes, 'added' | 'changed'>): Promise<void> {
  const given = [
    ...added.map((values) => ({ id: String(values['id']), values })),
    ...changed.map(({ id, after }) => ({ id, values: after })),
  ]
  const ids = given.map(({ id }) => id)
  const shown = given.flatMap(({ id, values }) => (values['hidden'] === false ? [id] : []))
  await tx.$executeRaw`
    UPDATE product SET hidden_at = whole.hidden_at, awaits_photo = whole.awaits_photo FROM product AS whole
    WHERE product.variant_of = whole.id AND whole.hidden_at IS NOT NULL AND product.hidden_at IS NULL
      AND (whole.id = ANY(${ids}) OR product.id = ANY(${ids})) AND product.id <> ALL(${shown})`
}

/** Every photo in the changes. Marking the photos as used protects them from the sweep of unused photos. */
const photosOf = ({ added, changed }: Changes): string[] =>
  [...added, ...changed.map(({ after }) => after)].flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => (/^image\d*$/.test(name) && value ? [String(value)] : [])),
  )

const portionsOf = <Item>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, i) =>
    items.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT),
  )

/** Groups rows that change the same columns. */
function groupsOf(changes: Change[]): Change[][] {
  const groups = new Map<string, Change[]>()
  for (const change of changes) {
    const key = Object.keys(change.after).sort().join()
    const group = groups.get(key)
    if (group) group.push(change)
    else groups.set(key, [change])
  }
  return [...groups.values()].flatMap(portionsOf)
}

/** Also locks the products of all variants, so that no other call changes a family before checkFamily has read it. */
async function lock(tx: Tx, { table }: Kept, { added, changed }: Pick<Changes, 'added' | 'changed'>): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const ofAdded = [...added, ...changed.map(({ after }) => after)].flatMap(({ variantOf }) =>
    variantOf ? [String(variantOf)] : [],
  )
  const locked =
    table === 'product'
      ? await lockProducts(tx, [...new Set([...ids, ...ofAdded])])
      : await tx.$queryRaw<{ id: string }[]>`
          SELECT id FROM category WHERE id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`
  const found = new Set(locked.map(({ id }) => id))
  const known = new Set([...found, ...added.map(({ id }) => String(id))])
  for (const { id, variantOf } of [...added, ...changed.map(({ id, after }) => ({ ...after, id }))] as Values[])
    if (variantOf && (variantOf === id || !known.has(String(variantOf))))
      throw new CommandError(
        `variantOf of ${String(id)} must be another product of the shop or the file, not ${String(variantOf)}. Nothing was changed.`,
      )
  if (ids.some((id) => !found.has(id)))
    throw new CommandError(
      'Someone else changed the catalogue in the meantime. Nothing was changed. Run the command again.',
    )
}

/** Computes stock levels from the locked rows, because pieces may have been sold since the plan was made. */
async function changeStock(tx: Tx, changes: Change[]): Promise<void> {
  for (const portion of portionsOf(changes)) {
    const where = { id: { in: portion.map(({ id }) => id) } }
    const rows = await tx.product.findMany({ where, select: { id: true, stock: true } })
    const stocks = new Map(rows.map(({ id, stock }) => [id, stock]))
    for (const change of portion) {
      const now = stocks.get(change.id)!
      // Sales only lower the stock. If it is higher now, it was raised in the meantime, for example by another import with the same stock
      // change.
      if (now > Number(change.after['stock']) - change.stockChange!)
        throw new CommandError(
          `The stock of ${change.id} was raised in the meantime. Nothing was changed. Run the command again.`,
        )
      const stock = now + change.stockChange!
      if (stock < 0)
        throw new CommandError(
          `${change.id} was sold in the meantime, so the stock cannot become ${stock}. Nothing was changed.`,
        )
      change.after['stock'] = stock
    }
  }
}

/** By the table's columns. */
type Stored = Record<string, Value | string[]>

/** A row with the table's column names, without columns of other tables. */
function toFields({ columns }: Kept, values: Values, now: string): { names: string[]; row: Stored } {
  const own = columns.filter(({ name }) => values[name] !== undefined)
  const row: Stored = Object.fromEntries(
    own.map((column) => [column.field, toStored(column, values[column.name]!, now)]),
  )
  if ('hidden_at' in row) row['awaits_photo'] = values['hidden'] === AWAITS_PHOTO
  return { names: Object.keys(row), row }
}

function toStored({ kind, choices }: Column, value: Value, now: string): Value | string[] {
  if (choices) {
    const names = String(value ?? '').split(CHOICES_BETWEEN)
    return Object.keys(choices).filter((each) => names.includes(choices[each]!))
  }
  if (kind !== 'hidden') return value
  return value ? now : null
}

const quoted = (names: string[]): string => names.map((name) => `"${name}"`).join(', ')

async function insert(tx: Tx, kept: Kept, rows: Values[], now: string): Promise<void> {
  const whole = rows.map((values) => ({ ...(kept.table === 'product' && { createdAt: now }), ...values }))
  const derived = kept.table === 'product' ? ['uses', 'awaits_photo'] : []
  const names = [...kept.columns.map(({ field }) => field), ...derived]
  await tx.$executeRawUnsafe(
    `INSERT INTO ${kept.table} (${quoted(names)})
     SELECT ${quoted(names)} FROM json_populate_recordset(NULL::${kept.table}, $1::json)`,
    JSON.stringify(
      whole.map((values) => ({ ...toFields(kept, values, now).row, ...(derived.length > 0 && derivedFrom(values)) })),
    ),
  )
  if (kept.table === 'product')
    await writePhotos(
      tx,
      rows.filter((row) => Object.keys(row).some(isFurtherPhoto)),
    )
}

const derivedFrom = ({ care, isFoodSafe, hidden }: Values) => ({
  awaits_photo: hidden === AWAITS_PHOTO,
  uses: usesOf({ care: care == null ? null : String(care), isFoodSafe: isFoodSafe === true }),
})

/** The time tells which variants were hidden with their product, so another reason does not change it. */
const HIDDEN_SINCE = 'CASE WHEN given.hidden_at IS NOT NULL THEN coalesce(product.hidden_at, given.hidden_at) END'

async function update(tx: Tx, kept: Kept, changes: Change[], now: string): Promise<void> {
  const rows = changes.map(({ id, after }) => ({ ...toFields(kept, after, now).row, id }))
  const { names } = toFields(kept, changes[0]!.after, now)
  const sets = names.map((name) => `"${name}" = ${name === 'hidden_at' ? HIDDEN_SINCE : `given."${name}"`}`)
  // A change that affects only the gallery must also be announced, so the product's row is updated too.
  if (kept.table === 'product') sets.push('updated_at = now()')
  if (sets.length > 0)
    await tx.$executeRawUnsafe(
      `UPDATE ${kept.table} SET ${sets.join(', ')} FROM json_populate_recordset(NULL::${kept.table}, $1::json) AS given
       WHERE ${kept.table}.id = given.id`,
      JSON.stringify(rows),
    )
  const galleries = changes.filter(({ after }) => Object.keys(after).some(isFurtherPhoto))
  if (galleries.length > 0)
    await writePhotos(
      tx,
      galleries.map(({ id, gallery }) => ({ ...gallery, id })),
    )
}

/** Replaces each product's entire gallery. */
async function writePhotos(tx: Tx, rows: Values[]): Promise<void> {
  const photos: Values[] = []
  for (const row of rows)
    for (let position = 1; position < MAX_PHOTOS; position += 1) {
      const columns = furtherPhoto(position + 1)
      if ((row[columns[0]!.name] ?? null) === null) continue
      const photo = Object.fromEntries(columns.map(({ name, field }) => [field, row[name]!]))
      photos.push({ product_id: row['id']!, position, ...photo })
    }
  await tx.$executeRaw`DELETE FROM product_image WHERE product_id = ANY(${rows.map(({ id }) => String(id))})`
  await tx.$executeRaw`
    INSERT INTO product_image SELECT * FROM json_populate_recordset(NULL::product_image, ${JSON.stringify(photos)}::json)`
}
