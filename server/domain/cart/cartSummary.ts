/** Computes the price of a cart and the warnings about it. */
import type { Product } from '../../generated/prisma/client'
import { formatRupees } from '../../shared/money/money'
import { priceCart, type PriceDetails } from '../../shared/money/pricing'
import { piecesFor } from '../catalogue/shown'
import { fullTitle } from '../catalogue/variants'
import type { Cart, CartLine } from './cart'

/** Set `couponFails` if the coupon gives no discount (see whyCouponFails). */
export const priceOfCart = (cart: Cart, couponFails = false): PriceDetails =>
  priceCart(pricedLines(cart), { coupon: couponFails ? null : cart.coupon, giftWrap: cart.giftWrap })

const pricedLines = (cart: Cart) => cart.lines.map(({ product, quantity }) => ({ ...pickPrice(product), quantity }))
const pickPrice = ({ discounted, original }: Product) => ({ discounted, original })

export const totalQuantity = (cart: Cart): number => cart.lines.reduce((total, line) => total + line.quantity, 0)

export interface CartWarning {
  code: 'NOT_ENOUGH_STOCK' | 'PRICE_CHANGED'
  message: string
  productId: string
}

export const notSold = (product: Product): string => `${fullTitle(product)} is not available at the moment.`

const tooFewLeft = (product: Product): string =>
  product.stock === 0 ? `${fullTitle(product)} is sold out.` : `Only ${product.stock} left of ${fullTitle(product)}.`

/** Warnings for the shopper before payment; they do not prevent changes to the cart. */
export const warnAboutCart = (cart: Cart): CartWarning[] => cart.lines.flatMap(warnAboutLine)

function warnAboutLine({ product, quantity, priceWhenAdded }: CartLine): CartWarning[] {
  const warnings: CartWarning[] = []
  if (piecesFor(product) < quantity) {
    const left = product.hiddenAt !== null ? notSold(product) : tooFewLeft(product)
    warnings.push({ code: 'NOT_ENOUGH_STOCK', message: left, productId: product.id })
  }
  if (product.discounted !== priceWhenAdded) {
    const [before, now] = [formatRupees(priceWhenAdded), formatRupees(product.discounted)]
    warnings.push({
      code: 'PRICE_CHANGED',
      message: `The price of ${fullTitle(product)} changed from ${before} to ${now}.`,
      productId: product.id,
    })
  }
  return warnings
}
