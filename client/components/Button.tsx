/** Buttons, and links that look like buttons. */
import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import styles from './Button.module.css'

interface Look {
  look?: 'primary' | 'quiet' | 'bare'
  wide?: boolean
}

const classes = ({ look = 'primary', wide }: Look, className: string | undefined) =>
  [styles.button, styles[look], wide && styles.wide, className].filter(Boolean).join(' ')

interface BaseButtonProps extends ComponentProps<'button'> {
  /** While `busy`, further clicks do nothing. Unlike a disabled button, it keeps the focus. */
  busy?: boolean
  /** The button does nothing now, for example at a limit. Unlike a disabled button, it keeps the focus. */
  unavailable?: boolean
}

/** A button without a look of its own. */
export const BaseButton = ({ busy = false, unavailable = false, onClick, ...rest }: BaseButtonProps) => (
  <button
    type="button"
    aria-busy={busy || undefined}
    aria-disabled={unavailable || undefined}
    {...rest}
    // Without `preventDefault`, the button would submit the form.
    onClick={busy || unavailable ? (event: MouseEvent) => event.preventDefault() : onClick}
  />
)

/** Shows a progress indicator while it is busy. */
export function Button({ look, wide, className, children, ...rest }: BaseButtonProps & Look) {
  return (
    <BaseButton {...rest} className={classes({ look, wide }, className)}>
      {rest.busy && <span className={styles.progress} aria-hidden />}
      <span className={styles.label}>{children}</span>
    </BaseButton>
  )
}

/** A round button with an icon, e.g. on a photo. */
export const RoundButton = ({ className, ...rest }: BaseButtonProps) => (
  <BaseButton {...rest} className={[styles.round, className].filter(Boolean).join(' ')} />
)

export function ButtonLink({ look, wide, className, children, ...rest }: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...rest} className={classes({ look, wide }, className)}>
      <span className={styles.label}>{children}</span>
    </Link>
  )
}
