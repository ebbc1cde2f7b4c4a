/**
 * A number in a list that can be edited in place. Enter saves the value, Escape restores it, and typed text stays until it is saved.
 */
import { useId, useState } from 'react'
import { Button } from '../../../components/Button'
import { isStale } from '../../../data/office/officeChange'
import type { MutationError } from '../../../data/sendMutation'
import { wholeNumber } from '../../../../server/shared/wholeNumber'
import styles from './InlineNumber.module.css'

interface InlineNumberProps {
  /** The name for screen readers, e.g. `Stock of Moon Jar`. */
  label: string
  value: number
  most: number
  /** Resolves to the same values as `send` in ChangeDialog. */
  save: (next: number) => Promise<MutationError[] | null>
}

export function InlineNumber({ label, value, most, save }: InlineNumberProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ message: string | null } | null>(null)
  const isChanged = typed !== null && typed.trim() !== String(value)
  const restore = () => {
    setTyped(null)
    setError(null)
  }
  const submit = async () => {
    if (busy || !isChanged) return
    const next = wholeNumber(typed)
    if (!(next !== null && next >= 0 && next <= most)) {
      setError({ message: `Please enter a whole number from 0 to ${most.toLocaleString('en-IN')}` })
      return
    }
    setBusy(true)
    const errors = await save(next)
    setBusy(false)
    if (errors === null) return
    if (errors.length === 0) restore()
    else setError({ message: isStale(errors) ? null : errors[0]!.message })
  }
  return (
    <form
      noValidate
      className={styles.cell}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={label}
        aria-busy={busy || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        value={typed ?? String(value)}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && restore()}
      />
      {isChanged && (
        <Button type="submit" look="bare" busy={busy}>
          Save
        </Button>
      )}
      {error && (
        <p id={id} role="alert" className={styles.error}>
          {error.message ?? `Someone else changed this in the meantime. It is now ${value.toLocaleString('en-IN')}.`}
        </p>
      )}
    </form>
  )
}
