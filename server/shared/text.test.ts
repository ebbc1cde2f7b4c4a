import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BENGALURU } from '../testing/data/fixtures'
import { refundReference, shipmentInput } from './officeInput'
import { apiKeyInput, roleInput } from './staffInput'
import { plainMobile, plainPin } from './indianNumbers'
import { code, email, line, number, paragraph, password } from './text'
import { addressInput, savedAddressInput, signupInput, updateAccountInput } from './validation'

describe('the input line', () => {
  it.each([
    ['marks that change the direction of text', '\u202dAsha\u202c Rao\u200f', 'Asha Rao'],
    ['isolates, as contacts apps add them', '\u2068Asha\u2069', 'Asha'],
    ['spaces without width and a byte order mark', '\ufeffAs\u200bha\u2060', 'Asha'],
    ['line breaks and tabs become one blank', 'Flat 4\r\n12, 4th\tCross\u2028', 'Flat 4 12, 4th Cross'],
    [
      'joiners inside words stay',
      '\u0915\u094d\u200d\u0937 \u0d28\u0d4d\u200d',
      '\u0915\u094d\u200d\u0937 \u0d28\u0d4d\u200d',
    ],
  ])('%s', (_, typed, stored) => {
    expect(line(typed)).toBe(stored)
    expect(line(stored)).toBe(stored)
  })
})

describe('a letter with very many marks', () => {
  const text = `a${'\u0301\u0327'.repeat(5000)}`

  // Normalizing takes time with the square of the number of marks.
  it.each(Object.entries({ line, paragraph, number, code, email }))('keeps few of them in a %s', (_, clean) => {
    expect(clean(text).length).toBeLessThanOrEqual(31)
    expect(clean(clean(text))).toBe(clean(text))
  })
})

describe('a name', () => {
  const person = { firstName: 'Asha', lastName: 'Rao', email: 'asha@x.example', password: 'a long password' }
  const shipment = { carrier: 'India Post', trackingNumber: 'EA1', trackingUrl: '' }
  const controls = ['\u001b]0;pwned\u0007', 'a\u0000b', '\u001b[2J', 'a\u0008b', '\u007f', '\u009b2J']

  it('contains no control characters', () => {
    for (const bad of controls) {
      for (const field of ['firstName', 'lastName'] as const) {
        expect(signupInput.safeParse({ ...person, [field]: bad }).success).toBe(false)
        expect(updateAccountInput.safeParse({ [field]: bad }).success).toBe(false)
      }
      for (const field of ['name', 'street', 'city', 'state'])
        expect(addressInput.safeParse({ ...BENGALURU, [field]: bad }).success).toBe(false)
      expect(savedAddressInput.safeParse({ ...BENGALURU, label: bad }).success).toBe(false)
      for (const input of [apiKeyInput, roleInput])
        expect(input.safeParse({ name: bad, permissions: ['read_orders'] }).success).toBe(false)
      for (const field of ['carrier', 'trackingNumber', 'trackingUrl'])
        expect(shipmentInput.safeParse({ ...shipment, [field]: bad }).success).toBe(false)
      expect(refundReference.safeParse(bad).success).toBe(false)
    }
  })

  it('loses invisible marks, and so do numbers that are pasted from contacts', () => {
    expect(signupInput.parse({ ...person, firstName: '\u202eAsha\n' }).firstName).toBe('Asha')
    expect(updateAccountInput.parse({ mobile: '\u202a+91 98765 43210\u202c' }).mobile).toBe('9876543210')
    const marked = Object.fromEntries(Object.entries(BENGALURU).map(([key, text]) => [key, `\u2068${text}\u2069`]))
    expect(addressInput.parse(marked)).toEqual(BENGALURU)
    expect(signupInput.safeParse({ ...person, firstName: '\u200b\u202e' }).success).toBe(false)
  })
})

describe('the input number', () => {
  it.each([
    ['Devanagari', '९८४५०१२३४५'],
    ['Bengali', '৯৮৪৫০১২৩৪৫'],
    ['Tamil', '௯௮௪௫௦௧௨௩௪௫'],
    ['Telugu', '౯౮౪౫౦౧౨౩౪౫'],
    ['Kannada', '೯೮೪೫೦೧೨೩೪೫'],
    ['Malayalam', '൯൮൪൫൦൧൨൩൪൫'],
    ['Gujarati', '૯૮૪૫૦૧૨૩૪૫'],
    ['Gurmukhi', '੯੮੪੫੦੧੨੩੪੫'],
    ['Odia', '୯୮୪୫୦୧୨୩୪୫'],
    ['Urdu', '۹۸۴۵۰۱۲۳۴۵'],
    ['Arabic', '٩٨٤٥٠١٢٣٤٥'],
    ['full width', '９８４５０１２３４５'],
    ['bold, as in messengers', '𝟗𝟖𝟒𝟓𝟎𝟏𝟐𝟑𝟒𝟓'],
    ['Meetei Mayek', '꯹꯸꯴꯵꯰꯱꯲꯳꯴꯵'],
  ])('reads %s digits', (_, typed) => {
    expect(number(typed)).toBe('9845012345')
  })
})

describe('a mobile number and a PIN code', () => {
  it.each([
    ['+९१ ९८४५० १२३४५', '५६० ००३'],
    ['\u2066+91 98450\u00a012345\u2069', '\u206656\u206f0003\u2069'],
    ['98450\u00ad12345', '560\u00ad003'],
    ['＋９１－９８４５０－１２３４５', 'ＰＩＮ　５６０００３'],
    ['tel:+91-98450-12345', 'PIN: 560003'],
    ['Mob. 98450 12345', 'Zip 560003'],
    ['98450\u221212345', '560\u2212003'],
    ['98450·12345', '560·003'],
    ['98450•12345', '560\u2009003'],
    ['[+91] 98450 12345', '[560003]'],
    ['98450\u200d12345', '560\u034f003'],
    ['\ufeff098450 12345\ufe0e', '\ufffc560003'],
  ])('are read from %j and %j', (mobile, zipCode) => {
    expect([plainMobile(mobile), plainPin(zipCode)]).toEqual(['9845012345', '560003'])
  })
})

describe('the input code', () => {
  it.each([
    'min510',
    ' Min 510 ',
    'MIN５１０',
    'ｍｉｎ510',
    'MIN\u200b510',
    '\u202amin510\u202c',
    'min\u00a0510',
    'MIN५१०',
    'ᴹᴵᴺ510',
    'min510\n',
  ])('reads %j', (typed) => {
    expect(code(typed)).toBe('MIN510')
  })
})

describe('the input email', () => {
  it.each([
    ...[
      'asha@x.example\u200b',
      '\u202aasha@x.example\u202c',
      'Asha＠x.example',
      'ａｓｈａ@x.example',
      'asha\u00ad@x.example',
    ],
    ...['\u2068asha@x.example\u2069', '\ufeffasha@x.example', 'asha@x\u2060.example', '\u3000asha@X.EXAMPLE\u00a0'],
    ...['asha@x．example', 'asha\ufe0f@x.example', '\u061casha@x.example\n'],
  ])('reads %j', (typed) => {
    expect(email(typed)).toBe('asha@x.example')
  })
})

describe('the input paragraph', () => {
  it.each([
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a\n\n\n\nb', 'a\n\nb'],
    ['a\n \u200b \n\u2800\n\t\nb', 'a\n\nb'],
    ['a\u2028b\u2029c\u0085d\u000be', 'a\nb\nc\nd\ne'],
    ['  a   b\t\tc  \n  d  ', 'a b c\nd'],
    ['\n\n a \n\n', 'a'],
    ['\u202eevil\u202c', 'evil'],
    ['e\u0301te\u0301', 'été'],
    ['e\u200b\u0301', 'é'],
    ['- one\n- two', '- one\n- two'],
    ['\u200b\n\u3164', ''],
  ])('cleans %j', (typed, stored) => {
    expect(paragraph(typed)).toBe(stored)
  })
})

describe('each kind of text', () => {
  it('does not change when it is cleaned again', () => {
    const units = [
      ...[
        'a',
        'क',
        '्',
        'ष',
        '\u0301',
        '1',
        ' ',
        '\n',
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\u200b',
        '\u20e3',
        '😀',
        '🏽',
        '🏴',
      ],
      ...[
        '\u{e0067}',
        '\u{e0062}',
        '\u{e0073}',
        '\u{e007f}',
        '\ud83d',
        '\ude00',
        'ﬁ',
        '\u3164',
        '\u2800',
        '辻',
        '\u{e0100}',
        'ß',
        'İ',
        '५',
      ],
    ]
    const text = fc.oneof(fc.string({ unit: fc.constantFrom(...units), maxLength: 20 }), fc.string({ unit: 'binary' }))
    for (const clean of [line, paragraph, number, code, email, password]) {
      fc.assert(
        fc.property(text, (typed) => {
          expect(clean(clean(typed))).toBe(clean(typed))
        }),
        { numRuns: 1000 },
      )
    }
  })
})
