/**
 * The actions available to an order's buyer: pay, cancel, return, buy again, print the invoice. The server decides which are available.
 */
import type { FragmentType } from '@apollo/client/masking'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { useFragmentData } from '../../data/reading'
import { usePayOrder } from '../../data/orders/checkout'
import { notify } from '../../data/notifications'
import { useBuyAgain } from '../../data/orders/orders'
import { paths } from '../../paths'
import { Button, ButtonLink } from '../Button'
import { Value } from '../Value'
import styles from './OrderActions.module.css'
import { OrderActions_OrderFragmentDoc, type OrderActions_OrderFragment } from './OrderActions.generated'

const CancelDialog = lazy(async () => ({ default: (await import('./CancelDialog')).CancelDialog }))
const ReturnDialog = lazy(async () => ({ default: (await import('./ReturnDialog')).ReturnDialog }))

interface OrderActionsProps {
  order: FragmentType<OrderActions_OrderFragment>
  /** The compact version for order lists. */
  compact?: boolean
}

export function OrderActions({ order, compact = false }: OrderActionsProps) {
  const data = useFragmentData(OrderActions_OrderFragmentDoc, order)
  const { number, actions, priceDetails } = data
  const isPayable = actions.includes('PAY')
  const look = compact ? 'bare' : 'quiet'
  const [asking, setAsking] = useState<'cancel' | 'return' | null>(null)
  const [pay, paying] = usePay(number, priceDetails.totalAmount)
  const [again, adding] = useAgain(number)
  return (
    <>
      <div className={styles.actions} data-compact={compact || undefined} data-payable={isPayable || undefined}>
        {isPayable && (
          <Button busy={paying} onClick={() => void pay()}>
            Pay <Value>{formatRupees(priceDetails.totalAmount)}</Value>
          </Button>
        )}
        {actions.includes('REQUEST_RETURN') && (
          <Button look={look} onClick={() => setAsking('return')}>
            Return
          </Button>
        )}
        {actions.includes('BUY_AGAIN') && (
          <Button look={look} busy={adding} onClick={() => void again()}>
            Order again
          </Button>
        )}
        {actions.includes('INVOICE') && (
          <ButtonLink to={paths.invoice(number)} look={look}>
            Invoice
          </ButtonLink>
        )}
        {actions.includes('CANCEL') && (
          <Button look="bare" className={styles.cancel} onClick={() => setAsking('cancel')}>
            Cancel order
          </Button>
        )}
      </div>
      <Suspense>
        {asking === 'cancel' && <CancelDialog order={data} onClose={() => setAsking(null)} />}
        {asking === 'return' && <ReturnDialog order={data} onClose={() => setAsking(null)} />}
      </Suspense>
    </>
  )
}

function usePay(number: string, total: number) {
  const navigate = useNavigate()
  const payOrder = usePayOrder()
  const [busy, setBusy] = useState(false)
  const pay = async () => {
    setBusy(true)
    const result = await payOrder(number, total)
    setBusy(false)
    if (result.type === 'unsettled') await navigate(paths.order(number))
    if (result.type === 'placed') await navigate(paths.orderSummary(), { state: { orderNumber: number } })
  }
  return [pay, busy] as const
}

function useAgain(number: string) {
  const navigate = useNavigate()
  const [buyAgain, { loading }] = useBuyAgain()
  const again = async () => {
    const [error] = (await buyAgain({ number })).errors
    if (error) notify.error(error.message)
    else await navigate(paths.cart())
  }
  return [again, loading] as const
}
