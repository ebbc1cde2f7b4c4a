import { describe, expect, it } from 'vitest'
import table from './pinPlaces.json' with { type: 'json' }
import { placeOfPin } from './pinCodes'
import { isKnownPin, whyNotServed } from './served'

const INDIA = ['IN']
const inIndia = (zipCode: string) => ({ country: 'India', zipCode })

describe('a PIN code', () => {
  it('is known exactly if a post office has one with the same beginning', () => {
    for (let district = 0; district <= 999; district += 1) {
      const pin = `${String(district).padStart(3, '0')}999`
      expect([pin, isKnownPin(pin)]).toEqual([pin, placeOfPin(pin) !== null])
    }
    expect(table.starts.every((pin) => isKnownPin(String(pin)))).toBe(true)
  })
})

describe('whyNotServed', () => {
  it.each(['110001', '560001', '682555', '194101', '737101', '744101', '796001', '855117', '400001', '700001'])(
    'delivers to PIN code %s',
    (pin) => expect(whyNotServed(INDIA, inIndia(pin))).toBeNull(),
  )

  it.each([
    '000000',
    '000001',
    '099999',
    '100001',
    '111111',
    '119001',
    '199001',
    '299999',
    '349999',
    '900056',
    '999999',
  ])('does not deliver to PIN code %s', (pin) => expect(whyNotServed(INDIA, inIndia(pin))?.field).toBe('zipCode'))

  it.each([
    ['Norway', '0150', 'We deliver only in India. The country of this address is Norway.'],
    ['NO', '0150', 'We deliver only in India. The country of this address is Norway.'],
    ['Nepal', '44600', 'We deliver only in India. The country of this address is Nepal.'],
    ['Sri Lanka', '560001', 'We deliver only in India. The country of this address is Sri Lanka.'],
    ['USA', '560001', 'We deliver only in India. The country of this address is United States.'],
    ['Atlantis', '00100', 'We deliver only in India. Please choose the country of this address.'],
    ['', '0150', 'We deliver only in India. Please choose the country of this address.'],
  ])('does not deliver to %s %s', (country, zipCode, message) => {
    expect(whyNotServed(INDIA, { country, zipCode })).toEqual({ field: 'country', message })
  })

  it('trusts the chosen country before the text', () => {
    expect(whyNotServed(INDIA, { country: 'India', countryCode: 'NO', zipCode: '560001' })?.field).toBe('country')
    expect(whyNotServed(INDIA, { country: 'my country', countryCode: 'IN', zipCode: '560001' })).toBeNull()
  })

  it.each(['India', 'भारत', 'Bharat', 'IN', 'INDIA ', 'இந்தியா'])('knows India as %j', (country) => {
    expect(whyNotServed(INDIA, { country, zipCode: '560001' })).toBeNull()
  })

  it.each(['KA', 'Desh', 'I', 'Karnataka', ''])('takes %j with a PIN code of India for India', (country) => {
    expect(whyNotServed(INDIA, { country, state: 'KA', zipCode: '560001' })).toBeNull()
    expect(whyNotServed(INDIA, { country, state: 'KA', zipCode: '000000' })?.field).toBe('zipCode')
  })

  it.each([
    ...[
      ['中国', '201100'],
      ['Россия', '190000'],
      ['Казахстан', '180000'],
      ['Rossiya', '121099'],
      ['Singapur', '530530'],
    ],
    ...[
      ['Roumanie', '700001'],
      ['CHN', '201100'],
      ['RUS', '190000'],
      ['SGP', '530530'],
      ['VNM', '700000'],
      ['PRC', '201100'],
    ],
    ...[
      ['Mainland China', '201100'],
      ['China, PR', '201100'],
      ['Not India', '560001'],
      ['Shanghai, China', '201100'],
    ],
    ...[
      ['Bucharest, Romania', '600001'],
      ['Russia (RF)', '121099'],
      ['Singapore - Asia', '530530'],
      ['Lahore Pakistan', '540001'],
    ],
    ...[
      ['Auckland New Zealand', '110001'],
      ['Republic of Korea (South)', '110001'],
      ['my country', '560001'],
      ['Indian Ocean', '560001'],
    ],
  ])('does not deliver to %s with a PIN code of India', (country, zipCode) => {
    expect(whyNotServed(INDIA, { country: country, state: '', zipCode: zipCode })?.field).toBe('country')
  })

  it.each([
    'Lahore, Pakistan',
    'Pakistan - Punjab',
    'Punjab Pakistan',
    'Pakistan (not India)',
    'India/Pakistan',
    'PAKISTAN.',
  ])('does not deliver to %s, although India has a state of the same name', (country) => {
    const place = { country, state: 'Punjab', zipCode: '140001' }
    expect(whyNotServed(INDIA, place)?.message).toContain('Pakistan')
  })

  it.each([
    'Karnataka, India',
    'South India',
    'Bharat Ganarajya',
    'Republic of India',
    'India - 560001',
    'INDIA, Asia',
    'karnataka',
  ])('delivers to %s in Karnataka', (country) =>
    expect(whyNotServed(INDIA, { country, state: 'Karnataka', zipCode: '560001' })).toBeNull(),
  )

  it.each(['I', 'x', '-'])('takes %j without a state for India, if the PIN code is known', (country) => {
    expect(whyNotServed(INDIA, { country, state: 'S', zipCode: '600004' })).toBeNull()
    expect(whyNotServed(INDIA, { country, state: 'S', zipCode: '000004' })?.field).toBe('country')
  })

  it('delivers to the countries of the setting', () => {
    const countries = ['IN', 'NP', 'BT']
    expect(whyNotServed(countries, { country: 'Nepal', zipCode: '44600' })).toBeNull()
    expect(whyNotServed(countries, { country: 'Norway', zipCode: '0150' })?.message).toBe(
      'We deliver only in India, Nepal, and Bhutan. The country of this address is Norway.',
    )
    expect(whyNotServed(countries, inIndia('000000'))?.field).toBe('zipCode')
  })
})
