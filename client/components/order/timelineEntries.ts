/** The events of an order in words, for its buyer and for staff. */
import { isKept } from '../../../server/shared/delivery/returns'
import type { OrderReturnLineState, OrderStatus, ReturnReason } from '../../generated/types'
import { statusText } from './OrderStatus'
import { buyerStatusText, IN_PROGRESS, RETURN_ACCEPTED } from './progress'

export interface TimelineEvent {
  status: OrderStatus
  at: string
  note: string | null
}

/** The return requests, oldest first. */
export type TimelineReturns = readonly {
  lines: readonly { state: OrderReturnLineState; reason: ReturnReason; isBack: boolean }[]
}[]

interface Entry {
  /** The new status, or the first sentence of a note that belongs to no new status. */
  name: string
  /** The rest of the note. May be empty. */
  about: string
  /** The provider's id of a payment or refund. */
  reference: string | undefined
}

type Items = Parameters<typeof buyerStatusText>[0]['items']

/**
 * An entry that did not change the status shows only its note, for example about a partial refund. No status is there twice. The page of a link
 * knows no returns, and the office's no items.
 */
export const timelineEntries = (
  events: readonly TimelineEvent[],
  { returns = [], items = [] }: { returns?: TimelineReturns; items?: Items },
): Entry[] =>
  events.map((event, i) => {
    const moved = event.status !== events[i - 1]?.status || !event.note
    const { text: note, reference } = partsOf(event.note ?? '')
    if (!moved) {
      const [name, about] = firstSentenceOf(note)
      return { name, about, reference }
    }
    const name = i === 0 ? 'Order placed' : statusOf(events.slice(0, i + 1), returns, items)
    // Says no word twice.
    const about = note.replace(/\.$/, '') === name ? '' : `${note}${reference ? '.' : ''}`
    return { name, about, reference }
  })

/** True if the buyer keeps all accepted items of the request, because they arrived broken. */
function staysWhole({ lines }: TimelineReturns[number]): boolean {
  const accepted = lines.filter(({ state }) => state !== 'REFUSED')
  return accepted.length > 0 && accepted.every(isKept)
}

function statusOf(events: readonly TimelineEvent[], returns: TimelineReturns, items: Items): string {
  const { status } = events.at(-1)!
  const requests = events.filter(
    (event, i) => event.status === 'RETURN_REQUESTED' && event.status !== events[i - 1]?.status,
  ).length
  const request = returns[requests - 1]
  const ended = { status, timeline: events, items, expectsReturn: false }
  if (status === 'RETURNED') return request && staysWhole(request) ? RETURN_ACCEPTED : buyerStatusText(ended)
  if (status === 'REFUND_DUE')
    return returns.length > 0 && returns.every(staysWhole) ? IN_PROGRESS : buyerStatusText(ended)
  if (status !== 'DELIVERED' || requests === 0) return statusText(status)
  // The order was delivered before the return.
  if (!request) return 'Return answered'
  if (request.lines.every(({ state }) => state === 'REFUSED')) return 'Return not accepted'
  return staysWhole(request) ? RETURN_ACCEPTED : 'Return completed'
}

/** Splits a note such as `We accepted it. We refund its price.` A number follows the full stop of `Rs. 500`. */
function firstSentenceOf(note: string): [first: string, rest: string] {
  const end = /[.”] (?=[A-Z“])/.exec(note)
  return end ? [note.slice(0, end.index + 1), note.slice(end.index + 2)] : [note, '']
}

/** Splits a note such as 'We refunded Rs. 500 (rfnd_1).' into its sentence and the provider's id. */
function partsOf(note: string): { text: string; reference: string | undefined } {
  const [, text = note, reference] = /^(We refunded .+|Payment received) \(([^()]+)\)\.?$/.exec(note) ?? []
  return { text, reference }
}
