/** An order's events, and the steps that are still to come. */
import { formatMoment } from '../days'
import { Value } from '../Value'
import styles from './OrderTimeline.module.css'
import type { Step } from './progress'
import { timelineEntries, type TimelineEvent } from './timelineEntries'

type Known = Parameters<typeof timelineEntries>[1]

interface OrderTimelineProps extends Known {
  events: TimelineEvent[]
  next: Step[]
}

/** A payment provider's id, which no bank knows. Other references are those of a transfer that staff made. */
const PROVIDER_ID = /^(pay|rfnd)_/

export function OrderTimeline({ events, next, ...known }: OrderTimelineProps) {
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <ol>
        {timelineEntries(events, known).map(({ name, about, reference }, i) => (
          <li key={i}>
            <strong>{name}</strong>
            <time dateTime={events[i]!.at}>
              <Value>{formatMoment(events[i]!.at)}</Value>
            </time>
            {i > 0 && about && <span>{about}</span>}
            {i > 0 && reference && !PROVIDER_ID.test(reference) && (
              <span className={styles.reference}>Reference {reference}</span>
            )}
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
