/** The shop's constants: amounts, limits and time windows that both server and client use. */
export const SHOP = {
  /** Whole rupees, added if the cart includes gift wrap. */
  giftWrapPrice: 30,
  convenienceFee: 0,
  /** Orders always ship free. The banner and the price details show this code, which is not a coupon. */
  freeShippingCode: 'FREEDEL',
  /** The ends of the price filter's range, in whole rupees, and the minimum distance between its thumbs. */
  priceRange: { minimum: 0, maximum: 8000 },
  priceRangeMinimumGap: 500,
  pageSize: 8,
  /**
   * The limits of a filter: characters in a text, number of categories, and number of values of an option. The server rejects anything above these limits, and null bytes.
   */
  filterLimits: { characters: 200, categories: 200, values: 20 },
  /** Pages show the stock if it is at most this number. */
  fewLeft: 5,
  returnWindowDays: 14,
  /** The shop answers a return request within this many working days. */
  answerWorkingDays: 2,
  /** The maximum quantity of one product in a cart. */
  maximumQuantity: 99,
  /**
   * Deliveries arrive this many days after the order, from the first number to the second inclusive. remoteDelivery.ts adds days for remote
   * places.
   */
  deliveryDays: { minimum: 3, maximum: 10 },
  /** After this many days, a deleted account's addresses are erased even if staff never marked the delivery. Parcels take at most 15. */
  addressDaysAfterDeletion: 30,
} as const

/** The account for 'Login as Guest': the first demo account, if the settings allow demo accounts. */
export const GUEST_ACCOUNT = { email: 'guest@cerashop.example', password: 'guest-at-cerashop' } as const
