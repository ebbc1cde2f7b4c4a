/** The rules for staff input about orders, for the server and the office's forms. */
import * as z from 'zod/mini'
import { numberOf, optionalLineOf, paragraphOf, wordsOf } from './validation'

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const shipmentInput = z.object({
  carrier: wordsOf(100),
  trackingNumber: numberOf(100),
  /** Empty if the carrier has no tracking page. */
  trackingUrl: optionalLineOf(500).check(z.refine((text) => text === '' || isWebAddress(text))),
})

export const officeReason = paragraphOf(500)
export const refundReference = numberOf(100)
export const officeNote = paragraphOf(2000)
