/** An order's events, and the steps that are still to come. */
import { formatMoment } from '../days'
import { Value } from '../Value'
import { statusText } from './OrderStatus'
import styles from './OrderTimeline.module.css'
import { buyerStatusText, type Step } from './progress'
import type { OrderReturnLineState, OrderStatus } from '../../generated/types'

interface TimelineEvent {
  status: OrderStatus
  at: string
  note: string | null
}

interface OrderTimelineProps {
  events: TimelineEvent[]
  next: Step[]
  /** The payment's id, which the page shows elsewhere. */
  paymentId: string | null
  /** The return requests, oldest first. The page of a link does not know them. */
  returns?: { lines: { state: OrderReturnLineState }[] }[]
}

/** An entry that did not change the status shows only its note, for example about a partial refund. */
export function OrderTimeline({ events, next, paymentId, returns = [] }: OrderTimelineProps) {
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <ol>
        {events.map((event, i) => {
          const moved = event.status !== events[i - 1]?.status || !event.note
          const name = i === 0 ? 'Order placed' : statusOf(events.slice(0, i + 1), returns)
          const { text: note, reference } = partsOf(event.note ?? '')
          // Of a note without a status, the first sentence is the name.
          const [first, text] = moved ? ['', note] : firstSentenceOf(note)
          // Says no word twice.
          const about = text.replace(/\.$/, '') === name ? '' : `${text}${reference && moved ? '.' : ''}`
          return (
            <li key={i}>
              <strong>{moved ? name : first}</strong>
              <time dateTime={event.at}>
                <Value>{formatMoment(event.at)}</Value>
              </time>
              {i > 0 && about && <span>{about}</span>}
              {i > 0 && reference && reference !== paymentId && <span className={styles.reference}>{reference}</span>}
            </li>
          )
        })}
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

function statusOf(events: TimelineEvent[], returns: NonNullable<OrderTimelineProps['returns']>): string {
  const { status } = events.at(-1)!
  const requests = events.filter(
    (event, i) => event.status === 'RETURN_REQUESTED' && event.status !== events[i - 1]?.status,
  ).length
  const request = status === 'DELIVERED' ? returns[requests - 1] : undefined
  // The order was delivered before the return.
  if (request)
    return request.lines.every(({ state }) => state === 'REFUSED') ? 'Return not accepted' : 'Return completed'
  return status === 'REFUND_DUE' ? buyerStatusText({ status, timeline: events }) : statusText(status)
}

/** Splits a note such as `We accepted it. We refund its price.` A number follows the full stop of `Rs. 500`. */
function firstSentenceOf(note: string): [first: string, rest: string] {
  const end = /[.”] (?=[A-Z“])/.exec(note)
  return end ? [note.slice(0, end.index + 1), note.slice(end.index + 2)] : [note, '']
}

/** Splits a note such as 'Rs. 500 went back (rfnd_1).' into its sentence and the provider's id. */
function partsOf(note: string): { text: string; reference: string | undefined } {
  const [, text = note, reference] = /^(.+) \(([^()]+)\)\.?$/.exec(note) ?? []
  return { text, reference }
}
