/** The narrow page of a form, such as login. */
import type { ReactNode } from 'react'
import styles from './FormPage.module.css'

export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`wrap page ${styles.page}`}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
