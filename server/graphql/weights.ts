/**
 * What each field costs, in points of some 10 us of CPU (of server and embedded database together, measured with 20,000 products):
 * what it makes the database do, the rows that it reads, and how long a list may be. Fields that are not here cost what writing them costs.
 */

import type { Settings } from '../settings'

export interface Weight {
  /** For each place in the operation: its statements, which loaders send once for all parents. */
  once?: number
  /** For each parent. */
  each?: number
  /** For each row that it may read: as many as `first` says, or the list may have. */
  row?: number
  /** How many a list may have, where `first` does not say so. */
  length?: number
}

/** Any other field, by whether it has fields of its own. */
export const LEAF: Weight = { each: 0.15 }
export const COMPOSITE: Weight = { each: 0.5 }
/** Any other list: none of the shop's has more. */
export const OTHER_LIST = 10

/** The most that a list may be asked for: what asks for more is refused as bad input, and costs no more than this. */
export const LONGEST_LIST = 100

/** Of every operation, whatever it asks for. */
export const BASE = 100

/** A search reads the titles, what is close to it, and what is left of the catalogue for its counts. */
export const SEARCH_ONCE = 2_000

const MUTATION: Weight = { once: 1_150 }
/** Argon2, too, is computed here. */
const PASSWORD: Weight = { once: 3_600 }

/** An order may have as many; but placing orders is limited, so nobody has many that long, and a hundred orders must be readable. */
const ORDER_LINES = 20
/** A list that the settings do not bound. */
const UNBOUNDED = 1_000

/** How many there are in each part of the schema, which introspection lists. */
const SCHEMA_FIELD = 0.2

/** By type and field; a person's lists are as long as the settings let them be. */
export function weightsOf({ listLimits }: Pick<Settings, 'listLimits'>): Record<string, Weight> {
  const addresses = listLimits.addresses || UNBOUNDED
  const wishlist = listLimits.wishlist || UNBOUNDED
  const cartLines = listLimits.cartLines || UNBOUNDED
  return {
    ...WEIGHTS,
    'User.cart': { once: 150, row: 3, length: cartLines },
    'User.wishlist': { once: 120, row: 4, length: wishlist },
    'User.addresses': { once: 130, row: 1, length: addresses },
    'Cart.items': { length: cartLines },
    'Cart.warnings': { each: 10, length: cartLines },
    'CartPayload.wishlist': { row: 4, length: wishlist },
    'WishlistPayload.wishlist': { row: 4, length: wishlist },
    'AddressPayload.addresses': { row: 1, length: addresses },
  }
}

const WEIGHTS: Record<string, Weight> = {
  'Query.products': { once: 400, row: 4 },
  'Query.product': { once: 250 },
  'Query.suggestions': { once: 2_600, row: 5 },
  'Query.categories': { once: 130 },
  'Query.category': { once: 120 },
  'Query.coupons': { once: 60 },
  'Query.me': { once: 60 },
  // The viewer, the kind of each id, and whatever they may be: orders are the dearest of those.
  'Query.node': { once: 600, row: 120 },
  'Query.nodes': { once: 600, row: 120 },
  'Product.related': { once: 180, each: 2, row: 2 },
  'Product.images': { once: 100, each: 2, length: 5 },
  'Product.category': { once: 100, each: 1 },
  'Category.productCount': { once: 100 },
  'ProductConnection.totalCount': { once: 90 },
  'ProductConnection.matchedBy': { once: 200 },
  'ProductFacets.categories': { once: 150, length: 10 },
  'ProductFacets.ratings': { once: 100, length: 4 },
  'ProductFacets.price': { once: 100 },
  'ProductFacets.priceHistogram': { once: 100 },
  'User.orders': { once: 450, row: 95 },
  // All orders, with their timelines.
  'User.export': { once: 3_400 },
  'User.order': { once: 250, row: 120 },
  'OrderConnection.totalCount': { once: 120 },
  'Query.orderByLink': { once: 250 },
  'LinkedOrder.items': { length: ORDER_LINES },
  'LinkedOrder.refunds': { once: 150, length: 1 },
  'Query.office': { once: 100 },
  // Each with its order, and written anew.
  'Office.mails': { once: 300, row: 60 },
  'Office.mail': { once: 300 },
  'Office.audit': { once: 120, row: 4 },
  // Whatever is asked for, all products may have to be read.
  'Office.products': { once: 6_000, row: 5 },
  'Office.lowStock': { once: 6_000, row: 5 },
  'Office.product': { once: 100 },
  'Office.coupons': { once: 100, length: 50 },
  'OfficeProductConnection.totalCount': { once: 4_000 },
  'OfficeCoupon.uses': { once: 500 },
  'OfficeCoupon.state': { once: 500 },
  // A search among 100,000 orders.
  'Office.orders': { once: 1_500, row: 30 },
  'Office.orderCounts': { once: 300, length: 10 },
  'Office.order': { once: 250 },
  'Office.customer': { once: 60 },
  'Office.takings': { once: 600, length: 31 },
  'OfficeToday.toPack': { once: 300 },
  'OfficeToday.needsAttention': { once: 1_500, length: 30 },
  'OfficeToday.failedRefunds': { once: 200 },
  'OfficeToday.paymentsToReturn': { once: 400 },
  'OfficeToday.manyOnDelivery': { once: 300, length: 20 },
  'OfficeCustomer.orders': { once: 450, row: 30 },
  // Of all orders together.
  'OfficeOrder.customer': { once: 60 },
  'OfficeOrder.actions': { once: 150, length: 3 },
  'OfficeOrder.payments': { once: 150, length: 1 },
  'OfficeOrder.refunds': { once: 150, length: 2 },
  'OfficeOrder.refundable': { once: 150 },
  'OfficeOrder.notes': { once: 100, length: 3 },
  'OfficeOrder.audit': { once: 100, length: 5 },
  'OfficeRefund.lines': { length: 2 },
  'Order.refunds': { once: 150, length: 1 },
  'Cart.couponOffers': { once: 60, each: 20 },
  'Cart.priceDetails': { each: 10 },
  'Order.items': { length: ORDER_LINES },
  'Order.actions': { length: 5 },
  'Order.invoice': { each: 5 },
  'Invoice.lines': { length: ORDER_LINES },
  'BuyAgainPayload.notAdded': { length: ORDER_LINES },
  'OrderItem.product': { once: 200, each: 1 },
  'Mutation.signup': PASSWORD,
  'Mutation.login': PASSWORD,
  'Mutation.changePassword': { once: 3_600 },
  'Mutation.deleteAccount': { once: 3_600 },
  ...Object.fromEntries(
    [
      ...['addToCart', 'setCartQuantity', 'changeCartQuantity', 'removeFromCart', 'clearCart', 'moveToWishlist'],
      ...['applyCoupon', 'removeCoupon', 'setGiftWrap', 'addToWishlist', 'removeFromWishlist'],
      ...[
        'addAddress',
        'updateAddress',
        'removeAddress',
        'startCheckout',
        'confirmPayment',
        'cancelCheckout',
        'payOrder',
        'cancelOrder',
        'placeOrderOnDelivery',
        'requestReturn',
        'buyAgain',
        'logoutEverywhere',
        ...['blockCustomer', 'shipOrder', 'deliverOrder', 'cancelOrderByShop', 'refundOrder'],
        ...['acceptReturn', 'refuseReturn', 'addOrderNote', 'revokeOrderLink', 'resendMail'],
        ...['saveProduct', 'setStock', 'hideProduct', 'saveCoupon', 'endCoupon'],
      ],
    ].map((name) => [`Mutation.${name}`, MUTATION]),
  ),
  '__Schema.types': { each: SCHEMA_FIELD, length: 70 },
  '__Schema.directives': { each: SCHEMA_FIELD, length: 6 },
  '__Type.fields': { each: SCHEMA_FIELD, length: 6 },
  '__Type.ofType': { each: SCHEMA_FIELD, length: 0.5 },
  '__Type.enumValues': { each: SCHEMA_FIELD, length: 1 },
  '__Type.inputFields': { each: SCHEMA_FIELD, length: 1 },
  '__Type.interfaces': { each: SCHEMA_FIELD, length: 0.2 },
  '__Type.possibleTypes': { each: SCHEMA_FIELD, length: 0.2 },
  '__Field.args': { each: SCHEMA_FIELD, length: 0.5 },
  '__Directive.args': { each: SCHEMA_FIELD, length: 1 },
}
