/** Phone numbers for links. */

/** An Indian mobile number without the country's code. */
const INDIAN = /^0?([6-9][0-9]{9})$/

/**
 * The number for `tel:`, with the country's code if it is known: of a number that has one, of an address in India, and of ten digits as Indian
 * mobile numbers have them.
 */
export function phoneOf(mobile: string, isIndian = false): string {
  const digits = mobile.replace(/[^0-9+]/g, '').replace(/(?!^)[+]/g, '')
  if (digits.startsWith('+')) return digits
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  const own = INDIAN.exec(digits)?.[1]
  if (own) return `+91${own}`
  return isIndian && digits !== '' ? `+91${digits}` : digits
}

/** The address of a chat, of digits only. Null without the country's code. */
export const whatsAppOf = (phone: string, text = ''): string | null =>
  phone.startsWith('+') ? `https://wa.me/${phone.slice(1)}${text && `?text=${encodeURIComponent(text)}`}` : null
