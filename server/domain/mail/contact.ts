/** How to reach the shop, in the footer of emails. */
import type { Settings } from '../../settings'
import { readablePhone } from '../../shared/indianNumbers'

type Contact = Pick<Settings, 'seller' | 'contactEmail' | 'phone' | 'whatsApp'>

export const sellerLine = ({ seller }: Contact): string =>
  [seller.name, seller.address, seller.state].filter(Boolean).join(', ')

/** One sentence with the ways in the settings. Empty if there are none. */
export function contactLines({ contactEmail, phone, whatsApp }: Contact): string[] {
  const ways = [
    ...(contactEmail === null ? [] : [`reply to this email or write to ${contactEmail}`]),
    ...(phone === null ? [] : [`call ${readablePhone(phone)}`]),
    ...(whatsApp === null ? [] : [`send a WhatsApp message to ${readablePhone(whatsApp)}`]),
  ]
  if (ways.length === 0) return []
  const text = ways.join(', or ')
  return [`Questions? ${text[0]!.toUpperCase()}${text.slice(1)}.`]
}
