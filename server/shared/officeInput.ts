/** The rules for staff input about orders, for the server and the office's forms. */
import * as z from 'zod/mini'
import { MAX_TRACKING_NUMBER, whyNotTracking } from './delivery/trackingNumber'
import { code } from './text'
import { invalidMessage, numberOf, optionalLineOf, paragraphOf, wordsOf } from './validation'

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const shipmentInput = z.object({
  carrier: wordsOf(100),
  /** Stored in upper case and without blanks, so that each number has one form. */
  trackingNumber: numberOf(MAX_TRACKING_NUMBER).check(
    z.refine((text) => whyNotTracking(text) === null),
    z.overwrite(code),
  ),
  /** Empty if the carrier has no tracking page. */
  trackingUrl: optionalLineOf(500).check(z.refine((text) => text === '' || isWebAddress(text))),
})

/** The messages for `shipmentInput`: for a tracking number, what is wrong with it. */
export const shipmentMessage =
  ({ trackingNumber }: { trackingNumber: unknown }) =>
  (field: string): string =>
    (field === 'trackingNumber' && typeof trackingNumber === 'string' && whyNotTracking(trackingNumber)) ||
    invalidMessage(field)

export const officeReason = paragraphOf(500)
export const refundReference = numberOf(100)
export const officeNote = paragraphOf(2000)
