/** A page with nothing on it: one sentence, one small drawing, one way on. */
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  sentence: string
  /** h1 where nothing else is on the page. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
}

export function EmptyState({ sentence, heading: Heading = 'h1', children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 120 96" width="120" height="96" aria-hidden className={styles.drawing}>
        <path d="M18 36h84c0 26-15 42-30 46v6H48v-6C33 78 18 62 18 36Z" />
        <path d="M26 50c22 6 46 6 68 0M34 64c17 4 35 4 52 0" />
        <path d="M46 22c-5-6 5-8 0-15M60 24c-5-6 5-9 0-17M74 22c-5-6 5-8 0-15" />
      </svg>
      <Heading>{sentence}</Heading>
      {children}
    </div>
  )
}
