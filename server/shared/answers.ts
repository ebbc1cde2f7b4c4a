/** What each REST answer holds, field by field, as data: the tester checks a running server against it. */

/** A leaf by the name of its kind, an object by its fields, a list by what each of its entries is. */
export type Shape =
  'string' | 'integer' | 'boolean' | 'timestamp' | readonly [Shape] | { readonly [field: string]: Shape }

const timestamps = { createdAt: 'timestamp', updatedAt: 'timestamp' } as const

const category = { _id: 'string', categoryName: 'string', img: { alt: 'string', url: 'string' } } as const

const product = {
  _id: 'string',
  title: 'string',
  imgURL: 'string',
  price: { discounted: 'integer', original: 'integer' },
  rating: 'integer',
  categoryName: 'string',
  offer: 'string',
  isBestseller: 'boolean',
} as const

const cart = [{ ...product, qty: 'integer', ...timestamps }] as const
const wishlist = [{ ...product, ...timestamps }] as const
const address = [
  {
    _id: 'string',
    name: 'string',
    street: 'string',
    city: 'string',
    state: 'string',
    country: 'string',
    zipCode: 'string',
    mobile: 'string',
    ...timestamps,
  },
] as const

const user = {
  _id: 'string',
  firstName: 'string',
  lastName: 'string',
  email: 'string',
  ...timestamps,
  cart,
  wishlist,
  address,
} as const

/** Whole answers, by the field that holds the result (an endpoint's `answer`). */
export const ANSWERS = {
  categories: { categories: [category] },
  category: { category },
  products: { products: [product] },
  product: { product },
  createdUser: { createdUser: user, encodedToken: 'string' },
  foundUser: { foundUser: user, encodedToken: 'string' },
  cart: { cart },
  wishlist: { wishlist },
  address: { address },
} as const satisfies Record<string, Shape>

export type Answer = keyof typeof ANSWERS

/** What a refusal holds. */
export const REFUSAL = { errors: ['string'] } as const satisfies Shape
