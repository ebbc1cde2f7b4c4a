/** Checks that the total the shopper saw is the total they will pay. */
import { DomainError } from '../../../shared/errors'
import { formatRupees } from '../../../shared/money/money'

/** Clients that show no total omit `expected`. Whole rupees. Throws TOTAL_CHANGED. */
export function checkTotal(expected: number | null | undefined, total: number): void {
  if (expected == null || expected === total) return
  const message = `The total is ${formatRupees(total)} now. Please check it and confirm again.`
  throw new DomainError('TOTAL_CHANGED', { field: 'expectedTotal', message, total })
}
