/** Invoices: the seller, and GST. */
import { z } from 'zod'
import { stateCode } from '../shared/money/states'
import { GSTIN, plain, type Given } from './kinds'
import { takesRealMoney, type PaymentValues } from './payments'
import type { ShopValues } from './shop'

export const variables = z.object({
  SELLER_NAME: z.string().trim().min(1).max(200).optional(),
  SELLER_ADDRESS: z.string().trim().min(1).max(500).optional(),
  SELLER_STATE: z.string().trim().min(1).max(100).optional(),
  SELLER_GSTIN: z.string().trim().regex(GSTIN, 'must be a GSTIN such as 29ABCDE1234F1Z5').optional(),
  GST_PERCENT: plain.pipe(z.number().max(100).multipleOf(0.01)).default(5),
  HSN_CODE: z
    .string()
    .regex(/^(\d{4}|\d{6}|\d{8})$/, 'must have 4, 6 or 8 digits')
    .default('6912'),
})

type Values = z.infer<typeof variables> & PaymentValues & ShopValues

export function errors(given: Given): string[] {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_STATE: state, SELLER_GSTIN: gstin } = given
  if (!gstin) return []
  if (name && address && state) {
    const code = stateCode(state)
    return code === null || gstin.trim().startsWith(code)
      ? []
      : [`SELLER_GSTIN: must begin with ${code}, the code of SELLER_STATE`]
  }
  return ['SELLER_GSTIN: needs SELLER_NAME, SELLER_ADDRESS and SELLER_STATE, because a tax invoice contains them all']
}

export function settings(values: Values) {
  return {
    seller: seller(values),
    gst: {
      /** In hundredths of a percent. */
      rate: Math.round(values.GST_PERCENT * 100),
      hsnCode: values.HSN_CODE,
    },
  }
}

/** An obviously fictitious seller, for trying out the shop without seller settings. */
const SAMPLE_SELLER = {
  name: 'Sample Seller',
  address: '1 Sample Street, Bengaluru 560001',
  state: 'Karnataka',
  gstin: '29ABCDE1234F1Z5',
}

/** The seller on invoices. Without a GSTIN, they are receipts. */
function seller(values: Values) {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_STATE: state, SELLER_GSTIN: gstin } = values
  const isNobody = !name && !address && !state && !gstin
  if (isNobody && !takesRealMoney(values)) return SAMPLE_SELLER
  return { name: name ?? values.SHOP_NAME, address: address ?? '', state: state ?? '', gstin: gstin ?? null }
}
