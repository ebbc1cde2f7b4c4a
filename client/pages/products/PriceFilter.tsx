/** Two thumbs on one track, over the spread of prices; they stay the shop's minimum gap apart. */
import { useEffect, useRef, useState } from 'react'
import { formatRupees } from '../../../server/shared/money'
import { SHOP } from '../../../server/shared/shop'
import styles from './PriceFilter.module.css'

interface PriceFilterProps {
  minimum: number
  maximum: number
  histogram: { minimum: number; maximum: number; count: number }[]
  /** Once the shopper lets go. */
  onChange: (minimum: number, maximum: number) => void
}

const { priceRange: RANGE, priceRangeMinimumGap: GAP } = SHOP
const STEP = 100
const SETTLES_AFTER_MS = 500

/** Where a thumb stands that was moved; a URL's amount may lie between two of its steps. */
function movedTo({ value }: HTMLInputElement, rupees: number): number {
  return Number(value) === Math.round(rupees / STEP) * STEP ? rupees : Number(value)
}

export function PriceFilter({ minimum, maximum, histogram, onChange }: PriceFilterProps) {
  // Where the thumbs are while they move; null where they stand at what is chosen.
  const [draft, setDraft] = useState<{ low: number; high: number } | null>(null)
  const { low, high } = draft ?? { low: minimum, high: maximum }
  const percent = (rupees: number) => `${((rupees - RANGE.minimum) / (RANGE.maximum - RANGE.minimum)) * 100}%`
  const tallest = Math.max(1, ...histogram.map((bucket) => bucket.count))
  const commit = () => {
    if (!draft) return
    setDraft(null)
    if (low !== minimum || high !== maximum) onChange(low, high)
  }
  // Arrow keys come in rows: the last one counts.
  useEffect(() => {
    if (!draft) return
    const timer = setTimeout(commit, SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  })
  const [lowest, highest] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  // Hydration leaves a thumb where it was moved to before.
  useEffect(() => {
    const high = Math.max(movedTo(highest.current!, maximum), minimum + GAP)
    const low = Math.min(movedTo(lowest.current!, minimum), high - GAP)
    if (low !== minimum || high !== maximum) setDraft({ low, high })
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
          onChange={(event) => setDraft({ low: Math.min(Number(event.target.value), high - GAP), high })}
        />
        <input
          {...common}
          ref={highest}
          aria-label="Highest price"
          aria-valuetext={formatRupees(high)}
          value={high}
          onChange={(event) => setDraft({ low, high: Math.max(Number(event.target.value), low + GAP) })}
        />
      </div>
      <p className={`without-script ${styles.fields}`}>
        <PriceField label="From" name="min" rupees={minimum} />
        <PriceField label="To" name="max" rupees={maximum} />
      </p>
      <p className={styles.ends}>
        <span>{formatRupees(low)}</span>
        <span>{formatRupees(high)}</span>
      </p>
    </div>
  )
}

/** Without JavaScript, where nothing would tell what a thumb stands at. */
const PriceField = ({ label, name, rupees }: { label: string; name: string; rupees: number }) => (
  <label>
    {label}
    <input
      key={rupees}
      type="number"
      name={name}
      min={RANGE.minimum}
      max={RANGE.maximum}
      step={STEP}
      defaultValue={rupees}
    />
  </label>
)
