/** Converts a coupon's terms between form values and mutation input. Days and times are in Indian time. */
import { couponInput, goodsMessage } from '../../../../server/shared/goods'
import type { MutationError } from '../../../data/sendMutation'
import type { OfficeTerms_CouponFragment } from '../../../data/office/couponChanges.generated'
import type { OfficeCouponInput } from '../../../generated/types'
import { fieldError } from '../kit/form/fieldError'
import { instantOf } from '../kit/indianTime'

export type Terms = Omit<OfficeTerms_CouponFragment, ' $fragmentName'>

const whole = (text: string): number | null =>
  text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text) : NaN

export function checkTerms(
  texts: Record<string, string>,
): { input: OfficeCouponInput; errors: [] } | { input: null; errors: MutationError[] } {
  const text = (name: string) => texts[name] ?? ''
  const input = {
    code: text('code').trim(),
    percent: whole(text('percent')) ?? NaN,
    description: text('description').trim(),
    validFrom: instantOf(text('validFrom')),
    validUntil: instantOf(text('validUntil')),
    useLimit: whole(text('useLimit')),
    customerLimit: whole(text('customerLimit')),
    minimumAmount: whole(text('minimumAmount')),
  }
  const { error } = couponInput.safeParse(input)
  if (!error) return { input, errors: [] }
  const fields = [...new Set(error.issues.map(({ path }) => String(path[0])))]
  return { input: null, errors: fields.map((field) => fieldError(field, goodsMessage(field))) }
}
