/** Asks how an order stands for as long as its payment is awaited: the shop may hear of it long after the browser has. */
import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import type { OrderStatus } from '../generated/types'
import { refreshShopper } from './apollo'
import { AwaitedPaymentQueryDocument } from './awaitedPayment.generated'

const EVERY_MS = 3000
/** Who still waits then can load the page again. */
const FOR_MS = 15 * 60_000

/** What comes is in the cache, from which the page reads. */
export function useAwaitedPayment(order: { number: string; status: OrderStatus } | null | undefined): void {
  const awaited = order?.status === 'AWAITING_PAYMENT'
  const settled = order ? !awaited : false
  const [tired, setTired] = useState(false)
  useQuery(AwaitedPaymentQueryDocument, {
    variables: { number: order?.number ?? '' },
    skip: !awaited || tired,
    pollInterval: EVERY_MS,
    skipPollAttempt: () => document.hidden,
  })
  useEffect(() => {
    // A paid order has taken its lines out of the cart, maybe just before it was first seen here.
    if (settled) void refreshShopper()
  }, [settled])
  useEffect(() => {
    if (!awaited) return
    const timer = setTimeout(() => setTired(true), FOR_MS)
    return () => clearTimeout(timer)
  }, [awaited])
}
