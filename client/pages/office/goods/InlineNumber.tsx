/**
 * A number in a list that can be edited in place. Enter saves the value, Escape restores it, and typed text stays until it is saved.
 */
import { useId, useState } from 'react'
import { Button } from '../../../components/Button'
import { isStale } from '../../../data/office/officeChange'
import type { Fault } from '../../../data/sendMutation'
import styles from './InlineNumber.module.css'

interface InlineNumberProps {
  /** The name for screen readers, e.g. `Stock of Moon Jar`. */
  label: string
  value: number
  most: number
  /** Resolves to the same values as `send` in ChangeDialog. */
  save: (next: number) => Promise<Fault[] | null>
}

export function InlineNumber({ label, value, most, save }: InlineNumberProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<{ message: string | null } | null>(null)
  const isChanged = typed !== null && typed.trim() !== String(value)
  const restore = () => {
    setTyped(null)
    setFault(null)
  }
  const submit = async () => {
    if (busy || !isChanged) return
    const next = Number(typed)
    if (!/^\d+$/.test(typed.trim()) || next > most) {
      setFault({ message: `Please enter a whole number from 0 to ${most.toLocaleString('en-IN')}` })
      return
    }
    setBusy(true)
    const faults = await save(next)
    setBusy(false)
    if (faults === null) return
    if (faults.length === 0) restore()
    else setFault({ message: isStale(faults) ? null : faults[0]!.message })
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
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? id : undefined}
        value={typed ?? String(value)}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && restore()}
      />
      {isChanged && (
        <Button type="submit" look="bare" busy={busy}>
          Save
        </Button>
      )}
      {fault && (
        <p id={id} role="alert" className={styles.fault}>
          {fault.message ?? `Someone else changed this in the meantime. It is now ${value.toLocaleString('en-IN')}.`}
        </p>
      )}
    </form>
  )
}
