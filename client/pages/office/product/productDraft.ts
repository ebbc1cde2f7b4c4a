/** Converts a product between form values and mutation input. */
import {
  goodsMessage,
  PRODUCT_FIELDS,
  productInput,
  type ProductField,
  type ProductFieldName,
} from '../../../../server/shared/goods'
import type { MutationError } from '../../../data/sendMutation'
import { inputOf, type OfficeRecord, type WholeProduct } from '../../../data/office/product'
import type { OfficeProductInput } from '../../../generated/types'
import { fieldError } from '../kit/form/fieldError'
import { readVariant } from '../../../../server/shared/variants'
import { wholeNumber } from '../../../../server/shared/wholeNumber'

export interface DraftPhoto {
  url: string
  alt: string
  width: number
  height: number
}

/** The category's name and the position are not part of the form. */
export type FormField = Exclude<ProductFieldName, 'categoryName' | 'position'>
const isInForm = (name: string): boolean => name !== 'categoryName' && name !== 'position'
const FORM_FIELDS = Object.keys(PRODUCT_FIELDS).filter(isInForm) as FormField[]

/** Between the values of a field of the kind choices. */
export const CHOICES_BETWEEN = ', '

/** The text of each field. It is `yes`, `no`, or empty if unknown, for a field of the kind yes/no. */
type FieldTexts = Record<FormField, string>
const textsOf = (textOf: (name: FormField) => string): FieldTexts =>
  Object.fromEntries(FORM_FIELDS.map((name) => [name, textOf(name)])) as FieldTexts

export interface DraftTexts extends FieldTexts {
  /** Used only for a new product. */
  stock: string
}

export interface Draft extends DraftTexts {
  /** Used only for a new product. */
  hidden: boolean
  photos: DraftPhoto[]
}

export const EMPTY_DRAFT: Draft = {
  ...textsOf(() => ''),
  isBestseller: 'no',
  isGraded: 'yes',
  stock: '1',
  hidden: false,
  photos: [],
}

/** The form of a new product starts with the grade of the newest product, so that staff of one shop choose it once. */
export const newDraft = (newest?: { studioRating: number; isGraded: boolean }): Draft =>
  newest
    ? { ...EMPTY_DRAFT, rating: String(newest.studioRating), isGraded: newest.isGraded ? 'yes' : 'no' }
    : EMPTY_DRAFT

export function draftOf(record: OfficeRecord): Draft {
  const input = inputOf(record)
  const isOnSale = input.discounted < input.original
  return {
    ...textsOf((name) => written(input[name])),
    discounted: isOnSale ? String(input.discounted) : '',
    stock: String(record.stock),
    hidden: record.hiddenAt !== null,
    photos: record.product.images.map(({ url, alt, width, height }) => ({ url, alt, width, height })),
  }
}

/** The initial form of a new variant: what its product has, and the names of its options. */
export function variantDraftOf(whole: OfficeRecord): Draft {
  const choices = readVariant(whole.product.variant ?? '') ?? []
  const names = choices.map(({ name }) => `${name}: `)
  const draft = draftOf(whole)
  return {
    ...draft,
    // The photos of a product that differs only in its colour show another one.
    ...(choices.length > 0 && choices.every(({ swatch }) => swatch !== null) && { photos: [] }),
    variantOf: whole.product.variantOf ?? whole.id,
    variant: names.join('; ').trim(),
    sku: '',
    stock: '1',
    hidden: false,
  }
}

function written(value: string | number | boolean | readonly string[] | null): string {
  if (value instanceof Array) return value.join(CHOICES_BETWEEN)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}

/** The number of a field as a save reads it, such as 1299 for `₹1,299`. 0 for other text. */
export const numberIn = (text: string): number => wholeNumber(text) || 0

/** True if the draft has everything that a card shows. */
export const hasCard = ({ title, original, rating }: Draft): boolean =>
  title.trim() !== '' && [original, rating].every((text) => numberIn(text) > 0)

/** The price that shoppers pay: the sale price, or the price if there is none. */
export const sellingPrice = ({ discounted, original }: Draft): string =>
  discounted.trim() === '' ? original : discounted

/** Stock and visibility of an existing product are changed elsewhere. */
export function hasChanges(draft: Draft, saved: OfficeRecord | null, initial = EMPTY_DRAFT): boolean {
  const before = saved ? { ...draftOf(saved), stock: draft.stock, hidden: draft.hidden } : initial
  return JSON.stringify(draft) !== JSON.stringify(before)
}

const READ: Record<ProductField['kind'], (text: string) => unknown> = {
  text: (text) => text,
  whole: wholeNumber,
  'yes/no': (text) => (text === '' ? null : text === 'yes'),
  choices: (text) => text.split(CHOICES_BETWEEN).filter(Boolean),
}

/** Returns the input, or the errors without duplicates. `categoryName` is not part of the form and is passed through. */
export function checkDraft(
  draft: Draft,
  categoryName: string | null,
): { input: OfficeProductInput; errors: [] } | { input: null; errors: MutationError[] } {
  const texts = { ...draft, discounted: sellingPrice(draft) }
  const values = FORM_FIELDS.map((name) => [name, READ[PRODUCT_FIELDS[name].kind](texts[name])])
  const images = draft.photos.map(({ url, alt }) => ({ url, alt }))
  const { data, error } = productInput.safeParse({ ...Object.fromEntries(values), categoryName, images })
  if (error) {
    // Without a sale price, the price is the cause of an error in both.
    const isOnSale = draft.discounted.trim() !== ''
    const fields = [...new Set(error.issues.map(({ path }) => String(path[0])))].filter(
      (field) => isOnSale || field !== 'discounted',
    )
    return { input: null, errors: fields.map((field) => fieldError(field, goodsMessage(field))) }
  }
  const input: WholeProduct = data
  return { input: { ...input, hidden: draft.hidden }, errors: [] }
}

/** The message to show at a field. Without a sale price, an error of the selling price is shown at the price. */
export function messageAt(name: keyof DraftTexts, draft: Draft, errors: MutationError[]): string | undefined {
  const isOnSale = draft.discounted.trim() !== ''
  return errors.find(({ field }) => (field === 'discounted' && !isOnSale ? 'original' : field) === name)?.message
}

/** The errors that are left after these fields have changed. The price is the limit of the sale price. */
export function errorsAfter(errors: MutationError[], changed: Partial<Draft>): MutationError[] {
  const isSettled = (field: string) =>
    field in changed || (field === 'images' && 'photos' in changed) || (field === 'discounted' && 'original' in changed)
  return errors.filter(({ field }) => field === null || !isSettled(field))
}

/** Describes in sentences the fields whose values differ. The form shows these after a colleague saved first. */
export function differences(before: Draft, now: Draft): string[] {
  const changed = FORM_FIELDS.filter((name) => before[name] !== now[name])
  const sentences = changed.map((name) => `${PRODUCT_FIELDS[name].label} is now: ${now[name] || 'empty'}`)
  const samePhotos = JSON.stringify(before.photos) === JSON.stringify(now.photos)
  return samePhotos ? sentences : [...sentences, `Photos is now: ${now.photos.length}`]
}
