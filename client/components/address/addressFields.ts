/** The fields of the address form that are text, in the order of the screen. */
import type { AddressInput } from '../../../server/shared/validation'

export interface AddressField {
  name: Exclude<keyof AddressInput, 'country'>
  autoComplete: string
  inputMode?: 'numeric'
  maxLength: number
}

export const FIELDS: AddressField[] = [
  { name: 'name', autoComplete: 'name', maxLength: 200 },
  { name: 'street', autoComplete: 'street-address', maxLength: 1000 },
  // The PIN code precedes city and state, because it fills in both.
  { name: 'zipCode', autoComplete: 'postal-code', inputMode: 'numeric', maxLength: 20 },
  { name: 'city', autoComplete: 'address-level2', maxLength: 200 },
  { name: 'state', autoComplete: 'address-level1', maxLength: 200 },
]
/** Follows the country, which is chosen from a list. */
export const MOBILE: AddressField = {
  name: 'mobile',
  autoComplete: 'tel-national',
  inputMode: 'numeric',
  maxLength: 20,
}

const ORDER: string[] = [...FIELDS.map(({ name }) => name), 'country', 'countryCode', MOBILE.name, 'label']

/** The invalid fields, each once, in the order of the screen. The schema reports them in the order of the REST contract. */
export const badFields = (issues: readonly { path: readonly PropertyKey[] }[]): string[] =>
  [...new Set(issues.map(({ path }) => String(path[0])))].sort(
    (one, other) => ORDER.indexOf(one) - ORDER.indexOf(other),
  )
