/**
 * The shape of every answer, for the serialiser and the OpenAPI document. Bodies are described, not checked here: what they mean
 * is the domain's to judge.
 */
const string = { type: 'string' } as const
const integer = { type: 'integer' } as const
const boolean = { type: 'boolean' } as const

type Properties = Record<string, object>

const object = (properties: Properties) => ({ type: 'object', properties, required: Object.keys(properties) })
const list = (items: object) => ({ type: 'array', items })

const timestamps = { createdAt: string, updatedAt: string }
const productFields = {
  _id: string,
  title: string,
  imgURL: string,
  price: object({ discounted: integer, original: integer }),
  rating: integer,
  categoryName: string,
  offer: string,
  isBestseller: boolean,
}
const addressText = {
  name: string,
  street: string,
  city: string,
  state: string,
  country: string,
  zipCode: string,
  mobile: string,
}

const product = object(productFields)
const category = object({ _id: string, categoryName: string, img: object({ alt: string, url: string }) })
const cart = list(object({ ...productFields, qty: integer, ...timestamps }))
const wishlist = list(object({ ...productFields, ...timestamps }))
const address = list(object({ _id: string, ...addressText, ...timestamps }))
const user = object({
  _id: string,
  firstName: string,
  lastName: string,
  email: string,
  ...timestamps,
  cart,
  wishlist,
  address,
})

const answers = (status: 200 | 201, properties: Properties) => ({ response: { [status]: object(properties) } })

export const schemas = {
  categories: answers(200, { categories: list(category) }),
  category: answers(200, { category }),
  products: answers(200, { products: list(product) }),
  product: answers(200, { product }),
  signup: answers(201, { createdUser: user, encodedToken: string }),
  login: answers(200, { foundUser: user, encodedToken: string }),
  cart: answers(200, { cart }),
  cartAdded: answers(201, { cart }),
  wishlist: answers(200, { wishlist }),
  wishlistAdded: answers(201, { wishlist }),
  address: answers(200, { address }),
  addressAdded: answers(201, { address }),
}
