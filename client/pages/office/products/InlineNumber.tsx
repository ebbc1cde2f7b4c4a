/**
 * A number in a list that can be edited in place. Enter saves the value, Escape restores it, and typed text stays until it is saved.
 * A value that is entered during a save is saved after it.
 */
import { startTransition, useEffect, useEffectEvent, useId, useState } from 'react'
import { Button } from '../../../components/Button'
import { isStale, type MutationError } from '../../../data/sendMutation'
import { wholeNumber } from '../../../../server/shared/wholeNumber'
import styles from './InlineNumber.module.css'

interface InlineNumberProps {
  /** The name for screen readers, e.g. `Stock of Moon Jar`. */
  label: string
  value: number
  least: number
  most: number
  /** The error for a number above `most`. By default, it names both limits. */
  overMost?: string
  /** Resolves to the same values as `send` in FormDialog. */
  save: (next: number) => Promise<MutationError[] | null>
}

interface InlineError {
  /** The text that the error is about, or null for an error about the saved value. */
  text: string | null
  /** Null if someone else changed the value. */
  message: string | null
}

const written = (value: number) => value.toLocaleString('en-IN')

export function InlineNumber({ label, value, least, most, overMost, save }: InlineNumberProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  /** The save under way, and the one after it. */
  const [[running, next], setSaves] = useState<{ text: string }[]>([])
  const [found, setFound] = useState<InlineError | null>(null)
  const error = found && (found.text === null || found.text === typed) ? found : null
  const isChanged = typed !== null && (running !== undefined || typed.trim() !== String(value))
  const isSent = typed !== null && typed === (next ?? running)?.text
  const type = (text: string | null) => {
    setTyped(text)
    setFound(null)
  }
  const saveNext = (text: string | null) => {
    // Created once, because React may call an updater again, and a new object would start a second save.
    const added = text === null ? [] : [{ text }]
    setSaves((saves) => [...saves.slice(0, 1), ...added])
  }
  const cancel = () => {
    type(null)
    saveNext(null)
  }
  const errorOf = (text: string): string | null => {
    const number = wholeNumber(text)
    if (number !== null && number > most && overMost) return overMost
    if (number !== null && number >= least && number <= most) return null
    return `Please enter a whole number from ${written(least)} to ${written(most)}`
  }
  const submit = () => {
    if (!isChanged || isSent) return
    const message = errorOf(typed)
    setFound(message === null ? null : { text: typed, message })
    saveNext(message === null ? typed : null)
  }
  const send = useEffectEvent(async (text: string) => {
    const number = wholeNumber(text)!
    const errors = number === value ? [] : await save(number)
    const isNews = errors !== null && isStale(errors)
    // The save has reloaded the row in a transition. The next save starts in the same transition, with the row's new version.
    startTransition(() => {
      // Staff must see a colleague's change before they replace it.
      setSaves((saves) => (isNews ? [] : saves.slice(1)))
      if (errors === null) return
      if (errors.length === 0) setTyped((now) => (now === text ? null : now))
      else setFound(isNews ? { text: null, message: null } : { text, message: errors[0]!.message })
    })
  })
  useEffect(() => {
    if (running) void send(running.text)
  }, [running])
  return (
    <form
      noValidate
      className={styles.cell}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <input
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={label}
        aria-busy={running !== undefined || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        value={typed ?? String(value)}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && cancel()}
      />
      {isChanged && (
        <Button type="submit" look="bare" busy={isSent}>
          Save
        </Button>
      )}
      {error && (
        <p id={id} role="alert" className={styles.error}>
          {error.message ?? `Someone else changed this in the meantime. It is now ${written(value)}.`}
        </p>
      )}
    </form>
  )
}
