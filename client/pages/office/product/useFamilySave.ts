/**
 * Saves a new product with its variants, one call for each. If a call fails, the calls before it stay saved, and the next attempt continues
 * with the first one that is not. The same content has the same idempotency key, so a call whose response was lost is not made twice.
 */
import { useState } from 'react'
import { useCallKey, useOfficeChange } from '../../../data/office/officeChange'
import { SaveProductDocument } from '../../../data/office/product.generated'
import type { MutationError } from '../../../data/sendMutation'
import type { OfficeProductInput } from '../../../generated/types'

export interface VariantToSave {
  key: string
  /** Such as `Celadon, Large`. */
  name: string
  /** The whole input of a product. The hook adds the product of which it is a variant. */
  input: OfficeProductInput
}

export interface SavedFamily {
  /** The product's id, of which the others are variants. */
  id: string
  /** The product's position in the catalogue. Its variants follow it in their order. */
  position: number
  /** By key. */
  names: ReadonlyMap<string, string>
}

export type FamilyOutcome =
  | { id: string }
  /** `failed` is the variant that the shop refused, or null if it is the product itself. */
  | { errors: MutationError[]; failed: string | null }
  | null

export function useFamilySave() {
  const [save, { loading }] = useOfficeChange(SaveProductDocument, undefined, { reloads: false })
  const keyOf = useCallKey()
  const [saved, setSaved] = useState<SavedFamily | null>(null)
  const [isSaving, setSaving] = useState(false)

  /** `variants` has the product itself first. Null while another save is in progress. */
  async function saveAll(variants: readonly VariantToSave[]): Promise<FamilyOutcome> {
    let done = saved
    for (const [nth, { key, name, input }] of variants.entries()) {
      if (done?.names.has(key)) continue
      const own = done ? { ...input, variantOf: done.id, position: done.position + nth, hidden: false } : input
      const change = { input: own }
      const outcome = await save({ ...change, idempotencyKey: keyOf(change) })
      if (!outcome) return null
      const product = outcome.data?.saveProduct.product
      if (outcome.errors.length > 0 || !product) return { errors: outcome.errors, failed: done ? name : null }
      const names = new Map(done?.names).set(key, name)
      done = done ? { ...done, names } : { id: product.id, position: product.position, names }
      setSaved(done)
    }
    return { id: done!.id }
  }

  const saveFamily = async (variants: readonly VariantToSave[]): Promise<FamilyOutcome> => {
    setSaving(true)
    const outcome = await saveAll(variants)
    setSaving(false)
    return outcome
  }
  return { saveFamily, saved, isSaving: isSaving || loading }
}
