/** A narrow page with a form, such as the login, and its skeleton. */
import type { ReactNode } from 'react'
import styles from './FormPage.module.css'

interface FormPageProps {
  title: string
  /** A line under the form, e.g. a link to another form. */
  other?: ReactNode
  children: ReactNode
}

export function FormPage({ title, other, children }: FormPageProps) {
  return (
    <div className={`wrap page ${styles.page}`}>
      <h1>{title}</h1>
      {children}
      {other && <p className={styles.other}>{other}</p>}
    </div>
  )
}

export const FormPageSkeleton = () => (
  <div className={`wrap page ${styles.page} ${styles.skeleton}`} aria-busy="true" aria-label="Loading">
    <div className="skeleton" style={{ width: '75%', height: 44 }} />
    <div className="skeleton" style={{ height: 72 }} />
    <div className="skeleton" style={{ height: 72 }} />
    <div className="skeleton" style={{ height: 48 }} />
  </div>
)
