/** The lines of an order, with the numbers of cancelled, returned, replaced and refunded pieces. */
import { formatRupees } from '../../../../server/shared/money/money'
import { refundedPieces } from '../../../../server/shared/money/refundShare'
import { countsText, countText, inSets, singly, type Pieces, type SetLine } from '../../../../server/shared/setPieces'
import { formatDay } from '../../../components/days'
import { isUnderway } from '../../../components/order/progress'
import { Photo } from '../../../components/photo/Photo'
import { Value } from '../../../components/Value'
import styles from './Lines.module.css'
import type { OfficeOrder } from './orderChange'

/** Such as `2 refunded`. */
const refundedText = (item: SetLine, refunded: Pieces | undefined): string =>
  refunded ? `${countText(item, inSets(item, singly(item, refunded)))} refunded` : ''

export function OrderLines({ office }: { office: OfficeOrder }) {
  const back = refundedPieces(office.refunds)
  const { shipment, items, status } = office.order
  const isDue = isUnderway(status)
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Items</h2>
      <ul className={styles.lines}>
        {items.map((item) => {
          const changes = [refundedText(item, back.get(item.id)), countsText(item)].filter(Boolean).join(', ')
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
                <Value>{item.lineTotal === 0 ? 'Free' : formatRupees(item.lineTotal)}</Value>
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
