/** An order's history: its events, and the changes that staff made, or the buyer to the address. */
import { Link } from 'react-router-dom'
import { formatMoment } from '../../../components/days'
import { timelineEntries } from '../../../components/order/timelineEntries'
import type { OrderEventSource } from '../../../generated/types'
import { officePaths } from '../../../paths'
import { changeText } from '../kit/auditWords'
import kit from '../kit/kit.module.css'
import { Value } from '../../../components/Value'
import styles from './History.module.css'
import type { OfficeOrderPageQuery } from './OrderPage.generated'

type OfficeOrder = NonNullable<OfficeOrderPageQuery['office']['order']>

const SOURCES: Record<OrderEventSource, string> = {
  SHOPPER: 'the customer',
  WEBHOOK: 'the payment provider',
  SHOP: 'the shop',
}

export const History = ({ order: { timeline, returns } }: { order: OfficeOrder['order'] }) => (
  <section aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    <p className={kit.quiet}>The customer sees this timeline.</p>
    <ol className={kit.list}>
      {timelineEntries(timeline, { returns }).map(({ name, about, reference }, i) => (
        <li key={i}>
          <strong>{name}</strong>
          <span>
            <Value>{formatMoment(timeline[i]!.at)}</Value>, by {SOURCES[timeline[i]!.source]}
            {(about || reference) && <bdi className={styles.about}>{[about, reference].filter(Boolean).join(' ')}</bdi>}
          </span>
        </li>
      ))}
    </ol>
  </section>
)

export const Changes = ({ number, entries }: { number: string; entries: OfficeOrder['audit'] }) =>
  entries.length > 0 && (
    <details className={styles.details}>
      <summary>Changes: {entries.length}</summary>
      <ul className={kit.list}>
        {entries.map(({ id, at, change, actor }) => (
          <li key={id}>
            <strong>{changeText(change)}</strong>
            <span>
              <Value>{formatMoment(at)}</Value>, by {actor ? <bdi>{actor.name}</bdi> : 'a command'}
            </span>
          </li>
        ))}
      </ul>
      <Link to={officePaths.activityOf('ORDER', number)} className="text-link">
        Details of this activity
      </Link>
    </details>
  )
