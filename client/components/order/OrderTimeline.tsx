/** An order's events, and the steps that are still to come. */
import { formatMoment } from '../days'
import { Value } from '../Value'
import styles from './OrderTimeline.module.css'
import type { Step } from './progress'
import { timelineEntries, type TimelineEvent, type TimelineReturns } from './timelineEntries'

interface OrderTimelineProps {
  events: TimelineEvent[]
  next: Step[]
  /** The payment's id, which the page shows elsewhere. */
  paymentId: string | null
  /** The page of a link does not know them. */
  returns?: TimelineReturns
}

export function OrderTimeline({ events, next, paymentId, returns }: OrderTimelineProps) {
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <ol>
        {timelineEntries(events, returns).map(({ name, about, reference }, i) => (
          <li key={i}>
            <strong>{name}</strong>
            <time dateTime={events[i]!.at}>
              <Value>{formatMoment(events[i]!.at)}</Value>
            </time>
            {i > 0 && about && <span>{about}</span>}
            {i > 0 && reference && reference !== paymentId && <span className={styles.reference}>{reference}</span>}
          </li>
        ))}
        {next.map(({ name, about }) => (
          <li key={name} data-ahead>
            <strong>{name}</strong>
            <span>
              <Value>{about}</Value>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
