/** Converts a coupon's terms between form values and mutation input. Days and times are in Indian time. */
import { couponInput, couponMessage } from '../../../../server/shared/goods'
import { line } from '../../../../server/shared/text'
import type { MutationError } from '../../../data/sendMutation'
import type { OfficeTerms_CouponFragment } from '../../../data/office/couponChanges.generated'
import type { OfficeCouponInput } from '../../../generated/types'
import { fieldError } from '../kit/form/fieldError'
import { wholeNumber } from '../../../../server/shared/wholeNumber'
import { instantOf } from '../kit/indianTime'

export type Terms = Omit<OfficeTerms_CouponFragment, ' $fragmentName'>

export function checkTerms(
  texts: Record<string, string>,
): { input: OfficeCouponInput; errors: [] } | { input: null; errors: MutationError[] } {
  const text = (name: string) => texts[name] ?? ''
  const input = {
    code: line(text('code')),
    percent: wholeNumber(text('percent')) ?? NaN,
    description: line(text('description')),
    validFrom: instantOf(text('validFrom')),
    validUntil: instantOf(text('validUntil')),
    useLimit: wholeNumber(text('useLimit')),
    customerLimit: wholeNumber(text('customerLimit')),
    minimumAmount: wholeNumber(text('minimumAmount')),
  }
  const { error } = couponInput.safeParse(input)
  if (!error) return { input, errors: [] }
  const fields = [...new Set(error.issues.map(({ path }) => String(path[0])))]
  return { input: null, errors: fields.map((field) => fieldError(field, couponMessage(field))) }
}
