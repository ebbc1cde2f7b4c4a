/** The narrow page of a form, such as login. */
import type { ReactNode } from 'react'
import styles from './FormPage.module.css'

interface FormPageProps {
  title: string
  /** A line under the form, e.g. the way to another one. */
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
