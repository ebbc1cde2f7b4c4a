/** Buttons, and links that look like them. */
import type { ComponentProps, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './Button.module.css'

type Look = 'primary' | 'quiet' | 'bare'

const classes = (look: Look, wide: boolean | undefined, className: string | undefined) =>
  [styles.button, styles[look], wide && styles.wide, className].filter(Boolean).join(' ')

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  wide?: boolean
  /** Shows progress in place. The button keeps its focus; its action has to ignore a second press. */
  busy?: boolean
}

export function Button({ look = 'primary', wide, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} aria-busy={busy || undefined} className={classes(look, wide, className)}>
      {busy && <span className={styles.progress} aria-hidden />}
      <span className={styles.label}>{children}</span>
    </button>
  )
}

/** A picture in a circle, e.g. on a photo. */
export const RoundButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={[styles.round, className].filter(Boolean).join(' ')} />
)

interface ButtonLinkProps extends LinkProps {
  ref?: Ref<HTMLAnchorElement>
  look?: Look
  wide?: boolean
}

export function ButtonLink({ look = 'primary', wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classes(look, wide, className)}>
      <span className={styles.label}>{children}</span>
    </Link>
  )
}
