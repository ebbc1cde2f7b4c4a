/** Nobody pays a total that they did not see: a caller may say which total it showed. */
import { DomainError } from '../../shared/errors'
import { formatRupees } from '../../shared/money'

/** `expected` is left out by clients that do not show a total. Whole rupees. Throws TOTAL_CHANGED. */
export function checkTotal(expected: number | null | undefined, total: number): void {
  if (expected == null || expected === total) return
  const message = `The total is ${formatRupees(total)} now. Please check it and confirm again.`
  throw new DomainError('TOTAL_CHANGED', { field: 'expectedTotal', message, total })
}
