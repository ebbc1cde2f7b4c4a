/** The tracking number of an order in the packing table: typed, scanned, or pasted as a column. */
import { useState } from 'react'
import { isUnusual } from '../../../../server/shared/delivery/couriers'
import { MAX_TRACKING_NUMBER, whyNotTracking } from '../../../../server/shared/delivery/trackingNumber'
import { code, line } from '../../../../server/shared/text'
import { OrderStatus } from '../../../components/order/OrderStatus'
import type { OrderStatus as Status } from '../../../generated/types'
import { MAX_PASTED_CHARACTERS, readClipboard } from './clipboard'
import type { Row } from './entries'
import { Check } from '../kit/form/fields'
import kit from '../kit/kit.module.css'
import { inOneParcel } from '../kit/parcel'
import styles from './PackingPage.module.css'

/** The id of the field of an order. */
export const fieldOf = (order: string): string => `number-${order}`

const TOO_LONG = `This is too much to paste: at most ${MAX_PASTED_CHARACTERS} characters at once.`

interface TrackingCellProps {
  row: Row
  status: Status
  courier: string
  /** Another order with the same number. */
  repeats: string | undefined
  change: (number: string) => void
  /** Staff tick that the order shares a parcel with the order that has its number. */
  share: (isOn: boolean) => void
  /** Enter, also as the end of a scan. */
  next: (number: string) => void
  /** More than one cell. */
  paste: (cells: string[][]) => void
  /** Why the pasted text is too long. */
  refuse: (message: string) => void
}

/** While staff type, only the cell changes, because a scanner types faster than the browser draws a hundred rows. */
export function TrackingCell({ row, status, courier, repeats, change, share, next, paste, refuse }: TrackingCellProps) {
  const { order, number, state } = row
  const id = fieldOf(order)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? number
  const wrong = state === 'OPEN' && number !== '' && typed === null ? whyNotTracking(number) : null
  const error = row.error ?? wrong
  const leave = () => {
    const clean = code(text)
    setTyped(null)
    if (clean !== number) change(clean)
    return clean
  }
  const warnings = [
    ...(repeats ? [`${repeats} has the same number.`] : []),
    ...(number && wrong === null && state === 'OPEN' && isUnusual(courier, number)
      ? [`This is unusual for ${courier}. Check it.`]
      : []),
  ].filter(() => typed === null)
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
          maxLength={MAX_TRACKING_NUMBER}
          readOnly={state === 'SENDING'}
          value={text}
          onChange={({ target: { value } }) => {
            setTyped(value)
            // The first character ticks the row.
            if ((value === '') !== (number === '')) change(value)
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            next(leave())
          }}
          onPaste={(event) => {
            if (state !== 'OPEN') return
            const pasted = event.clipboardData.getData('text')
            const cells = pasted.length > MAX_PASTED_CHARACTERS ? null : readClipboard(pasted)
            // One cell is typed text.
            if (cells && cells.flat().filter((cell) => line(cell) !== '').length < 2) return
            event.preventDefault()
            setTyped(null)
            if (cells) paste(cells)
            else refuse(TOO_LONG)
          }}
        />
      ) : (
        <span className={styles.sent}>
          <bdi>{number}</bdi>
          <OrderStatus status={status} />
        </span>
      )}
      {state === 'SENDING' && <span className={kit.quiet}>Sending…</span>}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {state === 'OPEN' && row.usedBy !== null && typed === null && (
        <Check
          label={inOneParcel(order, row.usedBy)}
          checked={row.sharesWith.includes(row.usedBy)}
          onChange={({ target }) => share(target.checked)}
        />
      )}
      {warnings.length > 0 && (
        <p id={`${id}-warning`} className={styles.warning}>
          {warnings.join(' ')}
        </p>
      )}
    </div>
  )
}
