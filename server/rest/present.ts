/** Converts the domain's results into the contract's responses. */
import type { listAddresses } from '../domain/accounts/addresses'
import type { Viewer } from '../domain/login/accounts'
import type { Cart } from '../domain/cart/cart'
import type { listCategories, listProducts } from '../domain/catalogue/catalogue'
import type { WishlistItem } from '../domain/cart/wishlist'
import type * as contract from '../shared/contract/schemas'
import { formatTimestamp } from '../shared/timestamps'

type Product = Awaited<ReturnType<typeof listProducts>>[number]
type Category = Awaited<ReturnType<typeof listCategories>>[number]
type Address = Awaited<ReturnType<typeof listAddresses>>[number]

const timestamps = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({
  createdAt: formatTimestamp(createdAt),
  updatedAt: formatTimestamp(updatedAt),
})

export const presentProduct = (product: Product): contract.Product => ({
  _id: product.id,
  title: product.title,
  imgURL: product.imageUrl,
  price: { discounted: product.discounted, original: product.original },
  rating: product.rating,
  categoryName: product.categoryName,
  offer: product.offer,
  isBestseller: product.isBestseller,
})

export const presentCategory = ({ id, name, imageAlt, imageUrl }: Category): contract.Category => ({
  _id: id,
  categoryName: name,
  img: { alt: imageAlt, url: imageUrl },
})

export const presentCart = ({ lines }: Cart): contract.Cart =>
  lines.map((line) => ({ ...presentProduct(line.product), qty: line.quantity, ...timestamps(line) }))

export const presentCartChoices = ({ couponCode, giftWrap, giftMessage, hidePrices }: Cart): contract.CartChoices => ({
  couponCode,
  giftWrap,
  giftMessage,
  hidePrices,
})

export const presentWishlist = (items: WishlistItem[]): contract.Wishlist =>
  items.map((item) => ({ ...presentProduct(item.product), ...timestamps(item) }))

export const presentAddresses = (addresses: Address[]): contract.Addresses =>
  addresses.map(({ id, name, street, city, state, country, zipCode, mobile, ...row }) => ({
    _id: id,
    ...{ name, street, city, state, country, zipCode, mobile },
    ...timestamps(row),
  }))

export const presentUser = (
  { id, firstName, lastName, email, ...row }: Viewer,
  { cart, wishlist, addresses }: { cart: Cart; wishlist: WishlistItem[]; addresses: Address[] },
): contract.User => ({
  _id: id,
  ...{ firstName, lastName, email },
  ...timestamps(row),
  cart: presentCart(cart),
  wishlist: presentWishlist(wishlist),
  address: presentAddresses(addresses),
})
