/** Which products shoppers see, and how many of one they can buy: the one place that says so, for Prisma, for SQL and for a row. */
import type { Product } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'

/** For Prisma's `where`. */
export const SHOWN = { hiddenAt: null }

/** Over the columns of the product table. Its indexes have the same condition. */
export const isShown = (): Prisma.Sql => Prisma.raw('hidden_at IS NULL')

/** How many pieces a shopper can buy now: none of what is hidden, which a cart or a wishlist may still hold. */
export const piecesFor = ({ stock, hiddenAt }: Pick<Product, 'stock' | 'hiddenAt'>): number =>
  hiddenAt === null ? stock : 0
