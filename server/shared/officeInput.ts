/** The rules for staff input about orders, for the server and the office's forms. */
import * as z from 'zod/mini'
import { isStorable, lineOf } from './validation'

const text = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), z.refine(isStorable))

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const shipmentInput = z.object({
  carrier: lineOf(100),
  trackingNumber: lineOf(100),
  /** Empty if the carrier has no tracking page. */
  trackingUrl: z.union([z.literal(''), lineOf(500).check(z.refine(isWebAddress))]),
})

export const officeReason = text(500)
export const refundReference = lineOf(100)
export const officeNote = text(2000)
