/** What a buyer does with the pieces of a return, and what happens next. The return dialog, the order's page and the emails all say it in these words. */
import { DAY_MS } from '../durations'
import { isolate } from '../isolate'
import { countedTitle, type Pieces, type SetLine } from '../setPieces'
import { SHOP } from '../shop'
import { dayInIndia } from './delivery'
import { isKept, staysWithBuyer } from './returns'

export interface LineOfReturn extends SetLine, Pieces {
  title: string
  reason: string
  state: 'REQUESTED' | 'ACCEPTED' | 'COMPLETED' | 'REFUSED'
  /** True once the pieces are with the shop. */
  isBack: boolean
}

interface RequestedReturn {
  lines: readonly LineOfReturn[]
  wish: 'REFUND' | 'REPLACEMENT'
  requestedAt: Date
  /** The number of the order with the replacement, once the shop has accepted the return. */
  replacement?: string | null
  /** True if the shop has requested the refund for what is back. The page then names the refund itself. */
  isSettled?: boolean
  /** The number of the order, which the buyer writes on the parcel. Null in the dialog, before the shop has answered. */
  number?: string | null
  /** Where the buyer sends the items, such as `Cerashop, 1 Lake Road, Chennai 600004`. Null if it is not known. */
  address?: string | null
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The calendar day in India by which the shop answers, YYYY-MM-DD. The studio works from Monday to Saturday. */
export function answerDay(requestedAt: Date): string {
  let day = new Date(dayInIndia(requestedAt))
  for (let left: number = SHOP.answerWorkingDays; left > 0;) {
    day = new Date(day.getTime() + DAY_MS)
    if (day.getUTCDay() !== 0) left -= 1
  }
  return day.toISOString().slice(0, 10)
}

/** Such as `by Tuesday, 1 Dec`. After that day, it names no day. */
export function answeredBy(requestedAt: Date, now: Date): string {
  const last = answerDay(requestedAt)
  if (dayInIndia(now) > last) return 'as soon as we can'
  const day = new Date(last)
  return `by ${WEEKDAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${day.toUTCString().split(' ')[2]}`
}

const namesOf = (lines: readonly LineOfReturn[]): string =>
  lines
    .map(({ title, piecesInSet, quantity, pieces }) =>
      countedTitle({ title: isolate(title), piecesInSet, quantity, pieces }),
    )
    .join(', ')

const isOne = (lines: readonly LineOfReturn[]): boolean =>
  lines.length === 1 && lines[0]!.quantity + lines[0]!.pieces === 1

/** A cracked cup is broken too, and leaves no shards. */
const brokenItems = (lines: readonly LineOfReturn[]): string => `the broken item${isOne(lines) ? '' : 's'}`

/** Empty if there is nothing left to do, such as for a refused return. */
export function returnSteps(request: RequestedReturn, now = new Date()): string {
  const { lines } = request
  const sentences = lines.some(({ state }) => state === 'REQUESTED') ? asked(request, now) : answered(request)
  return sentences.filter(Boolean).join(' ')
}

/** Until the shop answers, the buyer keeps everything, because the shop may want to see it. */
function asked({ lines, wish, requestedAt }: RequestedReturn, now: Date): string[] {
  const broken = lines.filter(({ reason }) => staysWithBuyer(reason))
  const others = lines.filter(({ reason }) => !staysWithBuyer(reason))
  const isMixed = broken.length > 0 && others.length > 0
  const things = isMixed
    ? `all items, with ${namesOf(others)} in the box,`
    : broken.length > 0
      ? brokenItems(broken)
      : isOne(others)
        ? 'the item in its box'
        : 'the items in their box'
  const awaited = isMixed
    ? `${namesOf(others)} ${isOne(others) ? 'is' : 'are'}`
    : `the item${isOne(others) ? ' is' : 's are'}`
  return [
    `Please keep ${things} until we answer, ${answeredBy(requestedAt, now)}.`,
    broken.length > 0 ? `You need not send ${isMixed ? namesOf(broken) : brokenItems(broken)} back.` : '',
    isMixed && wish === 'REFUND'
      ? `If we accept, we refund ${namesOf(broken)} at once, and the rest when ${awaited} back with us.`
      : `If we accept, we ${wish === 'REPLACEMENT' ? 'send a free replacement' : 'refund the price'}` +
        (others.length > 0 ? ` when ${awaited} back with us.` : '.'),
  ]
}

function answered({
  lines,
  wish,
  replacement,
  isSettled = false,
  number = null,
  address = null,
}: RequestedReturn): string[] {
  const kept = lines.filter(isKept)
  const awaited = lines.filter(({ state }) => state === 'ACCEPTED')
  const isMixed = kept.length > 0 && awaited.length > 0
  const sent = isMixed
    ? `${namesOf(awaited)} in the box`
    : isOne(awaited)
      ? 'the item in its box'
      : 'the items in their box'
  if (kept.length + awaited.length === 0) return []
  const when = awaited.length > 0 ? ' when the parcel is here' : ''
  return [
    kept.length > 0
      ? `You need not send ${isMixed ? namesOf(kept) : brokenItems(kept)} back. If you throw ${isOne(kept) ? 'it' : 'them'} away, please wrap ${isOne(kept) ? 'it' : 'them'} first.`
      : '',
    awaited.length > 0 ? `Please send us ${sent}${address === null ? '' : `, to ${address}`}.` : '',
    awaited.length > 0 && number !== null ? `Please write the order number ${number} on the parcel.` : '',
    replacement
      ? `We send your replacement with order ${replacement}${when}.`
      : wish === 'REFUND'
        ? refundOf(kept, awaited, isSettled)
        : '',
  ]
}

/** Broken items are refunded at once, the others when they are here. */
function refundOf(kept: readonly LineOfReturn[], awaited: readonly LineOfReturn[], isSettled: boolean): string {
  if (awaited.length === 0) return isSettled ? '' : 'We refund the price.'
  if (kept.length === 0) return 'We refund the price when the parcel is here.'
  return `We refund ${isSettled ? '' : `${namesOf(kept)} at once, and `}the rest when the parcel is here.`
}
