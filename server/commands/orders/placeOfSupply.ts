/** A state as GST's forms write the place of supply, from what buyers write as their state. */

/** The codes of GST; the same two digits begin a GSTIN. */
const CODES: Record<string, string> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
}

/** What is still written. */
const OLD_NAMES: Record<string, string> = {
  Orissa: 'Odisha',
  Pondicherry: 'Puducherry',
  'New Delhi': 'Delhi',
  Uttaranchal: 'Uttarakhand',
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')

const BY_NAME = new Map(
  [...Object.keys(CODES).map((name) => [name, name]), ...Object.entries(OLD_NAMES)].map(([written, name]) => [
    plain(written!),
    `${CODES[name!]}-${name}`,
  ]),
)

/** `33-Tamil Nadu`; as it was written where that is no state of India. */
export const placeOfSupply = (state: string): string => BY_NAME.get(plain(state)) ?? state.trim()
