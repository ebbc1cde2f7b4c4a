/**
 * A note next to a control, shown if the control's change did not reach the shop. It loads together with the control, because a page cannot
 * load code while it is offline.
 */
import { useReactiveVar } from '@apollo/client/react'
import { unsaved } from '../../data/unsaved'
import styles from './NotSaved.module.css'

export function NotSaved({ control }: { control: string }) {
  const change = useReactiveVar(unsaved)[control]
  const retry = (button: HTMLElement) => {
    // The note disappears together with its button, so the focus moves to the control.
    button.parentElement!.parentElement!.querySelector<HTMLElement>('button, a, input')?.focus()
    change?.retry()
  }
  return (
    change && (
      <p role="alert" className={styles.note}>
        Not saved{change.error ? `: ${change.error}` : ', '}
        {!change.error && (
          <button type="button" className="text-link" onClick={(event) => retry(event.currentTarget)}>
            Retry
          </button>
        )}
      </p>
    )
  )
}
