/** Loads the order's page again when the payment provider has reported about a refund, which is often seconds after staff requested it. */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import { queryOffice } from '../../../data/office/officeQuery'
import type { RefundState } from '../../../generated/types'
import { OfficeRefundStatesQueryDocument } from './RefundStates.generated'

const EVERY_MS = 3000
/** Some refunds take days, so asking stops after five minutes. Any other change, and the browser's button, also load the page again. */
const FOR_MS = 5 * 60_000

type Refunds = readonly { id: string; state: RefundState }[]

const textOf = (refunds: Refunds): string => JSON.stringify(refunds.map(({ id, state }) => [id, state]))

/** Asks only while a refund is requested, and not while another tab is open. */
export function useAwaitedRefunds(number: string, refunds: Refunds): void {
  const { revalidate } = useRevalidator()
  const shown = textOf(refunds)
  const isAwaited = refunds.some(({ state }) => state === 'REQUESTED')
  useEffect(() => {
    if (!isAwaited) return
    const until = Date.now() + FOR_MS
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      // If the shop cannot be reached, the next attempt may reach it.
      const now = document.hidden
        ? null
        : await queryOffice(OfficeRefundStatesQueryDocument, { number }).catch(() => null)
      const order = now?.office.order
      if (order && textOf(order.refunds) !== shown) await revalidate()
      else if (Date.now() < until) timer = setTimeout(() => void ask(), EVERY_MS)
    }
    timer = setTimeout(() => void ask(), EVERY_MS)
    return () => clearTimeout(timer)
  }, [number, shown, isAwaited, revalidate])
}
