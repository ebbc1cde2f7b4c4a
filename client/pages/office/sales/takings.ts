/** Takings and refunds as table rows: by day, or by month for a long period. */
import { dayIn, daysAfter, daysFromTo } from '../kit/indianTime'

/** Amounts are in paise. */
export interface Takings {
  /** A day, or a month as `2026-11`. */
  day: string
  grossPaise: number
  refundsPaise: number
  netPaise: number
  orders: number
}

/** A longer period is grouped by month. */
const MAX_DAYS_BY_DAY = 62
/** The longest period that the server accepts. */
const MAX_PERIOD_DAYS = 731

export interface Span {
  from: string
  to: string
}

/** The current month if the URL has no valid period. */
export function spanIn(query: URLSearchParams, today: string): Span & { hint: string } {
  const month = thisMonth(today)
  const from = dayIn(query.get('from')) || (query.get('to') ? '' : month.from)
  const to = dayIn(query.get('to')) || (query.get('from') ? '' : month.to)
  if (!from || !to) return { ...month, hint: 'Please enter both days. This is the current month.' }
  if (daysFromTo(from, to) < 1)
    return { ...month, hint: 'The first day is after the last day. This is the current month.' }
  if (daysFromTo(from, to) > MAX_PERIOD_DAYS)
    return {
      from: daysAfter(to, 1 - MAX_PERIOD_DAYS),
      to,
      hint: 'A period can have at most two years. These are the last two years of it.',
    }
  return { from, to, hint: '' }
}

export const thisMonth = (today: string): Span => ({ from: `${today.slice(0, 7)}-01`, to: today })

export function lastMonth(today: string): Span {
  const to = daysAfter(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** India's financial year, from April to March, up to today. */
export function financialYear(today: string): Span {
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < '04' ? 1 : 0)
  return { from: `${year}-04-01`, to: today }
}

const sum = (day: string, parts: Takings[]): Takings =>
  parts.reduce(
    (all, part) => ({
      day,
      grossPaise: all.grossPaise + part.grossPaise,
      refundsPaise: all.refundsPaise + part.refundsPaise,
      netPaise: all.netPaise + part.netPaise,
      orders: all.orders + part.orders,
    }),
    { day, grossPaise: 0, refundsPaise: 0, netPaise: 0, orders: 0 },
  )

/** A longer period also has a plot of its weeks. */
const MAX_DAYS_WITHOUT_PLOT = 31

export interface Week {
  /** Its Monday, or the first day of the period. */
  from: string
  grossPaise: number
  refundsPaise: number
}

/** All weeks of the period from Monday to Sunday, oldest first, also those without money. Empty for a period of up to 31 days. */
export function weeksOf(days: readonly Takings[], { from, to }: Span): Week[] {
  const length = daysFromTo(from, to)
  if (length <= MAX_DAYS_WITHOUT_PLOT) return []
  // Monday is 0.
  const first = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks = Array.from({ length: Math.ceil((first + length) / 7) }, (_, i): Week => ({
    from: i === 0 ? from : daysAfter(from, 7 * i - first),
    grossPaise: 0,
    refundsPaise: 0,
  }))
  for (const { day, grossPaise, refundsPaise } of days) {
    const week = weeks[Math.floor((first + daysFromTo(from, day) - 1) / 7)]
    if (!week) continue
    week.grossPaise += grossPaise
    week.refundsPaise += refundsPaise
  }
  return weeks
}

/** Newest first. */
export function rowsOf(days: Takings[], { from, to }: Span): { rows: Takings[]; total: Takings; areMonths: boolean } {
  const areMonths = daysFromTo(from, to) > MAX_DAYS_BY_DAY
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))]
  const rows = areMonths
    ? months.map((month) =>
        sum(
          month,
          days.filter(({ day }) => day.startsWith(month)),
        ),
      )
    : days
  return { rows: rows.toReversed(), total: sum('', days), areMonths }
}
