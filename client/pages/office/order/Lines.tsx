/** The lines of an order, with the numbers of cancelled, returned, replaced and refunded pieces. */
import { formatRupees } from '../../../../server/shared/money/money'
import { staysWithBuyer } from '../../../../server/shared/delivery/returns'
import { refundedPieces } from '../../../../server/shared/money/refundShare'
import { countText, inSets, singly, type Pieces, type SetLine } from '../../../../server/shared/setPieces'
import { formatDay } from '../../../components/days'
import { countsText } from '../../../components/order/amounts'
import { isUnderway } from '../../../components/order/progress'
import { Photo } from '../../../components/photo/Photo'
import { Value } from '../../../components/Value'
import styles from './Lines.module.css'
import type { OfficeOrder } from './orderChange'
import type { ReturnRequest } from './Returns'

/**
 * The line's counts as the buyer has them. Broken pieces count as returned, but nobody sends them back, so they are named apart: `1 broken, kept
 * by the customer`.
 */
export function standingText(item: OfficeOrder['order']['items'][number], returns: readonly ReturnRequest[]): string {
  const kept = returns
    .filter(({ replacement }) => replacement === null)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.item.id === item.id && line.state === 'COMPLETED' && staysWithBuyer(line.reason))
    .reduce((sum, line) => sum + singly(item, line), 0)
  const returned = singly(item, { quantity: item.returned, pieces: item.returnedPieces })
  const back = inSets(item, Math.max(0, returned - kept))
  return [
    countsText({ ...item, returned: back.quantity, returnedPieces: back.pieces }),
    ...(kept > 0 ? [`${countText(item, inSets(item, kept))} broken, kept by the customer`] : []),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Such as `2 refunded`. */
const refundedText = (item: SetLine, refunded: Pieces | undefined): string =>
  refunded ? `${countText(item, inSets(item, singly(item, refunded)))} refunded` : ''

export function OrderLines({ office }: { office: OfficeOrder }) {
  const back = refundedPieces(office.refunds)
  const { shipment, items, returns, status } = office.order
  const isDue = isUnderway(status)
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Items</h2>
      <ul className={styles.lines}>
        {items.map((item) => {
          const changes = [refundedText(item, back.get(item.id)), standingText(item, returns)]
            .filter(Boolean)
            .join(', ')
          return (
            <li key={item.id}>
              <Photo image={item.image} sizes="64px" decorative />
              <span>
                <bdi>{item.title}</bdi>
                <span className={styles.promise}>
                  {isDue && (
                    <>
                      Deliver by <Value>{formatDay(item.estimatedDelivery)}</Value>
                      {changes && ', '}
                    </>
                  )}
                  {changes}
                </span>
              </span>
              <strong>{item.quantity} ×</strong>
              <span className={styles.total}>
                <Value>{formatRupees(item.lineTotal)}</Value>
              </span>
            </li>
          )
        })}
      </ul>
      {shipment && (
        <p>
          <bdi>{shipment.carrier}</bdi>{' '}
          {shipment.trackingUrl ? (
            <a href={shipment.trackingUrl} target="_blank" rel="noreferrer" className="text-link">
              {shipment.trackingNumber}
            </a>
          ) : (
            shipment.trackingNumber
          )}
        </p>
      )}
    </section>
  )
}
