/** A page with nothing on it: one sentence, one small drawing, one way on. */
import type { ReactNode } from 'react'
import drawings from './drawings.svg?no-inline'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  sentence: string
  /** Of drawings.svg. */
  drawing: 'cart' | 'wishlist' | 'orders' | 'search' | 'missing' | 'error'
  /** h1 where nothing else is on the page. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
}

export function EmptyState({ sentence, drawing, heading: Heading = 'h1', children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg width="120" height="96" aria-hidden className={styles.drawing}>
        <use href={`${drawings}#${drawing}`} />
      </svg>
      <Heading>{sentence}</Heading>
      {children}
    </div>
  )
}
