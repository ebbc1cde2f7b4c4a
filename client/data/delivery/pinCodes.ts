/** What city and state a PIN code of India belongs to. Imported when it is asked for: the table is some 12 KB. */
import table from './pinPlaces.json' with { type: 'json' }

export interface Place {
  city: string
  state: string
}

/** The first three digits of a PIN code. */
const sortingDistrict = (pin: number): number => Math.floor(pin / 1000)

/** Of six digits; null where no post office has one that begins like it. A code that is newer than the table counts to the one below. */
export function placeOfPin(pin: string): Place | null {
  const wanted = Number(pin)
  const i = table.starts.findLastIndex((start) => start <= wanted)
  if (i < 0 || sortingDistrict(table.starts[i]!) !== sortingDistrict(wanted)) return null
  const [city, state] = table.places[table.placeOfStart[i]!]!.split('|')
  return { city: city!, state: table.states[Number(state)]! }
}
