/**
 * The domain's limits that buildApp may replace: LIMITS=off turns some of them off, and tests lower them. For each, 0 means no limit.
 * limits.ts has the values, and the constants next to the code that uses them say more.
 */
export interface DomainLimits {
  /** Wrong passwords within 15 minutes, per account and network, and per account. */
  passwords: { attempts: number; attemptsPerAccount: number }
  codes: {
    /** The number of codes that may be sent to one mailbox. */
    perMailboxAndHour: number
    /** The number of codes that one network may request. */
    perNetworkAndHour: number
    /** The maximum number of wrong codes from one network within 15 minutes. */
    wrongPerNetwork: number
  }
  /** The maximum number of items of each kind per shopper. */
  lists: { addresses: number; wishlist: number; cartLines: number; idempotencyKeys: number }
  holds: {
    /** In percent: see HOLD_LIMITS. */
    sharePercent: number
    /** A proven account's order may always hold this many pieces, if they are in stock. */
    minimumPieces: number
    unpaidPerHour: number
    /** Per network, for all its unproven accounts. */
    unpaidPerAddressAndHour: number
  }
  onDelivery: {
    /** The number of open orders that an account may have: the setting COD_OPEN_ORDERS. */
    openOrders: number
    openPerMobile: number
    openPerPostalAddress: number
    openPerNetwork: number
  }
  /** In hours. */
  packHours: number
  /** The number of open orders on delivery that the metrics call many. */
  manyOnDelivery: number
  searchMs: number
  unprovedMailMs: number
}
