/** The rules for valid input, for the server's domain and the client's forms. Uses Zod's small version to keep the client small. */
import * as z from 'zod/mini'
import { DomainError, invalidInput } from './errors'
import { countryCodeOf, isCountryCode, isInIndia } from './delivery/countries'
import { MAX_GIFT_UNITS, whyNotGift } from './giftMessage'
import { plainMobile, plainPin } from './indianNumbers'
import { SHOP } from './shop'
import * as typed from './text'

/** A field's label for users. The message for an invalid field is 'Please enter valid {label}'. */
export const FIELD_LABELS: Record<string, string> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  password: 'Password',
  currentPassword: 'Current Password',
  newPassword: 'New Password',
  code: 'Code',
  name: 'Name',
  street: 'Street',
  city: 'City',
  state: 'State',
  country: 'Country',
  countryCode: 'Country',
  zipCode: 'Zip Code',
  mobile: 'Mobile',
  label: 'Label',
  isDefault: 'Default Address',
  quantity: 'Quantity',
  couponCode: 'Coupon',
  giftWrap: 'Gift Wrap',
  choices: 'Choices',
  giftMessage: 'Gift Message',
  hidePrices: 'Hide Prices',
  product: 'Product',
  productId: 'Product',
  variantId: 'Product',
  action: 'Action',
  idempotencyKey: 'Idempotency Key',
  orderId: 'Order Id',
  scenario: 'Scenario',
  reason: 'Reason',
  stars: 'Stars',
  text: 'Text',
  photos: 'Photos',
  reply: 'Reply',
  note: 'Note',
  message: 'Message',
  orderNumber: 'Order Number',
  linkKey: 'Link',
}

export const invalidMessage = (field: string): string => `Please enter valid ${FIELD_LABELS[field] ?? field}`

/** PostgreSQL cannot store or search for a null byte in text, so no id, title or code contains one. */
export const isStorable = (text: string): boolean => !text.includes('\0')

const notBlank = (text: string): boolean => text.trim() !== ''

/**
 * Text as it arrives, before it is cleaned. Cleaning removes characters, but people do not type text that is four times as long as its
 * maximum. Longer text is refused here, before anything reads it.
 */
export const rawText = (maximum: number) => z.string().check(z.maxLength(4 * maximum + 100, { abort: true }))

/** A key or an id, which programs make. Trimmed. Text that contains only white space counts as missing. */
const keyOf = (maximum: number) =>
  rawText(maximum).check(z.trim(), z.minLength(1), z.maxLength(maximum), z.refine(isStorable))

const optionalTextOf = (clean: (text: string) => string, maximum: number) =>
  rawText(maximum).check(
    z.overwrite(clean),
    z.maxLength(maximum),
    z.refine((value) => !typed.hasControls(value)),
  )
const textOf = (clean: (text: string) => string, maximum: number) =>
  optionalTextOf(clean, maximum).check(z.minLength(1))
/** May be empty. */
export const optionalLineOf = (maximum: number) => optionalTextOf(typed.line, maximum)
export const optionalParagraphOf = (maximum: number) => optionalTextOf(typed.paragraph, maximum)
/** One line, see `line` in text.ts. Control characters are invalid in this and the next kinds. */
export const lineOf = (maximum: number) => textOf(typed.line, maximum)
/** Several lines. */
export const paragraphOf = (maximum: number) => textOf(typed.paragraph, maximum)
/** One line with at least one letter or digit. */
export const wordsOf = (maximum: number) => lineOf(maximum).check(z.refine(typed.hasWords))
/** A number that may have letters, such as a parcel's. */
export const numberOf = (maximum: number) => textOf(typed.number, maximum).check(z.refine(typed.hasWords))

/** A person's own name may be an emoji. The name on a parcel needs a letter or a digit. */
const ownName = lineOf(200).check(z.refine(typed.hasWordsOrEmoji))
const name = wordsOf(200)
const street = wordsOf(1000)

export const email = z.pipe(rawText(254).check(z.overwrite(typed.email), z.maxLength(254)), z.email())
/** Stored as typed, because white space in or around a password is part of it. */
const newPassword = z.string().check(
  z.minLength(8),
  z.maxLength(128, { abort: true }),
  z.refine(isStorable),
  // Eight letters, not four letters with an accent each.
  z.refine((text) => typed.password(text).length >= 8 && typed.line(text) !== ''),
  // Halves of characters would all be stored as the same one.
  z.refine((text) => !/\p{Cs}/u.test(text)),
)

export const signupInput = z.object({ firstName: ownName, lastName: ownName, email, password: newPassword })

const anyPassword = z.string().check(z.maxLength(1000, { abort: true }), z.refine(isStorable), z.refine(notBlank))

export const loginInput = z.object({ email, password: anyPassword })

export const changePasswordInput = z.object({ currentPassword: anyPassword, newPassword })

/** Email programs and people may put spaces between the digits. */
const code = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(z.transform(typed.code), z.string().check(z.regex(/^[0-9]{6}$/))),
)

/** The id of the request that a code was emailed for. Without it, no code works. */
const requestId = z.nullish(z.string().check(z.maxLength(100), z.refine(isStorable)))
/** Random text that a browser makes once and keeps. */
const browserKey = z.nullish(z.string().check(z.minLength(20), z.maxLength(100), z.refine(isStorable)))

export const loginInBrowserInput = z.extend(loginInput, { browserKey })

/** The password, or a code that was emailed to the account's address. */
export const ownerProofInput = z.object({ password: z.nullish(anyPassword), code: z.nullish(code), requestId })

export const requestEmailChangeInput = z.extend(ownerProofInput, { email, browserKey })

export const confirmEmailChangeInput = z.object({ code, requestId })

export const requestCodeInput = z.object({ email, browserKey })

export const signInWithCodeInput = z.object({ email, code, requestId, browserKey })

export const resetPasswordInput = z.object({ email, code, newPassword, requestId, browserKey })

/** Not z.regex: the published JSON Schema would contain the pattern, and \p is an error in some languages, such as Python. */
const isZipCode = (text: string): boolean => /^[\p{L}\p{N} -]{2,20}$/u.test(text)
const zipCode = rawText(20).check(
  z.overwrite(typed.number),
  z.refine(isZipCode),
  z.describe('In India six digits; elsewhere 2 to 20 letters and digits of any language, blanks and hyphens.'),
)
const mobile = rawText(30).check(z.overwrite(typed.number), z.regex(/^[0-9 +().-]{5,30}$/), z.regex(/[0-9]/))

const anyAddress = z.object({ name, street, city: name, state: name, country: lineOf(200), zipCode, mobile })

/** Converts an Indian address's PIN code and mobile number to plain digits. An invalid code or number counts as missing. */
function plainDigits(input: unknown): unknown {
  const { country, countryCode, state, zipCode, mobile } = Object(input) as Record<string, unknown>
  // Each field's own check refuses what is longer.
  const textOf = (value: unknown) => (rawText(200).safeParse(value).success ? (value as string) : '')
  const place = { country: textOf(country), zipCode: textOf(zipCode), state: textOf(state) }
  if (!isInIndia({ ...place, countryCode: typeof countryCode === 'string' ? typed.code(textOf(countryCode)) : null }))
    return input
  return {
    ...(input as object),
    // Text that is not a number becomes empty, so the form lists its error with the others, in the order of the fields.
    ...(typeof zipCode === 'string' && { zipCode: plainPin(place.zipCode) ?? '' }),
    ...(typeof mobile === 'string' && { mobile: plainMobile(textOf(mobile)) ?? '' }),
  }
}

/** An Indian number becomes ten digits. */
const ownMobile = z.pipe(
  rawText(30),
  z.pipe(
    z.transform((text: string) => plainMobile(text) ?? text),
    mobile,
  ),
)

export const updateAccountInput = z.object({
  firstName: z.nullish(ownName),
  lastName: z.nullish(ownName),
  mobile: z.nullish(ownMobile),
})

export const addressInput = z.pipe(z.transform(plainDigits), anyAddress)
export type AddressInput = z.infer<typeof addressInput>

/** The maximum length of an address's label, in characters. */
export const LABEL_LENGTH = 30

/** An address with the shopper's label for it, such as Home. REST has only `addressInput`. */
export const savedAddressInput = z.pipe(
  z.transform(plainDigits),
  z
    .extend(anyAddress, {
      label: z.nullish(lineOf(LABEL_LENGTH)),
      isDefault: z.nullish(z.boolean()),
      /** Of ISO 3166, as chosen from the list. */
      countryCode: z.nullish(rawText(2).check(z.overwrite(typed.code), z.refine(isCountryCode))),
    })
    .check(
      z.refine(
        ({ country, countryCode }) => countryCode == null || [null, countryCode].includes(countryCodeOf(country)),
        {
          path: ['countryCode'],
        },
      ),
    ),
)
export type SavedAddressInput = z.infer<typeof savedAddressInput>

export const quantity = z.int().check(z.gte(1), z.lte(SHOP.maximumQuantity))
export const productId = keyOf(200)

/** An email about a product. Without an email, the viewer's. Without a code, the shop emails one if the address is not confirmed. */
export const noticeInput = z.object({
  variantId: productId,
  email: z.nullish(email),
  code: z.nullish(code),
  requestId,
  browserKey,
})

/** The longest question to the studio, in characters. */
export const MAX_QUESTION_LENGTH = 2_000

/** A question to the studio: at most about one product or one order. The name is one that may stand in an email's text. */
export const questionInput = z.object({
  name: ownName,
  email,
  message: paragraphOf(MAX_QUESTION_LENGTH).check(z.refine(typed.hasWords)),
  productId: z.nullish(productId),
  orderNumber: z.nullish(z.string().check(z.maxLength(20))),
  /** The longest key of a link has fewer characters. */
  linkKey: z.nullish(z.string().check(z.maxLength(200))),
})
export type QuestionInput = z.output<typeof questionInput>

export const questionMessage = (field: string): string =>
  field === 'message'
    ? `Please write your question, in up to ${MAX_QUESTION_LENGTH.toLocaleString('en-IN')} characters`
    : invalidMessage(field)

export const idempotencyKey = keyOf(200)

/** Shoppers and staff may enter the code in upper or lower case. */
export const couponCode = rawText(30).check(z.overwrite(typed.code), z.regex(/^[A-Z0-9]{3,30}$/))

/** Blank text means none. */
const giftMessage = z.pipe(
  z.string().check(z.maxLength(MAX_GIFT_UNITS)),
  z.pipe(
    z.string().check(z.refine((text) => whyNotGift(text) === null)),
    z.transform((text) => typed.paragraph(text) || null),
  ),
)

/** The choices that a shopper makes for a whole cart. Each is a column of the cart with the same name. The domain looks up the coupon. */
export const cartChoices = z.object({
  couponCode: z.nullable(z.string()),
  giftWrap: z.boolean(),
  giftMessage: z.nullable(giftMessage),
  hidePrices: z.boolean(),
})
export type CartChoices = z.output<typeof cartChoices>

/** The choices of a new cart, and of a cart after an order was placed from it. */
export const INITIAL_CHOICES: CartChoices = {
  couponCode: null,
  giftWrap: false,
  giftMessage: null,
  hidePrices: false,
}

/** Any of the choices. Null resets a choice to its initial value. */
export const cartChoicesInput = z.pipe(z.transform(resetNulls), z.exactPartial(cartChoices))

function resetNulls(input: unknown): unknown {
  const initial: Record<string, unknown> = INITIAL_CHOICES
  const given = Object.entries(Object(input) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? initial[name]]))
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True if a string can be the id of a row. The database refuses to compare ids with other strings. */
export const isUuid = (id: string): boolean => UUID.test(id)

/**
 * Returns the parsed input. Throws INVALID_INPUT with one error per invalid field, in the order of the schema's fields. `messageOf` creates
 * the message for a field.
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  messageOf = invalidMessage,
): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields = new Set(result.error.issues.map(({ path }) => path[0]?.toString() ?? null))
  const inputErrors = [...fields].map((field) => ({ field, message: messageOf(field ?? 'information') }))
  throw new DomainError('INVALID_INPUT', { inputErrors })
}

/** Returns the parsed value of one field. Throws INVALID_INPUT. */
export function parseField<Schema extends z.ZodMiniType>(
  field: string,
  schema: Schema,
  value: unknown,
  messageOf = invalidMessage,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalidInput(field, messageOf(field))
}
