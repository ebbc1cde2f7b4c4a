/** Functions that convert a product's record into a mutation's input and change a single price. */
import type { OfficeProductInput } from '../../generated/types'
import { UNREACHABLE, type MutationError } from '../sendMutation'
import { useCallKey, useOfficeChange } from './officeChange'
import { queryOffice } from './officeQuery'
import { OfficeRecordQueryDocument, SaveProductDocument, type OfficeRecord_ProductFragment } from './product.generated'

export type OfficeRecord = Omit<OfficeRecord_ProductFragment, ' $fragmentName'>

/**
 * All fields that a save replaces. The server clears any field that is missing, except a missing position, which it leaves unchanged.
 * Separate mutations change the stock and hide a product.
 */
export type WholeProduct = Required<Omit<OfficeProductInput, 'stock' | 'position' | 'hidden'>>

/** Fields with the same name in product and input are passed on, so the record's fragment contains no other fields of this kind. */
export function inputOf({ product, studioRating, isGraded }: OfficeRecord): WholeProduct {
  const {
    __typename: _type,
    id: _id,
    quantityAvailable: _pieces,
    availableForSale: _isForSale,
    image: _first,
    images,
    category,
    price,
    ...fields
  } = product
  return {
    ...fields,
    rating: studioRating,
    isGraded,
    categoryId: category.id,
    discounted: price.discounted,
    original: price.original,
    images: images.map(({ url, alt }) => ({ url, alt })),
  }
}

const STALE: MutationError = { code: 'STALE_VERSION', field: null, message: 'Someone else changed it in the meantime.' }

/** Sets a record's selling price, if the record still has the version that the page showed. The rest of the record is fetched first. */
export function useSetPrice(): (id: string, version: number, discounted: number) => Promise<MutationError[] | null> {
  const [save] = useOfficeChange(SaveProductDocument, 'Price saved')
  const keyOf = useCallKey()
  return async (id, version, discounted) => {
    const data = await queryOffice(OfficeRecordQueryDocument, { id }).catch(() => null)
    if (!data) return [UNREACHABLE]
    const record = data.office.product
    if (!record || record.version !== version) return [STALE]
    const input = inputOf(record)
    // A product without a sale price keeps one price.
    const original = input.original === input.discounted ? discounted : input.original
    const change = { id, version, input: { ...input, discounted, original } }
    return (await save({ ...change, idempotencyKey: keyOf(change) }))?.errors ?? null
  }
}
