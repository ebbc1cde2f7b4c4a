/** Pay on delivery: where it is offered, up to what amount, and for how many open orders. */
import { z } from 'zod'
import { pinCodes, whole } from './kinds'

export const variables = z.object({
  COD_MAX_AMOUNT: whole(0, 1_000_000).default(5_000),
  COD_PIN_CODES: pinCodes.default([]),
  COD_OPEN_ORDERS: whole(0, 10_000).default(3),
})

export function settings(values: z.infer<typeof variables>) {
  return {
    /** Null if the shop does not offer pay on delivery. */
    payOnDelivery:
      values.COD_MAX_AMOUNT === 0
        ? null
        : {
            /** Whole rupees. */
            maximumAmount: values.COD_MAX_AMOUNT,
            /** In the format of shared/delivery/payOnDelivery. Empty means everywhere in India. */
            pinCodes: values.COD_PIN_CODES,
          },
    /** The number of open orders that an account may have; 0 means no limit. */
    openOnDelivery: values.COD_OPEN_ORDERS,
  }
}
