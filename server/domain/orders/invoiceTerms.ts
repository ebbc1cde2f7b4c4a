/**
 * The invoice details from the settings: seller, HSN code, tax rate and states. The checkout stores them with the order, so later changes
 * to the settings do not affect an invoice.
 */
import { z } from 'zod'
import { countryOf, type Place } from '../../shared/delivery/countries'
import { placeOfPin } from '../../shared/delivery/pinCodes'
import { stateCode } from '../../shared/money/states'
import type { Settings } from '../../settings'

const invoiceTerms = z.object({
  seller: z.object({
    name: z.string(),
    address: z.string(),
    state: z.string(),
    /** Without a GSTIN, the invoice is a receipt without tax. */
    gstin: z.string().nullable(),
  }),
  hsnCode: z.string(),
  /** In hundredths of a percent. */
  gstRate: z.int(),
  /** The GST code of the buyer's state. Null for an address outside India, or if neither the state nor the PIN code is recognized. */
  buyerState: z.string().nullable(),
  /** True if seller and buyer are in the same state, so the tax is CGST and SGST. */
  isSameState: z.boolean(),
})

export type InvoiceTerms = z.infer<typeof invoiceTerms>

type InvoiceSettings = Pick<Settings, 'seller' | 'gst'>

export type Destination = Place & { state: string }

/** The GST code for a state as the buyer entered it. The PIN code is used only if the state is not recognized. */
function buyerStateOf(destination: Destination): string | null {
  if (countryOf(destination) !== 'IN') return null
  return stateCode(destination.state) ?? stateCode(placeOfPin(destination.zipCode)?.state ?? '')
}

/** A GSTIN begins with its state's code. */
const sellerStateOf = ({ state, gstin }: Settings['seller']): string | null => gstin?.slice(0, 2) ?? stateCode(state)

export function termsFor({ seller, gst }: InvoiceSettings, destination: Destination): InvoiceTerms {
  const buyerState = buyerStateOf(destination)
  const isSameState = buyerState !== null && buyerState === sellerStateOf(seller)
  return { seller, hsnCode: gst.hsnCode, gstRate: gst.rate, buyerState, isSameState }
}

/**
 * True if the address does not show where the order is supplied: the country is not recognized, or it is India, and neither the state nor the PIN code
 * is. The tax is IGST until staff answer with `setPlaceOfSupply`. Without a GSTIN there is no tax, and nothing to ask.
 */
export const isPlaceUnclear = ({ seller }: InvoiceSettings, destination: Destination): boolean =>
  seller.gstin !== null && [null, 'IN'].includes(countryOf(destination)) && buyerStateOf(destination) === null

/** The terms for a place of supply that staff set: the GST code of a state, or null outside India. */
export const termsAt = (terms: InvoiceTerms, buyerState: string | null): InvoiceTerms => ({
  ...terms,
  buyerState,
  isSameState: buyerState !== null && buyerState === sellerStateOf(terms.seller),
})

export const termsOf = (order: { invoiceTerms: unknown }): InvoiceTerms => invoiceTerms.parse(order.invoiceTerms)
