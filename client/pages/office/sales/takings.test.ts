import { describe, expect, it } from 'vitest'
import { financialYear, lastMonth, rowsOf, spanIn, weeksOf } from './takings'

const TODAY = '2026-03-15'
const of = (text: string) => spanIn(new URLSearchParams(text), TODAY)
const day = (text: string, grossPaise: number) => ({
  day: text,
  grossPaise,
  refundsPaise: 1,
  netPaise: grossPaise - 1,
  orders: 2,
})

describe('the period of the Sales page', () => {
  it('defaults to the current month if the URL has no valid period', () => {
    const month = { from: '2026-03-01', to: TODAY }
    expect(of('')).toEqual({ ...month, hint: '' })
    for (const text of ['from=2026-02-30', 'from=2026-03-01', 'from=2026-03-02&to=2026-03-01'])
      expect(of(text)).toEqual({ ...month, hint: expect.stringContaining('current month') })
    expect(of('from=2026-01-31&to=2026-02-01')).toEqual({ from: '2026-01-31', to: '2026-02-01', hint: '' })
  })

  it('is limited to two years', () => {
    expect(of('from=2020-01-01&to=2026-01-01')).toMatchObject({ from: '2024-01-02', to: '2026-01-01' })
  })

  it('can be last month or the financial year from April', () => {
    expect(lastMonth(TODAY)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(lastMonth('2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(financialYear(TODAY)).toEqual({ from: '2025-04-01', to: TODAY })
    expect(financialYear('2026-04-01')).toEqual({ from: '2026-04-01', to: '2026-04-01' })
  })

  it.each([
    // The first day is a Thursday, a Monday and a Sunday.
    ['2026-01-01', '2026-02-01', ['2026-01-01', '2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26']],
    ['2026-01-05', '2026-02-05', ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02']],
    ['2026-02-01', '2026-03-04', ['2026-02-01', '2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02']],
    ['2026-01-01', '2026-01-31', []],
    ['2026-03-15', '2026-03-15', []],
  ])('plots the weeks from %s to %s', (from, to, weeks) => {
    const days = [day(from, 10), day(to, 30)]
    const plotted = weeksOf(days, { from, to })
    expect(plotted.map((week) => week.from)).toEqual(weeks)
    if (weeks.length > 0) {
      expect([plotted[0]!.grossPaise, plotted.at(-1)!.grossPaise]).toEqual([10, 30])
      expect(plotted.reduce((sum, { refundsPaise }) => sum + refundsPaise, 0)).toBe(2)
    }
  })

  it('plots 105 or 106 weeks of two years', () =>
    expect(weeksOf([], { from: '2024-01-02', to: '2026-01-01' })).toHaveLength(105))

  it('has one row per day, or per month if the period is long', () => {
    const days = [day('2026-01-31', 10), day('2026-02-01', 20), day('2026-02-02', 30)]
    const few = rowsOf(days, { from: '2026-01-31', to: '2026-02-02' })
    expect([few.areMonths, few.rows.map((row) => row.day)]).toEqual([false, days.map((row) => row.day).toReversed()])
    const many = rowsOf(days, { from: '2025-04-01', to: '2026-03-31' })
    expect(many.areMonths).toBe(true)
    expect(many.rows).toEqual([
      { day: '2026-02', grossPaise: 50, refundsPaise: 2, netPaise: 48, orders: 4 },
      { day: '2026-01', grossPaise: 10, refundsPaise: 1, netPaise: 9, orders: 2 },
    ])
    expect(many.total).toEqual({ day: '', grossPaise: 60, refundsPaise: 3, netPaise: 57, orders: 6 })
  })
})
