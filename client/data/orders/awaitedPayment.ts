/** Polls an order while its payment is awaited: the provider may tell the shop long after it has told the browser. */
import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import type { OrderStatus } from '../../generated/types'
import { refreshShopper } from '../apollo/apollo'
import { AwaitedPaymentQueryDocument } from './awaitedPayment.generated'

const EVERY_MS = 3000
/** Whoever still waits then can reload the page. */
const FOR_MS = 15 * 60_000

/** The polled fields land in the cache, from which the page reads. */
export function useAwaitedPayment(order: { number: string; status: OrderStatus } | null | undefined): void {
  const awaited = order?.status === 'AWAITING_PAYMENT'
  const settled = order ? !awaited : false
  const [gaveUp, setGaveUp] = useState(false)
  useQuery(AwaitedPaymentQueryDocument, {
    variables: { number: order?.number ?? '' },
    skip: !awaited || gaveUp,
    pollInterval: EVERY_MS,
    skipPollAttempt: () => document.hidden,
  })
  useEffect(() => {
    // A paid order has taken its lines out of the cart, maybe just before it was first seen here.
    if (settled) void refreshShopper()
  }, [settled])
  useEffect(() => {
    if (!awaited) return
    const timer = setTimeout(() => setGaveUp(true), FOR_MS)
    return () => clearTimeout(timer)
  }, [awaited])
}
