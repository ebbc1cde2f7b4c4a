/** The states of India with their GST codes and common spellings. */
import { normalized } from '../text'

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

/** The names, sorted. */
export const STATES: readonly string[] = Object.keys(CODES).sort()

/** Old names, short names and common misspellings. */
const OTHER_NAMES: Record<string, string> = {
  Orissa: 'Odisha',
  Pondicherry: 'Puducherry',
  Pondichery: 'Puducherry',
  'New Delhi': 'Delhi',
  'NCT of Delhi': 'Delhi',
  'Delhi NCT': 'Delhi',
  Uttaranchal: 'Uttarakhand',
  Chattisgarh: 'Chhattisgarh',
  Chhatisgarh: 'Chhattisgarh',
  Telengana: 'Telangana',
  Tamilnad: 'Tamil Nadu',
  Karnatak: 'Karnataka',
  Keralam: 'Kerala',
  'West Bengol': 'West Bengal',
  Bengal: 'West Bengal',
  'Jammu Kashmir': 'Jammu and Kashmir',
  'J and K': 'Jammu and Kashmir',
  Andaman: 'Andaman and Nicobar Islands',
  'Andaman and Nicobar': 'Andaman and Nicobar Islands',
  'Dadra and Nagar Haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'Daman and Diu': 'Dadra and Nagar Haveli and Daman and Diu',
  'Laccadive Islands': 'Lakshadweep',
}

/** The letters of number plates and of ISO 3166-2. */
const LETTERS: Record<string, string> = {
  'Jammu and Kashmir': 'JK',
  'Himachal Pradesh': 'HP',
  Punjab: 'PB',
  Chandigarh: 'CH',
  Uttarakhand: 'UK UT',
  Haryana: 'HR',
  Delhi: 'DL',
  Rajasthan: 'RJ',
  'Uttar Pradesh': 'UP',
  Bihar: 'BR',
  Sikkim: 'SK',
  'Arunachal Pradesh': 'AR',
  Nagaland: 'NL',
  Manipur: 'MN',
  Mizoram: 'MZ',
  Tripura: 'TR',
  Meghalaya: 'ML',
  Assam: 'AS',
  'West Bengal': 'WB',
  Jharkhand: 'JH',
  Odisha: 'OD OR',
  Chhattisgarh: 'CG CT',
  'Madhya Pradesh': 'MP',
  Gujarat: 'GJ',
  'Dadra and Nagar Haveli and Daman and Diu': 'DH DN DD',
  Maharashtra: 'MH',
  Karnataka: 'KA',
  Goa: 'GA',
  Lakshadweep: 'LD',
  Kerala: 'KL',
  'Tamil Nadu': 'TN',
  Puducherry: 'PY',
  'Andaman and Nicobar Islands': 'AN',
  Telangana: 'TS TG',
  'Andhra Pradesh': 'AP',
  Ladakh: 'LA',
}

const plain = (name: string): string =>
  normalized(name, 'NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')

const CODE_OF = new Map(
  [
    ...Object.entries(CODES),
    ...Object.entries(LETTERS).flatMap(([name, letters]) =>
      letters.split(' ').map((each) => [each, CODES[name]!] as const),
    ),
    ...Object.entries(OTHER_NAMES).map(([written, name]) => [written, CODES[name]!] as const),
  ].map(([name, code]) => [plain(name), code]),
)

/** The GST code of a state in any of its spellings, such as `33` for `tamilnadu`. Null if it is not recognized. */
export const stateCode = (written: string): string | null => CODE_OF.get(plain(written)) ?? null

const NAME_OF = new Map(Object.entries(CODES).map(([name, code]) => [code, name]))

/** In the format used for a place of supply on GST forms: `33-Tamil Nadu`. */
export const placeOfSupply = (code: string): string => `${code}-${NAME_OF.get(code)}`
