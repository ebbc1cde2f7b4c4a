/** Sends text of every kind through every schema of input. A new schema of input needs a line here. */
import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { BENGALURU } from '../testing/data/fixtures'
import { returnInput } from './delivery/returns'
import { couponInput, productInput } from './goods'
import { officeNote, officeReason, refundReference, shipmentInput } from './officeInput'
import { apiKeyInput, customerNote, factorCode, invitationInput, roleInput } from './staffInput'
import * as validation from './validation'

const PERSON = { firstName: 'Asha', lastName: 'Rao', email: 'asha@x.example', password: 'a long password' }
const PLACES = Object.keys(BENGALURU).filter((field) => field !== 'country')
const PRODUCT = {
  title: 'Moon Jar',
  description: 'Round.\n\nWhite.',
  categoryId: 'vases',
  categoryName: 'Vases',
  discounted: 100,
  original: 200,
  offer: '50%',
  rating: 4,
  isBestseller: false,
  position: 1,
  material: 'Porcelain',
  dimensions: '24 cm x 9 cm',
  care: 'Wipe it.\nDry it.',
  capacityMl: null,
  weightGrams: null,
  isFoodSafe: null,
}
const COUPON = {
  code: 'MONSOON10',
  percent: 10,
  description: 'For rainy days',
  validFrom: null,
  validUntil: null,
  useLimit: null,
  customerLimit: null,
  minimumAmount: null,
}
const IMAGES = [{ url: '/photos/moon-jar.webp', alt: 'A round jar' }]
const permissions = ['read_orders']

const one = (schema: z.ZodMiniType) => z.object({ text: schema })

interface Case {
  schema: z.ZodMiniType
  valid: Record<string, unknown>
  /** The fields with the text of a person. */
  texts: string[]
  /** The fields that need a letter or a digit. */
  words: string[]
}
const given = (schema: z.ZodMiniType, valid: Record<string, unknown>, texts: string[], words = texts): Case => ({
  schema,
  valid,
  texts,
  words,
})
const { email, code } = { email: 'asha@x.example', code: '123456' }

const INPUTS: Record<string, Case> = {
  signup: given(validation.signupInput, PERSON, ['firstName', 'lastName', 'email']),
  account: given(validation.updateAccountInput, { firstName: 'Asha', lastName: 'Rao', mobile: BENGALURU.mobile }, [
    'firstName',
    'lastName',
    'mobile',
  ]),
  address: given(validation.addressInput, BENGALURU, Object.keys(BENGALURU), PLACES),
  'saved address': given(
    validation.savedAddressInput,
    { ...BENGALURU, label: 'Home', isDefault: null },
    [...Object.keys(BENGALURU), 'label'],
    PLACES,
  ),
  login: given(validation.loginInput, { email, password: 'a long password' }, ['email']),
  'login in a browser': given(validation.loginInBrowserInput, { email, password: 'a long password' }, ['email']),
  'email change': given(validation.requestEmailChangeInput, { email, code, requestId: 'x' }, ['email', 'code']),
  'email confirmation': given(validation.confirmEmailChangeInput, { code, requestId: 'x' }, ['code']),
  question: given(validation.questionInput, { name: 'Asha Rao', email, message: 'Is it heavy?\nAnd deep?' }, [
    'name',
    'email',
    'message',
  ]),
  'code request': given(validation.requestCodeInput, { email }, ['email']),
  'code login': given(validation.signInWithCodeInput, { email, code }, ['email', 'code']),
  reset: given(validation.resetPasswordInput, { email, code, newPassword: 'a long password' }, ['email', 'code']),
  owner: given(validation.ownerProofInput, { code }, ['code']),
  shipment: given(
    shipmentInput,
    { carrier: 'India Post', trackingNumber: 'EA123456789IN', trackingUrl: 'https://x.example/EA1' },
    ['carrier', 'trackingNumber', 'trackingUrl'],
    ['carrier', 'trackingNumber'],
  ),
  reason: given(one(officeReason), { text: 'It broke.\nTwice.' }, ['text'], []),
  'office note': given(one(officeNote), { text: 'Call first.' }, ['text'], []),
  'refund reference': given(one(refundReference), { text: 'UTR 123' }, ['text']),
  return: given(returnInput, { reason: 'OTHER', note: 'It is blue.' }, ['note'], []),
  role: given(roleInput, { name: 'Packer', permissions }, ['name']),
  key: given(apiKeyInput, { name: 'Accounts', permissions }, ['name']),
  invitation: given(invitationInput, { email, roleId: 'x' }, ['email']),
  'customer note': given(one(customerNote), { text: 'Likes blue.' }, ['text'], []),
  'factor code': given(one(factorCode), { text: '123456' }, ['text']),
  'recovery code': given(one(factorCode), { text: 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4' }, ['text']),
  product: given(
    productInput,
    { ...PRODUCT, images: IMAGES },
    ['title', 'description', 'categoryId', 'offer'],
    ['title', 'description', 'categoryId', 'offer'],
  ),
  'product facts': given(productInput, { ...PRODUCT, images: IMAGES }, ['material', 'dimensions', 'care'], []),
  'coupon code': given(one(validation.couponCode), { text: 'MONSOON10' }, ['text']),
  coupon: given(couponInput, COUPON, ['code', 'description']),
}

const FIELDS = Object.entries(INPUTS).flatMap(([name, { texts, ...rest }]) =>
  texts.map((field) => ({ name, field, ...rest })),
)

/** Not seen by anybody: marks for the direction of text, spaces without width, blanks that are letters or symbols, and others. */
const HIDDEN = [
  ...['\u200b', '\u200e', '\u200f', '\u061c', '\u202a\u202c', '\u202e', '\u2066\u2069', '\u2068', '\u2060', '\ufeff'],
  ...['\u00ad', '\u034f', '\u115f', '\u1160', '\u3164', '\uffa0', '\u17b4', '\u180e', '\u180b', '\u206f', '\u2064'],
  ...['\ufff9', '\ufffb', '\ufffc', '\ufe0f', '\u200d', '\u200c', '\u{e0041}', '\u{e0100}', '\u{1d173}', '\ud83d'],
]

describe('each field with the text of a person', () => {
  it.each(FIELDS)('loses invisible characters, at both ends and inside: $name $field', ({ schema, valid, field }) => {
    const text = valid[field] as string
    const expected = schema.parse(valid) as Record<string, unknown>
    expect(expected[field]).not.toBeNull()
    for (const mark of HIDDEN) {
      const typed = `${mark}${text.slice(0, 2)}${mark}${text.slice(2)}${mark}`
      expect([mark, schema.safeParse({ ...valid, [field]: typed }).data]).toEqual([mark, expected])
    }
    // The blank of the Braille alphabet is a blank.
    expect(schema.parse({ ...valid, [field]: ` \u2800${text}\u2800\n` })).toEqual(expected)
  })

  it.each(FIELDS)('takes nothing invisible for text: $name $field', ({ schema, valid, field }) => {
    const isOptional = (name: string) => ['material', 'dimensions', 'care', 'trackingUrl'].includes(name)
    for (const mark of [...HIDDEN, '\u2800', ' \u2800\u3164 ', '\u200b\u202e', '\u00a0\u3000']) {
      const result = schema.safeParse({ ...valid, [field]: mark })
      if (isOptional(field))
        expect(
          (result.data as Record<string, unknown>)[field] === '' ||
            (result.data as Record<string, unknown>)[field] === null,
        ).toBe(true)
      else expect([mark, result.success]).toEqual([mark, false])
    }
  })

  it.each(FIELDS.filter(({ field, words }) => words.includes(field)))(
    'needs a letter or a digit: $name $field',
    ({ schema, valid, field }) => {
      for (const typed of ['.', '---', '. , .', '!?', '()', '॥', '—', '\u0301', '_', '€', '«»', '+'])
        expect([typed, schema.safeParse({ ...valid, [field]: typed }).success]).toEqual([typed, false])
    },
  )

  it.each(FIELDS)('has no control characters: $name $field', ({ schema, valid, field }) => {
    for (const control of ['\0', '\u0007', '\u001b[2J', '\u007f', '\u009b', '\u0001'])
      expect(schema.safeParse({ ...valid, [field]: `${valid[field] as string}${control}` }).success).toBe(false)
  })
})

describe('the list of inputs', () => {
  it('has every exported schema', () => {
    const listed = new Set<unknown>([...Object.values(INPUTS).map(({ schema }) => schema), validation.couponCode])
    /** Their text is a password, an email, or made by a program. */
    const others = [
      'email',
      'changePasswordInput',
      'noticeInput',
      'quantity',
      'productId',
      'idempotencyKey',
      'cartChoices',
      'cartChoicesInput',
    ]
    const exported = Object.entries(validation).filter(([, value]) => Object(value)._zod && typeof value !== 'function')
    const missing = exported.filter(([name, value]) => !listed.has(value) && !others.includes(name))
    expect(exported.length).toBeGreaterThan(15)
    expect(missing.map(([name]) => name)).toEqual([])
  })
})

describe('names, streets and titles', () => {
  it.each([
    ['emoji', 'Asha 😀'],
    ['an emoji with a skin and a joiner', 'Dr 👩🏽‍🚀 Rao'],
    ['a family', 'Rao 👨‍👩‍👧‍👦'],
    ['a rainbow flag', 'Flat 3 🏳️‍🌈'],
    ['a heart on fire', 'A ❤️‍🔥'],
    ['the flag of Scotland', 'B 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['the flag of India', 'C 🇮🇳'],
    ['a key cap', 'Gate 1️⃣'],
    ['text in place of an emoji', 'Near ☎︎ tower'],
    ['an eye in a bubble', 'D 👁️‍🗨️'],
    ['Devanagari with a joiner', 'क्‍षमा'],
    ['Marathi with an eyelash ra', 'र्‍या'],
    ['Bengali with a joiner', 'র‍্যাম'],
    ['Malayalam with a joiner at the end of a word', 'അവന്‍ വന്നു'],
    ['Kannada with a joiner', 'ರ‍್ಯಾಲಿ'],
    ['Telugu without a ligature', 'రాజ్‌కుమార్'],
    ['Gujarati without a ligature', 'ક્‌ષમા'],
    ['Tamil', 'ஸ்ரீநிவாசன்'],
    ['Odia', 'ଶ୍ରୀକାନ୍ତ'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ'],
    ['Sinhala', 'ශ්‍රී'],
    ['Urdu with a non-joiner', 'بے‌حد'],
    ['a variant of a Chinese character', '辻\u{e0100}'],
    ['an apostrophe', 'D’Souza'],
  ])('keep %s', (_, text) => {
    const signed = validation.signupInput.parse({ ...PERSON, firstName: text, lastName: text })
    expect([signed.firstName, signed.lastName]).toEqual([text, text])
    const address = validation.addressInput.parse({ ...BENGALURU, name: text, street: text, city: text })
    expect([address.name, address.street, address.city]).toEqual([text, text, text])
    expect(productInput.parse({ ...PRODUCT, title: text, images: IMAGES }).title).toBe(text)
  })

  it('may have 100 emoji', () => {
    const emoji = '😀'.repeat(100)
    expect(validation.signupInput.parse({ ...PERSON, firstName: emoji }).firstName).toBe(emoji)
    expect(validation.signupInput.safeParse({ ...PERSON, firstName: `${emoji}${emoji}😀` }).success).toBe(false)
    const [name, street] = [`Asha ${emoji}`, `12 ${emoji}`]
    expect(validation.addressInput.parse({ ...BENGALURU, name, street })).toMatchObject({ name, street })
  })
})
