/** Exports all data about a shopper, for that shopper. */
import type { Prisma, Product } from '../../generated/prisma/client'
import { fullTitle } from '../catalogue/variants'
import { choicesOf, getCart } from '../cart/cart'
import { listWishlist } from '../cart/wishlist'
import { listAllNotices } from '../notices/notices'
import { listQuestions } from '../questions/questions'
import { shownIn } from '../orders/columns'
import { orderNumber, priceOfOrder, withHistory } from '../orders/order'
import { isShown, withPhotos, type Review } from '../reviews/reviews'
import type { Shop } from '../shop'
import { photoName } from '../../shared/photos'
import { formatTimestamp } from '../../shared/timestamps'
import type { Viewer } from '../login/accounts'
import { listAddresses } from '../accounts/addresses'
import { listConsents } from '../accounts/consents'

/**
 * Returns JSON. Amounts are in whole rupees, refunds in paise, times in UTC. Orders are sorted newest first, all other lists oldest first.
 */
export async function exportAccount(shop: Shop, viewer: Viewer): Promise<string> {
  const [addresses, consents, cart, wishlist, notices, questions, orders, logins, reviews] = await Promise.all([
    listAddresses(shop, viewer.id),
    listConsents(shop, viewer.id),
    getCart(shop, viewer.id),
    listWishlist(shop, viewer.id),
    listAllNotices(shop, viewer),
    listQuestions(shop, viewer),
    shop.db.order.findMany({ where: { userId: viewer.id }, orderBy: { serial: 'desc' }, include: withRefunds }),
    shop.db.recentLogin.findMany({ where: { userId: viewer.id }, orderBy: { at: 'asc' } }),
    shop.db.review.findMany({ where: { userId: viewer.id }, orderBy: { createdAt: 'asc' }, include: withPhotos }),
  ])
  const signed = (url: string) => {
    const name = photoName(url)
    return name === null ? url : shop.photoLinks.sign(url, name)
  }
  const { firstName, lastName, email, mobile } = viewer
  const account = { firstName, lastName, email, mobile, ...dates(viewer) }
  const { couponCode, ...choices } = choicesOf(cart)
  const data = {
    account,
    addresses: addresses.map(
      ({ label, isDefault, name, street, city, state, country, countryCode, zipCode, mobile, ...row }) => ({
        ...{ label, isDefault, name, street, city, state, country, countryCode, zipCode, mobile },
        ...dates(row),
      }),
    ),
    consents: consents
      .map(({ purpose, version, givenAt, withdrawnAt }) => ({
        ...{ purpose, version },
        givenAt: formatTimestamp(givenAt),
        withdrawnAt: withdrawnAt && formatTimestamp(withdrawnAt),
      }))
      .reverse(),
    cart: {
      coupon: couponCode,
      ...choices,
      lines: cart.lines.map(({ product, quantity, ...line }) => ({ ...named(product), quantity, ...dates(line) })),
    },
    wishlist: wishlist.map(({ product, ...item }) => ({ ...named(product), ...dates(item) })),
    notices: notices.map(({ email, kind, product, price, createdAt, sentAt }) => ({
      ...{ email, kind, ...named(product), price },
      createdAt: formatTimestamp(createdAt),
      sentAt: sentAt && formatTimestamp(sentAt),
    })),
    questions: questions.map(({ name, email, message, product, order, createdAt }) => ({
      ...{ name, email, message },
      ...(product && named(product)),
      ...(order && { order: orderNumber(order) }),
      askedAt: formatTimestamp(createdAt),
    })),
    orders: orders.map((order) => exportOrder(order, signed)),
    reviews: reviews.map((review) => exportReview(review, isShown(review) ? (url) => url : signed)),
    // The last login from each network. The network and the browser are stored only as hashes.
    recentLogins: logins.map(({ at }) => ({ at: formatTimestamp(at) })),
  }
  return JSON.stringify(data, null, 2)
}

const named = (product: Pick<Product, 'id' | 'title' | 'variant' | 'variantOf'>) => ({
  productId: product.id,
  title: fullTitle(product),
})

const dates = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({
  createdAt: formatTimestamp(createdAt),
  updatedAt: formatTimestamp(updatedAt),
})

const withRefunds = {
  ...withHistory,
  refunds: { orderBy: { id: 'asc' } },
  returns: { orderBy: { id: 'asc' }, include: { lines: { include: { orderLine: true } }, photos: true } },
} satisfies Prisma.OrderInclude

/** Returns the address at which the shopper can see the photo. */
type AddressOf = (url: string) => string

const exportReview = (
  { product, stars, text, hiddenReason, reply, photos, ...review }: Review,
  addressOf: AddressOf,
) => ({
  ...(product && { productId: product.id, title: product.title }),
  ...{ stars, text, hiddenReason, reply },
  photos: photos.map(({ imageUrl }) => addressOf(imageUrl)),
  createdAt: formatTimestamp(review.createdAt),
  editedAt: review.editedAt && formatTimestamp(review.editedAt),
  withdrawnAt: review.withdrawnAt && formatTimestamp(review.withdrawnAt),
})

/** Refunds are in paise. */
const exportOrder = (order: Prisma.OrderGetPayload<{ include: typeof withRefunds }>, addressOf: AddressOf) => ({
  ...shownIn('export', order),
  number: orderNumber(order),
  placedAt: formatTimestamp(order.placedAt),
  price: priceOfOrder(order),
  lines: order.lines.map(({ title, quantity, cancelled, discounted, original, estimatedDelivery, ...line }) => ({
    ...{ title, quantity, piecesInSet: line.piecesInSet, cancelled, discounted, original },
    ...{ returned: line.returned, returnedPieces: line.returnedPieces },
    ...{ replaced: line.replaced, replacedPieces: line.replacedPieces },
    estimatedDelivery: estimatedDelivery.toISOString().slice(0, 10),
  })),
  returns: order.returns.map(({ wish, note, refusal, insteadReason, lines, photos, requestedAt }) => ({
    ...{ wish, note, refusal, insteadReason },
    lines: lines.map(({ orderLine: { title }, quantity, pieces, reason, state }) => ({
      ...{ title, quantity, pieces, reason, state },
    })),
    photos: photos.map(({ imageUrl }) => addressOf(imageUrl)),
    requestedAt: formatTimestamp(requestedAt),
  })),
  refunds: order.refunds.map(({ amount, state, requestedAt }) => ({
    ...{ amount, state },
    requestedAt: formatTimestamp(requestedAt),
  })),
  timeline: order.events.map(({ status, source, note, at }) => ({ status, source, note, at: formatTimestamp(at) })),
})
