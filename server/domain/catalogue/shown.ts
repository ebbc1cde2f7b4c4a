/** Defines which products shoppers see and how many pieces they can buy, for Prisma, SQL and single rows. */
import type { Product } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'

/** For Prisma's `where`: what a shopper can buy, which includes variants. */
export const FOR_SALE = { hiddenAt: null }

/** For Prisma's `where`: what lists show. Variants are part of their product. */
export const SHOWN = { ...FOR_SALE, variantOf: null }

/**
 * SHOWN as a condition on the product table. The indexes for shoppers have the same condition, so hidden products do not slow down the lists. A flag
 * would have to be the first column of each index.
 */
export const isShown = (): Prisma.Sql => Prisma.raw('hidden_at IS NULL AND variant_of IS NULL')

/** The number of pieces that a shopper can buy now. It is 0 for a hidden product, which may still be in a cart or on a wishlist. */
export const piecesFor = ({ stock, hiddenAt }: Pick<Product, 'stock' | 'hiddenAt'>): number =>
  hiddenAt === null ? stock : 0
