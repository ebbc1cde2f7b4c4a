/** Pay on delivery: where it is offered, up to what amount, and for how many open orders. */
import { z } from 'zod'
import { pinCodes, whole } from './kinds'

export const payOnDeliveryVariables = z.object({
  COD_MAX_AMOUNT: whole(0, 1_000_000).default(5_000),
  COD_PIN_CODES: pinCodes.default([]),
  COD_OPEN_ORDERS: whole(0, 10_000).default(3),
  COD_OPEN_PER_MOBILE: whole(0, 10_000).default(3),
  COD_OPEN_PER_POSTAL_ADDRESS: whole(0, 10_000).default(3),
  COD_OPEN_PER_NETWORK: whole(0, 100_000).default(20),
  COD_MANY_OPEN: whole(0, 100_000).default(10),
  COD_PACK_HOURS: whole(0, 24 * 365).default(72),
})

type Values = z.infer<typeof payOnDeliveryVariables>

export function payOnDeliverySettings(values: Values) {
  return {
    /** Null if the shop does not offer pay on delivery. */
    payOnDelivery: values.COD_MAX_AMOUNT === 0 ? null : terms(values),
  }
}

function terms(values: Values) {
  return {
    /** Whole rupees. */
    maximumAmount: values.COD_MAX_AMOUNT,
    /** In the format of shared/delivery/payOnDelivery. Empty means everywhere in India. */
    pinCodes: values.COD_PIN_CODES,
    /** The number of open orders that an account may have; 0 means no limit, here and in the next three settings. */
    openOrders: values.COD_OPEN_ORDERS,
    openPerMobile: values.COD_OPEN_PER_MOBILE,
    openPerPostalAddress: values.COD_OPEN_PER_POSTAL_ADDRESS,
    /** For proven accounts. Unproven accounts may have at most 5. */
    openPerNetwork: values.COD_OPEN_PER_NETWORK,
    /** Staff see groups of at least this many open orders that share a mobile number, address or network; 0 means never. */
    manyOpen: values.COD_MANY_OPEN,
    /** An unproven account's order that has not been shipped after this many hours is cancelled; 0 means never. */
    packHours: values.COD_PACK_HOURS,
  }
}
