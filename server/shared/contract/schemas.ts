/** The content of each REST response: one schema for the presenters' types, the serializer, the OpenAPI document and the tester. */
import * as z from 'zod/mini'

/** The schemas with a name in the OpenAPI document. The others are inlined. */
export const components = z.registry<{ id: string; description?: string }>()

export function component<Schema extends z.ZodMiniType>(id: string, schema: Schema, description?: string): Schema {
  components.add(schema, { id, ...(description && { description }) })
  return schema
}

const timestamp = component(
  'Timestamp',
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)),
  'UTC, to the second.',
)
const timestamps = { createdAt: timestamp, updatedAt: timestamp }

const category = component(
  'Category',
  z.strictObject({
    _id: z.string(),
    categoryName: z.string(),
    img: z.strictObject({ alt: z.string(), url: z.string() }),
  }),
)
export type Category = z.infer<typeof category>

const productFields = {
  _id: z.string(),
  title: z.string(),
  imgURL: z.string(),
  price: component('Price', z.strictObject({ discounted: z.int(), original: z.int() }), 'Whole rupees.'),
  rating: z.int(),
  categoryName: z.string(),
  offer: z.string(),
  isBestseller: z.boolean(),
}

const product = component('Product', z.strictObject(productFields))
export type Product = z.infer<typeof product>

const cart = z.array(component('CartItem', z.strictObject({ ...productFields, qty: z.int(), ...timestamps })))
export type Cart = z.infer<typeof cart>

const wishlist = z.array(component('WishlistItem', z.strictObject({ ...productFields, ...timestamps })))
export type Wishlist = z.infer<typeof wishlist>

const addresses = z.array(
  component(
    'Address',
    z.strictObject({
      _id: z.string(),
      name: z.string(),
      street: z.string(),
      city: z.string(),
      state: z.string(),
      country: z.string(),
      zipCode: z.string(),
      mobile: z.string(),
      ...timestamps,
    }),
  ),
)
export type Addresses = z.infer<typeof addresses>

const cartChoices = component(
  'CartChoices',
  z.strictObject({
    couponCode: z.nullable(z.string()),
    giftWrap: z.boolean(),
    giftMessage: z.nullable(z.string()),
    hidePrices: z.boolean(),
  }),
)
export type CartChoices = z.infer<typeof cartChoices>

const user = component(
  'User',
  z.strictObject({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    ...timestamps,
    cart,
    wishlist,
    address: addresses,
  }),
)
export type User = z.infer<typeof user>

export const responses = {
  categories: component('CategoriesResponse', z.strictObject({ categories: z.array(category) })),
  category: component('CategoryResponse', z.strictObject({ category })),
  products: component('ProductsResponse', z.strictObject({ products: z.array(product) })),
  product: component('ProductResponse', z.strictObject({ product })),
  signup: component('SignupResponse', z.strictObject({ createdUser: user, encodedToken: z.string() })),
  login: component('LoginResponse', z.strictObject({ foundUser: user, encodedToken: z.string() })),
  cart: component('CartResponse', z.strictObject({ cart })),
  cartChoices: component('CartChoicesResponse', z.strictObject({ choices: cartChoices })),
  wishlist: component('WishlistResponse', z.strictObject({ wishlist })),
  address: component('AddressResponse', z.strictObject({ address: addresses })),
}

export const refusal = component(
  'Refusal',
  z.strictObject({ errors: z.array(z.string()).check(z.minLength(1)) }),
  'The errors that the caller can fix, as sentences for people.',
)
