/** Checks that shoppers pay the total that they saw. */
import { DomainError } from '../../../shared/errors'
import { formatRupees } from '../../../shared/money/money'

/** Whole rupees. Clients that show no total omit `expected`. Throws TOTAL_CHANGED. */
export function checkTotal(expected: number | null | undefined, total: number): void {
  if (expected == null || expected === total) return
  const message = `The total is now ${formatRupees(total)}. Please check it and confirm again.`
  throw new DomainError('TOTAL_CHANGED', { field: 'expectedTotal', message, total })
}
