/** Converts a product between form values and mutation input. */
import { goodsMessage, productInput } from '../../../../server/shared/goods'
import type { Fault } from '../../../data/sendMutation'
import type { OfficeRecord, WholeProduct } from '../../../data/office/officeGoods'
import type { OfficeProductInput } from '../../../generated/types'
import { faultOf } from '../kit/form/faultOf'

export interface DraftPhoto {
  url: string
  alt: string
  width: number
  height: number
}

/** The text of each field, keyed by the input's field name. */
export interface DraftTexts {
  title: string
  description: string
  categoryId: string
  discounted: string
  original: string
  offer: string
  rating: string
  material: string
  dimensions: string
  care: string
  capacityMl: string
  weightGrams: string
  /** `yes`, `no`, or empty if unknown. */
  isFoodSafe: string
  /** Used only for a new product. */
  stock: string
}

export interface Draft extends DraftTexts {
  isBestseller: boolean
  /** Used only for a new product. */
  hidden: boolean
  photos: DraftPhoto[]
}

export const EMPTY_DRAFT: Draft = {
  ...{ title: '', description: '', categoryId: '', discounted: '', original: '', offer: '20%', rating: '' },
  ...{ material: '', dimensions: '', care: '', capacityMl: '', weightGrams: '', isFoodSafe: '', stock: '1' },
  isBestseller: false,
  hidden: false,
  photos: [],
}

export function draftOf({ product, stock, hiddenAt }: OfficeRecord): Draft {
  const text = (value: string | number | null) => String(value ?? '')
  return {
    title: product.title,
    description: product.description,
    categoryId: product.category.id,
    discounted: text(product.price.discounted),
    original: text(product.price.original),
    offer: product.offer,
    rating: text(product.rating),
    material: text(product.material),
    dimensions: text(product.dimensions),
    care: text(product.care),
    capacityMl: text(product.capacityMl),
    weightGrams: text(product.weightGrams),
    isFoodSafe: product.isFoodSafe === null ? '' : product.isFoodSafe ? 'yes' : 'no',
    stock: text(stock),
    isBestseller: product.isBestseller,
    hidden: hiddenAt !== null,
    photos: product.images.map(({ url, alt, width, height }) => ({ url, alt, width, height })),
  }
}

/** True if the draft has everything that a card shows. */
export const hasCard = ({ title, discounted, original, rating }: Draft): boolean =>
  title.trim() !== '' && [discounted, original, rating].every((text) => Number(text) > 0)

/** Stock and visibility of an existing product are changed elsewhere. */
export function hasChanges(draft: Draft, saved: OfficeRecord | null): boolean {
  const before = saved ? { ...draftOf(saved), stock: draft.stock, hidden: draft.hidden } : EMPTY_DRAFT
  return JSON.stringify(draft) !== JSON.stringify(before)
}

/** NaN for text that is not a whole number. Every validation rule rejects NaN. */
const whole = (text: string): number | null =>
  text.trim() === '' ? null : /^-?\d+$/.test(text.trim()) ? Number(text) : NaN

/** Returns the input, or the errors without duplicates. `categoryName` is not part of the form and is passed through. */
export function checkDraft(
  draft: Draft,
  categoryName: string | null,
): { input: OfficeProductInput; faults: [] } | { input: null; faults: Fault[] } {
  const input: WholeProduct = {
    title: draft.title,
    description: draft.description,
    material: draft.material || null,
    dimensions: draft.dimensions || null,
    care: draft.care || null,
    capacityMl: whole(draft.capacityMl),
    weightGrams: whole(draft.weightGrams),
    isFoodSafe: draft.isFoodSafe === '' ? null : draft.isFoodSafe === 'yes',
    categoryId: draft.categoryId,
    categoryName,
    discounted: whole(draft.discounted) ?? NaN,
    original: whole(draft.original) ?? NaN,
    rating: Number(draft.rating),
    offer: draft.offer,
    isBestseller: draft.isBestseller,
    images: draft.photos.map(({ url, alt }) => ({ url, alt })),
  }
  const { error } = productInput.safeParse(input)
  if (!error) return { input: { ...input, hidden: draft.hidden }, faults: [] }
  const fields = [...new Set(error.issues.map(({ path }) => String(path[0])))]
  return { input: null, faults: fields.map((field) => faultOf(field, goodsMessage(field))) }
}

const NAMES: Partial<Record<keyof Draft, string>> = {
  ...{ title: 'Title', description: 'Description', categoryId: 'Category', discounted: 'Price' },
  ...{ original: 'Original price', offer: 'Offer', rating: 'Rating', material: 'Material' },
  ...{ dimensions: 'Dimensions', care: 'Care', capacityMl: 'Capacity', weightGrams: 'Weight' },
  ...{ isFoodSafe: 'Food safe', isBestseller: 'Bestseller', photos: 'Photos' },
}

/** Describes in sentences the fields whose values differ. The form shows these after a colleague saved first. */
export function differences(before: Draft, now: Draft): string[] {
  return (Object.keys(NAMES) as (keyof Draft)[]).flatMap((field) => {
    if (JSON.stringify(before[field]) === JSON.stringify(now[field])) return []
    const value = now[field]
    if (Array.isArray(value)) return [`${NAMES[field]} is now: ${value.length}`]
    return [`${NAMES[field]} is now: ${value === '' ? 'empty' : String(value)}`]
  })
}
