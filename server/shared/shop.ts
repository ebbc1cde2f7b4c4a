/** The shop's constants: amounts, limits and windows that server and client both show or keep. */
export const SHOP = {
  /** Whole rupees, added where the cart asks for gift wrap. */
  giftWrapPrice: 30,
  convenienceFee: 0,
  /** Every order ships free; the banner and the price details name this code. It is not a coupon. */
  freeShippingCode: 'FREEDEL',
  /** The ends of the price filter, in whole rupees, and the least distance between its thumbs. */
  priceRange: { minimum: 0, maximum: 8000 },
  priceRangeMinimumGap: 500,
  pageSize: 8,
  /** The most that a filter may hold: characters of a text, and categories. The server refuses more, and a null byte. */
  filterLimits: { characters: 200, categories: 200 },
  returnWindowDays: 14,
  /** The most pieces of one product in a cart. */
  maximumQuantity: 99,
  /** A delivery takes this many days after the order, both included; remoteDelivery.ts says where it takes longer. */
  deliveryDays: { minimum: 3, maximum: 10 },
} as const

/** The account behind 'Login as Guest': the first of the demo accounts, where the settings allow those. */
export const GUEST_ACCOUNT = { email: 'guest@cerashop.example', password: 'guest-at-cerashop' } as const
