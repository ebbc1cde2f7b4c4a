/** The office's product list, which includes hidden products, with search, filters, sort orders and cursors. */
import type { Product } from '../../../generated/prisma/client'
import { Prisma } from '../../../generated/prisma/client'
import { invalidInput } from '../../../shared/errors'
import { stock as stockSchema } from '../../../shared/goods'
import { anyProductsByIds } from '../../catalogue/catalogue'
import { checkText, holds } from '../../catalogue/productFilter'
import { after as beyond, orderBy, type SortKey } from '../../catalogue/sorts'
import { checkFirst, decodeCursor, encodeCursor, pageOf, type Page } from '../../cursor'
import type { Shop } from '../../shop'

type OfficeProductSort = 'CATALOGUE' | 'NEWEST' | 'TITLE' | 'STOCK' | 'PRICE'

interface OfficeProductFilter {
  /** If omitted, both shown and hidden products are listed. */
  hidden?: boolean | null
  /** Lists only products with low stock. */
  lowStock?: boolean | null
  categoryId?: string | null
  /** The id of a product: lists it and its variants. */
  variantsOf?: string | null
  /** Lists each product once, if it or one of its variants matches. */
  grouped?: boolean | null
}

interface OfficeProductQuery {
  first: number
  after?: string | null
  search?: string | null
  filter?: OfficeProductFilter | null
  sort: OfficeProductSort
  /** The highest stock that counts as low. Defaults to the shop's setting. */
  threshold?: number | null
}

const WITH_LEAST_STOCK = Prisma.sql`(
  SELECT product.*, least(stock, (SELECT min(stock) FROM product AS variant WHERE variant.variant_of = product.id)) AS least_stock
  FROM product
  WHERE variant_of IS NULL
) AS product`

export interface OfficeProductPage extends Page<Product> {
  /** Counted only on request. */
  totalCount(): Promise<number>
}

const ID: SortKey = { column: 'id', type: 'string', direction: 'ASC', valueOf: ({ id }) => id }

const SORTS: Record<OfficeProductSort, SortKey> = {
  CATALOGUE: { column: 'position', type: 'number', direction: 'ASC', valueOf: ({ position }) => position },
  NEWEST: { column: 'created_at', type: 'number', direction: 'DESC', valueOf: ({ createdAt }) => createdAt.getTime() },
  TITLE: { column: 'title', type: 'string', direction: 'ASC', valueOf: ({ title }) => title },
  STOCK: { column: 'stock', type: 'number', direction: 'ASC', valueOf: ({ stock }) => stock },
  PRICE: { column: 'discounted', type: 'number', direction: 'ASC', valueOf: ({ discounted }) => discounted },
}

/** Of a product with its variants. Only for grouped lists. */
const LEAST_STOCK: SortKey = { ...SORTS.STOCK, column: 'least_stock' }

/** Throws INVALID_INPUT, STALE_CURSOR. */
export async function listOfficeProducts(shop: Shop, query: OfficeProductQuery): Promise<OfficeProductPage> {
  const { first, after, search, filter, sort } = query
  checkFirst(first)
  checkText('search', search ?? '')
  checkText('categoryId', filter?.categoryId ?? '')
  checkText('variantsOf', filter?.variantsOf ?? '')
  const threshold = query.threshold ?? shop.settings.lowStock
  if (!stockSchema.safeParse(threshold).success) throw invalidInput('threshold', '`threshold` must be 0 or more.')
  const isGrouped = filter?.grouped ?? false
  const keys = [isGrouped && sort === 'STOCK' ? LEAST_STOCK : SORTS[sort], ID]
  const text = (search ?? '').trim()
  const { hidden = null, lowStock = null, categoryId = null, variantsOf = null } = filter ?? {}
  const question = ['office', sort, text.toLowerCase(), hidden, lowStock, categoryId, variantsOf, threshold, isGrouped]
  const conditions = [
    Prisma.sql`true`,
    ...(text ? [Prisma.sql`(${holds(text)} OR id = ${text})`] : []),
    ...(hidden === null ? [] : [Prisma.raw(`hidden_at IS ${hidden ? 'NOT NULL' : 'NULL'}`)]),
    ...(lowStock ? [Prisma.sql`stock <= ${threshold}`] : []),
    ...(categoryId === null ? [] : [Prisma.sql`category_id = ${categoryId}`]),
    ...(variantsOf === null ? [] : [Prisma.sql`(id = ${variantsOf} OR variant_of = ${variantsOf})`]),
  ]
  const matching = Prisma.join(conditions, ' AND ')
  const all = isGrouped
    ? Prisma.sql`variant_of IS NULL AND id IN (SELECT coalesce(variant_of, id) FROM product WHERE ${matching})`
    : matching
  const from =
    after == null
      ? Prisma.sql`true`
      : Prisma.sql`(${Prisma.join(
          beyond(
            keys,
            decodeCursor(
              question,
              after,
              keys.map(({ type }) => type),
            ),
          ).map((part) => Prisma.sql`(${part})`),
          ' OR ',
        )})`
  const rows = await shop.db.$queryRaw<{ id: string; least_stock?: number }[]>`
    SELECT id${keys[0] === LEAST_STOCK ? Prisma.sql`, least_stock` : Prisma.empty}
    FROM ${keys[0] === LEAST_STOCK ? WITH_LEAST_STOCK : Prisma.sql`product`}
    WHERE ${all} AND ${from} ORDER BY ${orderBy(keys)} LIMIT ${first + 1}`
  const products = await anyProductsByIds(
    shop,
    rows.slice(0, first).map(({ id }) => id),
  )
  const nodes = products.filter((product) => product !== null)
  const leastStocks = new Map(rows.map((row) => [row.id, row.least_stock]))
  const cursorOf = (node: Product) => {
    const stock = leastStocks.get(node.id) ?? node.stock
    const found = { ...node, stock, isClose: false, matchRank: 0, isAvailable: node.stock > 0 }
    return encodeCursor(
      question,
      keys.map((key) => key.valueOf(found)),
    )
  }
  return {
    ...pageOf(nodes, { first, after }, cursorOf, rows.length > first),
    async totalCount() {
      const [row] = await shop.db.$queryRaw<{ count: number }[]>`SELECT count(*)::int FROM product WHERE ${all}`
      return row!.count
    },
  }
}
