/** An empty page or list: one sentence, perhaps a small drawing, and one link or button. */
import type { ReactNode } from 'react'
import drawings from './drawings.svg?no-inline'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  sentence: string
  /** The name of a drawing in drawings.svg. None if nothing is wrong or missing. */
  drawing?: 'cart' | 'wishlist' | 'orders' | 'search' | 'missing' | 'error'
  /** Use h1 if the page has no other heading. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
}

export function EmptyState({ sentence, drawing, heading: Heading = 'h1', children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing && (
        <svg width="120" height="96" aria-hidden className={styles.drawing}>
          <use href={`${drawings}#${drawing}`} />
        </svg>
      )}
      <Heading>{sentence}</Heading>
      {children}
    </div>
  )
}
