/** Resolvers for the contract's types, based on the domain's rows. */
import { GraphQLScalarType } from 'graphql'
import { NO_PASSWORD } from '../crypto/passwordHash'
import { listAddresses } from '../domain/accounts/addresses'
import { listConsents } from '../domain/accounts/consents'
import { getCart } from '../domain/cart/cart'
import { priceOfCart, totalQuantity, warnAboutCart } from '../domain/cart/cartSummary'
import { offerCoupons, whyCouponFails } from '../domain/cart/coupons'
import { checkFirst } from '../domain/cursor'
import { cancelledPaise } from '../domain/orders/charges'
import { returnPaise } from '../domain/orders/after-sale/ask'
import { addressForReturns, brokenPieces, isAwaited } from '../domain/orders/after-sale/readReturns'
import { returnablePieces } from '../domain/orders/pieces'
import type { ReturnReason } from '../shared/delivery/returns'
import { invoiceOf } from '../domain/orders/invoice'
import { actionsOf, deliveredAt, returnableUntil, shipmentOf } from '../domain/orders/orderActions'
import { findOrderByNumber, listOrders } from '../domain/orders/orders'
import { isGiftWrapped, orderNumber, priceOfOrder, type Order, type OrderLine } from '../domain/orders/order'
import { variantFor } from '../domain/catalogue/choices'
import {
  countByCategory,
  countByOption,
  countByPrice,
  countByRating,
  countByUse,
  countMatches,
  findPriceRange,
} from '../domain/catalogue/facets'
import { piecesFor } from '../domain/catalogue/shown'
import { fullTitle, variantSummaryOf } from '../domain/catalogue/variants'
import { listNotices } from '../domain/notices/notices'
import { authorName, isShown, listReviews, photoAlt, type Review } from '../domain/reviews/reviews'
import { listWishlist, priceDrop } from '../domain/cart/wishlist'
import { listSocialLinks } from '../domain/socialLinks'
import type { Resolvers } from '../generated/graphql'
import type { Product } from '../domain/catalogue/catalogue'
import { takesQuestions } from '../domain/questions/questions'
import { estimatedDelivery } from '../shared/delivery/delivery'
import { CONSENT_PURPOSES, CONSENTS } from '../shared/consents'
import { CURRENCY } from '../shared/money/money'
import { discountPercent, lineTotal, type Priced } from '../shared/money/pricing'
import { ratingSourceOf, summaryOf } from '../shared/reviews'
import { inSets } from '../shared/setPieces'
import { GUEST_ACCOUNT, SHOP } from '../shared/shop'
import { formatTimestamp } from '../shared/timestamps'
import type { Context } from './context'
import { inPaise } from './fields/names'
import type { Loaders } from './loaders'
import { buyersImage, furtherImage, image, imageUrl } from './images'
import { officeTypes } from './office/office'
import { staffOfUser } from './office/staff'
import { nodes, PageInfo, pageInfo } from './pages'

const waitsForReturn = async (
  { id, isReplacement }: Pick<Order, 'id' | 'isReplacement'>,
  _: unknown,
  { loaders }: Context,
): Promise<boolean> => isReplacement && ((await loaders.replaces.load(id))?.isAwaited ?? false)

/** Orders in another status wait for no return, so they need no query. */
const expectsReturn = async (
  { id, status }: Pick<Order, 'id' | 'status'>,
  _: unknown,
  { loaders }: Context,
): Promise<boolean> => status === 'RETURN_REQUESTED' && isAwaited((await loaders.returns.load(id)).at(-1))

/** Without returned pieces, it reads nothing. */
const brokenOf = async (line: OrderLine, loaders: Loaders) =>
  line.returned + line.returnedPieces === 0
    ? { quantity: 0, pieces: 0 }
    : brokenPieces(line, await loaders.returns.load(line.orderId))

const price = ({ discounted, original }: Priced) => ({
  discounted,
  original,
  discountPercent: discountPercent({ discounted, original }),
})

const reviewPhotos = (review: Review) =>
  review.photos.map((photo) => buyersImage({ ...photo, imageAlt: photoAlt(review, photo.position) }, isShown(review)))

/** A field that each sale changes. A sale removes the cached responses with such a field (server/cache/store.ts). */
const soldWith =
  <Value>(read: (product: Product) => Value) =>
  (product: Product, _: object, { showsStockOf }: Context): Value => {
    showsStockOf(product.id)
    return read(product)
  }
const piecesNow = soldWith(piecesFor)

export const types: Resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime', serialize: (value) => formatTimestamp(value as Date) }),
  Date: new GraphQLScalarType({
    name: 'Date',
    serialize: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  }),

  Shop: {
    name: (_, __, { shop }) => shop.settings.shopName,
    currency: () => CURRENCY,
    giftWrapPrice: () => SHOP.giftWrapPrice,
    priceRange: () => SHOP.priceRange,
    priceRangeMinimumGap: () => SHOP.priceRangeMinimumGap,
    pageSize: () => SHOP.pageSize,
    returnWindowDays: () => SHOP.returnWindowDays,
    deliveryCountries: (_, __, { shop }) => shop.settings.deliveryCountries,
    payOnDelivery: (_, __, { shop }) => shop.settings.payOnDelivery,
    paymentProvider: (_, __, { shop }) => shop.payments.name,
    contactEmail: (_, __, { shop }) => shop.settings.contactEmail,
    phone: (_, __, { shop }) => shop.settings.phone,
    whatsApp: (_, __, { shop }) => shop.settings.whatsApp,
    takesQuestions: (_, __, { shop }) => takesQuestions(shop.settings),
    codesByMail: (_, __, { shop: { settings } }) =>
      settings.codesByMail ? (settings.mail?.smtp ? 'EMAIL' : 'FILE') : null,
    socialLinks: (_, __, { shop }) => listSocialLinks(shop),
    consentTexts: () => CONSENT_PURPOSES.map((purpose) => ({ purpose, ...CONSENTS[purpose] })),
    guestAccount: (_, __, { shop }) => (shop.settings.demoAccounts ? GUEST_ACCOUNT : null),
  },

  Product: {
    image,
    images: async (product, _, { loaders }) => [
      image(product),
      ...(await loaders.furtherImages.load(product.id)).map(furtherImage),
    ],
    price,
    options: async (product, _, { loaders }) => (await loaders.family.load(product)).options,
    variants: async (product, _, { loaders }) => (await loaders.family.load(product)).variants,
    variantSummary: async (product, _, { loaders }) => variantSummaryOf(await loaders.family.load(product)),
    fullTitle,
    category: async ({ categoryId }, _, { loaders }) => (await loaders.category.load(categoryId))!,
    quantityAvailable: piecesNow,
    updatedAt: soldWith(({ updatedAt }) => updatedAt),
    availableForSale: (product) => piecesFor(product) > 0,
    ratingSource: ratingSourceOf,
    reviewSummary: ({ starCounts }) => ({ ...summaryOf(starCounts), histogram: starCounts }),
    reviews: (product, page, { shop }) => listReviews(shop, product, page),
    related: ({ id }, { first }, { loaders }) => loaders.related(checkFirst(first)).load(id),
  },
  ProductVariant: {
    id: ({ product }) => product.id,
    price: ({ product }) => price(product),
    stock: ({ product }, args, context) => piecesNow(product, args, context),
    image: ({ product }) => image(product),
    sku: ({ product }) => product.sku,
    weightGrams: ({ product }) => product.weightGrams,
  },
  Review: { authorName, photos: reviewPhotos },
  OwnReview: { photos: reviewPhotos },
  ReviewConnection: { nodes, pageInfo },
  LinkedReviews: { items: ({ lines }) => lines },
  Category: {
    image,
    productCount: ({ id }, _, { loaders }) => loaders.productCount.load(id),
  },
  Image: { url: imageUrl },
  Coupon: {
    value: ({ percent }) => percent,
    minimumAmount: ({ minimumAmount }) => minimumAmount ?? null,
    validUntil: ({ validUntil }) => validUntil ?? null,
  },

  ProductConnection: {
    nodes: async (search) => nodes(await search.readPage()),
    edges: async (search) => (await search.readPage()).edges,
    pageInfo: (search) => search.readPage(),
    async totalCount(search, _, context) {
      const count = await countMatches(search)
      if (count > 0 || search.onlyText === null) return count
      // A cached response would hide the next search for the same text.
      context.isCounted = true
      if (context.isByShopper) context.shop.emptySearches.add(search.onlyText, context.shop.searcher ?? [])
      return count
    },
    matchedBy: (search) => search.matchedBy(),
    searchPrice: (search) => search.searchPrice(),
    facets: (search) => search,
  },
  ProductEdge: {
    variant: async ({ node, filter }, _, { loaders }) => variantFor(await loaders.family.load(node), filter),
  },
  ProductFacets: {
    async categories(search, _, { shop }) {
      const [categories, counts] = await Promise.all([shop.categories(), countByCategory(search)])
      const selected = new Set((await search.filter()).categoryIds)
      return categories.map((category) => ({
        category,
        count: counts.get(category.id) ?? 0,
        selected: selected.has(category.id),
      }))
    },
    ratings: countByRating,
    uses: countByUse,
    options: countByOption,
    price: findPriceRange,
    priceHistogram: (search, { buckets }) => countByPrice(search, buckets),
  },

  User: {
    ...staffOfUser,
    emailVerifiedAt: ({ emailVerifiedAt }) => emailVerifiedAt ?? null,
    hasPassword: ({ passwordHash }) => passwordHash !== NO_PASSWORD,
    cart: ({ id }, _, { shop }) => getCart(shop, id),
    wishlist: ({ id }, _, { shop }) => listWishlist(shop, id),
    addresses: ({ id }, _, { shop }) => listAddresses(shop, id),
    orders: ({ id }, page, { shop }) => listOrders(shop, id, page),
    consents: ({ id }, _, { shop }) => listConsents(shop, id),
    notices: (user, _, { shop }) => listNotices(shop, user),
    export: (user, _, { loaders }) => loaders.exported.load(user),
    order: ({ id }, { number }, { shop }) => findOrderByNumber(shop, id, number),
  },
  Cart: {
    items: ({ lines }) => lines,
    totalQuantity,
    couponWarning: (cart, _, { shop }) => whyCouponFails(shop, cart),
    couponOffers: (cart, _, { shop }) => offerCoupons(shop, cart),
    priceDetails: async (cart, _, { shop }) => priceOfCart(cart, (await whyCouponFails(shop, cart)) !== null),
    warnings: warnAboutCart,
  },
  CartItem: {
    lineTotal: ({ product, quantity }) => lineTotal({ discounted: product.discounted, quantity }),
    estimatedDelivery: ({ product }) => estimatedDelivery(product.id, new Date()),
  },
  PriceStep: { code: ({ kind }) => kind },
  WishlistItem: { priceDrop },

  Order: {
    number: orderNumber,
    items: ({ lines }) => lines,
    priceDetails: priceOfOrder,
    isGiftWrapped,
    coupon: ({ couponCode: code, couponPercent: percent, couponDescription: description }) =>
      code === null ? null : { code, percent: percent!, description: description ?? '' },
    deliveryAddress: (order) => ({
      name: order.deliveryName,
      street: order.deliveryStreet,
      city: order.deliveryCity,
      state: order.deliveryState,
      country: order.deliveryCountry,
      zipCode: order.deliveryZipCode,
      mobile: order.deliveryMobile,
    }),
    timeline: ({ events }) => events,
    expiresAt: ({ payOnDelivery, isReplacement, expiresAt }) => (payOnDelivery || isReplacement ? null : expiresAt),
    actions: (order) => actionsOf(order),
    deliveredAt,
    returnableUntil: (order) => returnableUntil(order),
    invoice: (order, _, { shop }) => invoiceOf(shop.settings, order),
    shipment: (order) => shipmentOf(order),
    refunds: async ({ id }, _, { loaders }) => (await loaders.money.load(id)).refunds,
    returns: ({ id }, _, { loaders }) => loaders.returns.load(id),
    cancelledPaise,
    returnPaise: async (order, { lines }, { loaders }) => returnPaise(order, lines, await loaders.money.load(order.id)),
    replaces: async ({ id, isReplacement }, _, { loaders }) =>
      (isReplacement && (await loaders.replaces.load(id))?.number) || null,
    waitsForReturn,
    expectsReturn,
    reviews: ({ id }, _, { loaders }) => loaders.orderReviews.load(id),
  },
  LinkedOrder: {
    number: orderNumber,
    firstName: ({ user }) => user.firstName,
    city: ({ deliveryCity }) => deliveryCity,
    items: ({ lines }) => lines,
    priceDetails: priceOfOrder,
    timeline: ({ events }) => events,
    shipment: (order) => shipmentOf(order),
    refunds: async ({ id }, _, { loaders }) => (await loaders.money.load(id)).refunds,
    waitsForReturn,
    expectsReturn,
  },
  OrderRefund: { ...inPaise('amount'), at: ({ requestedAt, endedAt }) => endedAt ?? requestedAt },
  InvoiceLine: inPaise('taxable', 'cgst', 'sgst', 'igst', 'total'),
  InvoiceTotal: inPaise('taxable', 'cgst', 'sgst', 'igst', 'total'),
  Payment: inPaise('amount'),
  OrderItem: {
    image,
    price,
    lineTotal,
    returnable: (line) => inSets(line, returnablePieces(line)).quantity,
    returnablePieces: (line) => inSets(line, returnablePieces(line)).pieces,
    returnedBroken: async (line, _, { loaders }) => (await brokenOf(line, loaders)).quantity,
    returnedBrokenPieces: async (line, _, { loaders }) => (await brokenOf(line, loaders)).pieces,
    product: ({ productId }, _, { loaders }) => (productId === null ? null : loaders.product.load(productId)),
    weightGrams: async ({ productId, replacesLineId }, _, { loaders }) => {
      if (productId !== null) return (await loaders.product.load(productId))?.weightGrams ?? null
      return replacesLineId === null ? null : loaders.weightOfSingle.load(replacesLineId)
    },
  },
  OrderReturn: {
    photos: ({ photos }) =>
      photos.map((photo) =>
        buyersImage({ ...photo, imageAlt: `Photo ${photo.position + 1} of the returned items` }, false),
      ),
    replacement: ({ replacement }) => replacement && orderNumber(replacement),
    sendTo: ({ lines }, _, { shop }) =>
      lines.some(({ state }) => state === 'ACCEPTED') ? addressForReturns(shop.settings) : null,
    owesRefund: async ({ orderId, order }, _, { loaders }) =>
      ((order.isReplacement ? (await loaders.replaces.load(orderId))?.owedPaise : order.owedPaise) ?? 0) > 0,
  },
  OrderReturnLine: {
    item: ({ orderLine }) => orderLine,
    reason: ({ reason }) => reason as ReturnReason,
  },
  OrderConnection: { nodes, pageInfo, totalCount: (page) => page.totalCount() },
  PageInfo,

  ...officeTypes,

  Payload: { __resolveType: () => null },
  Node: { __resolveType: ({ __typename }) => __typename },
}
