/** What the settings of pay on delivery mean. */
import type { Environment } from './environment'

/** Null where nothing is paid at the door. */
export function payOnDeliverySettings(values: Environment) {
  if (values.COD_MAX_AMOUNT === 0) return null
  return {
    /** Whole rupees. */
    maximumAmount: values.COD_MAX_AMOUNT,
    /** As shared/payOnDelivery reads them; none for everywhere in India. */
    pinCodes: values.COD_PIN_CODES,
    /** How many of an account may be under way at once; 0 for any number, and likewise the next three. */
    openOrders: values.COD_OPEN_ORDERS,
    openPerMobile: values.COD_OPEN_PER_MOBILE,
    openPerPostalAddress: values.COD_OPEN_PER_POSTAL_ADDRESS,
    openPerNetwork: values.COD_OPEN_PER_NETWORK,
    /** From how many of one mobile number, address or network on staff is shown them; 0 for never. */
    manyOpen: values.COD_MANY_OPEN,
    /** After how many hours one that nobody sent is cancelled; 0 for never. */
    packHours: values.COD_PACK_HOURS,
  }
}
