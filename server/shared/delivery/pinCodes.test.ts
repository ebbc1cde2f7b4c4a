import { describe, expect, it } from 'vitest'
import { placeOfPin } from './pinCodes'

/** At least one real PIN code for every state and union territory. */
const KNOWN: Record<string, [city: string, state: string]> = {
  110001: ['New Delhi', 'Delhi'],
  122001: ['Gurugram', 'Haryana'],
  141001: ['Ludhiana', 'Punjab'],
  160017: ['Chandigarh', 'Chandigarh'],
  171001: ['Shimla', 'Himachal Pradesh'],
  180001: ['Jammu', 'Jammu and Kashmir'],
  190001: ['Srinagar', 'Jammu and Kashmir'],
  194101: ['Leh', 'Ladakh'],
  201001: ['Ghaziabad', 'Uttar Pradesh'],
  201301: ['Noida', 'Uttar Pradesh'],
  211001: ['Prayagraj', 'Uttar Pradesh'],
  226001: ['Lucknow', 'Uttar Pradesh'],
  248001: ['Dehradun', 'Uttarakhand'],
  302001: ['Jaipur', 'Rajasthan'],
  362520: ['Diu', 'Dadra and Nagar Haveli and Daman and Diu'],
  380001: ['Ahmedabad', 'Gujarat'],
  390001: ['Vadodara', 'Gujarat'],
  396230: ['Silvassa', 'Dadra and Nagar Haveli and Daman and Diu'],
  400001: ['Mumbai', 'Maharashtra'],
  400601: ['Thane', 'Maharashtra'],
  400703: ['Navi Mumbai', 'Maharashtra'],
  403001: ['Panaji', 'Goa'],
  411001: ['Pune', 'Maharashtra'],
  462001: ['Bhopal', 'Madhya Pradesh'],
  492001: ['Raipur', 'Chhattisgarh'],
  500001: ['Hyderabad', 'Telangana'],
  500081: ['Hyderabad', 'Telangana'],
  530001: ['Visakhapatnam', 'Andhra Pradesh'],
  560003: ['Bengaluru', 'Karnataka'],
  560100: ['Bengaluru', 'Karnataka'],
  570001: ['Mysuru', 'Karnataka'],
  600004: ['Chennai', 'Tamil Nadu'],
  600116: ['Chennai', 'Tamil Nadu'],
  605001: ['Puducherry', 'Puducherry'],
  641001: ['Coimbatore', 'Tamil Nadu'],
  673001: ['Kozhikode', 'Kerala'],
  682001: ['Kochi', 'Kerala'],
  682555: ['Kavaratti', 'Lakshadweep'],
  695001: ['Thiruvananthapuram', 'Kerala'],
  700001: ['Kolkata', 'West Bengal'],
  700091: ['Kolkata', 'West Bengal'],
  737101: ['Gangtok', 'Sikkim'],
  744101: ['Port Blair', 'Andaman and Nicobar Islands'],
  751001: ['Bhubaneswar', 'Odisha'],
  781001: ['Guwahati', 'Assam'],
  791111: ['Itanagar', 'Arunachal Pradesh'],
  793001: ['Shillong', 'Meghalaya'],
  795001: ['Imphal', 'Manipur'],
  796001: ['Aizawl', 'Mizoram'],
  797001: ['Kohima', 'Nagaland'],
  799001: ['Agartala', 'Tripura'],
  800001: ['Patna', 'Bihar'],
  834001: ['Ranchi', 'Jharkhand'],
}

describe('placeOfPin', () => {
  it.each(Object.entries(KNOWN))('finds the place of %s', (pin, [city, state]) => {
    expect(placeOfPin(pin)).toEqual({ city, state })
  })

  it('is tested with every state and union territory', () => {
    expect(new Set(Object.values(KNOWN).map(([, state]) => state)).size).toBe(36)
  })

  it.each(['999999', '000000', '100000', '550001', '990001'])('returns null for %s', (pin) => {
    expect(placeOfPin(pin)).toBeNull()
  })
})
