/** The tracking number of an order in the packing table: typed, scanned, or pasted as a column. */
import { isUnusual } from '../../../../server/shared/delivery/couriers'
import { code } from '../../../../server/shared/text'
import { pastedNumbers, type Row } from './entries'
import styles from './PackingPage.module.css'

/** The id of the field of an order. */
export const fieldOf = (order: string): string => `number-${order}`

interface TrackingCellProps {
  row: Row
  courier: string
  /** Another order with the same number. */
  repeats: string | undefined
  change: (number: string) => void
  /** Enter, also as the end of a scan. */
  next: () => void
  paste: (numbers: string[]) => void
}

const MAX_CHARACTERS = 100

export function TrackingCell({ row, courier, repeats, change, next, paste }: TrackingCellProps) {
  const { order, number, state, error } = row
  const id = fieldOf(order)
  const clean = code(number)
  const warnings = [
    ...(repeats ? [`${repeats} has the same number.`] : []),
    ...(clean && state === 'OPEN' && isUnusual(courier, clean) ? [`This is unusual for ${courier}. Check it.`] : []),
  ]
  const notes = [error && `${id}-error`, warnings.length > 0 && `${id}-warning`].filter(Boolean).join(' ')
  return (
    <div className={styles.tracking}>
      {state === 'OPEN' || state === 'SENDING' ? (
        <input
          id={id}
          aria-label={`Tracking number of ${order}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={MAX_CHARACTERS}
          readOnly={state === 'SENDING'}
          value={number}
          onChange={({ target }) => change(target.value)}
          onBlur={() => clean !== number && change(clean)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            next()
          }}
          onPaste={(event) => {
            const numbers = pastedNumbers(event.clipboardData.getData('text'))
            if (numbers.length < 2 || state !== 'OPEN') return
            event.preventDefault()
            paste(numbers)
          }}
        />
      ) : (
        <bdi>{number}</bdi>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {warnings.length > 0 && (
        <p id={`${id}-warning`} className={styles.warning}>
          {warnings.join(' ')}
        </p>
      )}
    </div>
  )
}
