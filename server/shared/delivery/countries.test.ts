import { describe, expect, it } from 'vitest'
import { BENGALURU } from '../../testing/data/fixtures'
import { addressInput, savedAddressInput } from '../validation'
import { countryCodeOf, countryOf, isInIndia, listCountries } from './countries'
import { whyNotOnDelivery } from './payOnDelivery'
import { estimateFor } from './remoteDelivery'

const ADDRESS = { ...BENGALURU, zipCode: 'PIN 560 038', mobile: '+91 98765 43210' }

const INDIA = [
  ...[
    'India',
    'INDIA',
    'in',
    'IN.',
    'ind',
    'I.N.D.',
    'India.',
    ' india ',
    'I N D I A',
    'I.N.D.I.A.',
    'INDIA\u200b',
    '\u202aIndia\u202c',
  ],
  ...[
    'ＩＮＤＩＡ',
    '🇮🇳',
    'India 🇮🇳',
    'Republic of India',
    'The Republic of India',
    'Union of India',
    'Indian Republic',
    'India!',
  ],
  ...[
    'Bharat',
    'bharath',
    'Bhārat',
    'BHARATA',
    'Republic of Bharat',
    'Hindustan',
    'Hindusthan',
    'Bharat (India)',
    'India/Bharat',
    'India - IN',
  ],
  ...[
    'India (Bharat)',
    '(India)',
    '“India”',
    'In\u00addia',
    'Hindustān',
    'India,',
    'India 560038',
    'Inde',
    'Indien',
    'Índia',
    'भारत',
    ' भारत ',
    'भारत.',
  ],
  ...[
    'इंडिया',
    'हिंदुस्तान',
    'हिन्दुस्तान',
    'भारत (India)',
    'ভারত',
    'ভাৰত',
    'இந்தியா',
    'பாரதம்',
    'భారతదేశం',
    'ఇండియా',
    'ಭಾರತ',
    'ಇಂಡಿಯಾ',
    'ഇന്ത്യ',
  ],
  ...['ഭാരതം', 'ભારત', 'ઇન્ડિયા', 'ਭਾਰਤ', 'ਇੰਡੀਆ', 'ଭାରତ', 'ଇଣ୍ଡିଆ', 'بھارت', 'انڈیا', 'ہندوستان'],
]

describe('countryCodeOf', () => {
  it.each(INDIA)('recognizes India in %j', (country) => {
    expect(countryCodeOf(country)).toBe('IN')
    expect(isInIndia({ country, zipCode: 'x' })).toBe(true)
    expect(addressInput.parse({ ...ADDRESS, country })).toMatchObject({ zipCode: '560038', mobile: '9876543210' })
    const terms = { maximumAmount: 1000, pinCodes: [] }
    expect(whyNotOnDelivery(terms, { country, zipCode: '560038' }, 500)).toBeNull()
    expect(estimateFor('2026-12-29', { country, zipCode: '744101' })).toBe('2027-01-03')
  })

  it('recognizes the name and the code of every country, each only once', () => {
    const countries = listCountries()
    expect(countries).toHaveLength(249)
    expect(countries[0]).toEqual({ code: 'IN', name: 'India' })
    for (const { code, name } of countries) {
      expect([name, countryCodeOf(name)]).toEqual([name, code])
      expect(countryCodeOf(`${name.toUpperCase()}.`)).toBe(code)
      expect(countryCodeOf(code.toLowerCase())).toBe(code)
    }
    expect(new Set(countries.map(({ name }) => name)).size).toBe(249)
  })

  it.each([
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['the United States of America', 'US'],
    ['UK', 'GB'],
    ['Great Britain', 'GB'],
    ['UAE', 'AE'],
    ['Cote d’Ivoire', 'CI'],
    ['Trinidad and Tobago', 'TT'],
    ['Turkey', 'TR'],
    ['Viet Nam', 'VN'],
    ['Burma', 'MM'],
    ['🇳🇵', 'NP'],
    ['Indonesia/India', 'ID'],
    ['Lahore, Pakistan', 'PK'],
    ['Karnataka, India', 'IN'],
  ])('recognizes %j as %s', (text, code) => {
    expect(countryCodeOf(text)).toBe(code)
  })

  it.each(['Indiana', 'Not India', 'Bhar', 'Atlantis', '—', '', '560038', 'Karnataka', 'Inidia', 'Asia', 'N/A'])(
    'does not recognize %j',
    (text) => {
      expect(countryCodeOf(text)).toBeNull()
    },
  )
})

describe('countryOf', () => {
  it.each([
    ['Karnataka', '560038'],
    ['tamilnadu', '600 004'],
    ['WEST BENGAL', 'PIN 700001'],
    ['Orissa', '751-001'],
    ['Delhi', '११०००१'],
    ['Kerala', '６８２００１'],
    ['Maharashtra', '4 0 0 0 0 1'],
    ['Andaman', '744101'],
    ['J & K', '190001'],
    ['Pondicherry', '605\u200b001'],
  ])('is India for the state %j and the PIN code %j if the text names no country', (state, zipCode) => {
    for (const country of ['Inidia', 'Desh', '-', 'Asia', 'not given', 'Karnataka'])
      expect(countryOf({ country, state, zipCode })).toBe('IN')
    expect(countryOf({ country: 'Nepal', state, zipCode })).toBe('NP')
    expect(countryOf({ country: 'Desh', state, zipCode, countryCode: 'BD' })).toBe('BD')
  })

  it('is not known without a state or without a PIN code', () => {
    expect(countryOf({ country: 'Desh', state: 'Sagaing', zipCode: '560038' })).toBeNull()
    expect(countryOf({ country: 'Desh', state: 'Punjab', zipCode: '54000' })).toBeNull()
  })
})

it.each(['MH', 'Mh.', 'NA', 'N A', 'N.A.', 'TN', 'GA', 'TR', 'ML', 'AR', 'ID', 'IN', '--', ''])(
  'two letters such as %j mean India with an Indian state and PIN code',
  (country) => {
    expect(countryOf({ country, state: 'Maharashtra', zipCode: '411001' })).toBe('IN')
  },
)

it.each(['NP', 'US', 'SG'])('two letters such as %j mean another country with its own state', (country) => {
  expect(countryOf({ country, state: 'Bagmati', zipCode: '446001' })).toBe(country)
})

it.each(['PAK', 'پاکستان', 'Islamic Republic of Pakistan'])('%j is no Indian Punjab', (country) => {
  expect(countryOf({ country, state: 'Punjab', zipCode: '540000' })).toBe('PK')
})

describe('a saved address', () => {
  it('may have the code of its country, or of a text that names no country', () => {
    for (const [country, countryCode] of [
      ['Bharat', 'IN'],
      ['Nepal', 'np'],
      ['Desh', 'BD'],
      ['Nepal', null],
      ['Nepal', undefined],
    ])
      expect(savedAddressInput.safeParse({ ...ADDRESS, country, countryCode }).success).toBe(true)
    for (const [country, countryCode] of [
      ['India', 'NP'],
      ['Nepal', 'IN'],
      ['Desh', 'XX'],
      ['India', 'IND'],
      ['India', ''],
    ])
      expect(savedAddressInput.safeParse({ ...ADDRESS, country, countryCode }).success).toBe(false)
  })
})
