/**
 * A price range with two thumbs on one track, below a histogram of the prices. The thumbs stay at least the shop's minimum gap apart.
 */
import { useEffect, useRef, useState } from 'react'
import { formatRupees } from '../../../../server/shared/money/money'
import { SHOP } from '../../../../server/shared/shop'
import { Value } from '../../../components/Value'
import styles from './PriceFilter.module.css'

interface PriceFilterProps {
  minimum: number
  maximum: number
  histogram: { minimum: number; maximum: number; count: number }[]
  /** Called when the shopper releases a thumb. */
  onChange: (minimum: number, maximum: number) => void
}

const { priceRange: RANGE, priceRangeMinimumGap: GAP } = SHOP
const STEP = 100
const SETTLES_AFTER_MS = 500

/**
 * The amounts after one thumb moved, at least the minimum gap apart. Prices from a search text are also moved apart if they are closer
 * together than this gap.
 */
function apart(low: number, high: number): { low: number; high: number } {
  const lowest = Math.min(Math.max(low, RANGE.minimum), RANGE.maximum - GAP)
  return { low: lowest, high: Math.min(Math.max(high, lowest + GAP), RANGE.maximum) }
}

/** The amount of a moved thumb. If the thumb was not moved, the amount in the URL is kept, even if it is between two steps. */
function movedTo({ value }: HTMLInputElement, rupees: number): number {
  return Number(value) === Math.round(rupees / STEP) * STEP ? rupees : Number(value)
}

export function PriceFilter({ minimum, maximum, histogram, onChange }: PriceFilterProps) {
  // The amounts while a thumb moves. Null if the thumbs show the current filter.
  const [draft, setDraft] = useState<{ low: number; high: number } | null>(null)
  const { low, high } = draft ?? { low: minimum, high: maximum }
  const percent = (rupees: number) => `${((rupees - RANGE.minimum) / (RANGE.maximum - RANGE.minimum)) * 100}%`
  const tallest = Math.max(1, ...histogram.map((bucket) => bucket.count))
  const commit = () => {
    if (!draft) return
    setDraft(null)
    if (low !== minimum || high !== maximum) onChange(low, high)
  }
  // Arrow keys often repeat, so only the last value counts.
  useEffect(() => {
    if (!draft) return
    const timer = setTimeout(commit, SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  })
  const [lowest, highest] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  // Hydration keeps the position of a thumb that was moved earlier, so the filter is updated to match it.
  useEffect(() => {
    const [low, high] = [movedTo(lowest.current!, minimum), movedTo(highest.current!, maximum)]
    if (low === minimum && high === maximum) return
    setDraft(apart(Math.min(low, Math.max(high, minimum + GAP) - GAP), high))
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const common = {
    type: 'range',
    min: RANGE.minimum,
    max: RANGE.maximum,
    step: STEP,
    onPointerUp: commit,
    onBlur: commit,
  }

  return (
    <div className={styles.price}>
      <div className={styles.histogram} aria-hidden>
        {histogram.map((bucket) => (
          <i
            key={bucket.minimum}
            data-within={(bucket.maximum > low && bucket.minimum < high) || undefined}
            style={{ height: `${bucket.count === 0 ? 0 : 8 + (bucket.count / tallest) * 92}%` }}
          />
        ))}
      </div>
      <div className={styles.track}>
        <i style={{ left: percent(low), right: `calc(100% - ${percent(high)})` }} />
        <input
          {...common}
          ref={lowest}
          aria-label="Lowest price"
          aria-valuetext={formatRupees(low)}
          value={low}
          onChange={(event) => setDraft(apart(Math.min(Number(event.target.value), high - GAP), high))}
        />
        <input
          {...common}
          ref={highest}
          aria-label="Highest price"
          aria-valuetext={formatRupees(high)}
          value={high}
          onChange={(event) => setDraft(apart(low, Math.max(Number(event.target.value), low + GAP)))}
        />
      </div>
      <p className={`without-script ${styles.fields}`}>
        <PriceField label="From" name="min" rupees={minimum} />
        <PriceField label="To" name="max" rupees={maximum} />
      </p>
      <p className={styles.ends}>
        <span>
          <Value>{formatRupees(low)}</Value>
        </span>
        <span>
          <Value>{formatRupees(high)}</Value>
        </span>
      </p>
    </div>
  )
}

/** Fields for browsers without JavaScript, where the thumbs' amounts are not displayed. */
const PriceField = ({ label, name, rupees }: { label: string; name: string; rupees: number }) => (
  <label>
    {label}
    <input
      key={rupees}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      name={name}
      defaultValue={rupees}
    />
  </label>
)
