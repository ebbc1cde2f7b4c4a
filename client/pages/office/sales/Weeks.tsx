/** A plot of a long period: what came and what was refunded in each week. The table below it has the numbers. */
import { formatPaise } from '../../../../server/shared/money/money'
import { formatDate } from '../../../components/days'
import { Value } from '../../../components/Value'
import { weeksOf, type Span, type Takings } from './takings'
import styles from './Weeks.module.css'

export function Weeks({ takings, span }: { takings: Takings[]; span: Span }) {
  const weeks = weeksOf(takings, span)
  if (weeks.length === 0) return null
  const most = Math.max(...weeks.map(({ grossPaise, refundsPaise }) => Math.max(grossPaise, refundsPaise)))
  const best = weeks.find(({ grossPaise }) => grossPaise === Math.max(...weeks.map((week) => week.grossPaise)))!
  const height = (paise: number) => ({ height: `${most === 0 ? 0 : (100 * paise) / most}%` })
  return (
    <figure className={styles.plot}>
      <figcaption>
        Weeks, at most <Value>{formatPaise(best.grossPaise)}</Value> received in the week of{' '}
        <Value>{formatDate(best.from)}</Value>. <span className={styles.keyCame}>Received</span>{' '}
        <span className={styles.keyWent}>Refunded</span>
      </figcaption>
      <div className={styles.weeks} aria-hidden>
        {weeks.map(({ from, grossPaise, refundsPaise }) => (
          <div
            key={from}
            className={styles.week}
            title={`Week of ${formatDate(from)}: ${formatPaise(grossPaise)} received, ${formatPaise(refundsPaise)} refunded`}
          >
            <span className={styles.came} style={height(grossPaise)} />
            <span className={styles.went} style={height(refundsPaise)} />
          </div>
        ))}
      </div>
      <div className={styles.ends} aria-hidden>
        <Value>{formatDate(span.from)}</Value>
        <Value>{formatDate(span.to)}</Value>
      </div>
    </figure>
  )
}
