/** Defines which products shoppers see and how many pieces they can buy, for Prisma, SQL and single rows. */
import type { Product } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'

/** For Prisma's `where`. */
export const SHOWN = { hiddenAt: null }

/** A condition on the product table. Its indexes have the same condition. */
export const isShown = (): Prisma.Sql => Prisma.raw('hidden_at IS NULL')

/** The number of pieces that a shopper can buy now. It is 0 for a hidden product, which may still be in a cart or on a wishlist. */
export const piecesFor = ({ stock, hiddenAt }: Pick<Product, 'stock' | 'hiddenAt'>): number =>
  hiddenAt === null ? stock : 0
