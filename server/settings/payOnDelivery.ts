/** Interprets the settings of pay on delivery. */
import type { Environment } from './environment'

/** Null if pay on delivery is off. */
export function payOnDeliverySettings(values: Environment) {
  if (values.COD_MAX_AMOUNT === 0) return null
  return {
    /** Whole rupees. */
    maximumAmount: values.COD_MAX_AMOUNT,
    /** In the format of shared/delivery/payOnDelivery; empty for everywhere in India. */
    pinCodes: values.COD_PIN_CODES,
    /** The open orders that an account may have; 0 for no limit, also for the next three settings. */
    openOrders: values.COD_OPEN_ORDERS,
    openPerMobile: values.COD_OPEN_PER_MOBILE,
    openPerPostalAddress: values.COD_OPEN_PER_POSTAL_ADDRESS,
    openPerNetwork: values.COD_OPEN_PER_NETWORK,
    /** From this many open orders with one mobile number, address or network on, staff sees them; 0 for never. */
    manyOpen: values.COD_MANY_OPEN,
    /** An order that was not sent after this many hours is cancelled; 0 for never. */
    packHours: values.COD_PACK_HOURS,
  }
}
