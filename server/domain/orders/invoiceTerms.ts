/**
 * The invoice details from the settings: seller, HSN code, tax rate and states. The checkout stores them with the order, so later changes
 * to the settings do not affect an invoice.
 */
import { z } from 'zod'
import { inSteps } from '../../database/inSteps'
import { Prisma } from '../../generated/prisma/client'
import { countryOf, type Place } from '../../shared/delivery/countries'
import { placeOfPin } from '../../shared/delivery/pinCodes'
import { stateCode } from '../../shared/money/states'
import type { Settings } from '../../settings'
import type { Shop } from '../shop'

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

/**
 * True if the tax of an order is IGST although its state or PIN code is in the seller's state. Releases before 1.1 did that if the country
 * was not spelt India, IN, Bharat or भारत. False if the address names another country.
 */
export function isInterstateByMistake(terms: InvoiceTerms, destination: Destination): boolean {
  if (terms.seller.gstin === null || terms.isSameState) return false
  if (![null, 'IN'].includes(countryOf(destination))) return false
  const state = stateCode(destination.state) ?? stateCode(placeOfPin(destination.zipCode)?.state ?? '')
  return state !== null && state === sellerStateOf(terms.seller)
}

/** The terms for orders placed before terms were stored. At that time, the code compared the names of the two states exactly as entered. */
function earlierTermsFor(settings: InvoiceSettings, { deliveryState, ...order }: DeliveryColumns): InvoiceTerms {
  const destination = { state: deliveryState, country: order.deliveryCountry, zipCode: order.deliveryZipCode }
  const isSameState = plain(settings.seller.state) === plain(deliveryState)
  return { ...termsFor(settings, destination), isSameState }
}

const plain = (name: string): string => name.trim().toLowerCase()

interface DeliveryColumns {
  deliveryState: string
  deliveryCountry: string
  deliveryZipCode: string
}

export function termsOf(settings: InvoiceSettings, order: DeliveryColumns & { invoiceTerms: unknown }): InvoiceTerms {
  return order.invoiceTerms === null ? earlierTermsFor(settings, order) : invoiceTerms.parse(order.invoiceTerms)
}

/** For orders without stored terms, stores the terms that their invoices have shown so far, and logs how many orders it changed. */
export async function fillInvoiceTerms({ db, settings, log }: Pick<Shop, 'db' | 'settings' | 'log'>): Promise<void> {
  let filled = 0
  await inSteps(async (limit) => {
    const orders = await db.order.findMany({
      where: { invoiceTerms: { equals: Prisma.DbNull } },
      select: { id: true, deliveryState: true, deliveryCountry: true, deliveryZipCode: true },
      orderBy: { serial: 'asc' },
      take: limit,
    })
    const rows = orders.map(({ id, ...order }) => ({ id, terms: earlierTermsFor(settings, order) }))
    // Another server may have stored them in the meantime.
    await db.$executeRaw`
      UPDATE shop_order SET invoice_terms = filled.terms
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS filled (id uuid, terms jsonb)
      WHERE shop_order.id = filled.id AND invoice_terms IS NULL`
    filled += orders.length
    return { count: orders.length }
  })
  if (filled > 0) log.info({ orders: filled }, 'stored the invoice details of earlier orders')
}
