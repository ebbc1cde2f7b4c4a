/** One pass over the products for all counts that are asked about one filter at a time. */
import DataLoader from 'dataloader'
import { Prisma } from '../generated/prisma/client'
import { SHOP } from '../shared/shop'
import { conditionsOf, FILTER_PARTS, type FilterPart, type ProductFilter } from './productFilter'
import type { Shop } from './shop'

export interface Facet {
  kind: 'total' | 'category' | 'rating' | 'price' | 'histogram'
  /** A histogram has so many equal parts of the shop's price range, numbered from 0. */
  buckets?: number
}

/** `value` is a category's id, a rating or the number of a part; the prices are there for `price` alone. */
export interface CellCount {
  value: string
  count: number
  minimum: number | null
  maximum: number | null
}

type Kind = Facet['kind']

const PRICE: readonly FilterPart[] = ['minPrice', 'maxPrice']
/** The parts that some facet leaves out: each makes a difference between the facets, and all others none. */
const OWN: readonly FilterPart[] = ['categoryIds', 'minRating', ...PRICE]
const LEFT_OUT: Record<Kind, readonly FilterPart[]> = {
  total: [],
  category: ['categoryIds'],
  rating: ['minRating'],
  price: PRICE,
  histogram: PRICE,
}

const without = (parts: readonly FilterPart[], leftOut: readonly FilterPart[]) =>
  parts.filter((part) => !leftOut.includes(part))

const scans = new WeakMap<Shop, WeakMap<ProductFilter, DataLoader<Facet, CellCount[]>>>()

/**
 * What is asked in one breath about the same filter, the same object, is answered by one statement. Nothing is kept: asked again, it
 * is counted again.
 */
export function countCells(shop: Shop, filter: ProductFilter, facet: Facet): Promise<CellCount[]> {
  const ofShop = scans.get(shop) ?? new WeakMap()
  scans.set(shop, ofShop)
  const ofFilter = ofShop.get(filter) ?? new DataLoader((facets) => countAll(shop, filter, facets), { cache: false })
  ofShop.set(filter, ofFilter)
  return ofFilter.load(facet)
}

/** In the order of the facets. */
async function countAll(shop: Shop, filter: ProductFilter, facets: readonly Facet[]): Promise<CellCount[][]> {
  const [buckets = null, ...others] = new Set(facets.map((facet) => facet.buckets ?? null).filter((n) => n !== null))
  // Histograms of several widths at once would make many small cells: each further one has a pass of its own.
  const passes = await Promise.all([
    scan(shop, filter, [...new Set(facets.map(({ kind }) => kind))], buckets),
    ...others.map((other) => scan(shop, filter, ['histogram'], other)),
  ])
  return facets.map((facet) =>
    passes[1 + others.indexOf(facet.buckets ?? 0)]!.filter(({ kind }) => kind === facet.kind),
  )
}

/**
 * The products fall into cells that are alike in all that the facets tell apart, a few thousand at most; each facet is then a sum of
 * cells. A product that no facet counts is left out at once.
 */
function scan(
  shop: Shop,
  filter: ProductFilter,
  kinds: readonly Kind[],
  buckets: number | null,
): Promise<(CellCount & { kind: Kind })[]> {
  const has = (kind: Kind) => kinds.includes(kind)
  const rows = rowsFor(filter, kinds)
  /** Whether cells must tell apart what matches this part from what does not. */
  const tells = (parts: readonly FilterPart[]) => rows.isMixed && conditionsOf(filter, parts) !== null
  const keys = [
    has('category') || tells(['categoryIds']) ? Prisma.sql`category_id` : null,
    has('rating') || tells(['minRating']) ? Prisma.sql`rating` : null,
    tells(PRICE) ? Prisma.sql`(${conditionsOf(filter, PRICE)!}) AS in_price` : null,
    buckets === null ? null : Prisma.sql`${bucketOf(buckets)} AS bucket`,
  ].filter((key) => key !== null)
  const figures = Prisma.raw(
    `count(*) AS count${has('price') ? ', min(discounted) AS minimum, max(discounted) AS maximum' : ''}`,
  )
  const groups = keys.length > 0 ? Prisma.raw(`GROUP BY ${keys.map((_, i) => i + 1).join(', ')}`) : Prisma.empty
  return shop.db.$queryRaw`
    WITH cell AS MATERIALIZED (
      SELECT ${Prisma.join([...keys, figures])} FROM product WHERE ${rows.condition} ${groups}
    )
    ${Prisma.join(
      kinds.map((kind) => sumOf(kind, rows.isMixed ? cellsFor(filter, kind) : Prisma.sql`true`)),
      ' UNION ALL ',
    )}`
}

/** What any of the facets counts, and whether some of it is not for all of them. */
function rowsFor(filter: ProductFilter, kinds: readonly Kind[]): { condition: Prisma.Sql; isMixed: boolean } {
  const common = conditionsOf(filter, without(FILTER_PARTS, OWN)) ?? Prisma.sql`true`
  const wanted = kinds.map((kind) => without(OWN, LEFT_OUT[kind]).filter((part) => conditionsOf(filter, [part])))
  const differing = [...new Map(wanted.map((parts) => [parts.join(), parts])).values()]
  const isMixed = differing.length > 1
  if (differing.some((parts) => parts.length === 0)) return { condition: common, isMixed }
  const alternatives = differing.map((parts) => Prisma.sql`(${conditionsOf(filter, parts)!})`)
  return { condition: Prisma.sql`${common} AND (${Prisma.join(alternatives, ' OR ')})`, isMixed }
}

/** The cells that a facet counts; they have the product's columns, but for its price. */
function cellsFor(filter: ProductFilter, kind: Kind): Prisma.Sql {
  const parts = without(OWN, LEFT_OUT[kind])
  const conditions = [
    conditionsOf(filter, without(parts, PRICE)),
    parts.includes('minPrice') && conditionsOf(filter, PRICE) ? Prisma.sql`in_price` : null,
  ].filter((condition) => condition !== null)
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`true`
}

const VALUES: Record<Kind, string> = {
  total: "''",
  category: 'category_id',
  rating: 'rating::text',
  price: "''",
  histogram: 'bucket::text',
}

function sumOf(kind: Kind, condition: Prisma.Sql): Prisma.Sql {
  const [minimum, maximum] = kind === 'price' ? ['min(minimum)', 'max(maximum)'] : ['NULL::int', 'NULL::int']
  const columns = Prisma.raw(
    `'${kind}' AS kind, ${VALUES[kind]} AS value, sum(count)::int AS count, ${minimum} AS minimum, ${maximum} AS maximum`,
  )
  const inRange = kind === 'histogram' ? Prisma.sql`bucket IS NOT NULL AND` : Prisma.empty
  return Prisma.sql`SELECT ${columns} FROM cell WHERE ${inRange} ${condition} GROUP BY 2`
}

/** Null outside the shop's price range. In whole numbers, so that no edge is rounded. */
function bucketOf(buckets: number): Prisma.Sql {
  const { minimum, maximum } = SHOP.priceRange
  return Prisma.raw(
    `CASE WHEN discounted >= ${minimum} AND discounted < ${maximum}
       THEN (discounted - ${minimum}) * ${buckets} / ${maximum - minimum}
     WHEN discounted = ${maximum} THEN ${buckets - 1} END`,
  )
}
