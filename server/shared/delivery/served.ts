/** Where the shop delivers: the rule for product page, cart, checkout, orders and their address changes. Addresses elsewhere can be stored. */
import { plainPin } from '../indianNumbers'
import { countryName, countryOf, type Place } from './countries'

/**
 * The first three digits of all PIN codes that India Post has given out: its sorting districts, single or as a range. A test compares them
 * with the table of places. The field post offices of the army (9) are not among them, because couriers do not deliver there.
 */
const SORTING_DISTRICTS =
  '110 121-127 131-136 140-148 151-152 160 171-177 180-182 184-185 190-194 201-212 221-233 241-251 261-263 271-277 281-285 301-307 311-314 ' +
  '321-328 331-335 341-345 360-365 370 380 382-385 387-396 400-403 410-416 421-425 431 440-445 450-458 460-466 470-477 480-488 490-497 ' +
  '500-509 515-518 520-524 530-535 560-563 570-577 580-587 590-591 600-614 620-632 635-639 641-643 670-671 673 676 678-680 682-683 685-686 ' +
  '688-691 695 700 711-713 721-723 731-737 741-744 751-770 781-788 790-805 811-816 821-829 831-835 841-848 851-855'
const RANGES = SORTING_DISTRICTS.split(' ').map((range) => range.split('-'))

/** True if a post office has a PIN code with the same first three digits. `pin` has six digits. */
export function isKnownPin(pin: string): boolean {
  const district = pin.slice(0, 3)
  return RANGES.some(([low = '', high = low]) => district >= low && district <= high)
}

interface NotServed {
  /** The field of the address that has to change. */
  field: 'country' | 'zipCode'
  /** A sentence for the shopper. */
  message: string
}

/** Returns why the shop does not deliver to a place, or null if it does. `countries` are codes of ISO 3166: the setting DELIVERY_COUNTRIES. */
export function whyNotServed(countries: readonly string[], place: Place): NotServed | null {
  // One or two letters that are no country's code, such as `KA`, name no country. A PIN code then means India.
  const namesNone = /^[a-z.-]{0,2}$/i.test(place.country.trim()) && isKnownPin(plainPin(place.zipCode) ?? '')
  const country = countryOf(place) ?? (namesNone ? 'IN' : null)
  const served = new Intl.ListFormat('en').format(countries.map(countryName))
  if (country === null)
    return { field: 'country', message: `We deliver only in ${served}. Please choose the country of this address.` }
  if (!countries.includes(country))
    return {
      field: 'country',
      message: `We deliver only in ${served}. The country of this address is ${countryName(country)}.`,
    }
  if (country !== 'IN' || isKnownPin(place.zipCode)) return null
  const message = `We do not deliver to PIN code ${place.zipCode}, because no post office has a code that begins with ${place.zipCode.slice(0, 3)}. Please check it.`
  return { field: 'zipCode', message }
}
