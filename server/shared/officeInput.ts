/** The rules for staff input about orders, for the server and the office's forms. */
import * as z from 'zod/mini'
import { isStorable } from './validation'

const text = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), z.refine(isStorable))
/** Without control characters, because emails and slips print this text on one line. */
const line = (maximum: number) => text(maximum).check(z.refine((value) => !/\p{Cc}/u.test(value)))

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const shipmentInput = z.object({
  carrier: line(100),
  trackingNumber: line(100),
  /** Empty if the carrier has no tracking page. */
  trackingUrl: z.union([z.literal(''), line(500).check(z.refine(isWebAddress))]),
})

export const officeReason = text(500)
export const refundReference = line(100)
export const officeNote = text(2000)
