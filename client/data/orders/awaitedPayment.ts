/** Polls an order while its payment is pending. The provider may notify the server much later than the browser. */
import { useEffect, useState } from 'react'
import { useQuery } from '../reading'
import type { OrderStatus } from '../../generated/types'
import { refreshShopper } from '../apollo/apollo'
import { AwaitedPaymentQueryDocument } from './awaitedPayment.generated'

const EVERY_MS = 3000
/** Polling stops after 15 minutes. The shopper can still reload the page. */
const FOR_MS = 15 * 60_000

/** The polled fields update the cache, and the page reads them there. */
export function useAwaitedPayment(order: { number: string; status: OrderStatus } | null | undefined): void {
  const awaited = order?.status === 'AWAITING_PAYMENT'
  const settled = order ? !awaited : false
  const [gaveUp, setGaveUp] = useState(false)
  // No loader: it polls while the page is open.
  useQuery(AwaitedPaymentQueryDocument, {
    variables: { number: order?.number ?? '' },
    skip: !awaited || gaveUp,
    pollInterval: EVERY_MS,
    skipPollAttempt: () => document.hidden,
  })
  useEffect(() => {
    // The payment removes the order's lines from the cart, possibly before this page loads the order.
    if (settled) void refreshShopper()
  }, [settled])
  useEffect(() => {
    if (!awaited) return
    const timer = setTimeout(() => setGaveUp(true), FOR_MS)
    return () => clearTimeout(timer)
  }, [awaited])
}
