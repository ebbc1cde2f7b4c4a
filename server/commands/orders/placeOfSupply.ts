/** Converts the state that a buyer wrote into a place of supply as GST forms write it. */

/** The GST codes. A GSTIN begins with the same two digits. */
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

/** Old names that buyers still write. */
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

/** Returns for example `33-Tamil Nadu`, or the text unchanged if it is not an Indian state. */
export const placeOfSupply = (state: string): string => BY_NAME.get(plain(state)) ?? state.trim()
