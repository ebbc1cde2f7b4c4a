/** A narrow page with a form, such as the login. */
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
