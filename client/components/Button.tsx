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
}

const BaseButton = ({ busy = false, onClick, ...rest }: BaseButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-busy={busy || undefined}
    // Without `preventDefault`, a busy button would submit the form.
    onClick={busy ? (event: MouseEvent) => event.preventDefault() : onClick}
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
