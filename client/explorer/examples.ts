/** The explorer's initial tabs, one example each. A test runs all of them. */
export interface Example {
  query: string
  variables?: string
}

const json = (value: object): string => JSON.stringify(value, null, 2)

const BROWSE: Example = {
  query: `# Bowls and cups up to Rs. 2,000, with what could be chosen next: counts for each facet.
# Everything here is public: no token is needed. Press the run button, or Ctrl + Enter.
query Browse($filter: ProductFilter, $sort: ProductSort!) {
  products(filter: $filter, sort: $sort, first: 4) {
    totalCount
    nodes {
      id
      title
      price { discounted original discountPercent }
      quantityAvailable
      image { url alt }
    }
    pageInfo { hasNextPage endCursor }
    facets {
      categories { category { id name } count selected }
      ratings { minRating count }
      price { minimum maximum }
    }
  }
}
`,
  variables: json({ filter: { categoryIds: ['bowls', 'cups'], maxPrice: 2000 }, sort: 'PRICE_LOW_TO_HIGH' }),
}

const SEARCH: Example = {
  query: `# Nothing is called "bowll": what is close to it comes instead, and matchedBy says so.
query Search($text: String!) {
  products(filter: { search: $text }, first: 5) {
    matchedBy
    totalCount
    edges { matchedBy node { id title material } }
  }
  suggestions(text: $text, first: 3) { id title }
}
`,
  variables: json({ text: 'bowll' }),
}

const BUY: Example = {
  query: `# A purchase, step by step: choose each operation beside the run button.
# 1. Press "Guest token" below, or run Signup and put its token into the Headers tab: { "authorization": "..." }
mutation Signup {
  signup(input: { firstName: "Asha", lastName: "Rao", email: "asha@example.com", password: "tea on the veranda" }) {
    token
    userErrors { code message field }
  }
}

# 2. The same idempotency key never adds twice.
mutation AddToCart {
  addToCart(productId: "celadon-chai-cup", quantity: 2, idempotencyKey: "first-cup") {
    cart { version totalQuantity priceDetails { totalAmount trace { kind label amount } } warnings { message } }
    userErrors { code message }
  }
}

# 3. Mobile numbers and PIN codes are taken as people write them.
mutation AddAddress {
  addAddress(input: {
    name: "Asha Rao", street: "14 Lavelle Road", city: "Bengaluru", state: "Karnataka", country: "India"
    zipCode: "560 001", mobile: "+91 98450 12345"
  }) {
    address { id zipCode mobile }
    userErrors { code message field }
  }
}

# 4. The stock is held until expiresAt. In the sandbox the payment's fields tell a checkout page what to do.
mutation Checkout($addressId: ID!) {
  startCheckout(addressId: $addressId, idempotencyKey: "first-order") {
    order { number status expiresAt }
    payment { provider providerOrderId amountPaise currency }
    userErrors { code message }
  }
}
`,
  variables: json({ addressId: 'the id that AddAddress returned' }),
}

const ORDERS: Example = {
  query: `# The account of the token. Press "Guest token" below for an account to look at.
query Orders {
  me {
    firstName
    cart { totalQuantity priceDetails { totalAmount } }
    orders(first: 5) {
      totalCount
      nodes {
        number
        status
        placedAt
        items { title quantity lineTotal estimatedDelivery }
        timeline { status at source note }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}
`,
}

const ERRORS: Example = {
  query: `# Errors that a person can fix are data, with a code and a field.
# Nothing has changed.
mutation Mistakes {
  login(input: { email: "nobody@example.com", password: "let me in" }) {
    token
    userErrors { code message field }
  }
}

# Other errors have extensions.code, such as UNAUTHENTICATED,
# BAD_USER_INPUT or QUERY_TOO_EXPENSIVE.
query Refused {
  products(first: 1000) { totalCount }
}
`,
}

export const EXAMPLES: Example[] = [BROWSE, SEARCH, BUY, ORDERS, ERRORS]
