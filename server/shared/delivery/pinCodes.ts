/** Finds the city and state for an Indian PIN code. Import it on demand, because the table takes about 12 KB. */
import table from './pinPlaces.json' with { type: 'json' }

export interface Place {
  city: string
  state: string
}

/** The first three digits of a PIN code. */
const sortingDistrict = (pin: number): number => Math.floor(pin / 1000)

/**
 * Returns null if no post office's code has the same first three digits. For a code that is newer than the table, returns the city and
 * state of the next lower code.
 */
export function placeOfPin(pin: string): Place | null {
  const wanted = Number(pin)
  const i = table.starts.findLastIndex((start) => start <= wanted)
  if (i < 0 || sortingDistrict(table.starts[i]!) !== sortingDistrict(wanted)) return null
  const [city, state] = table.places[table.placeOfStart[i]!]!.split('|')
  return { city: city!, state: table.states[Number(state)]! }
}
