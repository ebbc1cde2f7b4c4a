/** The order's lines, delivery address and prices. */
import type { FragmentType } from '@apollo/client/masking'
import { lazy, Suspense, useState } from 'react'
import { useFragmentData } from '../../data/reading'
import { useChangeOrderAddress } from '../../data/orders/orders'
import { Button } from '../Button'
import styles from './OrderDetails.module.css'
import { OrderDetails_OrderFragmentDoc, type OrderDetails_OrderFragment } from './OrderDetails.generated'
import { cashOf, cashText, refundsOf } from './amounts'
import { OrderDelivery } from './OrderDelivery'
import { OrderProducts } from './OrderProducts'
import { PriceSummary } from '../cart/PriceSummary'
import { LineReview } from '../review/LineReview'

const OrderAddressDialog = lazy(async () => ({ default: (await import('./OrderAddressDialog')).OrderAddressDialog }))

interface OrderDetailsProps {
  order: FragmentType<OrderDetails_OrderFragment>
  /** True in a narrow column, which has the prices below the products. */
  isColumn?: boolean
}

export function OrderDetails({ order, isColumn = false }: OrderDetailsProps) {
  const shown = useFragmentData(OrderDetails_OrderFragmentDoc, order)
  const data = { ...shown, isDelivered: shown.deliveredAt !== null }
  return (
    <div className={styles.columns} data-column={isColumn || undefined}>
      <div>
        <OrderProducts order={data}>
          {({ id, title, product }) =>
            // The item that a replacement stands in for has the review.
            data.deliveredAt !== null &&
            data.replaces === null && (
              <LineReview
                about={{ orderLineId: id, orderId: data.id, linkKey: null }}
                title={title}
                canWrite={product !== null}
                review={data.reviews.find(({ orderLineId }) => orderLineId === id) ?? null}
              />
            )
          }
        </OrderProducts>
        <div className={styles.facts}>
          <section aria-label="Delivery address">
            <h2>Delivery address</h2>
            <OrderDelivery
              order={data}
              change={data.actions.includes('CHANGE_ADDRESS') && <ChangeAddress order={data} />}
            />
          </section>
          {paymentOf(data) && (
            <section aria-label="Payment">
              <h2>Payment</h2>
              <p className={styles.payment}>{paymentOf(data)}</p>
            </section>
          )}
        </div>
      </div>
      {/* A replacement costs nothing. */}
      {data.replaces === null && (
        <PriceSummary
          details={data.priceDetails}
          refundedPaise={refundsOf(data.refunds, 'PROCESSED')}
          cash={{ state: cashOf(data), notDuePaise: data.cancelledPaise }}
          toRefundPaise={data.owedPaise + refundsOf(data.refunds, 'REQUESTED')}
        />
      )}
    </div>
  )
}

/** Opens the form for another delivery address. */
function ChangeAddress({
  order: { number, deliveryAddress },
}: {
  order: Pick<OrderDetails_OrderFragment, 'number' | 'deliveryAddress'>
}) {
  const [isOpen, setOpen] = useState(false)
  const [change] = useChangeOrderAddress()
  return (
    <>
      <div className={styles.change}>
        <Button look="bare" onClick={() => setOpen(true)}>
          Change address
        </Button>
      </div>
      <Suspense>
        {isOpen && (
          <OrderAddressDialog
            number={number}
            address={deliveryAddress}
            send={(address, acceptChanges) => change({ number, address, acceptChanges })}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Null until the order is paid, unless it is paid on delivery. */
const paymentOf = (order: Parameters<typeof cashText>[0] & { paymentId: string | null }): string | null =>
  cashText(order) || (order.paymentId && `Payment reference ${order.paymentId}`)
