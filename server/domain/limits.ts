/** The values of the domain's limits. */
import { MAX_ADDRESSES } from './accounts/addresses'
import { CODE_LIMITS } from './accounts/codes/mailCodes'
import { PASSWORD_LIMITS } from './accounts/wrongPasswords'
import { MAX_CART_LINES } from './cart/cart'
import { MAX_WISHLIST } from './cart/wishlist'
import { SEARCH_MS } from './catalogue/searchRows'
import type { DomainLimits } from './domainLimits'
import { MAX_IDEMPOTENCY_KEYS } from './idempotency'
import { UNPROVED_MAIL_MS } from './mail/pace'
import { MANY_OPEN } from './office/orders/onDeliverySources'
import { ON_DELIVERY_LIMITS } from './orders/on-delivery/openOnDelivery'
import { PACK_HOURS } from './orders/on-delivery/unpacked'
import { HOLD_LIMITS } from './orders/placement/holdLimits'

export const DOMAIN_LIMITS: DomainLimits = {
  passwords: PASSWORD_LIMITS,
  codes: CODE_LIMITS,
  lists: {
    addresses: MAX_ADDRESSES,
    wishlist: MAX_WISHLIST,
    cartLines: MAX_CART_LINES,
    idempotencyKeys: MAX_IDEMPOTENCY_KEYS,
  },
  holds: HOLD_LIMITS,
  // The setting COD_OPEN_ORDERS replaces `openOrders`.
  onDelivery: { ...ON_DELIVERY_LIMITS, openOrders: 0 },
  packHours: PACK_HOURS,
  manyOnDelivery: MANY_OPEN,
  searchMs: SEARCH_MS,
  unprovedMailMs: UNPROVED_MAIL_MS,
}
